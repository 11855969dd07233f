// Encoders side by side: what is joined is what each gives alone, and kernels are added or multiplied.
#include "couplet/methods/cooccurrence/joined_encoder.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/methods/cooccurrence/pair_encoder.h"
#include "couplet/methods/cooccurrence/phsic.h"
#include "couplet/methods/cooccurrence/row_sample.h"
#include "tests/base/expect_error.h"
#include "tests/methods/encoded_rows.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

const JoinedEncoder& left_of(const Fitted& fitted) {
  return dynamic_cast<const PhsicModel&>(*fitted.model).encoder().encoder(Side::left);
}

MatrixD features_of(const Fitted& fitted, const std::vector<std::string>& texts) {
  Items items;
  items.texts = texts;
  return dynamic_cast<const PhsicModel&>(*fitted.model).encoder().features(Side::left, std::move(items), Run()).values;
}

double cosine_of(const MatrixD& rows, Index i, Index j) {
  return rows.row(i).normalized().dot(rows.row(j).normalized());
}

}  // namespace

TEST_CASE("specs of joined encoders mean what they spell") {
  for (const char* spec : {"sum", "sum+sif+extremes+lsa:600+shape", "sum*lsa:30", "lsa:8@0.5+shape", "hash:64+shape@2"})
    CHECK(JoinedSpec::parse(spec).text() == spec);
  CHECK(JoinedSpec::parse("vectors+shape@0.6").text() == "sum+shape");
  CHECK(JoinedSpec::parse("lsa+shape").blocks[1].weight == 0.6);
  expect_error(ErrorCode::usage, "--encoder: 'a+b*c' has + and *; add all kernels (+) or multiply all (*)",
               [] { JoinedSpec::parse("a+b*c"); });
  expect_error(ErrorCode::usage, "--encoder: rows cannot be joined; put all numbers into one .npy file a side",
               [] { JoinedSpec::parse("rows+shape"); });
  for (const std::string spec : {"lsa:5@", "lsa:5@0", "lsa:5@-1", "lsa:5@x", "lsa:5@2000"})
    expect_error(ErrorCode::usage,
                 "--encoder: '" + spec +
                     "' makes no sense; write the weight of a block as in lsa:300@0.5, above 0 and at most 1000",
                 [&] { JoinedSpec::parse(spec); });
  expect_error(ErrorCode::usage,
               "--encoder: 'lsa,shape' is a list to choose from; a list needs --tune; encoders are joined with +",
               [] { JoinedSpec::parse("lsa,shape"); });
  CHECK_THROWS_AS(JoinedSpec::parse("sum++lsa"), Error);
  CHECK_THROWS_AS(JoinedSpec::parse("sum+"), Error);
}

TEST_CASE("blocks at unit length are put side by side with their weights; shape keeps its length") {
  const TemporaryDirectory directory;
  const std::string vectors = directory.put("vectors.txt", topic_vectors(6, 1));
  const TextPairs texts = topic_texts(150, 91);
  const Options shared = {{"vectors", vectors}, {"text", "space"}};
  const auto fit = [&](const std::string& encoder) {
    Options options = shared;
    options["encoder"] = encoder;
    return fit_texts(directory, texts, options);
  };
  const Fitted joined = fit("sum@2+extremes+shape"), sum = fit("sum"), extremes = fit("extremes");
  const std::vector<std::string> some(texts.left.begin(), texts.left.begin() + 5);
  const MatrixD all = features_of(joined, some);
  REQUIRE(all.cols() == 6 + 12 + 5);
  CHECK((all.leftCols(6) - 2 * features_of(sum, some)).norm() < 1e-14);
  CHECK((all.middleCols(6, 12) - features_of(extremes, some)).norm() < 1e-14);
  CHECK((all.rightCols(5) - 0.6 * encoded_rows(left_of(joined), some).rightCols(5)).norm() < 1e-14);
  CHECK(all(0, 18) ==
        doctest::Approx(0.6 * std::log1p(static_cast<double>(1 + std::count(some[0].begin(), some[0].end(), ' ')))));
}

TEST_CASE("a joined model is the same after saving; one table of word vectors is written once") {
  const TemporaryDirectory directory;
  const std::string vectors = directory.put("vectors.txt", topic_vectors(6, 1));
  const TextPairs texts = topic_texts(150, 92);
  const Fitted one = fit_texts(directory, texts, {{"vectors", vectors}, {"encoder", "sum"}, {"text", "space"}});
  const Fitted joined = fit_texts(directory, texts,
                                  {{"vectors", vectors},
                                   {"encoder", "lsa:4+sum+sif+shape"},
                                   {"encoder-right", "sif+extremes"},
                                   {"text", "space"},
                                   {"power", "1"}});
  const auto loaded = reloaded(directory, *joined.model);
  CHECK(scores_of(*loaded, texts) == scores_of(*joined.model, texts));
  const auto& before = dynamic_cast<const PhsicModel&>(*joined.model).encoder();
  CHECK(dynamic_cast<const PhsicModel&>(*loaded).encoder().fingerprint() == before.fingerprint());
  CHECK(before.fingerprint() != dynamic_cast<const PhsicModel&>(*one.model).encoder().fingerprint());
  const Options hashed = {{"encoder", "lsa:4*chars:64*shape"}, {"text", "space"}, {"rank", "20"}};
  Run one_thread, three;
  one_thread.pool = Pool(1);
  three.pool = Pool(3);
  CHECK(saved_bytes(directory, *fit_texts(directory, texts, hashed, one_thread).model) ==
        saved_bytes(directory, *fit_texts(directory, texts, hashed, three).model));
}

TEST_CASE("kernels of blocks are added, or multiplied, as the words say") {
  const TemporaryDirectory directory;
  const std::string vectors = directory.put("vectors.txt", topic_vectors(6, 1));
  const TextPairs texts = topic_texts(120, 93);
  const auto fit = [&](const std::string& encoder, const std::string& kernel) {
    Options options{{"vectors", vectors}, {"encoder", encoder}, {"text", "space"}, {"kernel", kernel}};
    if (encoder.find('*') != std::string::npos || kernel.find("rbf") != std::string::npos) options["rank"] = "120";
    return fit_texts(directory, texts, options);
  };
  const std::vector<std::string> some(texts.left.begin(), texts.left.begin() + 8);
  const Fitted product = fit("sum*sif", "cosine"), added = fit("sum+sif", "cosine;rbf:sigma=0.5");
  const MatrixD a = features_of(product, some), b = features_of(added, some),
                raw = encoded_rows(left_of(product), some);
  for (Index i = 0; i < 8; ++i)
    for (Index j = 0; j < 8; ++j) {
      const double first = cosine_of(raw.leftCols(6), i, j), second = cosine_of(raw.rightCols(6), i, j);
      const double near = std::exp(-(raw.row(i).tail(6) - raw.row(j).tail(6)).squaredNorm() / (2 * 0.25));
      CHECK(a.row(i).dot(a.row(j)) == doctest::Approx(first * second).epsilon(1e-6));
      CHECK(b.row(i).dot(b.row(j)) == doctest::Approx(first + near).epsilon(1e-6));
    }
  expect_error(ErrorCode::usage,
               "--kernel: 2 kernels for 3 encoders; give one for all, or one for each with ';' between them",
               [&] { fit("sum+sif+shape", "cosine;linear"); });
}

TEST_CASE("the median rule: sigma is the median distance of the sample, of each block its own") {
  MatrixD rows(3, 2);  // distances 3, 4, 5; sums of differences 3, 4, 7
  rows << 0, 0, 3, 0, 0, 4;
  CHECK(with_median_sigma("rbf:sigma=median", rows) == "rbf:sigma=4");
  CHECK(with_median_sigma("cosine+laplacian:sigma=median*rbf:sigma=median", rows) ==
        "cosine+laplacian:sigma=4*rbf:sigma=4");
  CHECK(with_median_sigma("laplacian:sigma=median", rows.topRows(1)) == "laplacian:sigma=1");
  rows << 0, 0, 3, 3, 0, 8;  // sums of differences 6, 8, 8
  CHECK(with_median_sigma("laplacian:sigma=median", rows) == "laplacian:sigma=8");
}

TEST_CASE("pivots come from a sample of the pairs: all when they are few, the same at any number of threads") {
  const TemporaryDirectory directory;
  const RowPairs rows = correlated_rows(5000, 3, 3, 94);
  const auto scores = [&](const std::string& sample, int threads) {
    Run run;
    run.pool = Pool(threads);
    const Options options = {{"kernel", "rbf:sigma=median"}, {"rank", "12"}, {"pivot-sample", sample}};
    return scores_of(*fit_rows(directory, rows, options, run).model, rows);
  };
  const auto all = scores("5000", 1), few = scores("200", 1);
  CHECK(scores("100000", 1) == all);
  CHECK(scores("200", 3) == few);
  CHECK(few != all);
}
