#include "couplet/methods/bridge/bridge_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/methods/bridge/development.h"
#include "couplet/methods/bridge/linear_projection.h"
#include "couplet/methods/bridge/opca_matrices.h"
#include "couplet/methods/bridge/s2net_graded.h"
#include "couplet/methods/bridge/same_texts.h"
#include "couplet/methods/bridge/translation_table.h"
#include "couplet/methods/bridge/tuning.h"
#include "couplet/plot/picture_file.h"

namespace couplet {
namespace {

using Texts = std::vector<OwnedRows<double>>;  // by language

double regulariser_of(BridgeKind kind, const Parameters& parameters) {
  return kind == BridgeKind::cl_lsi || is_single(kind) ? 0 : parameters.real("regulariser");
}

/// With what is chosen by the data: dimensions that were not asked for.
ProjectionOptions options_of(BridgeKind kind, std::int64_t documents, const Parameters& parameters, FitReport& report) {
  ProjectionOptions options = projection_options(kind, parameters, documents);
  options.regulariser = regulariser_of(kind, parameters);
  if (!options.asked)
    report.add("dimensions by", fmt::format("auto: {} for {} documents", options.dimension, documents));
  return options;
}

void report_projection(const Projection& projection, FitReport& report) {
  report.add("dimensions", projection.values.size());
  report.add("values", fmt::format("{:.6g} to {:.6g}", projection.values[0], projection.values.tail(1)[0]));
  report.add("solved by", projection.route);
  report.add("residual", projection.residual, ".1e");
}

/// S2Net with its start.
class S2NetFit {
 public:
  S2NetFit(const Parameters& parameters, FitReport& report, const Run& run)
      : parameters_(parameters), report_(report), run_(run), options_(s2net_options(parameters)) {}

  /// The projection; space: chosen from all documents.
  MatrixF fit(const Data& data, const DocumentCounts& documents, const TermSpace& space) {
    const std::int64_t n = documents.documents();
    projection_ = options_of(BridgeKind::s2net, n, parameters_, report_);
    if (parameters_.has("label")) return by_grades(data, documents, space);
    if (parameters_.has("development")) return with_development(documents, space);
    const HeldOut parts = hold_out(documents, parameters_.real("hold-out"), run_,
                                   first_alike(weighted_texts(documents, 0, space), *run_.team));
    if (parts.held.documents() == 0) return train(documents, space, nullptr).projection;
    report_.add("held out", fmt::format("{} documents", parts.held.documents()));
    S2NetResult<float> tried = train(parts.rest, space, &parts.held);
    if (!parts.few()) return std::move(tried.projection);
    // Few documents: the ones held out are worth having, and the number of iterations is known now.
    options_.optimiser.max_iterations = best_iteration(tried.report);
    report_.add("trained again", fmt::format("on all documents, {} iterations", options_.optimiser.max_iterations));
    return train(documents, space, nullptr).projection;
  }

 private:
  MatrixF with_development(const DocumentCounts& documents, const TermSpace& space) {
    const DocumentCounts development =
        read_development(parameters_.text("development"), documents, pipelines_of(parameters_), run_);
    report_.add("development", fmt::format("{} documents", development.documents()));
    return train(documents, space, &development).projection;
  }

  /// On pairs of unequal grade within a query; the rows are the documents.
  MatrixF by_grades(const Data& data, const DocumentCounts& documents, const TermSpace& space) {
    for (const char* other : {"triples", "development"})
      if (parameters_.has(other))
        throw Error(ErrorCode::usage, std::string("--") + other, "does not go with --label", "leave one of them out");
    if (parameters_.given("competitors") && !parameters_.flag("pair-loss"))
      throw Error(ErrorCode::usage, "--competitors", "pairs of unequal grade have none",
                  "leave it out, or train on counterparts too with --pair-loss");
    const GradedRows rows = read_graded_rows(data, parameters_.text("label"), parameters_.text("group"), run_);
    if (rows.pairs.size() != documents.documents())
      throw Error(ErrorCode::data, data.name(), "some rows have no grade", "leave them out of the file");
    const Texts texts = weighted_languages(documents, space, parameters_.flag("even"), *run_.team);
    const OwnedRows<double> left = whole_everywhere(texts[0], *run_.team),
                            right = whole_everywhere(texts[1], *run_.team);
    const auto train = [&](const GradedSplit& split) {
      GradedResult result =
          train_graded({left, right}, rows, split, start_on_counterparts(data, documents, space, rows, split),
                       {parameters_.flag("by-gain"), parameters_.flag("pair-loss")}, options_, run_);
      report_.add("graded", fmt::format("{} pairs of unequal grade, {} queries", result.pairs, split.learned.size()));
      if (result.counterparts > 0) report_.add("counterparts", result.counterparts);
      report_training(result.trained.report, !split.held.empty());
      return std::move(result.trained);
    };
    const GradedSplit split = split_queries(rows, parameters_.real("hold-out"), run_.seed);
    report_.add("held out", fmt::format("{} queries", split.held.size()));
    S2NetResult<float> tried = train(split);
    if (std::ssize(rows.questions) >= std::ssize(split.held) * HeldOut::fewest_to_refit)
      return std::move(tried.projection);
    options_.optimiser.max_iterations = best_iteration(tried.report);
    report_.add("trained again", fmt::format("on all queries, {} iterations", options_.optimiser.max_iterations));
    return train(split_queries(rows, 0, run_.seed)).projection;
  }

  /// From what is known to go together: neither what is graded 0, nor anything of a held-out query.
  MatrixD start_on_counterparts(const Data& data, const DocumentCounts& documents, const TermSpace& space,
                                const GradedRows& rows, const GradedSplit& split) {
    const std::vector<std::int64_t> known = counterparts(rows, split);
    if (known.size() < 2)
      throw Error(ErrorCode::data, data.name(), fmt::format("{} rows to learn from have a grade above 0", known.size()),
                  "give at least two, or lower --hold-out");
    const DocumentCounts together = chosen_documents(documents, known, run_);
    return start_on(together, space, weighted_languages(together, space, parameters_.flag("even"), *run_.team)).terms;
  }

  Projection start_on(const DocumentCounts& documents, const TermSpace& space, const Texts& texts) {
    const std::string& name = parameters_.text("start");
    const BridgeKind kind = name == "opca"     ? BridgeKind::opca
                            : name == "cl-lsi" ? BridgeKind::cl_lsi
                            : name == "pca"    ? BridgeKind::pca
                                               : BridgeKind::cca;
    return name == "random" ? random_projection(space.rows(), projection_, run_)
                            : linear_projection(kind, documents, space, texts, projection_, parameters_, run_);
  }

  void report_training(const S2NetReport& done, bool development) {
    report_.add("loss", fmt::format("{:.6g} to {:.6g}, {} iterations, {} evaluations", done.first_loss, done.loss,
                                    done.iterations, done.evaluations));
    if (development)
      report_.add("development figure", fmt::format("{:.4f} to {:.4f} after {} iterations", done.trace[0].development,
                                                    done.development, best_iteration(done)));
  }

  S2NetResult<float> train(const DocumentCounts& documents, const TermSpace& space, const DocumentCounts* held) {
    const bool even = parameters_.flag("even");
    const Texts texts = weighted_languages(documents, space, even, *run_.team);
    const Projection start = start_on(documents, space, texts);
    const Texts development =
        held ? weighted_languages(*held, space, even, *run_.team)
             : Texts{CsrMatrix<double>(0, space.rows(), {0}, {}, {}), CsrMatrix<double>(0, space.rows(), {0}, {}, {})};
    auto result = train_on(texts, space, start.terms, development);
    report_training(result.report, held != nullptr);
    return result;
  }

  S2NetResult<float> train_on(const Texts& texts, const TermSpace& space, const MatrixD& start,
                              const Texts& development) {
    const Index n = texts[0].matrix.rows();
    const BilingualTexts held{development[0], development[1]};
    if (!parameters_.has("triples")) return train_bridge({texts[0], texts[1]}, n, {}, start, held, options_, run_);
    const JudgedTexts judged = read_judged(parameters_.text("triples"), pipelines_of(parameters_), space, run_);
    const Index count = judged.left.rows();
    report_.add("judged", fmt::format("{} triples", count));
    std::vector<S2NetTriple> triples;
    for (Index i = 0; i < count; ++i) triples.push_back({n + i, n + i, n + count + i, 1});
    const OwnedRows<double> left = stacked({whole_everywhere(texts[0], *run_.team), judged.left}),
                            right = stacked({whole_everywhere(texts[1], *run_.team), judged.better, judged.worse});
    return train_bridge({left, right}, n, std::move(triples), start, held, options_, run_);
  }

  const Parameters& parameters_;
  FitReport& report_;
  const Run& run_;
  S2NetOptions options_;
  ProjectionOptions projection_;
};

Projection tuned(BridgeKind kind, const DocumentCounts& documents, const TermSpace& space, const LanguagePair& sides,
                 const Parameters& parameters, FitReport& report, const Run& run) {
  if (!parameters.has("development"))
    throw Error(ErrorCode::usage, "--tune", "there are no texts to try on", "give some with --development FILE");
  if (parameters.has("curve")) check_picture_name("--curve", parameters.text("curve"));
  const TuningPlan plan = parse_tuning(parameters.text("tune"), kind != BridgeKind::cl_lsi);
  const DocumentCounts development =
      read_development(parameters.text("development"), documents, pipelines_of(parameters), run);
  report.add("development", fmt::format("{} documents", development.documents()));
  const Texts texts = weighted_languages(documents, space, parameters.flag("even"), *run.team);
  const TermSpace compared = space.with_power(parameters.real("idf-power"));
  const ProjectionOptions first = options_of(kind, documents.documents(), parameters, report);
  const Tuned result = tune_projection(
      plan, first.regulariser, first.dimension,
      [&](double g, Index dimension) {
        ProjectionOptions options = first;
        options.regulariser = g;
        options.dimension = dimension;
        options.asked = first.asked && dimension == first.dimension;
        return linear_projection(kind, documents, space, texts, options, parameters, run);
      },
      weighted_texts(development, sides.left, compared), weighted_texts(development, sides.right, compared), run);
  for (const TuningTrial& trial : result.trials)
    report.add("tried", fmt::format("{} dimensions, regulariser {:g}: accuracy {:.4f}, mrr {:.4f}", trial.dimension,
                                    trial.regulariser, trial.accuracy, trial.mrr));
  report.add("chosen", fmt::format("{} dimensions, regulariser {:g}", result.best.dimension, result.best.regulariser));
  if (!result.edge.empty()) report.add("edge", result.edge);
  if (parameters.has("curve")) write_file(parameters.text("curve"), tuning_svg(result, name_of(kind)));
  return result.projection;
}

/// Left words by their translations; with --dimensions all through LSA of the right language's documents.
TermProjection translated_terms(const DocumentCounts& documents, const TermSpace& space, const Parameters& parameters,
                                FitReport& report, const Run& run) {
  const TranslationOptions options{parameters.integer("rounds"), parameters.integer("translations"),
                                   parameters.real("least")};
  CsrMatrix<float> table = translating_projection(documents, space, options, parameters.text("table"), report, run);
  if (!parameters.has("dimensions")) return TermProjection(std::move(table));
  const ProjectionOptions wanted = projection_options(BridgeKind::word_by_word, parameters, documents.documents());
  const Projection lsa = cl_lsi(own_columns(weighted_texts(documents, 1, space), space, 1), wanted, run);
  report_projection(lsa, report);
  MatrixF mapped(table.rows(), lsa.terms.cols());
  table.multiply(lsa.terms.cast<float>(), mapped, run);
  return TermProjection(mapped);
}

CsrMatrix<float> identity(Index size) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  for (Index i = 0; i < size; ++i) {
    offsets.push_back(i + 1);
    columns.push_back(static_cast<std::int32_t>(i));
  }
  return CsrMatrix<float>(size, size, std::move(offsets), std::move(columns), std::vector<float>(size, 1.0F));
}

}  // namespace

std::vector<OwnedRows<double>> weighted_languages(const DocumentCounts& documents, const TermSpace& space, bool even,
                                                  Team& team) {
  std::vector<OwnedRows<double>> texts;
  for (Index m = 0; m < space.languages(); ++m) texts.push_back(weighted_texts(documents, m, space));
  if (even) return even_rows(texts, team);
  return texts;
}

void report_documents(const DocumentCounts& documents, FitReport& report, const Run& run) {
  if (documents.languages.size() == 1)
    report.add("documents", documents.documents());
  else
    report.add("documents", fmt::format("{} in {} languages", documents.documents(), documents.languages.size()));
  for (std::size_t m = 0; m < documents.languages.size(); ++m)
    if (documents.empty[m] > 0)
      run.observer->warn(fmt::format("{}: {} of {} texts have no word", documents.names[m], documents.empty[m],
                                     documents.documents()));
  if (documents.skipped > 0) report.add("skipped", documents.skipped);
}

TermProjection fit_projection(BridgeKind kind, const Data& data, const DocumentCounts& documents,
                              const TermSpace& space, const LanguagePair& sides, const Parameters& parameters,
                              FitReport& report, const Run& run) {
  switch (kind) {
    case BridgeKind::untranslated:
      return TermProjection(identity(space.rows()));
    case BridgeKind::word_by_word:
      return translated_terms(documents, space, parameters, report, run);
    case BridgeKind::s2net:
      return TermProjection(S2NetFit(parameters, report, run).fit(data, documents, space));
    case BridgeKind::cl_lsi:
    case BridgeKind::opca:
    case BridgeKind::cca:
    case BridgeKind::dda:
    case BridgeKind::lsi:
    case BridgeKind::pca:
      break;
  }
  const Projection projection =
      parameters.known("tune") && parameters.has("tune")
          ? tuned(kind, documents, space, sides, parameters, report, run)
          : linear_projection(kind, documents, space,
                              weighted_languages(documents, space, parameters.flag("even"), *run.team),
                              options_of(kind, documents.documents(), parameters, report), parameters, run);
  report_projection(projection, report);
  return TermProjection(projection.terms);
}

}  // namespace couplet
