#include "couplet/methods/vectors/vectors_method.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/methods/vectors/kernel_files.h"
#include "couplet/methods/vectors/similarity_kernel.h"
#include "couplet/methods/vectors/subword_learning.h"
#include "couplet/methods/vectors/table_source.h"
#include "couplet/methods/vectors/vectors_model.h"
#include "couplet/methods/vectors/vectors_schema.h"

namespace couplet {
namespace {

/// --stop-words as it was given: a file's words, or how many of the most frequent.
struct StopWords {
  std::vector<std::string> words;
  std::int64_t most_frequent = 0;
};

/// Before any counting: what is wrong with it is said at once.
StopWords parse_stop_words(const Parameters& parameters) {
  const std::string& spec = parameters.text("stop-words");
  if (spec.empty()) return {};
  if (parameters.has("row-kernel") || parameters.has("col-kernel"))
    throw Error(ErrorCode::usage, "--stop-words", "cannot stand beside a kernel of your own",
                "put the weights into its file");
  if (!spec.starts_with("top:")) return {read_words(spec), 0};
  std::int64_t count = 0;
  const auto [end, failure] = std::from_chars(spec.data() + 4, spec.data() + spec.size(), count);
  if (failure != std::errc() || end != spec.data() + spec.size() || count < 1)
    throw Error(ErrorCode::usage, "--stop-words", "'" + spec + "' is not top:N", "write top:100, or give a file");
  return {{}, count};
}

/// The words themselves: those of the file, or those with the largest row sums.
std::vector<std::string> stop_words(const StopWords& stop, const SourcedTable& source, const Run& run) {
  if (stop.most_frequent == 0) return stop.words;
  const CountTable& table = source.table;
  const VectorD sums = source.row_sums(run);
  std::vector<Index> order(sums.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return sums[a] > sums[b]; });
  std::vector<std::string> words;
  for (std::size_t i = 0; i < order.size() && std::ssize(words) < stop.most_frequent; ++i)
    words.emplace_back(table.rows.word(order[i]));
  return words;
}

VectorD stop_weights(const std::vector<std::string>& words, const Vocabulary& labels, double more) {
  VectorD weights = VectorD::Ones(labels.size());
  for (const std::string& word : words)
    if (const std::int64_t label = labels.find(word); label >= 0) weights[label] = 1 + more;
  return weights;
}

/// --similarity: the paper's weights when one is given, else ours, which draw similar words together on both sides.
void take_similarities(const Parameters& parameters, const CountTable& table, FamilyOptions& family, FitReport& report,
                       const Run& run) {
  if (!parameters.known("similarity")) return;
  const bool chosen = parameters.has("alpha-row") || parameters.has("alpha-col");
  for (const char* const name : {"alpha-row", "alpha-col", "beta-row", "beta-col"})
    if (parameters.given(name) && (!parameters.has("similarity") || !chosen))
      throw Error(ErrorCode::usage, std::string("--") + name, "is a weight of known similarities",
                  "give --similarity FILE, with --alpha-row or --alpha-col");
  if (!parameters.has("similarity")) return;
  KnownSimilarities rows = read_similarities(parameters.text("similarity"), table.rows);
  KnownSimilarities cols = read_similarities(parameters.text("similarity"), table.cols);
  report.add("similarities", fmt::format("{} between rows ({} unknown), {} between columns ({} unknown)", rows.used,
                                         rows.unknown, cols.used, cols.unknown));
  SimilarityKernel kernel{.rows = std::move(rows.matrix), .cols = std::move(cols.matrix)};
  if (chosen) {
    if (parameters.given("similarity-weight"))
      throw Error(ErrorCode::usage, "--similarity-weight", "cannot stand beside --alpha-row and --alpha-col",
                  "leave out the one or the others");
    kernel.a_row = parameters.has("alpha-row") ? parameters.real("alpha-row") : 0;
    kernel.a_col = parameters.has("alpha-col") ? parameters.real("alpha-col") : 0;
    kernel.b_row = parameters.real("beta-row");
    kernel.b_col = parameters.real("beta-col");
  } else {
    const double bound = similarity_bound(table.counts, kernel.rows, kernel.cols, run);
    if (!std::isfinite(bound)) return;  // no pair of them is in the table
    kernel.a_row = kernel.a_col = -parameters.real("similarity-weight") * bound;
  }
  family.similarity = std::move(kernel);
}

void take_kernels(const Parameters& parameters, const StopWords& stop, SourcedTable& source, FamilyOptions& family,
                  FitReport& report, const Run& run) {
  const CountTable& table = source.table;
  if (parameters.has("stop-words")) {
    const auto words = stop_words(stop, source, run);
    family.row_kernel = SideKernel(stop_weights(words, table.rows, parameters.real("stop-row")));
    family.col_kernel = SideKernel(stop_weights(words, table.cols, parameters.real("stop-col")));
    const auto known =
        std::count_if(words.begin(), words.end(), [&](const auto& word) { return table.cols.find(word) >= 0; });
    report.add("stop words", fmt::format("{} of {} in the table", known, words.size()));
  }
  std::int64_t unknown = 0;
  if (parameters.has("row-kernel"))
    family.row_kernel = read_kernel(parameters.text("row-kernel"), table.rows, unknown, run);
  if (parameters.has("col-kernel"))
    family.col_kernel = read_kernel(parameters.text("col-kernel"), table.cols, unknown, run);
  if (unknown > 0)
    run.observer->warn(fmt::format("{} lines of the kernels name labels the table does not have", unknown));
  if (parameters.known("similarity") && parameters.has("similarity")) source.make_whole(run);  // S N is not shared
  take_similarities(parameters, table, family, report, run);
}

FamilyOptions family_options(Member member, const Parameters& parameters) {
  FamilyOptions family;
  family.member = member;
  if (member == Member::sgns) {
    family.shift = parameters.real("negatives");
    family.positive = !parameters.flag("signed");
  }
  if (member == Member::kpca) family.alpha = parameters.real("alpha");
  if (member == Member::gtest || member == Member::sgns || member == Member::glove)
    family.context_power = parameters.real("context-power");
  return family;
}

bool same_labels(const CountTable& table) {
  return std::ranges::equal(table.rows.bytes(), table.cols.bytes()) &&
         std::ranges::equal(table.rows.offsets(), table.cols.offsets());
}

std::shared_ptr<const WordVectors> word_vectors(const Vocabulary& labels, const MatrixD& coordinates) {
  auto values = std::make_shared<std::vector<float>>(coordinates.size());
  std::transform(coordinates.data(), coordinates.data() + coordinates.size(), values->begin(),
                 [](double x) { return static_cast<float>(x); });
  const std::span<const float> span(*values);
  return std::make_shared<WordVectors>(labels, coordinates.cols(), span, std::nullopt, values);
}

/// asked: how many dimensions the user wanted; 0: none in particular.
void report_axes(const Decomposition& d, Index asked, FitReport& report, const Run& run) {
  if (d.s.size() == 0)
    throw Error(ErrorCode::data, "", "rows and columns are independent: the table has no axis",
                "there is nothing to analyse");
  if (d.s.size() < asked)
    run.observer->warn(fmt::format("the table has {} axes: that is all the dimensions there are", d.s.size()));
  if (!d.converged) run.observer->warn(fmt::format("the decomposition did not settle: residual {:.1e}", d.residual));
  report.add("dimensions", d.s.size());
  report.add("singular values", fmt::format("{:.6g} to {:.6g}", d.s[0], d.s[d.s.size() - 1]));
  report.add("residual", d.residual, ".1e");
}

template <Member member>
Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  Fitted fitted;
  FamilyOptions family = family_options(member, parameters);
  const CoordinatesChoice choice = coordinates_in(parameters);
  const StopWords stop = parse_stop_words(parameters);
  SourcedTable source = read_source(data, parameters, fitted.report, run);
  take_kernels(parameters, stop, source, family, fitted.report, run);
  if (choice.which == Coordinates::sum && !same_labels(source.table))
    throw Error(ErrorCode::usage, "--coordinates", "sum needs rows and columns of the same labels", "use f or g");

  const bool keep = parameters.flag("keep-table") || !source.from_text;
  DecompositionOptions options{parameters.integer("dimensions"), parameters.flag("exact")};
  if (parameters.has("svd-rounds")) options.rounds = parameters.integer("svd-rounds");
  Decomposition decomposition = decompose(source.table, family, options, run, source.share ? &*source.share : nullptr);
  report_axes(decomposition, parameters.given("dimensions") ? options.dimensions : 0, fitted.report, run);
  const bool of_columns = choice.which == Coordinates::g || choice.which == Coordinates::v;
  auto vectors = word_vectors(of_columns ? source.table.cols : source.table.rows,
                              coordinates_of(decomposition, family, choice.which, choice.power));

  if (const std::int64_t buckets = parameters.integer("subwords"); buckets > 0) {
    vectors = with_learned_subwords(std::move(vectors), buckets, run);
    fitted.report.add("subwords", buckets);
  }
  const std::string pipeline = source.table.pipeline;
  ModelHeader header = fitting.header(source.data_rows, source.fingerprint,
                                      {{"text", pipeline}, {"plain", family.plain() ? "yes" : "no"}});
  std::shared_ptr<const KeptTable> kept;
  if (keep) source.make_whole_at_first(run);
  if (keep && run.team->is_first()) {  // who writes it
    Run alone = run;
    alone.team = &Team::solo();
    auto difference = make_difference<double>(source.table, family, alone);
    const bool related = !family.row_kernel.diagonal() || !family.col_kernel.diagonal();
    kept = std::make_shared<const KeptTable>(
        KeptTable{std::move(source.table), std::move(difference), std::move(decomposition), related});
  }
  fitted.model = std::make_unique<VectorsModel>(std::move(header), std::move(vectors), pipeline, std::move(kept));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan(const Data& data, const Parameters& parameters, const Run& run) {
  const std::string kind = input_kind(data, parameters);
  return {{"input", kind},
          {"passes over the data", "1"},
          {"memory", "two copies of the table and three of the vectors; counting takes at most " +
                         format_bytes(run.memory.bytes()) + ", the rest goes to disk"}};
}

template <Member member>
Method method(const char* summary, std::vector<std::string> examples) {
  return {.name = std::string(name_of(member)),
          .job = "vectors",
          .summary = summary,
          .data = "TEXT... | TABLE | COUNTS",
          .parameters = family_parameters(member),
          .examples = std::move(examples),
          .plan = plan,
          .fit = fit<member>,
          .load = VectorsModel::load,
          .in_team = true};
}

}  // namespace

std::vector<Method> family_methods() {
  return {
      method<Member::ca>(
          "correspondence analysis of a table, or word vectors by it",
          {"couplet fit ca eyes.csv -o eyes.couplet", "couplet fit ca story.txt --dimensions 20 -o ca.couplet"}),
      method<Member::gini>("word vectors or axes from the plain difference of counts and what is expected",
                           {"couplet fit gini eyes.csv -o gini.couplet"}),
      method<Member::gtest>("word vectors or axes from each cell's part of the G statistic",
                            {"couplet fit gtest eyes.csv -o gtest.couplet"}),
      method<Member::sgns>(
          "word vectors, the ones to start with: a decomposition of (shifted, positive) pointwise mutual information, "
          "which skip-gram with negative sampling approaches; not the trained model",
          {"couplet fit sgns story.txt --dimensions 20 -o words.couplet"}),
      method<Member::glove>(
          "word vectors: a decomposition of log counts without the biases of words, fitted as GloVe fits them; not the "
          "trained model",
          {"couplet fit glove story.txt --dimensions 20 -o glove.couplet"}),
      method<Member::kpca>("kernel principal components of two categorical variables",
                           {"couplet fit kpca eyes.csv -o kpca.couplet"}),
      method<Member::context_lsa>(
          "word vectors from the SVD of tf-idf weighted contexts: for words that no thesaurus has (pilsa --contexts)",
          {"couplet fit context-lsa story.txt --window 10 --dimensions 10 -o contexts.couplet"}),
  };
}

}  // namespace couplet
