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
#include "couplet/methods/cooccurrence/encoder_counts.h"
#include "couplet/methods/cooccurrence/pair_sample.h"
#include "couplet/text/weighting.h"

namespace couplet {

namespace {

class BlockLearner {
 public:
  explicit BlockLearner(const BlockOptions& options)
      : options_(options), pipeline_(TextPipeline::parse(options.pipeline)) {}

  bool learns() const { return options_.spec.learns(); }
  bool keeps_texts() const { return options_.spec.kind == EncoderKind::lsa; }
  BlockCounts count(const Items& items) const {
    BlockCounts counts;
    if (!learns()) return counts;
    Tokeniser tokeniser = pipeline_.make();
    TermCounts& terms = counts.terms;
    for (const std::string& text : items.texts) terms.add(tokeniser.tokens(text));
    if (options_.spec.kind == EncoderKind::sif) {
      counts.occurrences.resize(terms.words.size(), 0);
      for (std::size_t e = 0; e < terms.terms.size(); ++e)
        counts.occurrences[terms.terms[e]] += static_cast<double>(terms.counts[e]);
    }
    counts.keeps_texts = keeps_texts();
    if (!counts.keeps_texts) terms.forget_texts();
    return counts;
  }
  void require_memory(const BlockCounts& all, const BlockCounts& more, const Run& run) const {
    if (options_.spec.kind == EncoderKind::lsa)
      run.memory.require((std::ssize(all.terms.terms) + std::ssize(more.terms.terms)) * 24,
                         "the term counts of the lsa encoder");
  }

  /// counts: of the whole input.
  Encoder finish(BlockCounts&& counts, const std::string& side, const Run& run) {
    all_ = std::move(counts.terms);
    occurrences_ = std::move(counts.occurrences);
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
    const std::int64_t min_df = all_.texts < 100 ? 1 : options_.min_df;  // a handful of texts has no term three times
    // A term of every text has no weight.
    ChosenTerms kept = frequent_terms(all_, std::max(min_df, least_frequency(options_.max_terms)), all_.texts - 1);
    std::vector<double> idf;
    for (const std::int64_t df : kept.frequencies)
      idf.push_back(document_weight(InverseDocumentFrequency::plain, all_.texts, df));
    // More dimensions than a sixth of the texts would let the canonical space learn the pairs by heart.
    const Index asked = options_.spec.dimension;
    const Index wanted = asked > 0 ? asked : std::clamp<Index>(all_.texts / 6, 2, options_.most_dimensions);
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

}  // namespace

EncoderPair fit_encoders(PairPasses& passes, const SideOptions& left, const SideOptions& right, std::int64_t most_pairs,
                         const Run& run) {
  if (left.blocks[0].spec.kind == EncoderKind::rows)
    return {Encoder({left.blocks[0].spec, "", nullptr, {}, 1, passes.input().left_cols()}),
            Encoder({right.blocks[0].spec, "", nullptr, {}, 1, passes.input().right_cols()}),
            {}};
  std::vector<BlockLearner> learners;
  for (const SideOptions* side : {&left, &right})
    for (const BlockOptions& block : side->blocks) learners.emplace_back(block);
  const auto nothing = [&] {
    SideCounts none{std::vector<BlockCounts>(learners.size()), most_pairs, 0, 0, {}};
    for (std::size_t b = 0; b < learners.size(); ++b) none.blocks[b].keeps_texts = learners[b].keeps_texts();
    return none;
  };
  const bool keys =
      std::any_of(learners.begin(), learners.end(), [](const auto& block) { return block.keeps_texts(); });
  SideCounts counts = nothing();
  if (std::any_of(learners.begin(), learners.end(), [](const BlockLearner& block) { return block.learns(); })) {
    counts = passes.sum<SideCounts>("counting terms", run, [&](PairInput& input, const Run& inner) {
      SideCounts all = nothing();
      stream_pairs(
          input, "counting terms", 4096, inner,
          [&](PairBatch&& batch) {
            SideCounts some{{}, most_pairs, batch.size(), 0, {}};
            for (Index i = 0; keys && i < batch.size(); ++i)
              some.keys.push_back(PairSample::key_of(batch.left.texts[i], batch.right.texts[i]));
            for (std::size_t b = 0; b < learners.size(); ++b)
              some.blocks.push_back(learners[b].count(b < left.blocks.size() ? batch.left : batch.right));
            return some;
          },
          [&](SideCounts&& some) {
            for (std::size_t b = 0; b < learners.size(); ++b)
              learners[b].require_memory(all.blocks[b], some.blocks[b], run);
            all.add(std::move(some));
          });
      return all;
    });
    if (counts.pairs == 0)
      throw Error(ErrorCode::data, passes.data().name(), "no pairs in it",
                  "give pairs, one a line, with a tab between them");
  }
  const auto finish = [&](const SideOptions& side, std::size_t first, const std::string& name) {
    std::vector<Encoder> blocks;
    for (std::size_t b = 0; b < side.blocks.size(); ++b)
      blocks.push_back(learners[first + b].finish(std::move(counts.blocks[first + b]), name, run));
    return JoinedEncoder(std::move(blocks), side.weights, side.product);
  };
  const EncoderSample sample{keys ? std::ssize(counts.keys) : counts.pairs, counts.pairs};
  JoinedEncoder fitted_left = finish(left, 0, "left");
  return {std::move(fitted_left), finish(right, left.blocks.size(), "right"), sample};
}

}  // namespace couplet
