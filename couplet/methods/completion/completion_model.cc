#include "couplet/methods/completion/completion_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "couplet/base/error.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/methods/completion/lsa_model.h"
#include "couplet/model/saved_matrix.h"
#include "couplet/model/saved_parts.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {

CompletionModel::CompletionModel(ModelHeader header, std::vector<std::unique_ptr<Model>> parts,
                                 std::vector<std::string> names, RankNet net)
    : Model(std::move(header)), parts_(std::move(parts)), names_(std::move(names)), net_(std::move(net)) {}

std::unique_ptr<Model> CompletionModel::load(const ModelFile& file, const Loading& loading) {
  const Vocabulary names = load_vocabulary(file, "scorers");
  RankNet net{load_vector<double>(file, "deviations", names.size()),
              load_vector<double>(file, "weights", names.size())};
  if (!(net.deviations.array() > 0).all())
    throw Error(ErrorCode::model, file.path(), "tensor 'deviations' is not positive", "fit the model again");
  std::vector<std::unique_ptr<Model>> parts;
  while (file.has(fmt::format("part.{}", parts.size())))
    parts.push_back(load_part(file, fmt::format("part.{}", parts.size()), loading));
  std::vector<std::string> scorers;
  for (std::int64_t i = 0; i < names.size(); ++i) scorers.emplace_back(names.word(i));
  return std::make_unique<CompletionModel>(file.header(), std::move(parts), std::move(scorers), std::move(net));
}

void CompletionModel::write(ModelWriter& writer) const {
  Vocabulary names;
  for (const std::string& name : names_) names.add(name);
  add_vocabulary(writer, "scorers", std::move(names));
  add_vector(writer, "deviations", net_.deviations);
  add_vector(writer, "weights", net_.weights);
  for (std::size_t i = 0; i < parts_.size(); ++i) add_part(writer, fmt::format("part.{}", i), *parts_[i]);
}

BlankQuestion CompletionModel::in_company(const BlankQuestion& question, const Run& run) const {
  BlankQuestion result = question;
  constexpr std::int64_t others = 50;
  if (question.options.size() == 1 && question.blanks() == 1)
    for (std::string& word : candidates(question, others, run)) result.options.push_back({std::move(word)});
  for (OutsideScores& outside : result.outside)
    outside.values.resize(result.options.size(), std::numeric_limits<double>::quiet_NaN());
  return result;
}

void CompletionModel::warn_of_missing(std::span<const BlankQuestion> questions, const Run& run) const {
  std::vector<std::string> missing;
  for (const std::string& name : names_) {
    const auto has_it = [&](const BlankQuestion& question) {
      return std::any_of(question.outside.begin(), question.outside.end(),
                         [&](const OutsideScores& outside) { return outside.name == name; });
    };
    if (name.starts_with(outside_prefix) && std::none_of(questions.begin(), questions.end(), has_it))
      missing.push_back(name);
  }
  if (!missing.empty() && !questions.empty())
    run.observer->warn(
        fmt::format("the model was fitted with scores that are not given, and goes by the others{}: {}; "
                    "complete, eval and compare take them with --scores FILE",
                    missing.size() == names_.size() ? " (there is none)" : "", fmt::join(missing, ", ")));
}

std::vector<std::vector<OptionScore>> CompletionModel::score_questions(std::span<const BlankQuestion> asked,
                                                                       const Run& run) const {
  std::vector<BlankQuestion> questions;
  for (const BlankQuestion& question : asked) questions.push_back(in_company(question, run));
  warn_of_missing(questions, run);
  const ScorerTable table = score_all(parts_, questions, names_, run);
  std::vector<std::vector<OptionScore>> result(questions.size());
  for (std::size_t q = 0; q < questions.size(); ++q) {
    const MatrixD& x = table.questions[q];
    const VectorD scores = net_.scores(x);
    for (Index o = 0; o < x.rows(); ++o) {
      OptionScore& option = result[q].emplace_back();
      bool known = false;
      for (Index f = 0; f < x.cols(); ++f) {
        const bool counts_unknown = names_[f].starts_with("lsa-unknown");
        known = known || (!counts_unknown && !std::isnan(x(o, f)));
        if (counts_unknown) option.unknown = static_cast<std::int64_t>(-x(o, f));
      }
      if (known) option.value = scores[o];
    }
    result[q].resize(asked[q].options.size());
  }
  return result;
}

std::vector<std::string> CompletionModel::candidates(const BlankQuestion& question, std::int64_t count,
                                                     const Run& run) const {
  const auto each =
      std::max<std::int64_t>(1, count / static_cast<std::int64_t>(std::max<std::size_t>(1, parts_.size())));
  std::set<std::string> all;
  for (const auto& part : parts_)
    for (std::string& word : capability<CompletesSentences>(*part).candidates(question, each, run))
      all.insert(std::move(word));
  return {all.begin(), all.end()};
}

std::vector<Reason> CompletionModel::explain_option(const BlankQuestion& question, std::size_t option,
                                                    const Run& run) const {
  const BlankQuestion compared = in_company(question, run);
  const ScorerTable table = score_all(parts_, {&compared, 1}, names_, run);
  const MatrixD x = net_.standardised(table.questions[0]);
  std::vector<Reason> reasons;
  for (Index f = 0; f < x.cols(); ++f)
    reasons.push_back({"vote", names_[f], joined_fillers(question.options[option]),
                       x(static_cast<Index>(option), f) * net_.weights[f]});
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const Reason& a, const Reason& b) { return std::abs(a.value) > std::abs(b.value); });
  for (const auto& part : parts_)
    if (const auto* lsa = dynamic_cast<const LsaModel*>(part.get()))
      for (Reason& reason : lsa->explain_option(question, option, run)) reasons.push_back(std::move(reason));
  return reasons;
}

std::vector<double> CompletionModel::self_test(const std::vector<std::string>& input) const {
  if (input.size() != 3) throw Error(ErrorCode::model, "self-test", "an input is not a text and two fillers");
  BlankQuestion question;
  question.pieces = split_blanks(input[0], "self-test");
  for (std::size_t i = 1; i < 3; ++i)
    question.options.push_back(split_fillers(input[i], question.blanks(), "self-test"));
  const Run run;
  const auto scores = score_questions({&question, 1}, run)[0];
  const double difference = scores[0].value - scores[1].value;
  return {std::isnan(difference) ? 0 : difference};
}

}  // namespace couplet
