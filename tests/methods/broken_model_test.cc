// Damaged and forged model files: refused with code model, never a crash, never a wrong score.
#include <doctest/doctest.h>

#include "couplet/methods/cooccurrence/phsic.h"
#include "couplet/methods/registry.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

/// The code of the error that loading ends with; nothing when the file is taken.
std::optional<ErrorCode> refusal(const TemporaryDirectory& directory, std::string_view bytes) {
  try {
    load_model(directory.put("broken.couplet", bytes), all_methods());
    return std::nullopt;
  } catch (const Error& error) {
    return error.code();
  }
}

std::vector<Fitted> small_models(const TemporaryDirectory& directory) {
  std::vector<Fitted> models;
  const TextPairs texts = topic_texts(12, 95);
  models.push_back(fit_texts(directory, texts, {{"encoder", "lsa:3"}, {"text", "space"}, {"keep-pairs", "5"}}));
  models.push_back(fit_rows(directory, correlated_rows(12, 3, 2, 96), {{"kernel", "rbf:sigma=1"}, {"rank", "4"}}));
  models.push_back(fit_method("pmi", {directory.put("pairs.tsv", tsv_of(texts))}, {}));
  const std::string table = directory.put("table.csv", "t,x,y,z\na,5,1,0\nb,2,7,1\nc,0,1,9\n");
  models.push_back(fit_method("ca", {table}, {}));
  models.push_back(fit_method("counts", {table}, {}));
  return models;
}

/// The model under another header, with every checksum right.
std::optional<ErrorCode> forged(const TemporaryDirectory& directory, const Model& model, ModelHeader header) {
  ModelWriter writer(std::move(header));
  model.write(writer);
  writer.write(directory.file("forged.couplet"));
  return refusal(directory, content_of(directory.file("forged.couplet")));
}

void set(std::vector<std::pair<std::string, std::string>>& entries, const std::string& name, const std::string& value) {
  for (auto& [key, old] : entries)
    if (key == name) old = value;
}

}  // namespace

TEST_CASE("cut at every 256th byte") {
  const TemporaryDirectory directory;
  for (const Fitted& fitted : small_models(directory)) {
    const std::string bytes = saved_bytes(directory, *fitted.model);
    CHECK(refusal(directory, bytes) == std::nullopt);
    for (std::size_t length = 0; length < bytes.size(); length += 256) {
      CAPTURE(length);
      CHECK(refusal(directory, std::string_view(bytes).substr(0, length)) == ErrorCode::model);
    }
    CHECK(refusal(directory, bytes + "x") == ErrorCode::model);
  }
}

TEST_CASE("one bit flipped, all over the file") {
  const TemporaryDirectory directory;
  for (const Fitted& fitted : small_models(directory)) {
    const std::string bytes = saved_bytes(directory, *fitted.model);
    // Densely in the header, more thinly in the tensors.
    for (std::size_t at = 0; at < bytes.size(); at += at < 4096 ? 23 : 509) {
      CAPTURE(at);
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << (at % 8)));
      CHECK(refusal(directory, flipped) == ErrorCode::model);
    }
  }
}

TEST_CASE("headers that do not fit their tensors") {
  const TemporaryDirectory directory;
  const auto models = small_models(directory);
  const ModelHeader& good = models[0].model->header();
  CHECK(forged(directory, *models[0].model, good) == std::nullopt);
  const std::vector<std::pair<std::string, std::string>> details = {
      {"encoder.left", "nonsense"},  {"encoder.left", "idf"},   {"encoder.left", "hash:8"},
      {"encoder.right", "rows"},     {"text.left", "nonsense"}, {"kernel.right", "nonsense"},
      {"kernel.left", "rbf:sigma=1"}};
  for (const auto& [name, value] : details) {
    const std::string detail = name + " = " + value;
    CAPTURE(detail);
    ModelHeader header = good;
    set(header.details, name, value);
    CHECK(forged(directory, *models[0].model, header) == ErrorCode::model);
  }
  for (const auto& [name, value] :
       {std::pair{"whiten", "much"}, {"whiten", "-1"}, {"keep-pairs", "all"}, {"keep-pairs", "99999999999999999999"}}) {
    const std::string detail = std::string(name) + " = " + value;
    CAPTURE(detail);
    ModelHeader header = good;
    set(header.parameters, name, value);
    CHECK(forged(directory, *models[0].model, header) == ErrorCode::model);
  }
  for (const char* value : {"", "much", "-1", "nan"}) {
    ModelHeader header = models[2].model->header();
    set(header.parameters, "smoothing", value);
    CHECK(forged(directory, *models[2].model, header) == ErrorCode::model);
  }
}

TEST_CASE("tensors that do not fit each other") {
  const TemporaryDirectory directory;
  const auto models = small_models(directory);
  save_model(*models[1].model, directory.file("rows.couplet"));
  const ModelFile file(directory.file("rows.couplet"));
  const auto with = [&](const std::string& name, std::vector<std::int64_t> values) {
    ModelWriter writer(file.header());
    for (const TensorInfo& tensor : file.tensors()) {
      const auto shape = file.shape(tensor.name);
      if (tensor.name == name) {
        const auto count = static_cast<std::int64_t>(values.size());
        writer.add(name, std::vector<std::int64_t>(values), {count});
      } else if (tensor.dtype == DType::f64) {
        writer.add(tensor.name, file.doubles(tensor.name), shape);
      } else if (tensor.dtype == DType::f32) {
        writer.add(tensor.name, file.floats(tensor.name), shape);
      } else if (tensor.dtype == DType::i64) {
        writer.add(tensor.name, file.integers(tensor.name), shape);
      } else {
        writer.add(tensor.name, file.bytes(tensor.name), shape);
      }
    }
    writer.write(directory.file("forged.couplet"));
    return refusal(directory, content_of(directory.file("forged.couplet")));
  };
  CHECK(with("none of them", {}) == std::nullopt);
  for (const std::int64_t width : {-1, 0, 2, 4}) CHECK(with("left.dimension", {width}) == ErrorCode::model);
  CHECK(with("moments.counts", {0, 12, 0}) == ErrorCode::model);
  CHECK(with("moments.counts", {12, 3, 0}) == ErrorCode::model);
  CHECK(with("moments.counts", {12, 12, -1}) == ErrorCode::model);
  CHECK(with("moments.counts", {12, 12}) == ErrorCode::model);
  CHECK(with("coverage", {1, 2, 3}) == ErrorCode::model);
  CHECK(with("lengths", {1, 2, 3}) == ErrorCode::model);
  CHECK(with("sample.keys", {1, 2}) == ErrorCode::model);
  CHECK(with("sample.keys", {5, 4, 3, 2, 1, 6, 7, 8, 9, 10, 11, 12}) == ErrorCode::model);
}
