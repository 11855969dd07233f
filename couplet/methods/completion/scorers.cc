#include "couplet/methods/completion/scorers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <utility>

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

bool among(std::span<const std::string> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Columns by name: those that are wanted.
class TableBuilder {
 public:
  explicit TableBuilder(std::span<const std::string> wanted) : wanted_(wanted), columns_(wanted.size()) {}

  bool wants(std::string_view name) const { return among(wanted_, name); }

  void add(std::string_view name, Values values) {
    const auto at = std::find(wanted_.begin(), wanted_.end(), name);
    if (at != wanted_.end()) columns_[static_cast<std::size_t>(at - wanted_.begin())] = std::move(values);
  }

  /// which: of each question, its place among those that were scored.
  ScorerTable finish(std::span<const BlankQuestion> all, std::span<const std::size_t> which) const {
    ScorerTable table{{wanted_.begin(), wanted_.end()}, {}};
    for (std::size_t q = 0; q < all.size(); ++q) {
      MatrixD& x = table.questions.emplace_back(static_cast<Index>(all[q].options.size()), std::ssize(columns_));
      x.setConstant(std::numeric_limits<double>::quiet_NaN());
      for (Index f = 0; f < x.cols(); ++f)
        for (Index o = 0; o < x.rows() && !columns_[f].empty(); ++o) x(o, f) = columns_[f][which[q]][o];
      for (const OutsideScores& outside : all[q].outside) {
        const auto at = std::find(wanted_.begin(), wanted_.end(), outside.name);
        for (std::size_t o = 0; o < outside.values.size() && at != wanted_.end(); ++o)
          x(static_cast<Index>(o), at - wanted_.begin()) = outside.values[o];
      }
    }
    return table;
  }

 private:
  std::span<const std::string> wanted_;
  std::vector<Values> columns_;
};

/// Questions without repetitions. Nets score many texts in one product, so that the same question asked twice, in two
/// parts, would not have quite the same scores.
struct DistinctQuestions {
  std::vector<BlankQuestion> first;
  std::vector<std::size_t> which;  // by question: its place in `first`

  explicit DistinctQuestions(std::span<const BlankQuestion> all) {
    std::map<std::pair<std::vector<std::string>, std::vector<std::vector<std::string>>>, std::size_t> known;
    for (const BlankQuestion& question : all) {
      const auto [at, fresh] = known.try_emplace({question.pieces, question.options}, first.size());
      if (fresh) first.push_back(question);
      which.push_back(at->second);
    }
  }
};

std::string name_of(const Model& model) {
  const ModelHeader& header = model.header();
  const std::string* smoothing = header.find_parameter("smoothing");
  return smoothing ? header.method + "-" + *smoothing : header.method;
}

/// What the names of its scorers begin with: models with the same are numbered.
std::string kind_of(const Model& model) {
  if (dynamic_cast<const LsaModel*>(&model)) return "lsa";
  return dynamic_cast<const ContextModel*>(&model) ? "context" : name_of(model);
}

/// The number of models when there is none.
std::size_t first_ngrams(std::span<const std::unique_ptr<Model>> models) {
  const auto is_one = [](const auto& model) { return dynamic_cast<const NgramModel*>(model.get()) != nullptr; };
  return static_cast<std::size_t>(std::find_if(models.begin(), models.end(), is_one) - models.begin());
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

/// names: of the four scorers, and of lsa-lm where there is an n-gram model.
void add_lsa(TableBuilder& table, const LsaModel& lsa, const NgramModel* ngrams, std::span<const std::string> names,
             std::span<const BlankQuestion> questions, SharedSteps& steps, const Run& run) {
  const bool mixes = ngrams && table.wants(names.back());
  Values total(questions.size()), cosine(total), reconstruct(total), unknown(total);
  run.pool.for_blocks(static_cast<std::int64_t>(questions.size()), 16, [&](std::int64_t begin, std::int64_t end) {
    if (!mixes) steps.add(end - begin);
    for (auto q = static_cast<std::size_t>(begin); q < static_cast<std::size_t>(end); ++q)
      for (const LsaFeatures& option : lsa.features(questions[q])) {
        total[q].push_back(option.total);
        cosine[q].push_back(option.cosine);
        reconstruct[q].push_back(option.reconstruct);
        unknown[q].push_back(-static_cast<double>(option.unknown));
      }
  });
  table.add(names[0], std::move(total));
  table.add(names[1], std::move(cosine));
  table.add(names[2], std::move(reconstruct));
  table.add(names[3], std::move(unknown));
  if (!mixes) return;
  Values mixed;
  for (const auto part : parts_of(questions)) {
    append(mixed, lsa_language_scores(lsa, *ngrams, lsa_weight, part, run));
    steps.add(std::ssize(part));
  }
  table.add(names[4], std::move(mixed));
}

void add_context(TableBuilder& table, const ContextModel& model, std::span<const std::string> names,
                 std::span<const BlankQuestion> questions, SharedSteps& steps, const Run& run) {
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
  table.add(names[0], std::move(sentence));
  table.add(names[1], std::move(blank));
  table.add(names[2], std::move(prior));
}

}  // namespace

std::vector<std::vector<std::string>> scorer_names(std::span<const std::unique_ptr<Model>> models) {
  const bool ngrams = first_ngrams(models) < models.size();
  std::vector<std::vector<std::string>> names;
  std::set<std::string> taken;
  for (const auto& model : models) {
    std::vector<std::string>& own = names.emplace_back();
    if (dynamic_cast<const LsaModel*>(model.get())) {
      own = {"lsa-total", "lsa-cosine", "lsa-reconstruct", "lsa-unknown"};
      if (ngrams) own.emplace_back("lsa-lm");
    } else if (dynamic_cast<const ContextModel*>(model.get())) {
      own = {"context", "context-blank", "context-prior"};
    } else {
      own = {name_of(*model)};
    }
    for (std::string& name : own) {
      const std::string plain = name;
      for (int copy = 2; !taken.insert(name).second; ++copy) name = fmt::format("{}-{}", plain, copy);
    }
  }
  return names;
}

std::vector<std::string> all_scorers(std::span<const std::unique_ptr<Model>> models,
                                     std::span<const BlankQuestion> questions) {
  std::vector<std::string> all;
  for (const auto& own : scorer_names(models)) all.insert(all.end(), own.begin(), own.end());
  for (const BlankQuestion& question : questions)
    for (const OutsideScores& outside : question.outside)
      if (!among(all, outside.name)) all.push_back(outside.name);
  return all;
}

std::vector<bool> needed_models(std::span<const std::unique_ptr<Model>> models, std::span<const std::string> wanted) {
  const auto names = scorer_names(models);
  std::vector<bool> needed(models.size(), false);
  for (std::size_t i = models.size(); i-- > 0;) {
    for (const std::string& name : names[i]) needed[i] = needed[i] || among(wanted, name);
    for (std::size_t later = i + 1; later < models.size(); ++later)
      needed[i] = needed[i] || (needed[later] && kind_of(*models[later]) == kind_of(*models[i]));
  }
  for (std::size_t i = 0; i < models.size(); ++i)
    for (const std::string& name : names[i])
      if (name.starts_with("lsa-lm") && among(wanted, name)) needed[first_ngrams(models)] = true;
  return needed;
}

ScorerTable score_all(std::span<const std::unique_ptr<Model>> models, std::span<const BlankQuestion> asked,
                      std::span<const std::string> wanted, const Run& run) {
  const auto names = scorer_names(models);
  const DistinctQuestions distinct(asked);
  const std::span<const BlankQuestion> questions = distinct.first;
  TableBuilder table(wanted);
  const std::size_t first = first_ngrams(models);
  const auto* ngrams = first < models.size() ? dynamic_cast<const NgramModel*>(models[first].get()) : nullptr;
  std::vector<std::size_t> used;
  for (std::size_t i = 0; i < models.size(); ++i)
    if (std::any_of(names[i].begin(), names[i].end(), [&](const auto& name) { return table.wants(name); }))
      used.push_back(i);
  Stage stage(*run.observer, "scoring options", std::ssize(used) * std::ssize(questions), "questions");
  SharedSteps steps(stage);
  for (const std::size_t i : used) {
    if (const auto* lsa = dynamic_cast<const LsaModel*>(models[i].get())) {
      add_lsa(table, *lsa, ngrams, names[i], questions, steps, run);
    } else if (const auto* context = dynamic_cast<const ContextModel*>(models[i].get())) {
      add_context(table, *context, names[i], questions, steps, run);
    } else {
      Values values;
      for (const auto part : parts_of(questions)) {
        for (const auto& options : capability<CompletesSentences>(*models[i]).score_questions(part, run)) {
          auto& row = values.emplace_back();
          for (const OptionScore& option : options) row.push_back(option.value);
        }
        steps.add(std::ssize(part));
      }
      table.add(names[i][0], std::move(values));
    }
  }
  return table.finish(asked, distinct.which);
}

}  // namespace couplet
