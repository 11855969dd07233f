#include "couplet/methods/ranking/learned_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "couplet/base/error.h"
#include "couplet/model/capabilities.h"

namespace couplet {
namespace {

constexpr const char* learners[] = {"phsic", "s2net", "rewriting"};  // what takes grades of a query's texts

bool takes_groups(const Method& method) {
  return std::any_of(method.parameters.begin(), method.parameters.end(),
                     [](const Parameter& parameter) { return parameter.name == "group"; });
}

const Method& learner(const std::string& name, const Fitting& fitting) {
  if (std::find(std::begin(learners), std::end(learners), name) != std::end(learners))
    return find_method(fitting.methods, name);
  throw Error(ErrorCode::usage, "--learn", fmt::format("'{}' does not learn from grades", name),
              fmt::format("use {}, or fit it first and give the model", fmt::join(learners, ", ")));
}

/// A model of the rows of the questions for which `wanted` holds.
template <class Wanted>
std::unique_ptr<Model> fit_on(const Method& method, const GradedRows& rows, const Fitting& fitting, Wanted&& wanted) {
  std::vector<std::vector<std::string>> columns(4);
  for (std::size_t q = 0; q < rows.questions.size(); ++q) {
    if (!wanted(q)) continue;
    for (const Index row : rows.questions[q]) {
      columns[0].push_back(rows.pairs.left.texts[row]);
      columns[1].push_back(rows.pairs.right.texts[row]);
      columns[2].push_back(fmt::format("{}", rows.grades[row]));
      columns[3].push_back(std::to_string(q));
    }
  }
  Source source = columns_in_memory(std::move(columns), {"query", "text", "grade", "question"});
  source.columns = "query,text";
  std::map<std::string, std::string> given{{"label", "grade"}};
  if (takes_groups(method)) given["group"] = "question";
  return fit_model(method, source, Parameters::resolve(method.parameters, given), fitting.methods, fitting.run).model;
}

PairBatch pairs_of(const GradedRows& rows, const std::vector<Index>& wanted) {
  PairBatch pairs;
  for (const Index row : wanted) {
    pairs.left.texts.push_back(rows.pairs.left.texts[row]);
    pairs.right.texts.push_back(rows.pairs.right.texts[row]);
  }
  return pairs;
}

LearnedPart learn(const Method& method, const GradedRows& rows, const std::vector<int>& fold_of,
                  const Fitting& fitting) {
  LearnedPart part{nullptr, VectorD(rows.pairs.size())};
  const int folds = 1 + *std::max_element(fold_of.begin(), fold_of.end());
  for (int fold = 0; fold < folds; ++fold) {
    const auto model = fit_on(method, rows, fitting, [&](std::size_t q) { return fold_of[q] != fold; });
    std::vector<Index> held;
    for (std::size_t q = 0; q < rows.questions.size(); ++q)
      if (fold_of[q] == fold) held.insert(held.end(), rows.questions[q].begin(), rows.questions[q].end());
    const std::vector<PairScore> scores = capability<ScoresPairs>(*model).score(pairs_of(rows, held), fitting.run);
    for (std::size_t i = 0; i < held.size(); ++i) part.held_out[held[i]] = scores[i].value;
  }
  part.model = fit_on(method, rows, fitting, [](std::size_t) { return true; });
  return part;
}

}  // namespace

std::vector<LearnedPart> learn_parts(const GradedRows& rows, const std::vector<int>& fold_of,
                                     const std::string& methods, const Fitting& fitting) {
  std::vector<const Method*> wanted;  // all names are looked at before the long work
  std::istringstream names(methods);
  for (std::string name; std::getline(names, name, ',');) wanted.push_back(&learner(name, fitting));
  if (!wanted.empty() && fold_of.empty())
    throw Error(ErrorCode::data, "--learn", "one query alone leaves none to learn from", "give rows of more queries");
  std::vector<LearnedPart> parts;
  for (const Method* method : wanted) parts.push_back(learn(*method, rows, fold_of, fitting));
  return parts;
}

}  // namespace couplet
