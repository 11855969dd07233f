#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/lexicon/thesaurus_reader.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/methods/opposites/dimension_tuning.h"
#include "couplet/methods/opposites/pilsa.h"
#include "couplet/methods/opposites/pilsa_space.h"
#include "couplet/methods/opposites/refinement.h"
#include "couplet/model/published.h"
#include "couplet/plot/picture_file.h"

namespace couplet {

namespace {

constexpr const char* default_relations =
    "synonym,antonym,indirect_antonym,similar,related,same_head,derived=0.5,pertainym,participle,also_see,attribute,"
    "verb_group,hypernym=0.2,hyponym=0.2";

/// A head of Roget is shared by a hundred words where a synset has a few: at the same length it would hardly be heard.
double default_weight(const Thesaurus& thesaurus) { return thesaurus.name() == "roget" ? 2 : 1; }

/// One weight a thesaurus: the numbers of --weights, or the defaults.
std::vector<double> thesaurus_weights(const std::string& text, std::span<const Thesaurus> thesauri) {
  std::vector<double> weights;
  if (text.empty()) {
    for (const Thesaurus& thesaurus : thesauri) weights.push_back(default_weight(thesaurus));
    return weights;
  }
  std::string_view rest = text;
  for (;;) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    double weight = 0;
    const auto [stop, failure] = std::from_chars(rest.data(), rest.data() + end, weight);
    if (failure != std::errc() || stop != rest.data() + end || !(weight == 0 || (weight >= 1e-6 && weight <= 1e6)))
      throw Error(ErrorCode::usage, "--weights",
                  "'" + text + "' is not a list of numbers, each 0 or from a millionth to a million",
                  "write one for each thesaurus, such as 1,0.5,2");
    weights.push_back(weight);
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  if (weights.size() != thesauri.size())
    throw Error(ErrorCode::usage, "--weights",
                fmt::format("{} weights for {} thesauri", weights.size(), thesauri.size()),
                "give one for each, in order");
  return weights;
}

/// The vectors of a model, or of a file of word vectors. They share what they lie in.
WordVectors read_contexts(const std::string& path, const Fitting& fitting) {
  if (!is_model_file(path)) return read_word_vectors(path, fitting.run);
  const std::shared_ptr<const Model> model = fitting.load(path);
  const auto* words = dynamic_cast<const HasVectors*>(model.get());
  if (!words)
    throw Error(ErrorCode::usage, "--contexts", "a " + model->header().method + " model has no word vectors",
                "give one that was fitted on text, such as couplet fit sgns text.txt");
  const WordVectors& vectors = words->vectors();
  return WordVectors(vectors.words(), vectors.dimension(), vectors.values(), vectors.subwords(), model);
}

/// The thesauri and their matrix, on the way to a model.
struct Material {
  Thesauri thesauri;
  SignedEntries entries;
  ModelHeader header;
  FitReport report;
};

PilsaSpace refined(const Material& material, PilsaSpace space, const TruncatedSvd<float>& svd, double leak,
                   const Parameters& parameters, ModelHeader& header, FitReport& report, const Run& run) {
  const std::string& source = parameters.text("refine");
  const SignedEntries& entries = material.entries;
  const RefinementPairs pairs =
      source == "thesaurus"
          ? pairs_of_thesauri(material.thesauri.all, entries.words(), run)
          : read_refinement_pairs(source, WordFinder(entries.words(), material.thesauri.inflections), run);
  RefinementReport done;
  const RefinementOptions options{.pull = parameters.real("refine-pull")};
  const MatrixF projection =
      refined_projection(entries.matrix().transposed(), projection_of(svd, leak, run), pairs.pairs, options, done, run);
  header.details.emplace_back("refined with", source == "thesaurus" ? "the thesauri's own pairs" : "given pairs");
  report.add("refinement pairs",
             fmt::format("{} trained on, {} held out; {} with a word that is not known, {} contradictory", done.trained,
                         done.held_out, pairs.unknown, pairs.contradictions));
  report.add("refinement",
             fmt::format("{} evaluations; mean reciprocal rank of the held-out pairs {:.4f}, before {:.4f}",
                         done.evaluations, done.after, done.before));
  return space_of(entries, projection, space, run);
}

/// With --tune, only the dimensions that answer most development questions.
TruncatedSvd<float> tuned(TruncatedSvd<float> svd, const Material& material, double leak, const Parameters& parameters,
                          FitReport& report, const Run& run) {
  if (!parameters.has("tune")) return svd;
  Source source;
  source.paths = {parameters.text("development")};
  std::int64_t bad = 0;
  const auto trials = try_dimensions(material.entries, material.thesauri.inflections, svd, leak,
                                     read_choice_questions(source, bad), run);
  for (const DimensionTrial& trial : trials)
    report.add("tried",
               fmt::format("{} dimensions: precision {:.4f}, f1 {:.4f}", trial.dimensions, trial.precision, trial.f1));
  report.add("chosen", fmt::format("{} dimensions", best_of(trials).dimensions));
  if (parameters.has("curve")) write_file(parameters.text("curve"), dimensions_svg(trials));
  return first_of(svd, best_of(trials).dimensions);
}

/// What --tune needs.
void check_tuning(const Parameters& parameters) {
  if (!parameters.has("tune")) return;
  if (parameters.text("tune") != "dimensions")
    throw Error(ErrorCode::usage, "--tune", "'" + parameters.text("tune") + "' cannot be tuned here", "use dimensions");
  if (!parameters.has("development"))
    throw Error(ErrorCode::usage, "--tune", "there are no questions to try on", "give some with --development FILE");
  if (parameters.has("curve")) check_picture_name("--curve", parameters.text("curve"));
}

std::unique_ptr<Model> fit_space(Material& material, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  const double leak = parameters.real("leak");
  PilsaSpace space;
  FitReport& report = material.report;
  {
    const TruncatedSvd<float> svd = tuned(decompose(material.entries, parameters.integer("dimensions"), run), material,
                                          leak, parameters, report, run);
    space = space_of(material.entries, svd, leak, run);
    report.add("words", fmt::format("{}; {} of them hardly reach into the space", material.entries.words().size(),
                                    space.outside));
    report.add("dimensions", space.singular.size());
    report.add("svd", fmt::format("{} block products, residual {:.2g}", svd.iterations, svd.residual));
    if (parameters.has("refine"))
      space = refined(material, std::move(space), svd, leak, parameters, material.header, report, run);
  }
  StandIns stand_ins;
  if (parameters.has("contexts")) {
    const WordVectors contexts = read_contexts(parameters.text("contexts"), fitting);
    const WordVectors vectors(material.entries.words(), static_cast<std::int64_t>(space.singular.size()),
                              *space.vectors, std::nullopt, space.vectors);
    const WordFinder finder(material.entries.words(), material.thesauri.inflections);
    stand_ins = StandIns::from_contexts(contexts, vectors, finder, {}, run);
    report.add("words by context", fmt::format("{} of {} in the contexts", stand_ins.size(), contexts.size()));
  }
  // Both outlive the model's spans through one owner.
  const auto owner =
      std::make_shared<std::pair<decltype(space.vectors), decltype(space.projection)>>(space.vectors, space.projection);
  PilsaModel::Numbers numbers{.vectors = *space.vectors,
                              .projection = {},
                              .lengths = std::move(space.lengths),
                              .singular = std::move(space.singular),
                              .owner = owner};
  if (space.projection) numbers.projection = *space.projection;
  return std::make_unique<PilsaModel>(std::move(material.header), std::move(material.entries),
                                      std::move(material.thesauri.inflections), std::move(stand_ins),
                                      std::move(numbers));
}

/// What makes no sense without a space.
void require_space(const Parameters& parameters) {
  for (const char* name : {"refine", "contexts", "tune"})
    if (parameters.has(name))
      throw Error(ErrorCode::usage, std::string("--") + name, "there is no space with --dimensions 0",
                  "leave one of them out");
}

Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  if (data.paths.empty()) throw Error(ErrorCode::usage, "", "no thesaurus", "say wordnet, or give a path");
  const bool lookup = parameters.flag("lookup"), space = parameters.integer("dimensions") > 0;
  if (lookup && space)
    throw Error(ErrorCode::usage, "--lookup", "looking up needs no space", "use it with --dimensions 0");
  if (!space) require_space(parameters);
  check_tuning(parameters);
  const RelationWeights relations = RelationWeights::parse(parameters.text("relations"));
  Material material{.thesauri = read_thesauri(data.paths, run), .entries = {}, .header = {}, .report = {}};
  const auto& thesauri = material.thesauri.all;
  const std::vector<double> weights = thesaurus_weights(parameters.text("weights"), thesauri);
  SignedCounts counts;
  material.entries =
      SignedEntries::build(thesauri, relations, weights, counts, run,
                           {parameters.text("rows") == "scaled", parameters.text("signs") == "polarity"});
  ModelHeader& header = material.header = fitting.header(counts.entries, material.entries.fingerprint());
  FitReport& report = material.report;
  for (std::size_t i = 0; i < thesauri.size(); ++i)
    report.add(thesauri[i].name(), fmt::format("{} entries, {} words, weight {}", thesauri[i].size(),
                                               thesauri[i].words().size(), weights[i]));
  report.add("entries", fmt::format("{}, {} of them with an opposite side; {} left out (fewer than two words)",
                                    material.entries.matrix().rows(), counts.opposed, counts.too_small));
  report.add("contradictions",
             fmt::format("{} words left out of an entry that has them on both sides", counts.contradictions));
  if (counts.opposed == 0 && parameters.text("signs") == "polarity")
    run.observer->warn("no entry names antonyms: nothing will have an opposite");
  std::unique_ptr<Model> model;
  if (space) {
    model = fit_space(material, fitting);
  } else {
    report.add("words", material.entries.words().size());
    model = std::make_unique<SignedModel>(std::move(header), std::move(material.entries),
                                          std::move(material.thesauri.inflections), lookup);
  }
  return {std::move(model), std::move(report)};
}

std::vector<std::pair<std::string, std::string>> plan(const Data& data, const Parameters& parameters, const Run&) {
  std::vector<std::pair<std::string, std::string>> lines;
  constexpr const char* names[] = {"WordNet", "MyThes", "Roget", "opposing heads of Roget", "list"};
  for (const std::string& path : data.paths)
    lines.emplace_back(path, names[static_cast<std::size_t>(thesaurus_kind(path))]);
  lines.emplace_back("memory", fmt::format("about 20 x {} bytes a word and entry", parameters.integer("dimensions")));
  if (parameters.has("refine"))
    lines.emplace_back(
        "refine with",
        parameters.text("refine") + fmt::format("; memory about 76 x {} bytes an entry that has a word of the pairs",
                                                parameters.integer("dimensions")));
  if (parameters.has("contexts")) lines.emplace_back("contexts", parameters.text("contexts"));
  return lines;
}

std::vector<Parameter> pilsa_parameters() {
  using enum ParameterType;
  std::vector<Parameter> all = {
      {"dimensions", integer, "300", "dimensions of the space; 0: none, the signed entries themselves", 0, 100000},
      {"relations", text, default_relations,
       "relations that bring a word into an entry, each with a weight (1 when left out)"},
      {"weights", text, "", "how much each thesaurus counts, in order (1,1,2); Roget 2 and others 1 when not given"},
      {"leak", real, "0.02", "how much of its own entries a word keeps past the singular vectors", 0, 1},
      Parameter::one_of("rows", "scaled",
                        "scaled: every entry counts as much as its thesaurus's weight; raw: as the "
                        "weights of its words are",
                        {"scaled", "raw"}),
      Parameter::one_of("signs", "polarity",
                        "polarity: antonyms are negative; none: they count as synonyms do, for "
                        "comparison",
                        {"polarity", "none"}),
      Parameter::path("refine",
                      "train the space with pairs of this file (word, word, 1 or 0 for opposite "
                      "or synonym), or 'thesaurus': those of the thesauri themselves"),
      {"refine-pull", real, "0", "how strongly refinement is held back to where it starts", 0, 1e6},
      {"tune", text, "", "dimensions: keep the first ones that answer most development questions"},
      Parameter::path("development", "with --tune: questions, a line each: target: choices :: answer"),
      {.name = "curve",
       .type = output,
       .default_value = "",
       .help = "with --tune: write a picture of the trials here (SVG)",
       .kept_in_model = false},
      Parameter::path("contexts",
                      "word vectors of a text (a model or file): words that no thesaurus has "
                      "are placed by those they resemble there"),
      {"lookup", flag, "false", "with --dimensions 0: only look up who is whose antonym or synonym"}};
  add_needs(all, {{"refine-pull", "refine"}, {"development", "tune"}, {"curve", "tune"}});
  add_published(all, "Yih, Zweig & Platt 2012",
                {{"dimensions", "300"},
                 {"relations", "synonym,antonym,indirect_antonym,similar",
                  "derived words, pertainyms and the rest answer more questions"},
                 {"leak", "0", "words that the singular vectors do not reach would have vectors of rounding noise"},
                 {"rows", "raw", "a head of hundreds of words would count more than a synset of two"},
                 {"signs", "polarity"}});
  return all;
}

}  // namespace

Method pilsa_method() {
  return {.name = "pilsa",
          .job = "opposites",
          .summary = "words in one space, synonyms near +1 and opposites near -1, from thesauri",
          .data = "THESAURUS... (wordnet, a WordNet directory, MyThes .dat, Roget's text, TSV)",
          .parameters = pilsa_parameters(),
          .examples = {"couplet fit pilsa thesaurus.tsv -o opposites.couplet",
                       "couplet fit pilsa thesaurus.tsv --refine thesaurus --dimensions 20 -o refined.couplet",
                       "couplet fit pilsa thesaurus.tsv --dimensions 0 --lookup -o lookup.couplet"},
          .plan = plan,
          .fit = fit,
          .load = load_pilsa};
}

}  // namespace couplet
