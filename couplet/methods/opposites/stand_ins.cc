#include "couplet/methods/opposites/stand_ins.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/lexicon/thesaurus.h"
#include "couplet/methods/opposites/word_finder.h"
#include "couplet/model/saved_vocabulary.h"
#include "couplet/search/word_search.h"
#include "couplet/text/utf8.h"

namespace couplet {

namespace {

/// The words of a corpus, told apart by whether the thesaurus has them.
struct Sides {
  std::vector<std::int64_t> inside_rows, outside_rows;  // of the contexts
  std::vector<std::int64_t> inside_words;               // rows of the space
  std::vector<std::string> outside_forms;
};

Sides sides_of(const WordVectors& contexts, const WordVectors& space, const WordFinder& finder, const Run& run) {
  enum : char { neither, inside, outside };
  std::vector<char> kind(contexts.size(), neither);
  std::vector<std::int64_t> word(contexts.size(), -1);
  std::vector<std::string> forms(contexts.size());
  run.pool.for_blocks(contexts.size(), 512, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const std::string_view text = contexts.words().word(i);
      if (!is_utf8(text)) continue;
      thesaurus_form(text, forms[i]);
      const auto row = contexts.row(i);
      if (forms[i].empty() || std::all_of(row.begin(), row.end(), [](float x) { return x == 0; })) continue;
      word[i] = space.words().find(forms[i]);
      if (word[i] >= 0)
        kind[i] = inside;
      else if (finder.find(forms[i]).words.empty())
        kind[i] = outside;
    }
  });
  Sides sides;
  std::vector<bool> taken(space.size(), false);  // "Hot" and "hot" may both be there: the first counts
  Vocabulary outside_words;
  for (std::int64_t i = 0; i < contexts.size(); ++i) {
    if (kind[i] == inside && !taken[word[i]]) {
      taken[word[i]] = true;
      sides.inside_rows.push_back(i);
      sides.inside_words.push_back(word[i]);
    } else if (kind[i] == outside && outside_words.find(forms[i]) < 0) {
      outside_words.add(forms[i]);
      sides.outside_rows.push_back(i);
      sides.outside_forms.push_back(std::move(forms[i]));
    }
  }
  return sides;
}

/// The rows of some words as a table of their own.
WordVectors selected(const WordVectors& vectors, const std::vector<std::int64_t>& rows) {
  Vocabulary words;
  auto values = std::make_shared<std::vector<float>>();
  values->reserve(rows.size() * vectors.dimension());
  for (const std::int64_t i : rows) {
    words.add(vectors.words().word(i));
    values->insert(values->end(), vectors.row(i).begin(), vectors.row(i).end());
  }
  return WordVectors(std::move(words), vectors.dimension(), *values, std::nullopt, values);
}

double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

/// Rows of the space that stand for one word, ascending.
std::vector<std::int32_t> chosen_of(const std::vector<Neighbour>& neighbours, const std::vector<std::int64_t>& words,
                                    const WordVectors& space, std::int64_t chosen) {
  std::vector<double> nearness;
  for (const Neighbour& neighbour : neighbours) nearness.push_back(neighbour.score);
  const auto agreement = [&](std::size_t i, std::size_t j) {
    return dot(space.row(words[neighbours[i].id]), space.row(words[neighbours[j].id]));
  };
  std::vector<std::int32_t> found;
  for (const std::size_t i : consistent_subset(nearness, static_cast<std::size_t>(chosen), agreement))
    found.push_back(static_cast<std::int32_t>(words[neighbours[i].id]));
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

StandIns StandIns::from_contexts(const WordVectors& contexts, const WordVectors& space, const WordFinder& finder,
                                 const StandInRule& rule, const Run& run) {
  const Sides sides = sides_of(contexts, space, finder, run);
  StandIns result;
  if (sides.inside_rows.empty() || sides.outside_rows.empty()) return result;
  const auto outside = static_cast<std::int64_t>(sides.outside_rows.size());
  Stage stage(*run.observer, "placing words by their contexts", outside, "words");
  const WordSearch search(selected(contexts, sides.inside_rows), run);
  constexpr std::int64_t at_once = 1024;
  std::vector<std::vector<std::int32_t>> found(at_once);
  for (std::int64_t begin = 0; begin < outside; begin += at_once) {
    run.stop->check();
    const std::int64_t count = std::min(at_once, outside - begin);
    MatrixF queries(count, contexts.dimension());
    for (std::int64_t i = 0; i < count; ++i) {
      const auto row = contexts.row(sides.outside_rows[begin + i]);
      std::copy(row.begin(), row.end(), queries.row(i).data());
    }
    const WordAnswers neighbours = search.nearest(queries, {}, rule.neighbours, run);
    run.pool.for_blocks(count, 64, [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t i = from; i < to; ++i)
        found[i] = chosen_of(neighbours[i], sides.inside_words, space, rule.chosen);
    });
    for (std::int64_t i = 0; i < count; ++i) {
      if (found[i].empty()) continue;
      result.words_.add(sides.outside_forms[begin + i]);
      result.stand_ins_.insert(result.stand_ins_.end(), found[i].begin(), found[i].end());
      result.offsets_.push_back(static_cast<std::int64_t>(result.stand_ins_.size()));
    }
    stage.advance_to(begin + count);
  }
  return result;
}

std::span<const std::int32_t> StandIns::of(std::string_view form) const {
  const std::int64_t word = words_.find(form);
  if (word < 0) return {};
  return std::span(stand_ins_).subspan(offsets_[word], offsets_[word + 1] - offsets_[word]);
}

void StandIns::write(ModelWriter& writer) const {
  if (size() == 0) return;
  add_vocabulary(writer, "contexts.words", words_);
  writer.add("contexts.stand_in_offsets", std::span<const std::int64_t>(offsets_), {size() + 1});
  writer.add("contexts.stand_ins", std::span<const std::int32_t>(stand_ins_),
             {static_cast<std::int64_t>(stand_ins_.size())});
}

StandIns StandIns::load(const ModelFile& file, std::int64_t thesaurus_words) {
  StandIns result;
  if (!file.has("contexts.stand_ins")) return result;
  result.words_ = load_vocabulary(file, "contexts.words");
  const auto offsets = file.integers("contexts.stand_in_offsets", result.words_.size() + 1, 1);
  const auto numbers = file.integers32("contexts.stand_ins", -1, 1);
  const bool fits = offsets.front() == 0 && offsets.back() == static_cast<std::int64_t>(numbers.size()) &&
                    std::is_sorted(offsets.begin(), offsets.end()) &&
                    std::all_of(numbers.begin(), numbers.end(),
                                [&](std::int32_t word) { return word >= 0 && word < thesaurus_words; });
  if (!fits) throw Error(ErrorCode::model, file.path(), "the words found by context do not fit", "fit the model again");
  result.offsets_.assign(offsets.begin(), offsets.end());
  result.stand_ins_.assign(numbers.begin(), numbers.end());
  return result;
}

}  // namespace couplet
