#include "couplet/methods/alignment/model_one.h"

#include <algorithm>

namespace couplet {
namespace {

constexpr Index words_a_block = 64;

class ModelOne {
 public:
  ModelOne(const CsrMatrix<double>& left, const CsrMatrix<double>& right, std::size_t kept)
      : left_(left),
        right_(right),
        documents_of_(left.transposed()),
        rows_(static_cast<std::size_t>(left.cols()) + 1),
        inverse_(right.values().size()),
        kept_(kept) {}

  void round(bool first, const Run& run) {
    // What a right word gets from all left words of its document, and from the empty one.
    run.pool.for_blocks(right_.rows(), 64, [&](Index begin, Index end) {
      std::vector<double> sums(right_.cols(), 0);
      for (Index i = begin; i < end; ++i) add_sources(i, first, sums);
    });
    run.stop->check();
    const Index words = left_.cols() + 1;
    run.pool.for_blocks(words, words_a_block, [&](Index begin, Index end) {
      std::vector<double> now(right_.cols(), 0), next(now.size(), 0);
      for (Index word = begin; word < end; ++word) update(word, first, now, next);
    });
  }
  std::vector<Translations>& rows() { return rows_; }

 private:
  void add_sources(Index document, bool first, std::vector<double>& sums) {
    const auto& offsets = right_.offsets();
    double uniform = 1;
    for (std::int64_t e = left_.offsets()[document]; e < left_.offsets()[document + 1]; ++e) {
      uniform += left_.values()[e];
      if (first) continue;
      for (const Translation& t : rows_[left_.columns()[e]])
        sums[t.word] += left_.values()[e] * static_cast<double>(t.probability);
    }
    for (const Translation& t : rows_.back()) sums[t.word] += static_cast<double>(t.probability);
    for (std::int64_t f = offsets[document]; f < offsets[document + 1]; ++f) {
      const double sum = first ? uniform : sums[right_.columns()[f]];
      inverse_[f] = static_cast<float>(sum > 0 ? 1 / sum : 0);
    }
    if (first) return;
    for (std::int64_t e = left_.offsets()[document]; e < left_.offsets()[document + 1]; ++e)
      for (const Translation& t : rows_[left_.columns()[e]]) sums[t.word] = 0;
    for (const Translation& t : rows_.back()) sums[t.word] = 0;
  }

  void collect(Index document, double count, bool first, const std::vector<double>& now, std::vector<double>& next) {
    for (std::int64_t f = right_.offsets()[document]; f < right_.offsets()[document + 1]; ++f) {
      const auto word = static_cast<std::size_t>(right_.columns()[f]);
      const double probability = first ? 1 : now[word];
      next[word] += count * right_.values()[f] * probability * static_cast<double>(inverse_[f]);
    }
  }

  void update(Index word, bool first, std::vector<double>& now, std::vector<double>& next) {
    Translations& row = rows_[word];
    for (const Translation& t : row) now[t.word] = static_cast<double>(t.probability);
    const bool empty_word = word == left_.cols();
    if (empty_word) {
      for (Index i = 0; i < right_.rows(); ++i) collect(i, 1, first, now, next);
    } else {
      for (std::int64_t e = documents_of_.offsets()[word]; e < documents_of_.offsets()[word + 1]; ++e)
        collect(documents_of_.columns()[e], documents_of_.values()[e], first, now, next);
    }
    for (const Translation& t : row) now[t.word] = 0;
    double total = 0;
    for (const double value : next) total += value;
    row.clear();
    for (std::size_t w = 0; w < next.size(); ++w) {
      if (next[w] > 0) row.push_back({static_cast<std::int32_t>(w), static_cast<float>(next[w] / total)});
      next[w] = 0;
    }
    if (!empty_word) keep_largest(row, kept_, 0);
  }

  const CsrMatrix<double>&left_, &right_;
  CsrMatrix<double> documents_of_;  // left word -> documents
  std::vector<Translations> rows_;  // by left word; the last is the empty word
  std::vector<float> inverse_;      // 1 / sum of sources, by entry of right_
  std::size_t kept_;                // translations of a word between rounds
};

}  // namespace

void keep_largest(Translations& row, std::size_t most, double least) {
  std::erase_if(row, [&](const Translation& t) { return static_cast<double>(t.probability) < least; });
  if (row.size() > most) {
    std::sort(row.begin(), row.end(), [](const Translation& a, const Translation& b) {
      return a.probability != b.probability ? a.probability > b.probability : a.word < b.word;
    });
    row.resize(most);
  }
  std::sort(row.begin(), row.end(), [](const Translation& a, const Translation& b) { return a.word < b.word; });
}

std::vector<Translations> model_one(const CsrMatrix<double>& left, const CsrMatrix<double>& right, std::int64_t rounds,
                                    std::size_t kept, const Run& run) {
  Stage stage(*run.observer, "learning translations", rounds, "rounds");
  ModelOne model(left, right, kept);
  for (std::int64_t round = 0; round < rounds; ++round) {
    model.round(round == 0, run);
    stage.advance_to(round + 1);
  }
  return std::move(model.rows());
}

}  // namespace couplet
