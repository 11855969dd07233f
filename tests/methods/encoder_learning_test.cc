// Learned encoders against the formulas worked out on dense matrices.
#include "couplet/methods/cooccurrence/encoder_learning.h"
#include "couplet/base/segment_store.h"
#include "couplet/methods/cooccurrence/pair_sample.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "couplet/linalg/svd_dense.h"
#include "tests/base/expect_error.h"
#include "tests/base/warnings.h"
#include "tests/methods/encoded_rows.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

SideOptions options(const std::string& spec, const std::string& pipeline = "space",
                    std::shared_ptr<const WordVectors> vectors = nullptr) {
  return {{{.spec = EncoderSpec::parse(spec), .pipeline = pipeline, .vectors = std::move(vectors)}}, {1}, false};
}

EncoderPair learn(const TemporaryDirectory& directory, const TextPairs& texts, const SideOptions& left,
                  const SideOptions& right, const Run& run = Run(), std::int64_t most = 1000000) {
  Source files;
  files.paths = {directory.put("pairs.tsv", tsv_of(texts))};
  PairPasses passes(files);
  return fit_encoders(passes, left, right, most, run);
}

std::vector<std::string> words_between_spaces(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::map<std::string, int> document_frequencies(const std::vector<std::string>& texts) {
  std::map<std::string, int> frequency;
  for (const std::string& text : texts) {
    const auto words = words_between_spaces(text);
    for (const std::string& word : std::set<std::string>(words.begin(), words.end())) ++frequency[word];
  }
  return frequency;
}

/// Rows (1 + ln count) ln(n / df) at unit length over the terms with df >= min_df.
MatrixD tf_idf(const std::vector<std::string>& texts, int min_df) {
  std::map<std::string, Index> column;
  const auto frequency = document_frequencies(texts);
  for (const auto& [word, df] : frequency)
    if (df >= min_df) column.emplace(word, static_cast<Index>(column.size()));
  MatrixD rows = MatrixD::Zero(static_cast<Index>(texts.size()), static_cast<Index>(column.size()));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::map<std::string, int> count;
    for (const std::string& word : words_between_spaces(texts[i])) ++count[word];
    for (const auto& [word, times] : count)
      if (column.contains(word))
        rows(static_cast<Index>(i), column[word]) =
            (1 + std::log(times)) * std::log(static_cast<double>(texts.size()) / frequency.at(word));
    rows.row(static_cast<Index>(i)).normalize();
  }
  return rows;
}

/// Inner products of all rows: what does not depend on signs and rotations of the space.
MatrixD products(MatrixD rows) {
  for (Index i = 0; i < rows.rows(); ++i) rows.row(i).normalize();
  return rows * rows.transpose();
}

}  // namespace

TEST_CASE("lsa: rows of U of the tf-idf matrix at unit length") {
  const TemporaryDirectory directory;
  for (const Index count : {60, 150}) {
    CAPTURE(count);
    const TextPairs texts = topic_texts(count, 41);
    const int min_df = count < 100 ? 1 : 3;
    const auto svd = svd_dense<double>(tf_idf(texts.left, min_df));
    const Index rank = 8;
    REQUIRE(svd.s[rank - 1] > 1.02 * svd.s[rank]);  // else the space is not determined
    const EncoderPair pair = learn(directory, texts, options("lsa:8"), options("lsa:8"));
    const MatrixD found = encoded_rows(pair.left, texts.left);
    CHECK(found.cols() == rank);
    CHECK((found.rowwise().norm().array() - 1).abs().maxCoeff() < 1e-12);
    CHECK((products(found) - products(svd.u.leftCols(rank))).cwiseAbs().maxCoeff() < 1e-3);
    // A text with its words in another order and case of the pipeline is the same text.
    CHECK((encoded_rows(pair.left, {"l1w1 l2w2 l1w1"}) - encoded_rows(pair.left, {"l2w2  l1w1 l1w1"})).norm() < 1e-12);
  }
}

TEST_CASE("lsa: a dimension above the rank of the texts is lowered, with a warning") {
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  const TemporaryDirectory directory;
  const TextPairs texts = {{"a b", "c d", "a b", "c d"}, {"e", "f", "g", "h"}};
  const EncoderPair pair = learn(directory, texts, options("lsa:50"), options("lsa:3"), run);
  CHECK(pair.left.dimension() == 2);
  CHECK(pair.left.text() == "lsa:2");
  CHECK(pair.right.dimension() == 3);
  REQUIRE(warnings.messages.size() == 1);
  CHECK(warnings.messages[0] == "left texts: lsa:50 asked, their rank is 2; using 2");
}

TEST_CASE("lsa without a dimension is as wide as a sixth of the texts, from 2 to 300") {
  const TemporaryDirectory directory;
  CHECK(learn(directory, topic_texts(150, 46), options("lsa"), options("lsa:4")).left.dimension() == 25);
  CHECK(learn(directory, topic_texts(6, 46), options("lsa"), options("lsa")).left.text() == "lsa:2");
}

TEST_CASE("lsa: no term left is an error that names the side") {
  const TemporaryDirectory directory;
  for (const TextPairs& texts : {TextPairs{{"a", "b"}, {"", " "}}, TextPairs{{"a", "b"}, {"same", "same"}}})
    expect_error(
        ErrorCode::data,
        "right texts: no term is left for the lsa encoder; check --columns and --text, lower --min-documents, or "
        "give more pairs",
        [&] {
          Source files;
          files.paths = {directory.put("pairs.tsv", tsv_of(texts))};
          PairPasses passes(files);
          fit_encoders(passes, options("lsa:5"), options("lsa:5"), 1000, Run());
        });
}

TEST_CASE("idf: ln((1 + n) / (1 + df)) + 1 of the side's own texts") {
  Vocabulary words;
  for (const char* word : {"common", "rare", "absent"}) words.add(word);
  auto values = std::make_shared<std::vector<float>>(std::vector<float>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  const auto table =
      std::make_shared<WordVectors>(std::move(words), 3, std::span<const float>(*values), std::nullopt, values);
  const TemporaryDirectory directory;
  const TextPairs texts = {{"common rare", "common common", "common"}, {"rare", "rare", "common"}};
  const EncoderPair pair = learn(directory, texts, options("idf", "space", table), options("idf", "space", table));
  const auto weight = [](double df) { return std::log(4 / (1 + df)) + 1; };
  const MatrixD left = encoded_rows(pair.left, {"common rare absent"}),
                right = encoded_rows(pair.right, {"common rare absent"});
  CHECK(left(0, 1) / left(0, 0) == doctest::Approx(weight(1) / weight(3)).epsilon(1e-6));
  CHECK(left(0, 2) / left(0, 0) == doctest::Approx(weight(0) / weight(3)).epsilon(1e-6));
  CHECK(right(0, 1) / right(0, 0) == doctest::Approx(weight(2) / weight(1)).epsilon(1e-6));
  CHECK(left.sum() == doctest::Approx(1));
}

TEST_CASE("hash: buckets weighed by the most frequent of their terms") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(50, 43);
  const EncoderPair pair = learn(directory, texts, options("hash:16"), options("hash:16"));
  const auto frequency = document_frequencies(texts.left);
  std::vector<int> highest(16, 0);
  for (const auto& [word, df] : frequency) {
    int& bucket = highest[hash_term(word, 16).bucket];
    bucket = std::max(bucket, df);
  }
  VectorD expected = VectorD::Zero(16);
  for (const std::string& word : words_between_spaces(texts.left[0])) {
    const HashedTerm term = hash_term(word, 16);
    const auto words = words_between_spaces(texts.left[0]);
    const auto times = static_cast<double>(std::count(words.begin(), words.end(), word));
    const double idf = std::log(51.0 / (1 + highest[term.bucket])) + 1;
    expected[term.bucket] += term.sign * (1 + std::log(times)) * idf / times;  // each occurrence a share
  }
  CHECK((encoded_rows(pair.left, {texts.left[0]}).row(0).transpose() - expected.normalized()).norm() < 1e-6);
}

TEST_CASE("what is learned does not depend on the number of threads") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(9000, 44);
  for (const char* spec : {"lsa:12", "hash:64"}) {
    std::vector<std::uint64_t> prints;
    for (const int threads : {1, 2, 3}) {
      Run run;
      run.pool = Pool(threads);
      prints.push_back(learn(directory, texts, options(spec), options(spec), run).left.fingerprint());
    }
    CHECK(prints[0] == prints[1]);
    CHECK(prints[0] == prints[2]);
  }
}

TEST_CASE("the term counts of lsa ask for memory, and a stop is heard") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(200, 45);
  Run poor, stopped;
  poor.memory = MemoryBudget(1000);
  StopToken stop;
  stop.request();
  stopped.stop = &stop;
  Source files;
  files.paths = {directory.put("pairs.tsv", tsv_of(texts))};
  PairPasses first(files), second(files);
  CHECK_THROWS_WITH_AS(fit_encoders(first, options("lsa:5"), options("lsa:5"), 1000, poor),
                       doctest::Contains("the term counts of the lsa encoder"), Error);
  CHECK_THROWS_AS(fit_encoders(second, options("lsa:5"), options("lsa:5"), 1000, stopped), Error);
}

TEST_CASE("lsa learns from as many pairs as asked for, the same ones whoever collects them") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(9000, 46);
  const auto few = [&](std::int64_t most, const Run& run) {
    return learn(directory, texts, options("lsa:12"), options("lsa:12"), run, most);
  };
  const EncoderPair all = few(9000, Run());
  CHECK(all.sample.used == 9000);
  CHECK(all.left.fingerprint() == learn(directory, texts, options("lsa:12"), options("lsa:12")).left.fingerprint());
  const EncoderPair some = few(2000, Run());
  CHECK(some.sample.pairs == 9000);
  CHECK(some.sample.used <= 2000);
  CHECK(some.sample.used > 900);
  CHECK(some.left.fingerprint() != all.left.fingerprint());
  // As if the kept pairs were all there are, whatever was counted before they were chosen.
  TextPairs kept;
  int zeros = 0;
  const auto count = [&](int wanted) {
    kept = {};
    for (std::size_t i = 0; i < texts.left.size(); ++i)
      if (std::countl_zero(PairSample::key_of(texts.left[i], texts.right[i])) >= wanted) {
        kept.left.push_back(texts.left[i]);
        kept.right.push_back(texts.right[i]);
      }
    return std::ssize(kept.left);
  };
  while (count(zeros) > 2000) ++zeros;
  CHECK(some.sample.used == std::ssize(kept.left));
  CHECK(some.right.fingerprint() == learn(directory, kept, options("lsa:12"), options("lsa:12")).right.fingerprint());
  Run threads, segments;
  threads.pool = Pool(3);
  CHECK(few(2000, threads).left.fingerprint() == some.left.fingerprint());
  SegmentStore store(directory.file("sums"));
  store.begin_job("test");
  segments.store = &store;
  CHECK(few(2000, segments).left.fingerprint() == some.left.fingerprint());
  store.begin_job("test");  // from what was kept
  CHECK(few(2000, segments).left.fingerprint() == some.left.fingerprint());
}
