#include "couplet/methods/cooccurrence/encoder_learning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/row_builder.h"
#include "couplet/linalg/truncated_svd.h"
#include "couplet/text/term_counts.h"
#include "couplet/text/weighting.h"

namespace couplet {

namespace {

/// What one block of a side gathers over the whole input: document frequencies, and for lsa the counts themselves.
class BlockLearner {
 public:
  explicit BlockLearner(const BlockOptions& options)
      : options_(options), pipeline_(TextPipeline::parse(options.pipeline)) {}

  bool learns() const { return options_.spec.learns(); }
  TermCounts count(const Items& items) const {
    TermCounts counts;
    if (!learns()) return counts;
    Tokeniser tokeniser = pipeline_.make();
    for (const std::string& text : items.texts) counts.add(tokeniser.tokens(text));
    return counts;
  }

  void take(const TermCounts& block, const Run& run) {
    if (!learns()) return;
    if (options_.spec.kind == EncoderKind::lsa)
      run.memory.require((std::ssize(all_.terms) + std::ssize(block.terms)) * 24, "the term counts of the lsa encoder");
    all_.append(block);
    if (options_.spec.kind == EncoderKind::sif) count_occurrences(block);
    if (options_.spec.kind != EncoderKind::lsa) all_.forget_texts();
  }

  Encoder finish(const std::string& side, const Run& run) {
    Encoder::Parts parts{options_.spec, options_.pipeline, options_.vectors, {}, 1, 0};
    switch (options_.spec.kind) {
      case EncoderKind::idf:
        weigh_vectors(parts);
        break;
      case EncoderKind::sif:
        weigh_by_frequency(parts);
        break;
      case EncoderKind::hash:
      case EncoderKind::chars:
        weigh_buckets(parts);
        break;
      case EncoderKind::lsa:
        learn_vectors(parts, side, run);
        break;
      default:
        break;
    }
    return Encoder(std::move(parts));
  }

 private:
  /// Never zero, and defined for terms not seen.
  float smooth_idf(std::int64_t df) const {
    return static_cast<float>(document_weight(InverseDocumentFrequency::smooth, all_.texts, df));
  }

  void weigh_vectors(Encoder::Parts& parts) const {
    const Vocabulary& words = parts.vectors->words();
    parts.unseen_weight = smooth_idf(0);
    parts.weights.assign(words.size(), parts.unseen_weight);
    for (std::int64_t i = 0; i < all_.words.size(); ++i)
      if (const std::int64_t row = words.find(all_.words.word(i)); row >= 0)
        parts.weights[row] = smooth_idf(all_.frequencies[i]);
  }

  void count_occurrences(const TermCounts& block) {
    occurrences_.resize(all_.words.size(), 0);
    for (std::size_t e = 0; e < block.terms.size(); ++e)
      occurrences_[all_.words.find(block.words.word(block.terms[e]))] += static_cast<double>(block.counts[e]);
  }

  void weigh_by_frequency(Encoder::Parts& parts) const {
    constexpr double usual = 1e-3;
    double total = 0;
    for (const double count : occurrences_) total += count;
    parts.unseen_weight = 1;
    parts.weights.assign(parts.vectors->words().size(), 1);
    for (std::int64_t i = 0; i < all_.words.size(); ++i)
      if (const std::int64_t row = parts.vectors->words().find(all_.words.word(i)); row >= 0)
        parts.weights[row] = static_cast<float>(usual / (usual + occurrences_[i] / total));
  }

  void weigh_buckets(Encoder::Parts& parts) const {
    // Terms that share a bucket share a weight, by the frequency of the most frequent one.
    std::vector<std::int64_t> frequency(options_.spec.dimension, 0);
    for (std::int64_t i = 0; i < all_.words.size(); ++i) {
      auto& bucket = frequency[hash_term(all_.words.word(i), options_.spec.dimension).bucket];
      bucket = std::max(bucket, all_.frequencies[i]);
    }
    for (const std::int64_t df : frequency) parts.weights.push_back(smooth_idf(df));
    parts.unseen_weight = smooth_idf(0);
  }

  void learn_vectors(Encoder::Parts& parts, const std::string& side, const Run& run) {
    if (all_.texts == 0)
      throw Error(ErrorCode::data, side + " texts", "there are none",
                  "give pairs, one a line, with a tab between them");
    const std::int64_t min_df = all_.texts < 100 ? 1 : options_.min_df;  // a handful of texts has no term three times
    // A term of every text has no weight.
    ChosenTerms kept = frequent_terms(all_, std::max(min_df, least_frequency(options_.max_terms)), all_.texts - 1);
    std::vector<double> idf;
    for (const std::int64_t df : kept.frequencies)
      idf.push_back(document_weight(InverseDocumentFrequency::plain, all_.texts, df));
    // More dimensions than a sixth of the texts would let the canonical space learn the pairs by heart.
    const Index asked = options_.spec.dimension;
    const Index wanted = asked > 0 ? asked : std::clamp<Index>(all_.texts / 6, 2, 300);
    const auto svd = truncated_svd<float>(CsrOperator<float>(tf_idf(kept, idf)), wanted, {}, run);
    const Index rank = svd.s.size();
    if (rank == 0)
      throw Error(ErrorCode::data, side + " texts", "no term is left for the lsa encoder",
                  "check --columns and --text, lower --min-documents, or give more pairs");
    if (rank < asked)
      run.observer->warn(fmt::format("{} texts: lsa:{} asked, their rank is {}; using {}", side, asked, rank, rank));
    auto table = std::make_shared<MatrixF>(svd.v);
    for (Index i = 0; i < table->rows(); ++i)
      for (Index d = 0; d < rank; ++d)
        (*table)(i, d) *= static_cast<float>(idf[i] / (options_.singular_scale ? 1 : svd.s[d]));
    const std::span<const float> values(table->data(), static_cast<std::size_t>(table->size()));
    parts.vectors = std::make_shared<WordVectors>(std::move(kept.words), rank, values, std::nullopt, table);
    parts.spec.dimension = rank;
  }

  /// The frequency that at most `count` terms reach; 1 when there are no more terms, or count is 0.
  std::int64_t least_frequency(std::int64_t count) const {
    if (count == 0 || all_.words.size() <= count) return 1;
    std::vector<std::int64_t> sorted = all_.frequencies;
    std::nth_element(sorted.begin(), sorted.begin() + count, sorted.end(), std::greater<>());
    return sorted[count] + 1;
  }

  /// Rows (1 + ln count) idf at unit length, the logarithm in float. Uses up the counts.
  CsrMatrix<float> tf_idf(const ChosenTerms& kept, const std::vector<double>& idf) {
    RowBuilder<float> rows;
    for (std::int64_t i = 0; i < all_.texts; ++i) {
      double squares = 0;
      for (std::int64_t e = all_.offsets[i]; e < all_.offsets[i + 1]; ++e) {
        const std::int32_t term = kept.number[all_.terms[e]];
        if (term < 0) continue;
        const double weight = (1 + std::log(all_.counts[e])) * idf[term];
        rows.add(term, weight);
        squares += weight * weight;
      }
      rows.finish_row([&](std::int32_t, double weight) { return weight / std::sqrt(squares); });
    }
    all_ = {};
    return rows.matrix(kept.words.size());
  }

  const BlockOptions& options_;
  TextPipeline pipeline_;
  TermCounts all_;
  std::vector<double> occurrences_;  // sif: how often each term stands in the texts
};

/// The blocks of one side.
class SideLearner {
 public:
  explicit SideLearner(const SideOptions& options) : options_(options) {
    for (const BlockOptions& block : options.blocks) blocks_.emplace_back(block);
  }
  bool learns() const {
    return std::any_of(blocks_.begin(), blocks_.end(), [](const BlockLearner& block) { return block.learns(); });
  }
  std::vector<TermCounts> count(const Items& items) const {
    std::vector<TermCounts> counts;
    for (const BlockLearner& block : blocks_) counts.push_back(block.count(items));
    return counts;
  }
  void take(const std::vector<TermCounts>& counts, const Run& run) {
    for (std::size_t b = 0; b < blocks_.size(); ++b) blocks_[b].take(counts[b], run);
  }
  JoinedEncoder finish(const std::string& side, const Run& run) {
    std::vector<Encoder> blocks;
    for (BlockLearner& block : blocks_) blocks.push_back(block.finish(side, run));
    return {std::move(blocks), options_.weights, options_.product};
  }

 private:
  const SideOptions& options_;
  std::vector<BlockLearner> blocks_;
};

}  // namespace

EncoderPair fit_encoders(PairInput& input, const SideOptions& left, const SideOptions& right, const Run& run) {
  if (left.blocks[0].spec.kind == EncoderKind::rows)
    return {Encoder({left.blocks[0].spec, "", nullptr, {}, 1, input.left_cols()}),
            Encoder({right.blocks[0].spec, "", nullptr, {}, 1, input.right_cols()})};
  SideLearner learn_left(left), learn_right(right);
  if (learn_left.learns() || learn_right.learns()) {
    using Counts = std::pair<std::vector<TermCounts>, std::vector<TermCounts>>;
    stream_pairs(
        input, "counting terms", 4096, run,
        [&](PairBatch&& batch) -> Counts {
          return {learn_left.count(batch.left), learn_right.count(batch.right)};
        },
        [&](Counts&& counts) {
          learn_left.take(counts.first, run);
          learn_right.take(counts.second, run);
        });
    input.rewind();
  }
  JoinedEncoder fitted_left = learn_left.finish("left", run);
  return {std::move(fitted_left), learn_right.finish("right", run)};
}

}  // namespace couplet
