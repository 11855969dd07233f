#include "couplet/methods/completion/scorers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/base/stage_part.h"
#include "couplet/methods/completion/lsa_language.h"
#include "couplet/methods/completion/lsa_model.h"
#include "couplet/methods/context/context_model.h"
#include "couplet/methods/ngram/ngram_model.h"

namespace couplet {
namespace {

constexpr double lsa_weight = 0.1;  // Zweig et al. (2012), 5.3

using Values = std::vector<std::vector<double>>;  // by question, then by option

class TableBuilder {
 public:
  TableBuilder(std::span<const BlankQuestion> questions) : questions_(questions) {}

  void add(std::string name, Values values) {
    const std::string plain = name;
    for (int copy = 2; std::find(names_.begin(), names_.end(), name) != names_.end(); ++copy)
      name = fmt::format("{}-{}", plain, copy);
    names_.push_back(std::move(name));
    columns_.push_back(std::move(values));
  }

  ScorerTable finish() {
    ScorerTable table{std::move(names_), {}};
    for (std::size_t q = 0; q < questions_.size(); ++q) {
      MatrixD& x = table.questions.emplace_back(static_cast<Index>(questions_[q].options.size()),
                                                static_cast<Index>(columns_.size()));
      for (Index o = 0; o < x.rows(); ++o)
        for (Index f = 0; f < x.cols(); ++f) x(o, f) = columns_[f][q][o];
    }
    return table;
  }

 private:
  std::span<const BlankQuestion> questions_;
  std::vector<std::string> names_;
  std::vector<Values> columns_;
};

std::string name_of(const Model& model) {
  const ModelHeader& header = model.header();
  const std::string* smoothing = header.find_parameter("smoothing");
  return smoothing ? header.method + "-" + *smoothing : header.method;
}

/// Questions in parts that take a second or so, which end where 64 sentences in a row do: networks that read on from
/// one sentence to the next begin anew there.
std::vector<std::span<const BlankQuestion>> parts_of(std::span<const BlankQuestion> questions) {
  constexpr std::size_t least_sentences = 320, read_together = 64;
  std::vector<std::span<const BlankQuestion>> parts;
  std::size_t first = 0, sentences = 0;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    sentences += questions[q].options.size();
    if (q + 1 < questions.size() && (sentences < least_sentences || sentences % read_together != 0)) continue;
    parts.push_back(questions.subspan(first, q + 1 - first));
    first = q + 1;
    sentences = 0;
  }
  return parts;
}

void append(Values& all, Values more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void add_lsa(TableBuilder& table, const LsaModel& lsa, const NgramModel* ngrams,
             std::span<const BlankQuestion> questions, SharedSteps& steps, const Run& run) {
  Values total(questions.size()), cosine(total), reconstruct(total), unknown(total);
  run.pool.for_blocks(static_cast<std::int64_t>(questions.size()), 16, [&](std::int64_t begin, std::int64_t end) {
    if (!ngrams) steps.add(end - begin);
    for (auto q = static_cast<std::size_t>(begin); q < static_cast<std::size_t>(end); ++q)
      for (const LsaFeatures& option : lsa.features(questions[q])) {
        total[q].push_back(option.total);
        cosine[q].push_back(option.cosine);
        reconstruct[q].push_back(option.reconstruct);
        unknown[q].push_back(-static_cast<double>(option.unknown));
      }
  });
  table.add("lsa-total", std::move(total));
  table.add("lsa-cosine", std::move(cosine));
  table.add("lsa-reconstruct", std::move(reconstruct));
  table.add("lsa-unknown", std::move(unknown));
  if (!ngrams) return;
  Values mixed;
  for (const auto part : parts_of(questions)) {
    append(mixed, lsa_language_scores(lsa, *ngrams, lsa_weight, part, run));
    steps.add(std::ssize(part));
  }
  table.add("lsa-lm", std::move(mixed));
}

void add_context(TableBuilder& table, const ContextModel& model, std::span<const BlankQuestion> questions,
                 SharedSteps& steps, const Run& run) {
  Values sentence, blank, prior;
  for (const auto part : parts_of(questions)) {
    for (const auto& question : model.features(part, run)) {
      for (Values* values : {&sentence, &blank, &prior}) values->emplace_back();
      for (const ContextFeatures& option : question) {
        sentence.back().push_back(option.sentence);
        blank.back().push_back(option.blank);
        prior.back().push_back(option.prior);
      }
    }
    steps.add(std::ssize(part));
  }
  table.add("context", std::move(sentence));
  table.add("context-blank", std::move(blank));
  table.add("context-prior", std::move(prior));
}

}  // namespace

ScorerTable ScorerTable::only(const std::vector<std::string>& wanted) const {
  std::vector<Index> columns;  // -1: not known
  for (const std::string& name : wanted) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end() && !name.starts_with(outside_prefix))
      throw Error(ErrorCode::usage, "--scorers", fmt::format("there is no '{}'", name),
                  fmt::format("these models give {}", fmt::join(names, ", ")));
    columns.push_back(at == names.end() ? -1 : at - names.begin());
  }
  ScorerTable table{wanted, {}};
  for (const MatrixD& question : questions) {
    MatrixD& own = table.questions.emplace_back(question.rows(), std::ssize(columns));
    for (Index f = 0; f < own.cols(); ++f) {
      if (columns[f] < 0)
        own.col(f).setConstant(std::numeric_limits<double>::quiet_NaN());
      else
        own.col(f) = question.col(columns[f]);
    }
  }
  return table;
}

ScorerTable score_all(std::span<const std::unique_ptr<Model>> models, std::span<const BlankQuestion> questions,
                      const Run& run, std::vector<OutsideScores> outside) {
  TableBuilder table(questions);
  const NgramModel* ngrams = nullptr;
  for (const auto& model : models)
    if (!ngrams) ngrams = dynamic_cast<const NgramModel*>(model.get());
  Stage stage(*run.observer, "scoring options", std::ssize(models) * std::ssize(questions), "questions");
  SharedSteps steps(stage);
  for (const auto& model : models) {
    if (const auto* lsa = dynamic_cast<const LsaModel*>(model.get())) {
      add_lsa(table, *lsa, ngrams, questions, steps, run);
    } else if (const auto* context = dynamic_cast<const ContextModel*>(model.get())) {
      add_context(table, *context, questions, steps, run);
    } else {
      Values values;
      for (const auto part : parts_of(questions)) {
        for (const auto& options : capability<CompletesSentences>(*model).score_questions(part, run)) {
          auto& row = values.emplace_back();
          for (const OptionScore& option : options) row.push_back(option.value);
        }
        steps.add(std::ssize(part));
      }
      table.add(name_of(*model), std::move(values));
    }
  }
  for (OutsideScores& scores : outside) table.add(std::move(scores.name), std::move(scores.values));
  return table.finish();
}

}  // namespace couplet
