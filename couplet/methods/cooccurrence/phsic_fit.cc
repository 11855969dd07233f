// `couplet fit phsic`: parameters, and the passes over the data.
#include <fmt/format.h>

#include <cmath>

#include "couplet/base/hash.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/methods/cooccurrence/encoder_learning.h"
#include "couplet/methods/cooccurrence/independence.h"
#include "couplet/methods/cooccurrence/phsic.h"

namespace couplet {

namespace {

std::vector<Parameter> parameters() {
  using enum ParameterType;
  return {
      {"whiten", real, "0.1", "ridge of the whitening, as a share of the mean eigenvalue; 0: plain PHSIC of the paper",
       0, 1000},
      {.name = "similarity",
       .type = choice,
       .default_value = "auto",
       .help = "inner product, or cosine in the joint space; auto: cosine when whitened",
       .choices = {"auto", "inner", "cosine"}},
      {"encoder", text, "",
       "sum, mean or idf (of --vectors), hash:DIM, lsa:DIM; default sum with --vectors, else lsa (as wide as the data "
       "allow, at most 300)"},
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
       "linear, cosine, rbf:sigma=S, laplacian:sigma=S, poly:scale=A,offset=C,degree=P, sums (+) and products (*)"},
      {"kernel-right", text, "", "kernel of the right side; default: as the left"},
      {"rank", integer, "100", "features of a kernel that is neither linear nor cosine", 1, 20000},
      {"min-documents", integer, "3", "lsa: texts a term must stand in (1 below 100 texts)", 1, 1e9},
      {"keep-pairs", integer, "0", "training pairs kept in the model with their text, for explain", 0, 1e6},
      {"label", text, "", "the column with a label, 0 or 1: only pairs of label 1 are learned from"},
      {"permutations", integer, "0", "permutations of the independence test, beside the gamma approximation", 0, 1e7},
      {.name = "encoder-from",
       .type = file,
       .default_value = "",
       .help = "take encoder and kernel features from this model, so that shards can be merged",
       .kept_in_model = false},
  };
}

std::string either(const Parameters& parameters, const std::string& first, const std::string& second) {
  return parameters.has(first) ? parameters.text(first) : parameters.text(second);
}

std::shared_ptr<const WordVectors> load_vectors(const Parameters& parameters, const std::string& name, const Run& run) {
  if (!parameters.has(name)) return nullptr;
  return std::make_shared<WordVectors>(read_word_vectors(parameters.text(name), run));
}

SideOptions side_options(const Parameters& parameters, Side side, bool rows,
                         std::shared_ptr<const WordVectors> vectors) {
  SideOptions options;
  const bool right = side == Side::right;
  const std::string encoder = right ? either(parameters, "encoder-right", "encoder") : parameters.text("encoder");
  const std::string text = right ? either(parameters, "text-right", "text") : parameters.text("text");
  options.min_df = parameters.integer("min-documents");
  if (rows) {
    if (!encoder.empty() && encoder != "rows")
      throw Error(ErrorCode::usage, "--encoder", ".npy rows are vectors already", "leave --encoder out");
    options.spec.kind = EncoderKind::rows;
    return options;
  }
  options.spec = EncoderSpec::parse(encoder.empty() ? (vectors ? "sum" : "lsa") : encoder);
  if (options.spec.kind == EncoderKind::rows)
    throw Error(ErrorCode::usage, "--encoder", "rows is for .npy files",
                "use sum, mean, idf, hash:DIM or lsa:DIM for texts");
  if (options.spec.needs_vectors() && !vectors)
    throw Error(ErrorCode::usage, "--encoder", options.spec.text() + " needs word vectors",
                "give --vectors FILE, or use lsa:300, which needs none");
  options.vectors = options.spec.needs_vectors() ? std::move(vectors) : nullptr;
  options.pipeline = TextPipeline::parse(!text.empty()     ? text
                                         : options.vectors ? "nfkc,lower,penn"
                                                           : "nfkc,lower,icu")
                         .spec();
  return options;
}

/// Vectors of one side of all pairs, for the choice of pivots.
MatrixD all_rows(PairInput& input, Side side, const Encoder& encoder, const Run& run) {
  std::vector<MatrixD> blocks;
  Index total = 0;
  struct Encoded {
    MatrixD rows;
    std::vector<char> known;
  };
  stream_pairs(
      input, "encoding", 4096, run,
      [&](PairBatch&& batch) {
        Encoded block;
        Coverage coverage;
        block.rows = encoder.encode(std::move(side == Side::left ? batch.left : batch.right), block.known, coverage);
        return block;
      },
      [&](Encoded&& block) {
        std::vector<Index> kept;
        for (Index i = 0; i < block.rows.rows(); ++i)
          if (block.known[i]) kept.push_back(i);
        blocks.push_back(static_cast<Index>(kept.size()) == block.rows.rows() ? std::move(block.rows)
                                                                              : MatrixD(block.rows(kept, Eigen::all)));
        total += blocks.back().rows();
        run.memory.require(2 * total * encoder.dimension() * 8, "the vectors for a nonlinear kernel");
      });
  input.rewind();
  MatrixD rows(total, encoder.dimension());
  Index at = 0;
  for (auto& block : blocks) {
    rows.middleRows(at, block.rows()) = block;
    at += block.rows();
    block.resize(0, 0);
  }
  return rows;
}

FeatureMap fit_map(PairInput& input, Side side, const Encoder& encoder, Kernel kernel, Index rank, const Run& run) {
  if (kernel.has_explicit_features()) return FeatureMap(std::move(kernel), encoder.dimension());
  const MatrixD rows = all_rows(input, side, encoder, run);
  if (rows.rows() == 0)
    throw Error(ErrorCode::data, "", "no text has a known word", "check --text, --vectors and --columns");
  return FeatureMap::by_pivots(std::move(kernel), rows, rank, side == Side::left ? "left" : "right", run);
}

std::shared_ptr<const PairEncoder> fit_pair_encoder(PairInput& input, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  if (parameters.has("encoder-from")) {
    const auto model = fitting.load(parameters.text("encoder-from"));
    if (const auto* same = dynamic_cast<const PhsicModel*>(model.get())) return same->shared_encoder();
    throw Error(ErrorCode::usage, "--encoder-from", "is a " + model->header().method + " model", "give a phsic model");
  }
  const bool rows = input.has_rows();
  // A misspelt kernel is found before the long work.
  Kernel left_kernel = Kernel::parse(parameters.text("kernel")),
         right_kernel = Kernel::parse(either(parameters, "kernel-right", "kernel"));
  const auto vectors = load_vectors(parameters, "vectors", run);
  const auto right_vectors = parameters.has("vectors-right") ? load_vectors(parameters, "vectors-right", run) : vectors;
  const SideOptions left = side_options(parameters, Side::left, rows, vectors);
  const SideOptions right = side_options(parameters, Side::right, rows, right_vectors);
  EncoderPair encoders = fit_encoders(input, left, right, run);
  const Index rank = parameters.integer("rank");
  FeatureMap left_map = fit_map(input, Side::left, encoders.left, std::move(left_kernel), rank, run);
  FeatureMap right_map = fit_map(input, Side::right, encoders.right, std::move(right_kernel), rank, run);
  return std::make_shared<PairEncoder>(std::move(encoders.left), std::move(encoders.right), std::move(left_map),
                                       std::move(right_map));
}

/// Rough figures for --dry-run, from the sizes of the files and what was measured on a 2 GHz core.
std::vector<std::pair<std::string, std::string>> plan(const Data& data, const Parameters& parameters, const Run& run) {
  const PairInput input(data, parameters.text("label"));
  const bool rows = input.has_rows();
  const bool pivots = !Kernel::parse(parameters.text("kernel")).has_explicit_features();
  const std::string encoder = parameters.has("encoder")   ? parameters.text("encoder")
                              : parameters.has("vectors") ? "sum"
                                                          : "lsa";
  const EncoderSpec spec = rows ? EncoderSpec{EncoderKind::rows, input.left_cols()} : EncoderSpec::parse(encoder);
  const double width = pivots               ? static_cast<double>(parameters.integer("rank"))
                       : spec.dimension > 0 ? static_cast<double>(spec.dimension)
                                            : 300;
  const double threads = run.pool.threads();
  // Three d x d matrices of doubles a block in flight, the total, and what the maps need; two blocks of 2048 rows a
  // thread.
  const double memory = 24 * width * width * (threads + 3) + threads * 2 * 2048 * width * 8 * 2;
  const double work = static_cast<double>(input.total());
  const double seconds = (rows ? work * 4 * width * width / 2e10 : work / 4e6) / threads;
  return {{"encoder", rows ? "rows" : spec.text()},
          {"passes over the data", std::to_string(1 + (!rows && spec.learns()) + 2 * pivots)},
          {"memory", format_bytes(static_cast<std::int64_t>(memory)) +
                         (spec.kind == EncoderKind::lsa ? ", and about 24 bytes a different word of each text"
                          : pivots                      ? ", and all vectors of a side"
                                                        : ", however many pairs")},
          {"time", work > 0 ? fmt::format("about {:.0f} s", std::ceil(seconds)) : "unknown for standard input"}};
}

Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  PairInput input(data, parameters.text("label"));
  const auto encoder = fit_pair_encoder(input, fitting);
  const Index keep_pairs = parameters.integer("keep-pairs");
  PairStatistics statistics = collect_statistics(input, *encoder, std::max(PhsicModel::sample_size, keep_pairs), run);
  if (statistics.pairs == 0) throw Error(ErrorCode::data, data.name(), "no pairs in it", "give at least two pairs");
  if (statistics.moments.count == 0)
    throw Error(ErrorCode::data, data.name(), "every pair has a side without a known word",
                "check --columns, --text and --vectors");

  const double whiten = parameters.real("whiten");
  const std::string similarity = parameters.text("similarity");
  const CouplingOptions options{whiten, similarity == "cosine" || (similarity == "auto" && whiten > 0)};
  ModelHeader header = fitting.header(statistics.pairs, hex64(statistics.fingerprint));
  for (const Side side : {Side::left, Side::right}) {
    const std::string name = side == Side::left ? "left" : "right";
    header.details.emplace_back("encoder." + name, encoder->encoder(side).spec().text());
    header.details.emplace_back("text." + name, encoder->encoder(side).pipeline());
    header.details.emplace_back("kernel." + name, encoder->map(side).kernel().spec());
  }
  header.details.emplace_back("similarity", options.cosine ? "cosine" : "inner");
  auto model = std::make_unique<PhsicModel>(std::move(header), encoder, std::move(statistics), options, keep_pairs);
  FitReport report = model->report();
  if (const auto permutations = parameters.integer("permutations"); permutations > 0)
    report.add(
        fmt::format("independence p ({} permutations of {} pairs)", permutations, model->statistics().sample.size()),
        permutation_independence(model->statistics().sample, permutations, run), ".3g");
  if (input.negatives() > 0) report.add("pairs of label 0 left out", input.negatives());
  if (input.skipped() > 0) report.add("bad lines skipped", input.skipped());
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
          .load = PhsicModel::load};
}

}  // namespace couplet
