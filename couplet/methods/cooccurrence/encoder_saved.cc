// Encoders in model files.
#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/cooccurrence/encoder.h"
#include "couplet/model/saved_word_vectors.h"

namespace couplet {

void Encoder::write(ModelWriter& writer, const std::string& prefix, const Encoder* other) const {
  if (!parts_.weights.empty()) {
    writer.add(prefix + ".weights", std::span<const float>(parts_.weights),
               {static_cast<Index>(parts_.weights.size())});
    writer.add(prefix + ".unseen_weight", std::vector<float>{parts_.unseen_weight}, {1});
  }
  if (parts_.spec.kind == EncoderKind::rows) {
    writer.add(prefix + ".dimension", std::vector<std::int64_t>{parts_.row_dimension}, {1});
  }
  if (!parts_.vectors || (other && other->parts_.vectors == parts_.vectors)) return;
  add_word_vectors(writer, prefix + ".", *parts_.vectors);
}

Encoder Encoder::load(const ModelFile& file, const std::string& prefix, const EncoderSpec& spec,
                      const std::string& pipeline, const Encoder* other) {
  Parts parts{spec, pipeline, nullptr, {}, 1, 0};
  if (file.has(prefix + ".weights")) {
    const auto weights = file.floats(prefix + ".weights");
    parts.weights.assign(weights.begin(), weights.end());
    parts.unseen_weight = file.floats(prefix + ".unseen_weight", 1)[0];
  }
  if (spec.kind == EncoderKind::rows) parts.row_dimension = file.integers(prefix + ".dimension", 1)[0];
  std::int64_t expected_weights = spec.hashes() ? spec.dimension : 0;
  if (spec.needs_vectors() || spec.kind == EncoderKind::lsa) {
    const bool shared = other && other->parts_.vectors && !file.has(prefix + ".vectors");
    parts.vectors =
        shared ? other->parts_.vectors : std::make_shared<const WordVectors>(load_word_vectors(file, prefix + "."));
    if (spec.kind == EncoderKind::idf || spec.kind == EncoderKind::sif) expected_weights = parts.vectors->size();
  }
  if (static_cast<std::int64_t>(parts.weights.size()) != expected_weights ||
      (spec.kind == EncoderKind::rows && parts.row_dimension < 1))
    throw Error(ErrorCode::model, prefix, "its weights do not fit its words", "fit the model again");
  return Encoder(std::move(parts));
}

std::uint64_t Encoder::fingerprint() const {
  Fingerprint print;
  const auto add = [&](const auto& values) {
    print.add({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])});
  };
  print.add(parts_.spec.text() + "\n" + parts_.pipeline + "\n" + std::to_string(dimension_) + "\n");
  add(parts_.weights);
  if (parts_.vectors) {
    add(parts_.vectors->words().bytes());
    add(parts_.vectors->values());
    if (const auto& subwords = parts_.vectors->subwords()) add(subwords->values);
  }
  return print.value();
}

}  // namespace couplet
