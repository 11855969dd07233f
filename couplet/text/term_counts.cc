#include "couplet/text/term_counts.h"

#include <limits>

#include "couplet/base/error.h"

namespace couplet {
namespace {

std::int64_t add_term(Vocabulary& words, std::string_view word) {
  const std::int64_t number = words.add(word);
  if (number > std::numeric_limits<std::int32_t>::max())
    throw Error(ErrorCode::data, "", "more than two thousand million different words", "use another text pipeline");
  return number;
}

}  // namespace

double TermCounts::mean_length() const {
  double sum = 0;
  for (const std::int64_t length : lengths) sum += static_cast<double>(length);
  return lengths.empty() ? 0 : sum / static_cast<double>(lengths.size());
}

void TermCounts::add(std::span<const std::string_view> tokens) {
  const std::int64_t first = std::ssize(terms);
  for (const std::string_view token : tokens) count(add_term(words, token), first);
  end_text(tokens.size());
}

void TermCounts::add(std::span<const std::int32_t> tokens) {
  const std::int64_t first = std::ssize(terms);
  for (const std::int32_t token : tokens) count(token, first);
  end_text(tokens.size());
}

void TermCounts::count(std::int64_t term, std::int64_t first) {
  if (term >= std::ssize(latest_)) latest_.resize(term + 1, -1);
  if (latest_[term] < first) {
    latest_[term] = std::ssize(terms);
    terms.push_back(static_cast<std::int32_t>(term));
    counts.push_back(0);
  }
  counts[latest_[term]] += 1;
}

void TermCounts::end_text(std::size_t length) {
  frequencies.resize(words.size(), 0);
  for (std::int64_t e = offsets.back(); e < std::ssize(terms); ++e) ++frequencies[terms[e]];
  offsets.push_back(std::ssize(terms));
  lengths.push_back(static_cast<std::int64_t>(length));
  ++texts;
}

void TermCounts::append(const TermCounts& part) {
  std::vector<std::int32_t> number(part.words.size());
  for (std::size_t w = 0; w < number.size(); ++w)
    number[w] = static_cast<std::int32_t>(add_term(words, part.words.word(static_cast<std::int64_t>(w))));
  frequencies.resize(words.size(), 0);
  for (std::size_t w = 0; w < number.size(); ++w) frequencies[number[w]] += part.frequencies[w];
  const std::int64_t before = std::ssize(terms);
  for (const std::int32_t term : part.terms) terms.push_back(number[term]);
  counts.insert(counts.end(), part.counts.begin(), part.counts.end());
  for (std::size_t i = 1; i < part.offsets.size(); ++i) offsets.push_back(before + part.offsets[i]);
  lengths.insert(lengths.end(), part.lengths.begin(), part.lengths.end());
  texts += part.texts;
}

void TermCounts::append_text(const TermCounts& from, std::int64_t text) {
  const std::int64_t begin = from.offsets[text], end = from.offsets[text + 1];
  terms.insert(terms.end(), from.terms.begin() + begin, from.terms.begin() + end);
  counts.insert(counts.end(), from.counts.begin() + begin, from.counts.begin() + end);
  end_text(static_cast<std::size_t>(from.lengths[text]));
}

void TermCounts::forget_texts() {
  offsets = {0};
  terms = {};
  counts = {};
  lengths = {};
  latest_ = {};
}

void TermCounts::share_words(Team& team) {
  frequencies.resize(words.size(), 0);
  if (team.size() == 1) return;
  PartWriter writer;
  words.write(writer);
  writer.put_list(frequencies);
  const std::vector<std::string> all = team.gather(writer.take());
  words = {};
  frequencies = {};
  latest_ = {};
  for (int rank = 0; rank < team.size(); ++rank) {
    PartReader reader(all[rank]);
    const Vocabulary its = Vocabulary::read(reader);
    const auto texts_with = reader.get_list<std::int64_t>();
    std::vector<std::int32_t> number(texts_with.size());
    for (std::size_t w = 0; w < number.size(); ++w) {
      number[w] = static_cast<std::int32_t>(add_term(words, its.word(static_cast<std::int64_t>(w))));
      frequencies.resize(words.size(), 0);
      frequencies[number[w]] += texts_with[w];
    }
    if (rank == team.rank())
      for (std::int32_t& term : terms) term = number[term];
  }
}

void TermCounts::write(PartWriter& writer) const {
  words.write(writer);
  writer.put_list(frequencies);
  writer.put(texts);
  writer.put_list(offsets);
  writer.put_list(terms);
  writer.put_list(counts);
  writer.put_list(lengths);
}

TermCounts TermCounts::read(PartReader& reader) {
  TermCounts counts;
  counts.words = Vocabulary::read(reader);
  counts.frequencies = reader.get_list<std::int64_t>();
  counts.texts = reader.get<std::int64_t>();
  counts.offsets = reader.get_list<std::int64_t>();
  counts.terms = reader.get_list<std::int32_t>();
  counts.counts = reader.get_list<float>();
  counts.lengths = reader.get_list<std::int64_t>();
  return counts;
}

ChosenTerms frequent_terms(const TermCounts& counts, std::int64_t least, std::int64_t most) {
  ChosenTerms chosen;
  chosen.number.assign(counts.words.size(), -1);
  for (std::size_t term = 0; term < counts.frequencies.size(); ++term) {
    const std::int64_t frequency = counts.frequencies[term];
    if (frequency < least || frequency > most) continue;
    chosen.number[term] =
        static_cast<std::int32_t>(chosen.words.add(counts.words.word(static_cast<std::int64_t>(term))));
    chosen.frequencies.push_back(frequency);
  }
  return chosen;
}

}  // namespace couplet
