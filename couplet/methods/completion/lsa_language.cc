#include "couplet/methods/completion/lsa_language.h"

#include <algorithm>
#include <cmath>

#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

/// The words of a filled text from the first blank on, with the sum of the LSA vectors before each.
struct Continuation {
  std::vector<std::int64_t> words;  // in the LSA vocabulary; -1: not there
  MatrixF histories;                // a row a word
};

Continuation continuation(const LsaModel& lsa, const std::vector<SentenceScore>& scores, std::size_t sentence,
                          std::size_t first) {
  const auto& detail = scores[sentence].detail;
  Continuation result;
  VectorF sum = VectorF::Zero(lsa.unit().cols());
  result.histories.resize(static_cast<Index>(detail.size() - first), sum.size());
  for (std::size_t j = 0; j < detail.size(); ++j) {
    const std::int64_t word = lsa.words().find(detail[j].word);
    if (j >= first) {
      result.histories.row(static_cast<Index>(j - first)) = sum.transpose();
      result.words.push_back(word);
    }
    if (word >= 0) sum += lsa.unit().row(word).transpose();
  }
  return result;
}

/// P_lsa of the words of a continuation.
std::vector<double> chances(const LsaModel& lsa, const Continuation& text) {
  MatrixF cosines(text.histories.rows(), lsa.unit().rows());
  gemm(Transpose::no, Transpose::yes, 1.0F, text.histories, lsa.unit(), 0.0F, cosines);
  std::vector<double> result;
  const auto vocabulary = static_cast<double>(lsa.words().size());
  for (Index row = 0; row < cosines.rows(); ++row) {
    const std::int64_t word = text.words[row];
    const double least = static_cast<double>(cosines.row(row).minCoeff());
    const double sum = cosines.row(row).cast<double>().sum() - vocabulary * least;
    // The length of the history cancels out.
    if (word < 0)
      result.push_back(0);
    else
      result.push_back(sum > 0 ? (static_cast<double>(cosines(row, word)) - least) / sum : 1 / vocabulary);
  }
  return result;
}

}  // namespace

std::vector<std::vector<double>> lsa_language_scores(const LsaModel& lsa, const LanguageModel& ngrams, double weight,
                                                     std::span<const BlankQuestion> questions, const Run& run) {
  std::vector<std::vector<double>> result(questions.size());
  run.pool.for_blocks(static_cast<std::int64_t>(questions.size()), 4, [&](std::int64_t begin, std::int64_t end) {
    for (auto q = static_cast<std::size_t>(begin); q < static_cast<std::size_t>(end); ++q) {
      const BlankQuestion& question = questions[q];
      std::vector<std::string> sentences;
      for (const auto& option : question.options) sentences.push_back(question.filled(option));
      const auto scores = ngrams.score_sentences(sentences, true, run);
      const std::size_t before = ngrams.numbered(question.pieces[0]).size() - 1;
      for (std::size_t o = 0; o < sentences.size(); ++o) {
        // A filler may join the word before it; then there are fewer words than that.
        const std::size_t first = std::min(before, scores[o].detail.size() - 1);
        const std::vector<double> similar = chances(lsa, continuation(lsa, scores, o, first));
        double sum = 0;
        for (std::size_t j = first; j < scores[o].detail.size(); ++j)
          sum += std::log10((1 - weight) * std::pow(10, scores[o].detail[j].log10) + weight * similar[j - first]);
        result[q].push_back(sum);
      }
      run.stop->check();
    }
  });
  return result;
}

}  // namespace couplet
