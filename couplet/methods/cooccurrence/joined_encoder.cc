#include "couplet/methods/cooccurrence/joined_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"

namespace couplet {

std::vector<std::string> split_list(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

namespace {

double usual_weight(const EncoderSpec& spec) { return spec.kind == EncoderKind::shape ? 0.6 : 1; }

JoinedSpec::Block parse_block(const std::string& text) {
  const std::size_t at = text.find('@');
  JoinedSpec::Block block{EncoderSpec::parse(text.substr(0, at)), 1};
  block.weight = usual_weight(block.spec);
  if (at == std::string::npos) return block;
  const char *begin = text.data() + at + 1, *end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(begin, end, block.weight);
  if (failure != std::errc() || stop != end || !(block.weight > 0 && block.weight <= 1000))
    throw Error(ErrorCode::usage, "--encoder", "'" + text + "' makes no sense",
                "write the weight of a block as in lsa:300@0.5, above 0 and at most 1000");
  return block;
}

/// Their spelling and weights, one after another.
template <class Blocks, class Spec, class Weight>
std::string spelling(const Blocks& blocks, bool product, Spec&& spec, Weight&& weight) {
  std::string text;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (b > 0) text += product ? '*' : '+';
    text += spec(b).text();
    if (weight(b) != usual_weight(spec(b))) text += fmt::format("@{}", weight(b));
  }
  return text;
}

}  // namespace

JoinedSpec JoinedSpec::parse(const std::string& text) {
  if (text.find(',') != std::string::npos)
    throw Error(ErrorCode::usage, "--encoder", "'" + text + "' is a list to choose from",
                "a list needs --tune; encoders are joined with +");
  JoinedSpec spec;
  spec.product = text.find('*') != std::string::npos;
  if (spec.product && text.find('+') != std::string::npos)
    throw Error(ErrorCode::usage, "--encoder", "'" + text + "' has + and *", "add all kernels (+) or multiply all (*)");
  for (const std::string& part : split_list(text, spec.product ? '*' : '+')) spec.blocks.push_back(parse_block(part));
  if (spec.blocks.size() > 1 && spec.has(EncoderKind::rows))
    throw Error(ErrorCode::usage, "--encoder", "rows cannot be joined", "put all numbers into one .npy file a side");
  return spec;
}

std::string JoinedSpec::text() const {
  return spelling(
      blocks, product, [&](std::size_t b) { return blocks[b].spec; }, [&](std::size_t b) { return blocks[b].weight; });
}

bool JoinedSpec::needs_vectors() const {
  return std::any_of(blocks.begin(), blocks.end(), [](const Block& block) { return block.spec.needs_vectors(); });
}

bool JoinedSpec::has(EncoderKind kind) const {
  return std::any_of(blocks.begin(), blocks.end(), [&](const Block& block) { return block.spec.kind == kind; });
}

bool JoinedSpec::learns() const {
  return std::any_of(blocks.begin(), blocks.end(), [](const Block& block) { return block.spec.learns(); });
}

JoinedEncoder::JoinedEncoder(Encoder only) : weights_{usual_weight(only.spec())} { blocks_.push_back(std::move(only)); }

JoinedEncoder::JoinedEncoder(std::vector<Encoder> blocks, std::vector<double> weights, bool product)
    : blocks_(std::move(blocks)), weights_(std::move(weights)), product_(product) {}

Index JoinedEncoder::dimension() const {
  return std::accumulate(blocks_.begin(), blocks_.end(), Index{0},
                         [](Index sum, const Encoder& block) { return sum + block.dimension(); });
}

std::string JoinedEncoder::text() const {
  return spelling(
      blocks_, product_, [&](std::size_t b) { return blocks_[b].spec(); }, [&](std::size_t b) { return weights_[b]; });
}

std::string JoinedEncoder::pipelines() const {
  std::string all = blocks_[0].pipeline();
  for (std::size_t b = 1; b < blocks_.size(); ++b) all += ";" + blocks_[b].pipeline();
  return all;
}

bool JoinedEncoder::counts_for_known(std::size_t block) const {
  return blocks_.size() == 1 || blocks_[block].spec().kind != EncoderKind::shape;
}

MatrixD JoinedEncoder::encode(Items items, std::vector<char>& known, Coverage& coverage) const {
  if (blocks_.size() == 1) return blocks_[0].encode(std::move(items), known, coverage);
  const Index count = items.size();
  known.assign(count, 0);
  MatrixD out(count, dimension());
  Index column = 0;
  bool counted = false;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    std::vector<char> here;
    Coverage covered;
    out.middleCols(column, blocks_[b].dimension()) = blocks_[b].encode(items, here, covered);
    column += blocks_[b].dimension();
    if (!counts_for_known(b)) continue;
    for (Index i = 0; i < count; ++i) known[i] = known[i] || here[i];
    if (!counted) coverage.add({covered.texts, 0, covered.tokens, covered.unknown_tokens});
    counted = true;
  }
  coverage.unknown_texts += std::count(known.begin(), known.end(), 0);
  return out;
}

std::vector<TermVector> JoinedEncoder::terms(const std::string& text) const {
  if (blocks_.size() == 1) return blocks_[0].terms(text);
  std::vector<TermVector> all;
  Vocabulary seen;
  Index column = 0;
  for (const Encoder& block : blocks_) {
    for (TermVector& part : block.terms(text)) {
      const auto at = static_cast<std::size_t>(seen.add(part.term));
      if (at == all.size()) all.push_back({std::move(part.term), VectorD::Zero(dimension())});
      all[at].vector.segment(column, block.dimension()) += part.vector;
    }
    column += block.dimension();
  }
  return all;
}

const Encoder* JoinedEncoder::with_vectors() const {
  for (const Encoder& block : blocks_)
    if (block.spec().needs_vectors()) return &block;
  return blocks_.size() == 1 ? &blocks_[0] : nullptr;
}

std::string JoinedEncoder::sample_text(Index first) const {
  const Encoder* worded = with_vectors();
  return (worded ? *worded : blocks_[0]).sample_text(first);
}

std::string JoinedEncoder::prefix_of(const std::string& prefix, std::size_t block) const {
  return blocks_.size() == 1 ? prefix : fmt::format("{}.{}", prefix, block);
}

void JoinedEncoder::write(ModelWriter& writer, const std::string& prefix, const JoinedEncoder* other) const {
  const Encoder* elsewhere = other ? other->with_vectors() : nullptr;
  const Encoder* shared = elsewhere;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const bool shares = blocks_[b].spec().needs_vectors() || blocks_.size() == 1;
    blocks_[b].write(writer, prefix_of(prefix, b), shares ? shared : nullptr);
    if (&blocks_[b] == with_vectors()) shared = &blocks_[b];
  }
}

JoinedEncoder JoinedEncoder::load(const ModelFile& file, const std::string& prefix, const std::string& text,
                                  const std::string& pipelines, const JoinedEncoder* other) {
  const JoinedSpec spec = JoinedSpec::parse(text);
  const auto pipeline = spec.blocks.size() == 1 ? std::vector{pipelines} : split_list(pipelines, ';');
  if (pipeline.size() != spec.blocks.size())
    throw Error(ErrorCode::model, "text." + prefix, "is not one pipeline a block", "fit the model again");
  std::vector<Encoder> blocks;
  std::vector<double> weights;
  blocks.reserve(spec.blocks.size());  // `shared` points into it
  const Encoder* shared = other ? other->with_vectors() : nullptr;
  for (std::size_t b = 0; b < spec.blocks.size(); ++b) {
    const EncoderSpec& one = spec.blocks[b].spec;
    const std::string name = spec.blocks.size() == 1 ? prefix : fmt::format("{}.{}", prefix, b);
    const bool shares = one.needs_vectors() || spec.blocks.size() == 1;
    blocks.push_back(Encoder::load(file, name, one, pipeline[b], shares ? shared : nullptr));
    weights.push_back(spec.blocks[b].weight);
    if (one.needs_vectors() && (!shared || file.has(name + ".vectors"))) shared = &blocks.back();
  }
  return {std::move(blocks), std::move(weights), spec.product};
}

std::uint64_t JoinedEncoder::fingerprint() const {
  if (blocks_.size() == 1) return blocks_[0].fingerprint();
  std::string all = text();
  for (const Encoder& block : blocks_) all += fmt::format(" {:x}", block.fingerprint());
  return hash64(all);
}

}  // namespace couplet
