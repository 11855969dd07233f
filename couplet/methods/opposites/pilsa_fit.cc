#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/base/version.h"
#include "couplet/lexicon/thesaurus_reader.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/truncated_svd.h"
#include "couplet/methods/opposites/pilsa.h"
#include "couplet/methods/opposites/sketch.h"

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
    if (failure != std::errc() || stop != rest.data() + end || !(weight >= 0 && weight <= 1e6))
      throw Error(ErrorCode::usage, "--weights", "'" + text + "' is not a list of numbers from 0 to a million",
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

/// The space before it becomes a model.
struct Space {
  std::shared_ptr<std::vector<float>> vectors;  // words x k, unit rows
  std::vector<float> lengths, singular;
  std::int64_t outside = 0;  // words that the k dimensions say nothing of
  Index iterations = 0;
  double residual = 0;
};

Space project(const SignedEntries& entries, Index dimensions, double leak, const Run& run) {
  const CsrOperator<float> matrix(entries.matrix());
  const Index most = std::min({dimensions, matrix.rows(), matrix.cols()});
  run.memory.require((matrix.rows() + matrix.cols()) * most * 5 * static_cast<Index>(sizeof(float)),
                     "the singular vectors");
  const TruncatedSvd<float> svd = truncated_svd<float>(matrix, dimensions, {}, run);
  if (!svd.converged)
    throw Error(ErrorCode::not_converged, "", fmt::format("the SVD stopped at a residual of {:.2g}", svd.residual),
                "ask for fewer --dimensions");
  const Index k = svd.s.size(), words = matrix.cols();
  const CsrMatrix<float>& columns = matrix.transposed();
  const SignSketch sketch(k);
  Space space{.vectors = std::make_shared<std::vector<float>>(static_cast<std::size_t>(words * k)),
              .lengths = std::vector<float>(words),
              .singular = {svd.s.data(), svd.s.data() + k},
              .iterations = svd.iterations,
              .residual = svd.residual};
  std::vector<char> outside(words, 0);
  run.pool.for_blocks(words, 512, [&](Index begin, Index end) {
    std::vector<double> row(k);
    for (Index w = begin; w < end; ++w) {
      double inside = 0, column = 0, square = 0;
      for (Index j = 0; j < k; ++j) {
        row[j] = static_cast<double>(svd.v(w, j)) * static_cast<double>(svd.s[j]);
        inside += row[j] * row[j];
      }
      for (std::int64_t i = columns.offsets()[w]; i < columns.offsets()[w + 1]; ++i) {
        const auto weight = static_cast<double>(columns.values()[i]);
        column += weight * weight;
        sketch.add(columns.columns()[i], leak * weight, row);
      }
      outside[w] = inside < leak * leak * column;
      for (const double value : row) square += value * value;
      const double length = std::sqrt(square);
      space.lengths[w] = static_cast<float>(length);
      for (Index j = 0; j < k; ++j) (*space.vectors)[w * k + j] = static_cast<float>(row[j] / length);
    }
  });
  space.outside = std::count(outside.begin(), outside.end(), 1);
  return space;
}

Fitted fit(const DataFiles& data, const Parameters& parameters, const Run& run) {
  if (data.paths.empty()) throw Error(ErrorCode::usage, "", "no thesaurus", "say wordnet, or give a path");
  const RelationWeights relations = RelationWeights::parse(parameters.text("relations"));
  Thesauri thesauri = read_thesauri(data.paths, run);
  const std::vector<double> weights = thesaurus_weights(parameters.text("weights"), thesauri.all);
  SignedCounts counts;
  SignedEntries entries = SignedEntries::build(thesauri.all, relations, weights, counts, run);
  FitReport report;
  ModelHeader header;
  header.method = "pilsa";
  header.parameters = parameters.kept();
  header.seed = run.seed;
  header.library_version = library_version;
  header.data_rows = counts.entries;
  header.data_fingerprint = entries.fingerprint();
  for (std::size_t i = 0; i < thesauri.all.size(); ++i)
    report.add(thesauri.all[i].name(), fmt::format("{} entries, {} words, weight {}", thesauri.all[i].size(),
                                                   thesauri.all[i].words().size(), weights[i]));
  report.add("entries", fmt::format("{}, {} of them with an opposite side; {} left out (fewer than two words)",
                                    entries.matrix().rows(), counts.opposed, counts.too_small));
  report.add("contradictions",
             fmt::format("{} words left out of an entry that has them on both sides", counts.contradictions));
  if (counts.opposed == 0) run.observer->warn("no entry names antonyms: nothing will have an opposite");
  thesauri.all.clear();
  const Index dimensions = parameters.integer("dimensions");
  std::unique_ptr<OppositesModel> model;
  if (dimensions == 0) {
    report.add("words", fmt::format("{}", entries.words().size()));
    model = std::make_unique<SignedModel>(std::move(header), std::move(entries), std::move(thesauri.inflections),
                                          parameters.flag("lookup"));
  } else {
    if (parameters.flag("lookup"))
      throw Error(ErrorCode::usage, "--lookup", "looking up needs no space", "use it with --dimensions 0");
    Space space = project(entries, dimensions, parameters.real("leak"), run);
    report.add("words",
               fmt::format("{}; {} of them hardly reach into the space", entries.words().size(), space.outside));
    report.add("dimensions", fmt::format("{}", space.singular.size()));
    report.add("svd", fmt::format("{} block products, residual {:.2g}", space.iterations, space.residual));
    const std::span<const float> values(*space.vectors);
    model = std::make_unique<PilsaModel>(std::move(header), std::move(entries), std::move(thesauri.inflections), values,
                                         std::move(space.lengths), std::move(space.singular), std::move(space.vectors));
  }
  model->finish_header();
  return {std::move(model), std::move(report)};
}

std::vector<std::pair<std::string, std::string>> plan(const DataFiles& data, const Parameters& parameters, const Run&) {
  std::vector<std::pair<std::string, std::string>> lines;
  constexpr const char* names[] = {"WordNet", "MyThes", "Roget", "opposing heads of Roget", "list"};
  for (const std::string& path : data.paths)
    lines.emplace_back(path, names[static_cast<std::size_t>(thesaurus_kind(path))]);
  lines.emplace_back("memory", fmt::format("about 20 x {} bytes a word and entry", parameters.integer("dimensions")));
  return lines;
}

}  // namespace

std::unique_ptr<Model> load_pilsa(const ModelFile& file) {
  SignedEntries entries = SignedEntries::load(file);
  const auto text = file.bytes("inflections", -1, 1);
  Inflections inflections = Inflections::from_text({text.data(), text.size()}, [](std::string_view) { return true; });
  if (!file.has("vectors"))
    return std::make_unique<SignedModel>(file.header(), std::move(entries), std::move(inflections),
                                         file.parameter("lookup") == "true");
  const auto singular = file.floats("singular_values", -1, 1);
  const std::int64_t words = entries.words().size();
  const auto lengths = file.floats("lengths", words, 1);
  const auto vectors = file.floats("vectors", words, static_cast<std::int64_t>(singular.size()));
  const auto positive = [](float value) { return value > 0; };
  if (singular.empty() || !std::all_of(singular.begin(), singular.end(), positive) ||
      !std::all_of(lengths.begin(), lengths.end(), positive))
    throw Error(ErrorCode::model, file.path(), "singular values or lengths are not all positive",
                "fit the model again");
  return std::make_unique<PilsaModel>(file.header(), std::move(entries), std::move(inflections), vectors,
                                      std::vector<float>(lengths.begin(), lengths.end()),
                                      std::vector<float>(singular.begin(), singular.end()), file.owner());
}

Method pilsa_method() {
  using enum ParameterType;
  return {
      .name = "pilsa",
      .job = "opposites",
      .summary = "words in one space, synonyms near +1 and opposites near -1, from thesauri",
      .data = "THESAURUS... (wordnet, a WordNet directory, MyThes .dat, Roget's text, TSV)",
      .parameters = {{"dimensions", integer, "300", "dimensions of the space; 0: none, the signed entries themselves",
                      0, 100000},
                     {"relations", text, default_relations,
                      "relations that bring a word into an entry, each with a weight (1 when left out)"},
                     {"weights", text, "",
                      "how much each thesaurus counts, in order (1,1,2); Roget 2 and others 1 when not given"},
                     {"leak", real, "0.02", "how much of its own entries a word keeps past the singular vectors", 1e-4,
                      1},
                     {"lookup", flag, "false", "with --dimensions 0: only look up who is whose antonym or synonym"}},
      .examples = {"couplet fit pilsa wordnet -o opposites.couplet",
                   "couplet fit pilsa wordnet /usr/share/mythes/th_en_US_v2.dat --weights 1,0.5 -o m.couplet",
                   "couplet fit pilsa mine.tsv --dimensions 0 -o mine.couplet"},
      .plan = plan,
      .fit = fit,
      .load = load_pilsa};
}

}  // namespace couplet
