#include "couplet/methods/bridge/bridge_methods.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/base/version.h"
#include "couplet/methods/bridge/bridge_model.h"
#include "couplet/methods/bridge/bridge_schema.h"
#include "couplet/methods/bridge/translation_table.h"

namespace couplet {
namespace {

constexpr std::int64_t most_held_out = 1000;
constexpr std::int64_t fewest_to_refit = 20;  // a held-out document in so many is worth training again

/// Documents as vectors over the terms chosen from them, or from others.
struct Weighted {
  std::vector<CsrMatrix<double>> texts;  // by language
};

Weighted weighted(const DocumentCounts& documents, const TermSpace& space, bool even) {
  Weighted result;
  for (Index m = 0; m < space.languages(); ++m) result.texts.push_back(weighted_texts(documents, m, space));
  if (even) result.texts = even_rows(result.texts);
  return result;
}

/// The columns of one language's terms.
CsrMatrix<double> own_columns(const CsrMatrix<double>& texts, const TermSpace& space, Index language) {
  std::vector<std::int32_t> columns = texts.columns();
  for (std::int32_t& column : columns) column -= static_cast<std::int32_t>(space.first_row(language));
  return CsrMatrix<double>(texts.rows(), space.list(language).words.size(), texts.offsets(), std::move(columns),
                           texts.values());
}

void require_two(const DocumentCounts& documents, BridgeKind kind) {
  if (documents.languages.size() != 2)
    throw Error(ErrorCode::usage, "",
                fmt::format("{} takes two languages, here are {}", name_of(kind), documents.languages.size()),
                "use opca or cl-lsi for more");
}

Projection linear(BridgeKind kind, const DocumentCounts& documents, const TermSpace& space, const Weighted& texts,
                  const Parameters& parameters, const Run& run) {
  ProjectionOptions options = projection_options(parameters);
  Projection projection;
  if (kind == BridgeKind::cl_lsi) {
    const CsrMatrix<double> joined = joined_texts(documents, space);
    projection = cl_lsi(parameters.flag("even") ? even_rows({joined})[0] : joined, options, run);
  } else {
    options.regulariser = parameters.real("regulariser");
    projection = kind == BridgeKind::opca
                     ? opca(texts.texts, options, run)
                     : cca(own_columns(texts.texts[0], space, 0), own_columns(texts.texts[1], space, 1), options, run);
  }
  if (const double power = parameters.real("power"); power != 0)
    projection.terms.array().rowwise() *= projection.values.array().pow(power).transpose();
  return projection;
}

void report_documents(const DocumentCounts& documents, FitReport& report, const Run& run) {
  report.add("documents", fmt::format("{} in {} languages", documents.documents(), documents.languages.size()));
  for (std::size_t m = 0; m < documents.languages.size(); ++m)
    if (documents.empty[m] > 0)
      run.observer->warn(fmt::format("{}: {} of {} texts have no word", documents.names[m], documents.empty[m],
                                     documents.documents()));
  if (documents.skipped > 0) report.add("skipped", fmt::format("{}", documents.skipped));
}

void report_terms(const DocumentCounts& documents, const TermSpace& space, FitReport& report) {
  if (space.shared()) {
    report.add("terms", fmt::format("{}, shared", space.rows()));
    return;
  }
  for (std::size_t m = 0; m < documents.languages.size(); ++m)
    report.add("terms", fmt::format("{} of {} in {}", space.lists()[m].words.size(),
                                    documents.languages[m].words.size(), documents.names[m]));
}

void report_projection(const Projection& projection, FitReport& report) {
  report.add("dimensions", fmt::format("{}", projection.values.size()));
  report.add("values", fmt::format("{:.6g} to {:.6g}", projection.values[0], projection.values.tail(1)[0]));
  report.add("solved by", projection.route);
  report.add("residual", fmt::format("{:.1e}", projection.residual));
}

/// S2Net with its start.
class S2NetFit {
 public:
  S2NetFit(const Parameters& parameters, FitReport& report, const Run& run)
      : parameters_(parameters), report_(report), run_(run), options_(s2net_options(parameters)) {}

  /// The projection; space: chosen from all documents.
  MatrixF fit(const DocumentCounts& documents, const TermSpace& space) {
    if (parameters_.has("development")) return with_development(documents, space);
    const std::int64_t n = documents.documents();
    const auto held = std::min(
        most_held_out, static_cast<std::int64_t>(std::ceil(parameters_.real("hold-out") * static_cast<double>(n))));
    if (held == 0 || n - held < 2) return train(documents, space, nullptr).projection;
    const std::vector<std::int64_t> order = Random(run_.seed, 0x68656c64).permutation(n);
    const DocumentCounts rest = chosen_documents(documents, sorted(order, held, n));
    const DocumentCounts out = chosen_documents(documents, sorted(order, 0, held));
    report_.add("held out", fmt::format("{} documents", held));
    S2NetResult<float> tried = train(rest, space, &out);
    if (n >= held * fewest_to_refit) return std::move(tried.projection);
    // Few documents: the ones held out are worth having, and the number of iterations is known now.
    options_.optimiser.max_iterations = best_iteration(tried.report);
    report_.add("trained again", fmt::format("on all documents, {} iterations", options_.optimiser.max_iterations));
    return train(documents, space, nullptr).projection;
  }

 private:
  static std::vector<std::int64_t> sorted(const std::vector<std::int64_t>& order, std::int64_t begin,
                                          std::int64_t end) {
    std::vector<std::int64_t> part(order.begin() + begin, order.begin() + end);
    std::sort(part.begin(), part.end());
    return part;
  }

  MatrixF with_development(const DocumentCounts& documents, const TermSpace& space) {
    const std::string& path = parameters_.text("development");
    DataFiles files;
    files.paths = {path};
    const DocumentCounts development = count_documents(files, parse_pipelines(parameters_.text("text")), run_);
    const std::unordered_set<std::uint64_t> seen(documents.hashes.begin(), documents.hashes.end());
    const auto overlap = std::count_if(development.hashes.begin(), development.hashes.end(),
                                       [&](std::uint64_t hash) { return seen.contains(hash); });
    if (overlap > 0)
      run_.observer->warn(
          fmt::format("{}: {} of {} documents are in the training data too", path, overlap, development.documents()));
    report_.add("development", fmt::format("{} documents", development.documents()));
    return train(documents, space, &development).projection;
  }

  S2NetResult<float> train(const DocumentCounts& documents, const TermSpace& space, const DocumentCounts* held) {
    const std::string& name = parameters_.text("start");
    const BridgeKind kind = name == "opca" ? BridgeKind::opca : name == "cl-lsi" ? BridgeKind::cl_lsi : BridgeKind::cca;
    const bool even = parameters_.flag("even");
    const Weighted texts = weighted(documents, space, even);
    const Projection start = linear(kind, documents, space, texts, parameters_, run_);
    const Weighted development = held ? weighted(*held, space, even)
                                      : Weighted{{CsrMatrix<double>(0, space.rows(), {0}, {}, {}),
                                                  CsrMatrix<double>(0, space.rows(), {0}, {}, {})}};
    auto result = train_bridge({texts.texts[0], texts.texts[1]}, start.terms,
                               {development.texts[0], development.texts[1]}, options_, run_);
    report_.add("loss", fmt::format("{:.6g} to {:.6g}, {} iterations, {} evaluations", result.report.first_loss,
                                    result.report.loss, result.report.iterations, result.report.evaluations));
    if (held)
      report_.add("development figure",
                  fmt::format("{:.4f} to {:.4f} after {} iterations", result.report.trace[0].development,
                              result.report.development, best_iteration(result.report)));
    return result;
  }

  const Parameters& parameters_;
  FitReport& report_;
  const Run& run_;
  S2NetOptions options_;
};

CsrMatrix<float> identity(Index size) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  for (Index i = 0; i < size; ++i) {
    offsets.push_back(i + 1);
    columns.push_back(static_cast<std::int32_t>(i));
  }
  return CsrMatrix<float>(size, size, std::move(offsets), std::move(columns),
                          std::vector<float>(static_cast<std::size_t>(size), 1.0F));
}

TermProjection project(BridgeKind kind, const DocumentCounts& documents, const TermSpace& space,
                       const Parameters& parameters, FitReport& report, const Run& run) {
  switch (kind) {
    case BridgeKind::untranslated:
      return TermProjection(identity(space.rows()));
    case BridgeKind::word_by_word: {
      const TranslationOptions options{parameters.integer("rounds"), parameters.integer("translations"),
                                       parameters.real("least")};
      return TermProjection(translating_projection(documents, space, options, report, run));
    }
    case BridgeKind::s2net:
      return TermProjection(S2NetFit(parameters, report, run).fit(documents, space));
    case BridgeKind::cl_lsi:
    case BridgeKind::opca:
    case BridgeKind::cca:
      break;
  }
  const Projection projection =
      linear(kind, documents, space, weighted(documents, space, parameters.flag("even")), parameters, run);
  report_projection(projection, report);
  return TermProjection(projection.terms);
}

template <BridgeKind kind>
Fitted fit(const DataFiles& data, const Parameters& parameters, const Run& run) {
  Fitted fitted;
  auto pipelines = parse_pipelines(parameters.text("text"));
  const TermOptions options = term_options(kind, parameters);
  const DocumentCounts documents = count_documents(data, pipelines, run);
  if (kind == BridgeKind::cca || kind == BridgeKind::s2net || kind == BridgeKind::word_by_word)
    require_two(documents, kind);
  report_documents(documents, fitted.report, run);
  TermSpace space = choose_terms(documents, options);
  report_terms(documents, space, fitted.report);
  TermProjection projection = project(kind, documents, space, parameters, fitted.report, run);

  ModelHeader header;
  header.method = std::string(name_of(kind));
  header.parameters = parameters.kept();
  header.data_rows = documents.documents();
  header.data_fingerprint = documents.fingerprint;
  header.seed = run.seed;
  header.library_version = library_version;
  const Weighted texts = weighted(documents, space, false);
  auto model =
      std::make_unique<BridgeModel>(std::move(header), std::move(space), std::move(pipelines), std::move(projection));
  model->finish_header(texts.texts);
  fitted.model = std::move(model);
  return fitted;
}

template <BridgeKind kind>
std::vector<std::pair<std::string, std::string>> plan(const DataFiles&, const Parameters& parameters, const Run&) {
  const std::int64_t terms = parameters.integer("terms");
  std::vector<std::pair<std::string, std::string>> steps = {
      {"passes over the data", "1"}, {"memory", "8 bytes a distinct word of a text, for each language"}};
  if constexpr (kind == BridgeKind::cl_lsi || kind == BridgeKind::opca || kind == BridgeKind::cca ||
                kind == BridgeKind::s2net)
    steps.emplace_back("memory", format_bytes(terms * parameters.integer("dimensions") * 24) + " for the projection");
  if constexpr (kind == BridgeKind::opca || kind == BridgeKind::cca || kind == BridgeKind::s2net)
    steps.emplace_back("memory",
                       "at most " + format_bytes(terms * terms * 12) + " for the eigenproblem; less for few documents");
  return steps;
}

template <BridgeKind kind>
Method method(const char* summary, const char* data, std::vector<std::string> examples) {
  return {.name = std::string(name_of(kind)),
          .job = "bridge",
          .summary = summary,
          .data = data,
          .parameters = bridge_parameters(kind),
          .examples = std::move(examples),
          .plan = plan<kind>,
          .fit = fit<kind>,
          .load = BridgeModel::load};
}

}  // namespace

std::vector<Method> bridge_methods() {
  constexpr const char *two = "PAIRS | LEFT RIGHT", *more = "PAIRS | LEFT RIGHT...";
  return {
      method<BridgeKind::opca>("one space for texts of several languages by oriented PCA: the one to start with", more,
                               {"couplet fit opca pairs.tsv --dimensions 50 -o opca.couplet",
                                "couplet fit opca left.txt right.txt --regulariser 1 -o opca.couplet"}),
      method<BridgeKind::cca>("one space for texts of two languages by canonical correlations", two,
                              {"couplet fit cca left.txt right.txt --regulariser 10 -o cca.couplet"}),
      method<BridgeKind::cl_lsi>("one space for texts of several languages by the SVD of both together", more,
                                 {"couplet fit cl-lsi left.txt right.txt --dimensions 50 -o cl-lsi.couplet"}),
      method<BridgeKind::s2net>("one space for texts of two languages, trained to rank: the best for few documents",
                                two, {"couplet fit s2net left.txt right.txt --dimensions 50 -o s2net.couplet"}),
      method<BridgeKind::word_by_word>("texts of two languages by a table of translated words: a baseline", two,
                                       {"couplet fit word-by-word pairs.tsv -o words.couplet"}),
      method<BridgeKind::untranslated>("texts of several languages by the words they share: a baseline", more,
                                       {"couplet fit untranslated pairs.tsv -o shared.couplet"}),
  };
}

}  // namespace couplet
