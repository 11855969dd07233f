#include "couplet/methods/completion/lsa_language.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
std::vector<double> similar_chances(const LsaModel& lsa, const Continuation& text) {
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

constexpr double no_chance = -99;  // log10

Vocabulary language_words(const LsaModel& lsa) {
  Vocabulary words;
  for (const std::string_view name : {unknown_name, start_name, end_name}) words.add(name);
  for (std::int64_t w = 0; w < lsa.words().size(); ++w) words.add(lsa.words().word(w));
  return words;
}

ModelHeader language_header_of(const LsaModel& lsa) {
  ModelHeader header = lsa.header();
  header.details.emplace_back("unknown types", "0");
  return header;
}

}  // namespace

LsaLanguage::LsaLanguage(std::shared_ptr<const LsaModel> lsa)
    : LanguageModel(language_header_of(*lsa), language_words(*lsa)), lsa_(std::move(lsa)) {}

std::vector<std::vector<WordChance>> LsaLanguage::chances(std::span<const NumberedSentence> sentences,
                                                          const Run& run) const {
  std::vector<std::vector<WordChance>> result(sentences.size());
  run.pool.for_blocks(std::ssize(sentences), 4, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t s = begin; s < end; ++s) {
      Continuation text;
      VectorF sum = VectorF::Zero(lsa_->unit().cols());
      text.histories.resize(std::ssize(sentences[s]), sum.size());
      for (std::size_t j = 0; j < sentences[s].size(); ++j) {
        text.histories.row(static_cast<Index>(j)) = sum.transpose();
        text.words.push_back(sentences[s][j] < first_word ? -1 : lsa_->words().find(words().word(sentences[s][j])));
        if (text.words.back() >= 0) sum += lsa_->unit().row(text.words.back()).transpose();
      }
      for (const double chance : similar_chances(*lsa_, text))
        result[s].push_back({chance > 0 ? std::log10(chance) : no_chance, 0});
    }
    run.stop->check();
  });
  return result;
}

std::vector<double> LsaLanguage::next_words(std::span<const std::int32_t> history, const Run&) const {
  VectorF sum = VectorF::Zero(lsa_->unit().cols());
  for (const std::int32_t word : history)
    if (const std::int64_t own = word < first_word ? -1 : lsa_->words().find(words().word(word)); own >= 0)
      sum += lsa_->unit().row(own).transpose();
  const VectorF cosines = lsa_->unit() * sum;
  const double least = static_cast<double>(cosines.minCoeff()), count = static_cast<double>(cosines.size());
  const double total = cosines.cast<double>().sum() - count * least;
  std::vector<double> result(words().size(), no_chance);
  for (Index w = 0; w < cosines.size(); ++w) {
    const double chance = total > 0 ? (static_cast<double>(cosines[w]) - least) / total : 1 / count;
    const std::int64_t number = words().find(lsa_->words().word(w));
    if (chance > 0 && number >= first_word) result[number] = std::log10(chance);
  }
  result[sentence_start] = -std::numeric_limits<double>::infinity();
  return result;
}

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
        const std::vector<double> similar = similar_chances(lsa, continuation(lsa, scores, o, first));
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
