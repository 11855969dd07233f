#include "couplet/search/word_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"
#include "couplet/search/exact_scan.h"
#include "couplet/search/stored_vectors.h"

namespace couplet {
namespace {

constexpr Index word_block = 256;   // cosines of a block of words with a thousand asked vectors stay in the cache
constexpr Index word_chunk = 8192;  // words a task goes through
constexpr Index most_questions = 4096, most_queries = 1024;
constexpr Index words_in_flight = Index{1} << 22;

// A measure scores a word from its cosines with the (one or three) vectors of a question:
//   score()   of cosines in double: what words are ranked by
//   above()   of cosines in float: not below the score, whatever the rounding was
// The cosines of unit vectors stored as float have lengths up to 1 + 1e-6; "slack" covers that too.

double cosine_slack(Index dimension) { return 1.01 * float_product_error(dimension) + 1e-6; }

/// One vector; sign -1 for the farthest words.
struct OneCosine {
  static constexpr int vectors = 1;
  float sign, slack;
  OneCosine(float s, Index dimension) : sign(s), slack(static_cast<float>(cosine_slack(dimension))) {}
  float above(float a, float, float) const { return sign * a + slack; }
  double score(double a, double, double) const { return static_cast<double>(sign) * a; }
};

struct CosAdd {
  static constexpr int vectors = 3;
  float slack;
  explicit CosAdd(Index dimension) : slack(static_cast<float>(3 * cosine_slack(dimension))) {}
  float above(float a, float b, float c) const { return b - a + c + slack; }
  double score(double a, double b, double c) const { return b - a + c; }
};

struct CosMul {
  static constexpr int vectors = 3;
  static constexpr float little = 0.001f;
  float slack;
  explicit CosMul(Index dimension) : slack(static_cast<float>(cosine_slack(dimension))) {}
  float above(float a, float b, float c) const {
    const float numerator = (0.5f * (b + 1) + slack) * (0.5f * (c + 1) + slack);
    return 1.00001f * numerator / std::max(0.5f * (a + 1) + little - slack, 0.999f * little);
  }
  double score(double a, double b, double c) const {
    return brought(b) * brought(c) / (brought(a) + static_cast<double>(little));
  }
  static double brought(double cosine) { return std::max(0.0, (cosine + 1) / 2); }
};

/// What is asked: rows of the asked vectors, words that are no answers (-1: none).
struct Question {
  std::array<Index, 3> rows;
  std::array<Index, 3> but;
};

/// The rule of a scan over the words for some questions, all of which a task answers.
template <class Measure>
class WordRule {
 public:
  using Tile = MatrixF;

  /// unit: the words' vectors, n x d; zero: of each word, its vector is zero; asked: m x d, unit length.
  WordRule(const MatrixF& unit, const std::vector<char>& zero, const MatrixF& asked,
           std::span<const Question> questions, Measure measure)
      : unit_(unit), zero_(zero), asked_(asked), questions_(questions), measure_(measure) {}

  /// Many questions share vectors: the cosines are those of all that is asked.
  void compare(Index, Index, Index word, Index words, Tile& cosines) const {
    cosines.resize(asked_.rows(), words);
    gemm(Transpose::no, Transpose::yes, 1.0f, asked_, unit_.middleRows(word, words), 0.0f, cosines);
  }

  void take(const Tile& cosines, Index, Index number, Index first_word, BestOf& best) const {
    const Question& question = questions_[number];
    const float* const a = cosines.row(question.rows[0]).data();
    const float* const b = cosines.row(question.rows[1]).data();
    const float* const c = cosines.row(question.rows[2]).data();
    const auto offer = [&](Index i) {
      if (may_answer(question, first_word + i)) best.offer({first_word + i, score(question, first_word + i)});
    };
    take_promising(
        cosines.cols(), 0, [&](Index i) { return measure_.above(a[i], b[i], c[i]); }, offer, best);
  }

 private:
  bool may_answer(const Question& question, Index word) const {
    return !zero_[word] && std::find(question.but.begin(), question.but.end(), word) == question.but.end();
  }

  double score(const Question& question, Index word) const {
    const auto cosine = [&](Index row) {
      return exact_dot(unit_.row(word).data(), asked_.row(row).data(), unit_.cols());
    };
    const double first = cosine(question.rows[0]);
    if constexpr (Measure::vectors == 1)
      return measure_.score(first, first, first);
    else
      return measure_.score(first, cosine(question.rows[1]), cosine(question.rows[2]));
  }

  const MatrixF& unit_;
  const std::vector<char>& zero_;
  const MatrixF& asked_;
  std::span<const Question> questions_;
  Measure measure_;
};

template <class Measure>
WordAnswers scan_words(const MatrixF& unit, const std::vector<char>& zero, const MatrixF& asked,
                       std::span<const Question> questions, const Measure& measure, Index most, const Run& run) {
  const ScanShape shape{
      .questions = std::max<Index>(1, std::ssize(questions)), .chunk = word_chunk, .rows = word_block};
  return best_rows(WordRule(unit, zero, asked, questions, measure), std::ssize(questions), unit.rows(), most, shape,
                   run);
}

/// The numbers of the words in questions, each once, rising.
std::vector<Index> distinct_words(std::span<const AnalogyQuestion> questions) {
  std::vector<Index> words;
  for (const AnalogyQuestion& question : questions) words.insert(words.end(), {question.a, question.b, question.c});
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace

Analogy parse_analogy(std::string_view name) {
  if (name == "add") return Analogy::add;
  if (name == "mul") return Analogy::mul;
  throw Error(ErrorCode::usage, "analogy", "'" + std::string(name) + "' is not known", "use add or mul");
}

WordSearch::WordSearch(const WordVectors& vectors, const Run& run) {
  run.memory.require(vectors.size() * vectors.dimension() * static_cast<Index>(sizeof(float)),
                     "searching the word vectors");
  unit_ = Eigen::Map<const MatrixF>(vectors.values().data(), vectors.size(), vectors.dimension());
  prepare_rows(unit_, Similarity::cosine, "vector");
  for (Index word = 0; word < size(); ++word) zero_.push_back((unit_.row(word).array() == 0).all());
}

void WordSearch::require_word(Index word) const {
  if (word < 0 || word >= size()) throw Error(ErrorCode::usage, "search", "there is no word " + std::to_string(word));
}

WordAnswers WordSearch::nearest(const ConstRef<float>& queries, std::span<const Index> but, Index most,
                                const Run& run) const {
  return answer_rows(queries, but, most, OneCosine(1, dimension()), run);
}

WordAnswers WordSearch::farthest(const ConstRef<float>& queries, std::span<const Index> but, Index most,
                                 const Run& run) const {
  WordAnswers answers = answer_rows(queries, but, most, OneCosine(-1, dimension()), run);
  for (auto& list : answers)
    for (Neighbour& found : list) found.score = -found.score;
  return answers;
}

template <class Measure>
WordAnswers WordSearch::answer_rows(const ConstRef<float>& queries, std::span<const Index> but, Index most,
                                    const Measure& measure, const Run& run) const {
  require_search(queries, most, dimension());
  if (!but.empty() && but.size() != static_cast<std::size_t>(queries.rows()))
    throw Error(ErrorCode::usage, "search", "not one excluded word a query");
  WordAnswers answers;
  const Index batch = batch_size(most, most_queries);
  for (Index begin = 0; begin < queries.rows(); begin += batch) {
    MatrixF asked = queries.middleRows(begin, std::min(batch, queries.rows() - begin));
    prepare_rows(asked, Similarity::cosine, "query", begin + 1);
    std::vector<Question> questions;
    for (Index row = 0; row < asked.rows(); ++row) {
      const Index excluded = but.empty() ? -1 : but[begin + row];
      if (excluded >= size()) require_word(excluded);
      questions.push_back({{row, row, row}, {excluded, -1, -1}});
    }
    WordAnswers part = scan_words(unit_, zero_, asked, questions, measure, most, run);
    for (Index row = 0; row < asked.rows(); ++row)
      if ((asked.row(row).array() == 0).all()) part[row].clear();
    std::move(part.begin(), part.end(), std::back_inserter(answers));
  }
  return answers;
}

WordAnswers WordSearch::analogies(std::span<const AnalogyQuestion> questions, Analogy how, Index most,
                                  const Run& run) const {
  for (const AnalogyQuestion& question : questions)
    for (const Index word : {question.a, question.b, question.c}) require_word(word);
  if (most < 1) throw Error(ErrorCode::usage, "search", "fewer than 1 answer asked for");
  Stage stage(*run.observer, "answering analogies", static_cast<std::int64_t>(questions.size()), "questions");
  WordAnswers answers;
  const auto batch = static_cast<std::size_t>(batch_size(most, most_questions));
  while (answers.size() < questions.size()) {
    const auto part = questions.subspan(answers.size(), std::min(batch, questions.size() - answers.size()));
    const std::vector<Index> words = distinct_words(part);
    const MatrixF asked = unit_(words, Eigen::all);
    const auto row_of = [&](Index word) { return std::lower_bound(words.begin(), words.end(), word) - words.begin(); };
    std::vector<Question> rows;
    for (const auto& [a, b, c] : part) rows.push_back({{row_of(a), row_of(b), row_of(c)}, {a, b, c}});
    WordAnswers found = how == Analogy::add ? scan_words(unit_, zero_, asked, rows, CosAdd(dimension()), most, run)
                                            : scan_words(unit_, zero_, asked, rows, CosMul(dimension()), most, run);
    for (std::size_t i = 0; how == Analogy::add && i < found.size(); ++i) {
      // From b.x - a.x + c.x to the cosine with b - a + c; where that is nothing but rounding, it points nowhere.
      const auto vector = [&](Index word) { return unit_.row(word).cast<double>(); };
      const double length = (vector(part[i].b) - vector(part[i].a) + vector(part[i].c)).norm();
      if (length < 1e-6) found[i].clear();
      for (Neighbour& word : found[i]) word.score /= length;
    }
    std::move(found.begin(), found.end(), std::back_inserter(answers));
    stage.advance_to(static_cast<std::int64_t>(answers.size()));
  }
  return answers;
}

/// So many questions at once that the best of all chunks of words take some 64 MB at most.
Index WordSearch::batch_size(Index most, Index at_most) const {
  const Index chunks = (size() + word_chunk - 1) / word_chunk;
  const Index kept = std::max<Index>(1, std::min(size(), chunks * std::min(most, word_chunk)));
  return std::clamp<Index>(words_in_flight / kept, 1, at_most);
}

}  // namespace couplet
