#include "couplet/methods/ranking/lexical_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/model/saved_sparse.h"

namespace couplet {
namespace {

constexpr double no_score = std::numeric_limits<double>::quiet_NaN();
using Terms = std::vector<std::pair<std::int32_t, double>>;

TermWeighting weighting_of(const ModelHeader& header) {
  if (header.method == "tfidf") return TermWeighting::parse("tf=sublinear,idf=smooth");
  TermWeighting result = TermWeighting::parse("bm25");
  result.bm25 = {header.number("k1", 0, 1000), header.number("b", 0, 1)};
  return result;
}

void scale_to_one(Terms& terms) {
  double squares = 0;
  for (const auto& [term, weight] : terms) squares += weight * weight;
  if (squares > 0)
    for (auto& [term, weight] : terms) weight /= std::sqrt(squares);
}

CsrMatrix<double> rows_of_terms(const std::vector<Terms>& texts, Index terms) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (const Terms& text : texts) {
    for (const auto& [term, weight] : text) {
      columns.push_back(term);
      values.push_back(weight);
    }
    offsets.push_back(std::ssize(columns));
  }
  return CsrMatrix<double>(std::ssize(texts), terms, std::move(offsets), std::move(columns), std::move(values));
}

void require_words(const Items& items) {
  if (items.texts.empty() && items.size() > 0)
    throw Error(ErrorCode::data, "", "the model compares words, the input is .npy rows", "give the texts themselves");
}

}  // namespace

LexicalModel::LexicalModel(ModelHeader header, TermCollection collection, CsrMatrix<double> rows)
    : Model(std::move(header)),
      collection_(std::move(collection)),
      rule_(TermRule::parse(this->header().parameter("text"), this->header().parameter("stemmer"))),
      weighting_(weighting_of(this->header())),
      cosine_(this->header().method == "tfidf"),
      feedback_{static_cast<std::int64_t>(this->header().number("feedback", 0, 1000)),
                static_cast<std::int64_t>(this->header().number("feedback-terms", 1, 1e6)),
                this->header().number("feedback-share", 0, 1000)},
      rows_(std::move(rows)) {
  if (feedback_.texts > 0 && rows_.rows() > 0) index_ = std::make_unique<InvertedIndex>(rows_);
}

LexicalModel::Weighed LexicalModel::weigh(Side side, std::string_view text, TermReader& reader) const {
  const auto terms = reader.terms(text);
  std::vector<std::int32_t> found;
  for (const std::string_view term : terms)
    if (const std::int64_t number = collection_.words.find(term); number >= 0)
      found.push_back(static_cast<std::int32_t>(number));
  std::sort(found.begin(), found.end());
  const TextLength length{static_cast<double>(terms.size()), collection_.mean_length};
  Weighed result;
  for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
    while (end < found.size() && found[end] == found[begin]) ++end;
    const auto count = static_cast<double>(end - begin);
    const double idf = document_weight(weighting_.idf, collection_.texts, collection_.frequencies[found[begin]]);
    const double tf = term_weight(weighting_.tf, count, length, weighting_.bm25);
    // The idf of BM25 is the query's, so that a text's weights are those of any query.
    result.emplace_back(found[begin], cosine_ ? tf * idf : side == Side::left ? count * idf : tf);
  }
  if (cosine_) scale_to_one(result);
  return result;
}

LexicalModel::Weighed LexicalModel::widened(Weighed query, const Run& run) const {
  if (!index_ || query.empty()) return query;
  const Neighbours best = index_->search(rows_of_terms({query}, collection_.words.size()), feedback_.texts, run);
  std::vector<double> sum(collection_.words.size(), 0);
  std::vector<std::int32_t> touched;
  for (const Neighbour& text : best[0])
    for (std::int64_t e = rows_.offsets()[text.id]; text.score > 0 && e < rows_.offsets()[text.id + 1]; ++e) {
      const std::int32_t term = rows_.columns()[e];
      if (sum[term] == 0) touched.push_back(term);
      const double idf = document_weight(weighting_.idf, collection_.texts, collection_.frequencies[term]);
      sum[term] += text.score * rows_.values()[e] * (cosine_ ? 1 : idf);
    }
  std::sort(touched.begin(), touched.end(),
            [&](std::int32_t a, std::int32_t b) { return sum[a] != sum[b] ? sum[a] > sum[b] : a < b; });
  if (std::ssize(touched) > feedback_.terms) touched.resize(feedback_.terms);
  Weighed more;
  for (const std::int32_t term : touched) more.emplace_back(term, sum[term]);
  std::sort(more.begin(), more.end());
  scale_to_one(more);
  double squares = 0;
  for (const auto& [term, weight] : query) squares += weight * weight;
  Weighed result;
  for (auto a = query.begin(), b = more.begin(); a != query.end() || b != more.end();) {
    const std::int32_t term = b == more.end() || (a != query.end() && a->first < b->first) ? a->first : b->first;
    double weight = 0;
    if (a != query.end() && a->first == term) weight += (a++)->second;
    if (b != more.end() && b->first == term) weight += feedback_.share * std::sqrt(squares) * (b++)->second;
    result.emplace_back(term, weight);
  }
  if (cosine_) scale_to_one(result);
  return result;
}

double LexicalModel::inner_product(const Weighed& left, const Weighed& right) const {
  double sum = 0;
  for (auto a = left.begin(), b = right.begin(); a != left.end() && b != right.end();) {
    if (a->first == b->first)
      sum += (a++)->second * (b++)->second;
    else
      a->first < b->first ? ++a : ++b;
  }
  return sum;
}

EmbeddedTerms LexicalModel::embed_terms(Side side, const Items& items, const Run& run) const {
  require_words(items);
  std::vector<Weighed> texts(items.size());
  run.pool.for_blocks(items.size(), 256, [&](Index begin, Index end) {
    run.stop->check();
    TermReader reader(rule_);
    for (Index i = begin; i < end; ++i) {
      texts[i] = weigh(side, items.texts[i], reader);
      if (side == Side::left) texts[i] = widened(std::move(texts[i]), run);
    }
  });
  EmbeddedTerms result{rows_of_terms(texts, collection_.words.size()), {}};
  for (const Weighed& text : texts) result.known.push_back(!text.empty());
  return result;
}

std::vector<PairScore> LexicalModel::score(const PairBatch& pairs, const Run& run) const {
  require_words(pairs.left);
  require_words(pairs.right);
  std::vector<PairScore> scores(pairs.size());
  run.pool.for_blocks(pairs.size(), 256, [&](Index begin, Index end) {
    run.stop->check();
    TermReader reader(rule_);
    Weighed left;
    for (Index i = begin; i < end; ++i) {
      // Candidates of one query follow each other; widening it once is enough.
      if (i == begin || pairs.left.texts[i] != pairs.left.texts[i - 1])
        left = widened(weigh(Side::left, pairs.left.texts[i], reader), run);
      const Weighed right = weigh(Side::right, pairs.right.texts[i], reader);
      const bool known = !left.empty() && !right.empty();
      scores[i] = {known ? inner_product(left, right) : no_score, no_score, !left.empty(), !right.empty()};
    }
  });
  return scores;
}

Explanation LexicalModel::explain(const std::string& left, const std::string& right, const Run& run) const {
  TermReader reader(rule_);
  const Weighed asked = weigh(Side::left, left, reader), query = widened(asked, run);
  const Weighed text = weigh(Side::right, right, reader);
  if (query.empty() || text.empty())
    throw Error(ErrorCode::data, query.empty() ? "left text" : "right text", "no word of it is known to the model",
                "there is no score to explain");
  Explanation result{inner_product(query, text), {}};
  for (const auto& [term, weight] : query) {
    const auto found = std::lower_bound(text.begin(), text.end(), std::pair(term, -1e300));
    if (found == text.end() || found->first != term) continue;
    const bool own =
        std::any_of(asked.begin(), asked.end(), [&](const auto& entry) { return entry.first == found->first; });
    const std::string word(collection_.words.word(term));
    const std::int64_t frequency = collection_.frequencies[term];
    result.reasons.push_back({own ? "term" : "term of feedback", word, word, weight * found->second,
                              fmt::format("in {} of {} texts", frequency, collection_.texts)});
  }
  std::stable_sort(result.reasons.begin(), result.reasons.end(),
                   [](const Reason& a, const Reason& b) { return std::abs(a.value) > std::abs(b.value); });
  return result;
}

std::vector<double> LexicalModel::self_test(const std::vector<std::string>& input) const {
  return self_test_score(*this, input);
}

std::vector<std::vector<std::string>> LexicalModel::self_test_inputs() const {
  std::string words;
  for (std::int64_t i = 0; i < std::min<std::int64_t>(5, collection_.words.size()); ++i)
    words += (i > 0 ? " " : "") + std::string(collection_.words.word(i));
  return {{words, words}};
}

CsrMatrix<double> LexicalModel::rows_of(const ModelHeader& header, const TermCollection& collection,
                                        const std::vector<std::string>& texts, const Run& run) {
  const LexicalModel model(header, collection, {});
  Items items;
  items.texts = texts;
  return model.embed_terms(Side::right, items, run).rows;
}

void LexicalModel::write(ModelWriter& writer) const {
  collection_.write(writer, "collection");
  if (index_) add_sparse(writer, "rows", rows_);
}

std::unique_ptr<Model> LexicalModel::load(const ModelFile& file, const Loading&) {
  TermCollection collection = TermCollection::load(file, "collection");
  CsrMatrix<double> rows;
  if (file.header().number("feedback", 0, 1000) > 0)
    rows = load_sparse<double>(file, "rows", collection.texts, collection.words.size());
  return std::make_unique<LexicalModel>(file.header(), std::move(collection), std::move(rows));
}

}  // namespace couplet
