// The encoders of `fit phsic`.
#include "couplet/methods/cooccurrence/phsic_encoders.h"

#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/methods/cooccurrence/encoder_learning.h"
#include "couplet/methods/cooccurrence/phsic.h"
#include "couplet/methods/cooccurrence/row_sample.h"
#include "couplet/model/published.h"

namespace couplet {

namespace {

std::string either(const Parameters& parameters, const std::string& first, const std::string& second) {
  return parameters.has(first) ? parameters.text(first) : parameters.text(second);
}

std::shared_ptr<const WordVectors> load_vectors(const Parameters& parameters, const std::string& name, const Run& run) {
  if (!parameters.has(name)) return nullptr;
  return std::make_shared<WordVectors>(read_word_vectors(parameters.text(name), run));
}

/// One block's options; `joined`: it is one of several.
BlockOptions block_options(const Parameters& parameters, Side side, const EncoderSpec& spec, bool joined,
                           const std::shared_ptr<const WordVectors>& vectors) {
  const std::string text = side == Side::right ? either(parameters, "text-right", "text") : parameters.text("text");
  BlockOptions options;
  options.spec = spec;
  options.min_df = parameters.integer("min-documents");
  options.max_terms = parameters.has("max-terms") ? parameters.integer("max-terms") : joined ? 30000 : 0;
  options.singular_scale = joined;
  options.vectors = spec.needs_vectors() ? vectors : nullptr;
  std::string pipeline = !text.empty() ? text : vectors ? "nfkc,lower,penn" : "nfkc,lower,icu";
  if (spec.kind == EncoderKind::shape) pipeline = "nfkc,lower,penn";  // punctuation must be there
  if (spec.kind == EncoderKind::chars) pipeline = "nfkc,lower,chars:2-4";
  const auto asks_for = [&](const char* part) { return text.find(part) != std::string::npos; };
  if (spec.kind == EncoderKind::lsa && joined && !asks_for("grams:") && !asks_for("chars:"))
    pipeline += asks_for("bounds") ? ",grams:1-2" : ",bounds,grams:1-2";
  options.pipeline = TextPipeline::parse(pipeline).spec();
  return options;
}

SideOptions side_options(const Parameters& parameters, Side side, bool rows, bool many,
                         const std::shared_ptr<const WordVectors>& vectors) {
  const std::string asked =
      side == Side::right ? either(parameters, "encoder-right", "encoder") : parameters.text("encoder");
  SideOptions options;
  if (rows) {
    if (!asked.empty() && asked != "rows")
      throw Error(ErrorCode::usage, "--encoder", ".npy rows are vectors already", "leave --encoder out");
    options.blocks = {{.spec = {EncoderKind::rows, 0}, .pipeline = "", .vectors = nullptr}};
    options.weights = {1};
    return options;
  }
  const JoinedSpec spec = JoinedSpec::parse(encoder_asked(parameters, side, many));
  if (spec.has(EncoderKind::rows))
    throw Error(ErrorCode::usage, "--encoder", "rows is for .npy files",
                "use sum, mean, idf, sif, extremes, hash:DIM, chars:DIM, lsa:DIM or shape for texts");
  for (const auto& [block, weight] : spec.blocks) {
    if (block.needs_vectors() && !vectors)
      throw Error(ErrorCode::usage, "--encoder", block.text() + " needs word vectors",
                  "give --vectors FILE, or use lsa:300, which needs none");
    const auto read = spec.needs_vectors() ? vectors : nullptr;
    options.blocks.push_back(block_options(parameters, side, block, spec.blocks.size() > 1, read));
    if (asked.empty() && !spec.needs_vectors() && spec.blocks.size() > 1)
      options.blocks.back().most_dimensions = most_without_vectors;
    options.weights.push_back(weight);
  }
  options.product = spec.product;
  return options;
}

/// The specs of a side's kernels with every sigma a number; rows: a sample of the side's vectors, or none.
std::string with_sigmas(const std::string& specs, const JoinedEncoder& encoder, const MatrixD& rows) {
  if (specs.find("sigma=median") == std::string::npos) return specs;
  const auto parts = split_list(specs, ';');
  std::string result;
  Index column = 0;
  for (std::size_t b = 0; b < encoder.blocks().size(); ++b) {
    const Index width = encoder.blocks()[b].dimension();
    const bool keeps_length =
        parts.size() == 1 && encoder.blocks().size() > 1 && encoder.blocks()[b].spec().kind == EncoderKind::shape;
    const std::string& spec = parts.size() == 1 ? parts[0] : parts[std::min(b, parts.size() - 1)];
    result += (b ? ";" : "") + (keeps_length ? "linear" : with_median_sigma(spec, rows.middleCols(column, width)));
    column += width;
  }
  return result;
}

/// How many pairs a segment has; no more than need be known.
struct PairCount {
  Index pairs = 0;
  void add(PairCount&& more) { pairs += more.pairs; }
  void write(PartWriter& writer) const { writer.put(pairs); }
  static PairCount read(PartReader& reader) { return {reader.get<Index>()}; }
};

bool has_many_pairs(PairPasses& passes, const Run& run) {
  const auto count = [](PairInput& input, const Run&) {
    PairCount counted;
    while (counted.pairs < enough_pairs) {
      const auto batch = input.next(enough_pairs);
      if (!batch) break;
      counted.pairs += batch->size();
    }
    return counted;
  };
  return passes.sum<PairCount>("counting pairs", run, count).pairs >= enough_pairs;
}

}  // namespace

std::string encoder_asked(const Parameters& parameters, Side side, bool many) {
  const std::string asked =
      side == Side::right ? either(parameters, "encoder-right", "encoder") : parameters.text("encoder");
  const bool vectors = parameters.has("vectors") || (side == Side::right && parameters.has("vectors-right"));
  if (!asked.empty()) return asked;
  // One kernel is asked for, as the paper has it: for one encoder.
  const bool one = is_as_published(parameters) || parameters.given("kernel") || parameters.given("kernel-right");
  if (!vectors) return one || !many ? "lsa" : "lsa+shape";
  return one ? "sum" : "sum+sif+extremes+lsa+shape";
}

FittedEncoder fit_pair_encoder(PairPasses& passes, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  if (parameters.has("encoder-from")) {
    const auto model = fitting.load(parameters.text("encoder-from"));
    if (const auto* same = dynamic_cast<const PhsicModel*>(model.get())) return {same->shared_encoder(), {}};
    throw Error(ErrorCode::usage, "--encoder-from", "is a " + model->header().method + " model", "give a phsic model");
  }
  const bool rows = passes.input().has_rows();
  const std::string left_kernel = parameters.text("kernel"),
                    right_kernel = either(parameters, "kernel-right", "kernel");
  // A misspelt kernel is found before the long work.
  for (const std::string& kernels : {left_kernel, right_kernel})
    for (const std::string& kernel : split_list(kernels, ';')) Kernel::parse(with_median_sigma(kernel, MatrixD()));
  const auto vectors = load_vectors(parameters, "vectors", run);
  const auto right_vectors = parameters.has("vectors-right") ? load_vectors(parameters, "vectors-right", run) : vectors;
  const bool many = !rows && !parameters.has("encoder") && !(vectors && right_vectors) && has_many_pairs(passes, run);
  const SideOptions left = side_options(parameters, Side::left, rows, many, vectors);
  const SideOptions right = side_options(parameters, Side::right, rows, many, right_vectors);
  EncoderPair encoders = fit_encoders(passes, left, right, parameters.integer("encoder-pairs"), run);
  const auto explicit_features = [](const JoinedEncoder& encoder, const std::string& specs) {
    const MatrixD none(0, encoder.dimension());
    return kernel_of_blocks(encoder, with_sigmas(specs, encoder, none)).has_explicit_features();
  };
  RowSample sample;
  if (!explicit_features(encoders.left, left_kernel) || !explicit_features(encoders.right, right_kernel))
    sample = sample_rows(passes, encoders.left, encoders.right, parameters.integer("pivot-sample"), run);
  const auto map = [&](const JoinedEncoder& encoder, const std::string& specs, const MatrixD& some, const char* side) {
    if (explicit_features(encoder, specs)) return FeatureMap(kernel_of_blocks(encoder, specs), encoder.dimension());
    if (some.rows() == 0)
      throw Error(ErrorCode::data, "", "no text has a known word", "check --text, --vectors and --columns");
    return FeatureMap::by_pivots(kernel_of_blocks(encoder, with_sigmas(specs, encoder, some)), some,
                                 parameters.integer("rank"), side, run);
  };
  FeatureMap left_map = map(encoders.left, left_kernel, sample.left, "left");
  FeatureMap right_map = map(encoders.right, right_kernel, sample.right, "right");
  return {std::make_shared<PairEncoder>(std::move(encoders.left), std::move(encoders.right), std::move(left_map),
                                        std::move(right_map)),
          encoders.sample};
}

}  // namespace couplet
