// `couplet fit join`: weights from graded rows, chosen and measured by folds of queries.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <optional>
#include <unordered_set>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/eval/folds.h"
#include "couplet/eval/ranking.h"
#include "couplet/methods/ranking/graded_rows.h"
#include "couplet/methods/ranking/join_model.h"
#include "couplet/methods/ranking/learned_parts.h"
#include "couplet/model/embeds_terms.h"

namespace couplet {
namespace {

constexpr double lambdas[] = {1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10};
constexpr int most_folds = 5;
constexpr Index many_values = 1000000;  // rows times features: beyond, one fold alone is held out to choose by
constexpr int ndcg_depth = 10;

/// The rows are the first file, or given; the other paths are models.
Source rows_of(const Data& data) {
  Source source = data;
  if (!data.rows && !data.paths.empty()) source.paths = {data.paths[0]};
  if (data.rows) source.paths.clear();
  return source;
}

std::span<const std::string> part_paths(const Data& data) {
  return std::span(data.paths).subspan(data.rows || data.paths.empty() ? 0 : 1);
}

/// Rows of one question together, as the learner takes them.
struct Questions {
  std::vector<MatrixD> features;
  std::vector<VectorD> grades;
  GradedQuestions view() const { return {features, grades}; }
};

Questions questions_of(const GradedRows& rows, const MatrixD& columns) {
  Questions result;
  for (const std::vector<Index>& question : rows.questions) {
    result.features.push_back(columns(question, Eigen::all));
    VectorD& grades = result.grades.emplace_back(std::ssize(question));
    for (Index i = 0; i < grades.size(); ++i) grades[i] = rows.grades[question[i]];
  }
  return result;
}

struct Choice {
  Index knots = 0;
  double lambda = 0, loss = INFINITY;  // of held-out queries; of lists what is missing to ndcg@10 = 1
  VectorD held_out;                    // scores of the rows in folds that were held out; NaN for others
};

/// The fold of each question; none where there is but one.
std::vector<int> folds_of(const GradedRows& rows, const Run& run) {
  const std::int64_t questions = std::ssize(rows.questions);
  if (questions < 2) return {};
  return k_folds(questions, static_cast<int>(std::min<std::int64_t>(most_folds, questions)), run.seed);
}

/// A question's scores, and its gains 2^grade - 1.
void add_graded(CandidateLists& lists, const VectorD& scores, const VectorD& grades) {
  const VectorD gains = grades.unaryExpr([](double grade) { return std::exp2(grade) - 1; });
  lists.add(std::span(scores.data(), scores.size()), std::span(gains.data(), gains.size()));
}

class JoinFit {
 public:
  /// The first `models` columns of values are what the even mix is made of.
  JoinFit(const GradedRows& rows, const MatrixD& values, Index models, std::vector<int> fold_of,
          const Parameters& parameters, const Run& run)
      : rows_(rows),
        values_(values),
        models_(models),
        parameters_(parameters),
        run_(run),
        points_(parameters.real("points")),
        order_(parameters.text("loss") == "list" ? RankOrder::list : RankOrder::pairs),
        all_(rows.questions.size()),
        fold_of_(std::move(fold_of)) {
    std::iota(all_.begin(), all_.end(), 0);
  }

  /// The knots and the lambda with the least loss on held-out queries, of lists with the best ndcg@10: the loss of a
  /// list asks where its last right text stands too, and would trade the top for that.
  Choice choose() const {
    std::vector<Index> knots{0, 8};
    if (parameters_.has("knots")) knots = {parameters_.integer("knots")};
    if (knots[0] == 1 || knots[0] == 2)
      throw Error(ErrorCode::usage, "--knots", "one or two knots make no pieces", "give 0, or 3 and more");
    std::vector<double> choices(std::begin(lambdas), std::end(lambdas));
    if (parameters_.has("lambda")) choices = {parameters_.real("lambda")};
    if (fold_of_.empty()) {  // one query: nothing is held out, and nothing can be chosen
      const bool both = choices.size() > 1;
      return {knots[0], both ? choices[choices.size() / 2] : choices[0], 0, VectorD::Constant(values_.rows(), NAN)};
    }
    Choice best;
    Index done = 0;
    Stage stage(*run_.observer, "choosing by held-out queries", static_cast<Index>(knots.size() * choices.size()), "");
    for (const Index k : knots)
      for (const double lambda : choices) {
        Choice tried = held_out(k, lambda);
        if (!(tried.loss > best.loss)) best = std::move(tried);
        stage.advance_to(++done);
      }
    return best;
  }

  RankWeights fit(const Choice& choice, const JoinColumns& columns) const {
    const Questions questions = questions_of(rows_, columns.columns(values_));
    return fit_rank_weights(questions.view(), all_, loss_of(choice.lambda), run_);
  }

 private:
  /// The even mix, the last column, is free.
  RankLoss loss_of(double lambda) const { return {lambda, points_, order_, models_ > 0 ? 1 : 0}; }

  Choice held_out(Index knots, double lambda) const {
    Choice result{knots, lambda, 0, VectorD::Constant(values_.rows(), NAN)};
    const JoinColumns columns = JoinColumns::learn(values_, models_, knots);
    const Questions questions = questions_of(rows_, columns.columns(values_));
    const int last = values_.size() > many_values ? 1 : 1 + *std::max_element(fold_of_.begin(), fold_of_.end());
    CandidateLists lists;
    for (int fold = 0; fold < last; ++fold) {
      const auto training = fold_members(fold_of_, all_, fold, false),
                 tested = fold_members(fold_of_, all_, fold, true);
      const RankWeights weights = fit_rank_weights(questions.view(), training, loss_of(lambda), run_);
      result.loss += held_out_loss(weights, questions.view(), tested, loss_of(0));
      for (const std::int64_t q : tested) {
        const VectorD scores = questions.features[q] * weights.weights;
        for (Index i = 0; i < scores.size(); ++i) result.held_out[rows_.questions[q][i]] = scores[i] + weights.base;
        add_graded(lists, scores, questions.grades[q]);
      }
    }
    if (order_ == RankOrder::list) result.loss = 1 - mean(ndcgs_at(lists, ndcg_depth));
    return result;
  }

  const GradedRows& rows_;
  const MatrixD& values_;
  Index models_;
  const Parameters& parameters_;
  const Run& run_;
  double points_;
  RankOrder order_;
  std::vector<std::int64_t> all_;
  std::vector<int> fold_of_;
};

/// "ndcg@10 0.8132, auc 0.6012" over the held-out questions; the same questions for every system.
std::string figures(const GradedRows& rows, const VectorD& held_out, const VectorD& scores) {
  CandidateLists graded, better;
  for (const std::vector<Index>& question : rows.questions) {
    if (std::isnan(held_out[question[0]])) continue;
    VectorD own(std::ssize(question)), grades(std::ssize(question));
    for (Index i = 0; i < own.size(); ++i) {
      own[i] = scores[question[i]];
      grades[i] = rows.grades[question[i]];
    }
    add_graded(graded, own, grades);
    const VectorD above = (grades.array() > grades.mean()).cast<double>();
    better.add(std::span(own.data(), own.size()), std::span(above.data(), above.size()));
  }
  const std::vector<double> ndcg = ndcgs_at(graded, ndcg_depth), auc = aucs_within(better);
  return fmt::format("ndcg@10 {:.4f}, auc within queries {:.4f}", mean(ndcg), mean(auc));
}

/// Whether a part seems to have learned from these rows: from as many, or from those that are no wrong ones. What
/// counts terms has seen no grades.
bool may_know(const Model& part, const GradedRows& rows) {
  const ModelHeader& header = part.header();
  if (header.data_fingerprint == hex64(rows.fingerprint)) return true;
  const auto right = std::count_if(rows.grades.begin(), rows.grades.end(), [](double grade) { return grade > 0; });
  return !dynamic_cast<const EmbedsTerms*>(&part) &&
         (header.data_rows == rows.pairs.size() || header.data_rows == right);
}

Fitted fit_join(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  JoinModel::Parts parts;
  std::vector<std::string> sources;  // of the parts: files, or that they are learned here
  Fingerprint sum;
  for (const std::string& path : part_paths(data)) {
    parts.push_back(fitting.load(path));
    sources.push_back(std::filesystem::path(path).filename());
    capability<ScoresPairs>(*parts.back());
    sum.add(parts.back()->header().data_fingerprint);
  }
  const GradedRows rows = read_graded_rows(rows_of(data), parameters.text("label"), parameters.text("group"), run);
  sum.add(hex64(rows.fingerprint));
  for (std::size_t p = 0; p < parts.size(); ++p)
    if (may_know(*parts[p], rows))
      run.observer->warn(
          fmt::format("{}: fitted on as many rows as are here; if it is these, its scores here are better "
                      "than they will be, and it is trusted too much: let --learn fit it by folds",
                      sources[p]));
  const std::vector<int> fold_of = folds_of(rows, run);
  std::vector<LearnedPart> learned = learn_parts(rows, fold_of, parameters.text("learn"), fitting);
  const auto given = std::ssize(parts);
  const bool alone = parameters.flag("models-alone");
  if (alone && given == 0 && learned.empty())
    throw Error(ErrorCode::usage, "--models-alone", "there is no model", "give models, or --learn");
  for (LearnedPart& part : learned) {
    parts.push_back(std::move(part.model));
    sources.emplace_back("learned here");
  }
  MatchRule rule = match_rule(parameters.text("text"), parameters.text("stemmer"), parameters.text("phrase-ends"));
  std::vector<std::string> different;
  std::unordered_set<std::string_view> seen;
  for (const std::string& text : rows.pairs.right.texts)
    if (seen.insert(text).second) different.push_back(text);
  TermCollection collection = count_collection(different, rule.terms);
  MatrixD values;
  {
    const Stage stage(*run.observer, "scoring rows");
    const MatchFeatures matching(std::move(rule), collection);
    values = join_features(parts, alone ? nullptr : &matching, rows.pairs, run);
    for (std::size_t p = 0; p < learned.size(); ++p) values.col(given + static_cast<Index>(p)) = learned[p].held_out;
  }
  const Index models = alone ? std::ssize(parts) : 0;  // in the even mix
  const JoinFit fit(rows, values, models, fold_of, parameters, run);
  const Choice choice = fit.choose();
  JoinColumns columns = JoinColumns::learn(values, models, choice.knots);
  RankWeights weights = fit.fit(choice, columns);

  Fitted fitted;
  FitReport& report = fitted.report;
  report.add("rows", fmt::format("{} of {} queries", rows.pairs.size(), rows.questions.size()));
  if (rows.skipped > 0) report.add("bad lines skipped", rows.skipped);
  report.add("chosen",
             fmt::format("{}lambda {:g}, {}", fold_of.empty() ? "not by held-out queries, there is one query: " : "",
                         choice.lambda, choice.knots > 0 ? fmt::format("{} knots", choice.knots) : "linear"));
  const std::vector<std::string> names = feature_names(parts, alone);
  if (!choice.held_out.array().isNaN().all()) {
    report.add("held-out queries: joined", figures(rows, choice.held_out, choice.held_out));
    for (std::size_t p = 0; p < parts.size(); ++p)
      report.add("held-out queries: " + names[p] + " (" + sources[p] + ")",
                 figures(rows, choice.held_out, values.col(static_cast<Index>(p))));
  }
  ModelHeader header =
      fitting.header(rows.pairs.size(), hex64(sum.value()), {{"lambda", fmt::format("{}", choice.lambda)}});
  header.self_test = {{{rows.pairs.left.texts[0], rows.pairs.right.texts[0]}, {}}};
  fitted.model = std::make_unique<JoinModel>(std::move(header), std::move(parts), std::move(collection),
                                             std::move(columns), std::move(weights));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan_join(const Data& data, const Parameters&, const Run&) {
  return {{"models", fmt::format("{}, kept whole in the new one", part_paths(data).size())},
          {"memory", "all rows, and some 250 numbers of each"}};
}

}  // namespace

Method join_method() {
  using enum ParameterType;
  return {.name = "join",
          .job = "ranking",
          .summary = "several models' scores and how the words match, joined by a ranking learned from graded texts",
          .data = "ROWS MODEL...",
          .schema_version = JoinModel::schema_version,
          .parameters =
              {{"label", text, "3", "the column with the grade: 0 or more, high is good"},
               {"group", text, "", "the column that texts of one query share; default: the query itself"},
               {"learn", text, "",
                "methods that learn from the same rows and are joined too, such as phsic,s2net: fitted by folds of "
                "queries"},
               {"text", text, "nfkc,lower,icu", "text pipeline of the words that are matched"},
               {"stemmer", text, "porter", "porter, a Snowball language, or none"},
               {"models-alone", flag, "", "join the models' scores and leave out how the words match"},
               {"phrase-ends", text, "with,without,w,for,from,by,in,into,on,at,to,over,under,as,per",
                "words that begin what a thing has or is for: the word before the first says what a text is"},
               Parameter::one_of(
                   "loss", "pairs",
                   "what is learned: which text of two is better, or the list as a whole, where its top counts most",
                   {"pairs", "list"}),
               {"points", real, "1", "weight of squared errors of the grade beside pairs within a query", 0, 1e6},
               {"knots", integer, "",
                "pieces of each feature's function, 0: a straight line; default: 0 or 8, chosen by held-out queries", 0,
                100},
               {"lambda", real, "", "strength of the regulariser; default: chosen by held-out queries", 0, 1e6}},
          .examples = {"couplet fit join faq.tsv bm25.couplet --columns query,text --label grade -o joined.couplet"},
          .plan = plan_join,
          .fit = fit_join,
          .load = JoinModel::load};
}

}  // namespace couplet
