#include "couplet/methods/cooccurrence/encoder_learning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/truncated_svd.h"

namespace couplet {

namespace {

/// Term counts of a run of texts, numbered by a vocabulary of their own.
struct SideCounts {
  Vocabulary terms;
  std::vector<std::int64_t> offsets{0};  // text i has entries [offsets[i], offsets[i + 1])
  std::vector<std::int32_t> numbers;     // term, in the order of first occurrence in the text
  std::vector<float> counts;
};

SideCounts count_terms(std::span<const std::string> texts, const TextPipeline& pipeline) {
  SideCounts result;
  Tokeniser tokeniser = pipeline.make();
  std::vector<std::int64_t> place;  // entry of a term in the current text
  for (const std::string& text : texts) {
    const auto first = static_cast<std::int64_t>(result.numbers.size());
    for (const std::string_view term : tokeniser.tokens(text)) {
      const std::int64_t number = result.terms.add(term);
      if (number >= static_cast<std::int64_t>(place.size())) place.resize(number + 1, -1);
      if (place[number] < first) {
        place[number] = static_cast<std::int64_t>(result.numbers.size());
        result.numbers.push_back(static_cast<std::int32_t>(number));
        result.counts.push_back(0);
      }
      result.counts[place[number]] += 1;
    }
    result.offsets.push_back(static_cast<std::int64_t>(result.numbers.size()));
  }
  return result;
}

/// What one side gathers over the whole input: document frequencies, and for lsa the counts themselves.
class SideLearner {
 public:
  explicit SideLearner(const SideOptions& options)
      : options_(options), pipeline_(TextPipeline::parse(options.pipeline)) {}

  bool learns() const { return options_.spec.learns(); }
  SideCounts count(const Items& items) const { return learns() ? count_terms(items.texts, pipeline_) : SideCounts(); }

  void take(const SideCounts& block, const Run& run) {
    if (!learns()) return;
    texts_ += static_cast<std::int64_t>(block.offsets.size()) - 1;
    std::vector<std::int32_t> global(block.terms.size());
    for (std::int64_t i = 0; i < block.terms.size(); ++i)
      global[i] = static_cast<std::int32_t>(terms_.add(block.terms.word(i)));
    document_frequency_.resize(terms_.size(), 0);
    for (const std::int32_t number : block.numbers) ++document_frequency_[global[number]];
    if (options_.spec.kind != EncoderKind::lsa) return;
    run.memory.require(static_cast<std::int64_t>(numbers_.size() + block.numbers.size()) * 24,
                       "the term counts of the lsa encoder");
    const std::int64_t before = offsets_.back();
    for (std::size_t i = 1; i < block.offsets.size(); ++i) offsets_.push_back(before + block.offsets[i]);
    for (const std::int32_t number : block.numbers) numbers_.push_back(global[number]);
    counts_.insert(counts_.end(), block.counts.begin(), block.counts.end());
  }

  Encoder finish(const std::string& side, const Run& run) {
    Encoder::Parts parts{options_.spec, options_.pipeline, options_.vectors, {}, 1, 0};
    switch (options_.spec.kind) {
      case EncoderKind::idf:
        weigh_vectors(parts);
        break;
      case EncoderKind::hash:
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
  /// ln((1 + n) / (1 + df)) + 1: never zero, and defined for terms not seen.
  float smooth_idf(std::int64_t df) const {
    return static_cast<float>(std::log((1.0 + static_cast<double>(texts_)) / (1.0 + static_cast<double>(df))) + 1);
  }

  void weigh_vectors(Encoder::Parts& parts) const {
    const Vocabulary& words = parts.vectors->words();
    parts.unseen_weight = smooth_idf(0);
    parts.weights.assign(words.size(), parts.unseen_weight);
    for (std::int64_t i = 0; i < terms_.size(); ++i)
      if (const std::int64_t row = words.find(terms_.word(i)); row >= 0)
        parts.weights[row] = smooth_idf(document_frequency_[i]);
  }

  void weigh_buckets(Encoder::Parts& parts) const {
    // Terms that share a bucket share a weight, by the frequency of the most frequent one.
    std::vector<std::int64_t> frequency(options_.spec.dimension, 0);
    for (std::int64_t i = 0; i < terms_.size(); ++i) {
      auto& bucket = frequency[hash_term(terms_.word(i), options_.spec.dimension).bucket];
      bucket = std::max(bucket, document_frequency_[i]);
    }
    for (const std::int64_t df : frequency) parts.weights.push_back(smooth_idf(df));
    parts.unseen_weight = smooth_idf(0);
  }

  void learn_vectors(Encoder::Parts& parts, const std::string& side, const Run& run) {
    if (texts_ == 0)
      throw Error(ErrorCode::data, side + " texts", "there are none",
                  "give pairs, one a line, with a tab between them");
    const std::int64_t min_df = texts_ < 100 ? 1 : options_.min_df;  // a handful of texts has no term three times
    Vocabulary kept;
    std::vector<std::int32_t> column(terms_.size(), -1);
    std::vector<double> idf;
    for (std::int64_t i = 0; i < terms_.size(); ++i) {
      const auto df = document_frequency_[i];
      if (df < min_df || df == texts_) continue;  // a term of every text has no weight
      column[i] = static_cast<std::int32_t>(kept.add(terms_.word(i)));
      idf.push_back(std::log(static_cast<double>(texts_) / static_cast<double>(df)));
    }
    // More dimensions than a sixth of the texts would let the canonical space learn the pairs by heart.
    const Index asked = options_.spec.dimension;
    const Index wanted = asked > 0 ? asked : std::clamp<Index>(texts_ / 6, 2, 300);
    const auto svd = truncated_svd<float>(CsrOperator<float>(tf_idf(column, idf)), wanted, {}, run);
    const Index rank = svd.s.size();
    if (rank == 0)
      throw Error(ErrorCode::data, side + " texts", "no term is left for the lsa encoder",
                  "check --columns and --text, lower --min-documents, or give more pairs");
    if (rank < asked)
      run.observer->warn(fmt::format("{} texts: lsa:{} asked, their rank is {}; using {}", side, asked, rank, rank));
    auto table = std::make_shared<MatrixF>(svd.v);
    for (Index i = 0; i < table->rows(); ++i)
      for (Index d = 0; d < rank; ++d) (*table)(i, d) *= static_cast<float>(idf[i] / svd.s[d]);
    const std::span<const float> values(table->data(), static_cast<std::size_t>(table->size()));
    parts.vectors = std::make_shared<WordVectors>(std::move(kept), rank, values, std::nullopt, table);
    parts.spec.dimension = rank;
  }

  /// Rows (1 + ln count) idf at unit length, columns ascending.
  CsrMatrix<float> tf_idf(const std::vector<std::int32_t>& column, const std::vector<double>& idf) {
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<float> values;
    std::vector<std::pair<std::int32_t, double>> row;
    for (std::size_t i = 0; i + 1 < offsets_.size(); ++i) {
      row.clear();
      double squares = 0;
      for (std::int64_t at = offsets_[i]; at < offsets_[i + 1]; ++at) {
        const std::int32_t to = column[numbers_[at]];
        if (to < 0) continue;
        row.emplace_back(to, (1 + std::log(counts_[at])) * idf[to]);
        squares += row.back().second * row.back().second;
      }
      std::sort(row.begin(), row.end());
      for (const auto& [to, weight] : row) {
        columns.push_back(to);
        values.push_back(static_cast<float>(weight / std::sqrt(squares)));
      }
      offsets.push_back(static_cast<std::int64_t>(columns.size()));
    }
    numbers_ = {};
    counts_ = {};
    const auto rows = static_cast<Index>(offsets.size()) - 1, cols = static_cast<Index>(idf.size());
    return CsrMatrix<float>(rows, cols, std::move(offsets), std::move(columns), std::move(values));
  }

  const SideOptions& options_;
  TextPipeline pipeline_;
  std::int64_t texts_ = 0;
  Vocabulary terms_;
  std::vector<std::int64_t> document_frequency_;
  std::vector<std::int64_t> offsets_{0};
  std::vector<std::int32_t> numbers_;
  std::vector<float> counts_;
};

}  // namespace

EncoderPair fit_encoders(PairInput& input, const SideOptions& left, const SideOptions& right, const Run& run) {
  if (left.spec.kind == EncoderKind::rows)
    return {Encoder({left.spec, "", nullptr, {}, 1, input.left_cols()}),
            Encoder({right.spec, "", nullptr, {}, 1, input.right_cols()})};
  SideLearner learn_left(left), learn_right(right);
  if (learn_left.learns() || learn_right.learns()) {
    using Counts = std::pair<SideCounts, SideCounts>;
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
  Encoder fitted_left = learn_left.finish("left", run);
  return {std::move(fitted_left), learn_right.finish("right", run)};
}

}  // namespace couplet
