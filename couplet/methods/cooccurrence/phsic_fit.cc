// `couplet fit phsic`: parameters, and the passes over the data.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "couplet/base/hash.h"
#include "couplet/methods/cooccurrence/independence.h"
#include "couplet/methods/cooccurrence/phsic.h"
#include "couplet/methods/cooccurrence/phsic_encoders.h"
#include "couplet/methods/cooccurrence/phsic_tuning.h"
#include "couplet/methods/cooccurrence/row_sample.h"
#include "couplet/model/published.h"

namespace couplet {

namespace {

std::vector<Parameter> parameters() {
  using enum ParameterType;
  std::vector<Parameter> all = {
      {"whiten", real, "",
       "ridge of the whitening, as a share of the mean eigenvalue; 0: plain PHSIC of the paper; default 0.1, for "
       "several "
       "encoders joined 20000 / pairs where that is more, at most 5",
       0, 1000},
      {"power", real, "",
       "of the singular values in both maps of the whitened form; default 1 for several encoders joined, 0.5 for one",
       0, 10},
      {.name = "similarity",
       .type = choice,
       .default_value = "auto",
       .help = "inner product, or cosine in the joint space; auto: cosine when whitened",
       .choices = {"auto", "inner", "cosine"}},
      {"encoder", text, "",
       "sum, mean, idf, sif or extremes (of --vectors), hash:DIM, chars:DIM, lsa:DIM, shape; several joined by + "
       "(kernels added) or * (multiplied), each with @WEIGHT; default sum+sif+extremes+lsa+shape with --vectors, else "
       "lsa+shape (at most lsa:700) or, for fewer than 1,000 pairs, lsa (as wide as the data allow, at most 300); with "
       "--kernel sum or lsa alone"},
      {.name = "tune",
       .type = choice,
       .default_value = "none",
       .help =
           "choose --encoder (those of a list with commas, or usual ones), --whiten and --power, as far as they are "
           "not given, by this metric of held-out pairs",
       .choices = {"none", "r1", "mrr", "auc"},
       .kept_in_model = false},
      {"encoder-right", text, "", "encoder of the right side; default: as the left"},
      {.name = "vectors",
       .type = file,
       .default_value = "",
       .help = "word vectors (word2vec, GloVe, fastText .vec/.bin, .npy)",
       .kept_in_model = false},
      {.name = "vectors-right",
       .type = file,
       .default_value = "",
       .help = "word vectors of the right side; default: as the left",
       .kept_in_model = false},
      {"text", text, "", "text pipeline; default nfkc,lower,penn with --vectors, else nfkc,lower,icu"},
      {"text-right", text, "", "text pipeline of the right side; default: as the left"},
      {"kernel", text, "cosine",
       "linear, cosine, rbf:sigma=S, laplacian:sigma=S, poly:scale=A,offset=C,degree=P, sums (+) and products (*); "
       "sigma=median: from the data; one for all encoders joined, or one each with ';' between"},
      {"kernel-right", text, "", "kernel of the right side; default: as the left"},
      {"rank", integer, "100", "features of a kernel that is neither linear nor cosine", 1, 20000},
      {"pivot-sample", integer, "20000", "texts a side that a nonlinear kernel's features are chosen from", 2, 1e7},
      {"min-documents", integer, "3", "lsa: texts a term must stand in (1 below 100 texts)", 1, 1e9},
      {"max-terms", integer, "", "lsa: most frequent terms, at most; default: all, or 30000 beside other encoders", 1,
       1e9},
      {.name = "encoder-pairs",
       .type = integer,
       .default_value = "400000",
       .help = "lsa: pairs to learn the encoder from, at most; of more an even sample by hash (moments are of all)",
       .minimum = 100,
       .maximum = 1e9,
       .kept_in_model = false},
      {"keep-pairs", integer, "0", "training pairs kept in the model with their text, for explain", 0, 1e6},
      {"label", text, "", "the column with a label or grade: how much a pair counts; those of 0 are left out"},
      {"permutations", integer, "0", "permutations of the independence test, beside the gamma approximation", 0, 1e7},
      {.name = "encoder-from",
       .type = file,
       .default_value = "",
       .help = "take encoder and kernel features from this model, so that shards can be merged",
       .kept_in_model = false},
  };
  add_published(all, "Yokoi et al. 2018",
                {{"whiten", "0", "whitened, the right reply is found about twice as often"},
                 {"similarity", "inner", "the cosine in the whitened space is better still"},
                 {"kernel", "cosine"},
                 {"rank", "100"}});
  return all;
}

/// Whether a kernel of either side is nonlinear, as a product of encoders is: its features are then made from chosen
/// texts.
bool chooses_pivots(const Parameters& parameters) {
  if ((parameters.text("encoder") + parameters.text("encoder-right")).find('*') != std::string::npos) return true;
  for (const char* name : {"kernel", "kernel-right"})
    for (const std::string& kernel : split_list(parameters.text(name), ';'))
      if (!kernel.empty() && !Kernel::parse(with_median_sigma(kernel, MatrixD())).has_explicit_features()) return true;
  return false;
}

/// Options that this fit has no use for would be ignored without a word.
void refuse_idle_options(const Parameters& parameters) {
  const auto refuse = [&](std::initializer_list<const char*> names, const char* problem, const char* remedy) {
    for (const char* name : names)
      if (parameters.given(name)) throw Error(ErrorCode::usage, std::string("--") + name, problem, remedy);
  };
  if (parameters.has("encoder-from"))
    refuse({"encoder", "encoder-right", "vectors", "vectors-right", "text", "text-right", "kernel", "kernel-right",
            "rank", "pivot-sample", "min-documents", "max-terms", "encoder-pairs"},
           "is that of the model given with --encoder-from", "leave one of them out");
  if (!chooses_pivots(parameters))
    refuse({"rank", "pivot-sample"}, "no kernel here is nonlinear", "leave it out, or give --kernel rbf:sigma=median");
  const std::string encoders = parameters.text("encoder") + parameters.text("encoder-right");
  if (!encoders.empty() && encoders.find("lsa") == std::string::npos)
    refuse({"min-documents", "max-terms", "encoder-pairs"}, "no encoder here is lsa",
           "leave it out, or give --encoder lsa:300");
}

/// Rough figures for --dry-run, from the sizes of the files and what was measured on a 2 GHz core.
std::vector<std::pair<std::string, std::string>> plan(const Data& data, const Parameters& parameters, const Run& run) {
  const PairInput input(data, parameters.text("label"));
  const bool rows = input.has_rows();
  const bool pivots = chooses_pivots(parameters);
  const JoinedSpec spec =
      rows ? JoinedSpec{{{{EncoderKind::rows, input.left_cols()}, 1}}, false}
           : JoinedSpec::parse(split_list(encoder_asked(parameters, Side::left, input.total() > 100000), ',')[0]);
  // Of a block that names no number; shape beside it has few.
  const double usual = spec.blocks.size() == 1 ? 300 : spec.needs_vectors() ? 100 : most_without_vectors / 2;
  double width = 0;
  for (const auto& block : spec.blocks)
    width += block.spec.dimension > 0 ? static_cast<double>(block.spec.dimension) : usual;
  if (pivots) width = static_cast<double>(parameters.integer("rank"));
  const double threads = run.pool.threads();
  // Three d x d matrices of doubles a block in flight, the total, and what the maps need; two blocks of 2048 rows a
  // thread.
  const double memory = 24 * width * width * (threads + 3) + threads * 2 * 2048 * width * 8 * 2;
  const double work = static_cast<double>(input.total());
  const double seconds = (rows ? work * 4 * width * width / 2e10 : work / 4e6) / threads;
  return {{"encoder", rows ? "rows" : spec.text()},
          {"passes over the data", std::to_string(1 + (!rows && spec.learns()) + pivots)},
          {"memory",
           format_bytes(static_cast<std::int64_t>(memory)) +
               (spec.has(EncoderKind::lsa) ? ", and about 6 KB a pair of at most " + parameters.text("encoder-pairs")
                                           : ", however many pairs")},
          {"time", work > 0 ? fmt::format("about {:.0f} s", std::ceil(seconds)) : "unknown for standard input"}};
}

/// What was asked for; what was tuned; as the model has it that the encoder is from, so that shards can be merged;
/// or what suits one encoder or several. Several have many features, which few pairs need a large ridge for.
CouplingOptions coupling_options(const Fitting& fitting, const PhsicTrial* tuned, const PairEncoder& encoder,
                                 Index pairs) {
  const Parameters& parameters = fitting.parameters;
  const bool joined =
      encoder.encoder(Side::left).blocks().size() > 1 || encoder.encoder(Side::right).blocks().size() > 1;
  double whiten = joined ? std::clamp(20000 / static_cast<double>(pairs), 0.1, 5.0) : 0.1, power = joined ? 1 : 0.5;
  if (parameters.has("encoder-from")) {
    const ModelHeader header = fitting.load(parameters.text("encoder-from"))->header();
    whiten = header.number("whiten", 0, 1e300);
    if (header.find_parameter("power")) power = header.number("power", 0, 1e300);
  }
  if (parameters.has("whiten")) whiten = parameters.real("whiten");
  if (parameters.has("power")) power = parameters.real("power");
  if (tuned) std::tie(whiten, power) = std::pair(tuned->whiten, tuned->power);
  const std::string similarity = parameters.text("similarity");
  return {whiten, similarity == "cosine" || (similarity == "auto" && whiten > 0), power};
}

/// Whether the sides vary but not together, up to rounding: no score says anything then.
bool are_unrelated(const Moments& moments) {
  const double scale = moments.cov_xx().trace() * moments.cov_yy().trace();
  return moments.hsic() <= 1e-24 * scale;
}

std::optional<PhsicTuning> tuning_asked(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  if (parameters.text("tune") == "none") return std::nullopt;
  for (const char* other : {"encoder-from", "checkpoint", "partial", as_published_switch})
    if (parameters.given(other))
      throw Error(ErrorCode::usage, "--tune", std::string("does not go with --") + other, "leave one of them out");
  if (parameters.given("whiten") && parameters.real("whiten") == 0)
    throw Error(ErrorCode::usage, "--tune", "plain PHSIC has neither ridge nor power", "leave --whiten 0 out");
  return tune_phsic(data, fitting);
}

Fitted fit(const Data& data, const Fitting& asked) {
  const Run& run = asked.run;
  refuse_idle_options(asked.parameters);
  const std::optional<PhsicTuning> tuning = tuning_asked(data, asked);
  std::map<std::string, std::string> given;
  for (const Parameter& parameter : asked.method.parameters)
    if (asked.parameters.given(parameter.name)) given[parameter.name] = asked.parameters.text(parameter.name);
  if (tuning) given["encoder"] = tuning->best.encoder;
  const Parameters parameters = Parameters::resolve(asked.method.parameters, given);
  const Fitting fitting{asked.method, parameters, asked.methods, run};

  PairPasses passes(data, parameters.text("label"));
  const auto [encoder, learned_from] = fit_pair_encoder(passes, fitting);
  const Index keep_pairs = parameters.integer("keep-pairs");
  PairStatistics statistics = collect_statistics(passes, *encoder, std::max(PhsicModel::sample_size, keep_pairs), run);
  if (statistics.pairs == 0)
    throw Error(
        ErrorCode::data, data.name(), "no pairs in it",
        parameters.text("label").empty() ? "give at least two pairs" : "give at least two pairs of a label above 0");
  if (statistics.moments.count == 0)
    throw Error(ErrorCode::data, data.name(), "every pair has a side without a known word",
                "check --columns, --text and --vectors");

  const CouplingOptions options =
      coupling_options(fitting, tuning ? &tuning->best : nullptr, *encoder, statistics.moments.count);
  ModelHeader header = fitting.header(statistics.pairs, hex64(statistics.fingerprint));
  for (auto& [name, value] : header.parameters) {
    if (name == "whiten") value = fmt::format("{}", options.whiten);
    if (name == "power") value = fmt::format("{}", options.power);
  }
  for (const Side side : {Side::left, Side::right}) {
    const std::string name = side == Side::left ? "left" : "right";
    header.details.emplace_back("encoder." + name, encoder->encoder(side).text());
    header.details.emplace_back("text." + name, encoder->encoder(side).pipelines());
    header.details.emplace_back("kernel." + name, encoder->map(side).kernel().spec());
  }
  if (learned_from.used < learned_from.pairs)
    header.details.emplace_back("encoder.pairs", std::to_string(learned_from.used));
  header.details.emplace_back("similarity", options.cosine ? "cosine" : "inner");
  const LeftOut left_out = statistics.left_out;
  auto model = std::make_unique<PhsicModel>(std::move(header), encoder, std::move(statistics), options, keep_pairs);
  FitReport report;
  if (tuning) tuning->add_to(report, parameters.text("tune"));
  for (ReportEntry& entry : model->report().entries) report.entries.push_back(std::move(entry));
  if (tuning && !tuning->edge.empty()) run.observer->warn("--tune: " + tuning->edge + ": beyond may be better");
  if (are_unrelated(model->statistics().moments))
    run.observer->warn(data.name() +
                       ": the two sides vary independently (hsic is 0), so the scores say nothing; see --columns");
  if (const auto permutations = parameters.integer("permutations"); permutations > 0)
    report.add(
        fmt::format("independence p ({} permutations of {} pairs)", permutations, model->statistics().sample.size()),
        permutation_independence(model->statistics().sample, permutations, run), ".3g");
  if (learned_from.used < learned_from.pairs)
    report.add("encoder learned from", fmt::format("{} of {} pairs", learned_from.used, learned_from.pairs));
  if (left_out.negatives > 0) report.add("pairs of label 0 left out", left_out.negatives);
  if (left_out.bad_lines > 0) report.add("bad lines skipped", left_out.bad_lines);
  return {std::move(model), std::move(report)};
}

}  // namespace

Method phsic_method() {
  return {.name = "phsic",
          .job = "cooccurrence",
          .summary = "how strongly two texts go together, from pairs: PHSIC and its whitened form",
          .data = "PAIRS | LEFT RIGHT | LEFT.npy RIGHT.npy",
          .schema_version = PhsicModel::schema_version,
          .parameters = parameters(),
          .examples = {"couplet fit phsic pairs.tsv -o pairs.couplet",
                       "couplet fit phsic left.txt right.txt --encoder lsa:100 -o pairs.couplet",
                       "couplet fit phsic pairs.tsv --vectors vectors.txt --whiten 0 -o plain.couplet"},
          .plan = plan,
          .fit = fit,
          .load = PhsicModel::load,
          .in_team = true,
          .by_segments = true};
}

}  // namespace couplet
