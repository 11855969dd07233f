// From a text to a vector: a sum of one vector a term, so that every score can be explained term by term.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"
#include "couplet/linalg/matrix.h"
#include "couplet/model/container.h"
#include "couplet/model/pairs.h"
#include "couplet/text/pipeline.h"

namespace couplet {

/// The ways to encode a text. `rows` takes vectors computed elsewhere (.npy).
enum class EncoderKind { sum, mean, idf, sif, extremes, hash, chars, lsa, shape, rows };

/// "sum" (or "vectors"), "mean", "idf", "sif", "extremes", "hash:1024", "chars:1024", "lsa:300", "shape", "rows".
struct EncoderSpec {
  EncoderKind kind = EncoderKind::sum;
  Index dimension = 0;  // of hash, chars and lsa (0: chosen by the data); the others take it from their vectors

  /// Error(usage) names the known ones.
  static EncoderSpec parse(const std::string& text);
  std::string text() const;
  bool needs_vectors() const { return kind <= EncoderKind::extremes; }
  /// True for terms counted in buckets.
  bool hashes() const { return kind == EncoderKind::hash || kind == EncoderKind::chars; }
  /// True when fitting it takes a pass over the texts.
  bool learns() const {
    return kind == EncoderKind::idf || kind == EncoderKind::sif || hashes() || kind == EncoderKind::lsa;
  }
};

/// What `shape` sees of a text, by name, in this order: ln(1 + words), then 1 or 0 for each of the others.
inline constexpr std::array<std::string_view, 5> shape_parts = {"(words)", "(ends in ?)", "(ends in !)", "(has -)",
                                                                "(has .)"};

/// How many words and texts an encoder knew.
struct Coverage {
  std::int64_t texts = 0, unknown_texts = 0;
  std::int64_t tokens = 0, unknown_tokens = 0;
  /// sign -1 takes it out again.
  void add(const Coverage& other, std::int64_t sign = 1);
};

/// One term of a text and what it adds to the text's vector.
struct TermVector {
  std::string term;
  VectorD vector;
};

/// Immutable and thread-safe. A text with no known term has the zero vector and is flagged.
class Encoder {
 public:
  /// What makes an encoder of any kind; kinds leave what they do not use empty.
  struct Parts {
    EncoderSpec spec;
    std::string pipeline;                        // text pipeline; empty for rows
    std::shared_ptr<const WordVectors> vectors;  // sum, mean, idf, lsa: one row a term
    std::vector<float> weights;                  // idf, sif: one a row of vectors; hash: one a bucket
    float unseen_weight = 1;                     // of a term that the training texts do not have
    Index row_dimension = 0;                     // rows
  };
  explicit Encoder(Parts parts);

  Index dimension() const { return dimension_; }
  const EncoderSpec& spec() const { return parts_.spec; }
  const std::string& pipeline() const { return parts_.pipeline; }

  /// Vectors of all items: items.size() x dimension(); known[i] is 0 when text i has no known term.
  /// Rows are taken as they are (known). `rows` also reads texts: numbers separated by blanks.
  MatrixD encode(Items items, std::vector<char>& known, Coverage& coverage) const;

  /// The distinct terms of a text with the part of the vector each brings: their sum is encode's row. `extremes` gives
  /// each number to the first word that has it, `shape` to its own name.
  std::vector<TermVector> terms(const std::string& text) const;

  /// A few words the encoder knows, from the `first` of its vocabulary on: input for a model's self-test.
  std::string sample_text(Index first) const;

  /// Tensors "<prefix>.words", "<prefix>.vectors", ...; word vectors that are those of `other` are not written again.
  void write(ModelWriter& writer, const std::string& prefix, const Encoder* other = nullptr) const;
  /// Reads them back; `other`: the side whose word vectors stand in when this one has none of its own.
  static Encoder load(const ModelFile& file, const std::string& prefix, const EncoderSpec& spec,
                      const std::string& pipeline, const Encoder* other = nullptr);

  /// Hash of everything that decides the vectors: models can be merged only when it agrees.
  std::uint64_t fingerprint() const;

 private:
  struct Bag;
  void gather(std::string_view text, Tokeniser& tokeniser, Bag& bag, Coverage& coverage) const;
  void add_term(std::string_view term, Bag& bag, Coverage& coverage) const;
  bool look_up(std::string_view term, Bag& bag) const;
  double term_factor(double count) const;
  double scale(const Bag& bag, const VectorD& sum) const;
  std::span<const float> vector_of(const Bag& bag, std::size_t entry) const;
  /// What entry i adds; for extremes `owner` is asked whose each number is.
  void add_entry(const Bag& bag, std::size_t entry, VectorD& sum) const;
  std::vector<std::size_t> extreme_owners(const Bag& bag) const;
  std::array<double, shape_parts.size()> shape_of(std::span<const std::string_view> tokens) const;

  Parts parts_;
  TextPipeline text_;
  Index dimension_ = 0;
};

/// The hash bucket of a term and its sign.
struct HashedTerm {
  Index bucket;
  double sign;
};
HashedTerm hash_term(std::string_view term, Index buckets);

}  // namespace couplet
