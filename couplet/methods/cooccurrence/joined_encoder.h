// Several encoders of one text side by side: each sees what the others do not.
#pragma once

#include <string>
#include <vector>

#include "couplet/methods/cooccurrence/encoder.h"

namespace couplet {

/// "vectors+sif+extremes+lsa:600+shape", or "sum*lsa:300": one encoder or several, whose kernels are added (+) or
/// multiplied (*). "lsa:600@0.5": a block's weight, the factor of its features (1; .6 for shape).
struct JoinedSpec {
  struct Block {
    EncoderSpec spec;
    double weight = 1;
  };
  std::vector<Block> blocks;
  bool product = false;

  /// Error(usage) for a misspelt one, + and * together, a weight that is not positive, or rows beside others.
  static JoinedSpec parse(const std::string& text);
  std::string text() const;
  bool needs_vectors() const;
  bool has(EncoderKind kind) const;
  bool learns() const;
};

/// The blocks of one side, fitted. Immutable and thread-safe.
class JoinedEncoder {
 public:
  JoinedEncoder(Encoder only);  // NOLINT(google-explicit-constructor): one encoder is a join of one
  JoinedEncoder(std::vector<Encoder> blocks, std::vector<double> weights, bool product);

  Index dimension() const;
  const std::vector<Encoder>& blocks() const { return blocks_; }
  const std::vector<double>& weights() const { return weights_; }
  bool product() const { return product_; }
  bool has_rows() const { return blocks_[0].spec().kind == EncoderKind::rows; }
  /// The spelling, and the blocks' text pipelines with ';' between them.
  std::string text() const;
  std::string pipelines() const;

  /// As Encoder::encode, blocks one after another, neither scaled nor weighted (see BlockedKernel). A text is known
  /// when one block other than shape knows a term of it; words are counted by the first of these.
  MatrixD encode(Items items, std::vector<char>& known, Coverage& coverage) const;
  /// As Encoder::terms; a term that several blocks have is one.
  std::vector<TermVector> terms(const std::string& text) const;
  std::string sample_text(Index first) const;

  /// Tensors of the blocks, "<prefix>.*" for one, "<prefix>.N.*" for several; word vectors are written once.
  void write(ModelWriter& writer, const std::string& prefix, const JoinedEncoder* other = nullptr) const;
  static JoinedEncoder load(const ModelFile& file, const std::string& prefix, const std::string& text,
                            const std::string& pipelines, const JoinedEncoder* other = nullptr);
  std::uint64_t fingerprint() const;

 private:
  /// The block whose word vectors the others share, null when none has any.
  const Encoder* with_vectors() const;
  std::string prefix_of(const std::string& prefix, std::size_t block) const;
  bool counts_for_known(std::size_t block) const;

  std::vector<Encoder> blocks_;
  std::vector<double> weights_;
  bool product_ = false;
};

/// The parts between `separator`s.
std::vector<std::string> split_list(const std::string& text, char separator);

}  // namespace couplet
