// Damaged and forged model files: refused with code model, never a crash, never a wrong score.
#include <doctest/doctest.h>

#include <limits>

#include "couplet/methods/cooccurrence/phsic.h"
#include "couplet/methods/registry.h"
#include "couplet/model/whole_file.h"
#include "tests/base/expect_error.h"
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
  models.push_back(fit_method("align", {directory.file("pairs.tsv")}, {{"text", "space"}}));
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

/// Adds a tensor of `file` as it is; with `place`, its value there is another one.
template <class T>
void copy_tensor(ModelWriter& writer, const ModelFile& file, const TensorInfo& tensor, std::span<const T> values,
                 std::int64_t place) {
  std::vector<T> copy(values.begin(), values.end());
  if (place >= 0) copy[place] = static_cast<T>(copy[place] == T(1) ? 2 : 1);
  writer.add(tensor.name, std::move(copy), file.shape(tensor.name));
}

void copy_tensor(ModelWriter& writer, const ModelFile& file, const TensorInfo& tensor, std::int64_t place = -1) {
  switch (tensor.dtype) {
    case DType::f64:
      return copy_tensor(writer, file, tensor, file.doubles(tensor.name, -1, -1), place);
    case DType::i64:
      return copy_tensor(writer, file, tensor, file.integers(tensor.name, -1, -1), place);
    case DType::f32:
      return copy_tensor(writer, file, tensor, file.floats(tensor.name, -1, -1), place);
    case DType::i32:
      return copy_tensor(writer, file, tensor, file.integers32(tensor.name), place);
    case DType::u8:
      return copy_tensor(writer, file, tensor, file.bytes(tensor.name), place);
  }
}

/// The file with another tensor in the place of one of its own, every checksum right.
template <class T>
std::optional<ErrorCode> forged_tensor(const TemporaryDirectory& directory, const ModelFile& file,
                                       const std::string& name, std::vector<T> values,
                                       std::vector<std::int64_t> shape) {
  ModelWriter writer(file.header());
  for (const TensorInfo& tensor : file.tensors()) {
    if (tensor.name == name)
      writer.add(name, std::move(values), std::move(shape));
    else
      copy_tensor(writer, file, tensor);
  }
  writer.write(directory.file("forged.couplet"));
  return refusal(directory, content_of(directory.file("forged.couplet")));
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

TEST_CASE("a forged pipeline of counts or vectors is damage where it is loaded") {
  const TemporaryDirectory directory;
  const std::string text = directory.put("text.txt", "a b c\nb c a\n");
  const Fitted counts = fit_method("counts", {text}, {}), vectors = fit_method("sgns", {text}, {{"dimensions", "1"}});
  for (const Fitted* fitted : {&counts, &vectors}) {
    ModelHeader header = fitted->model->header();
    set(header.details, "text", "nonsense");
    CHECK(forged(directory, *fitted->model, header) == ErrorCode::model);
  }
  ModelHeader header = vectors.model->header();
  set(header.parameters, "coordinates", "nonsense");
  CHECK(forged(directory, *vectors.model, header) == ErrorCode::model);
}

TEST_CASE("tensors that do not fit each other") {
  const TemporaryDirectory directory;
  const auto models = small_models(directory);
  save_model(*models[1].model, directory.file("rows.couplet"));
  const ModelFile file(directory.file("rows.couplet"));
  const auto with = [&](const std::string& name, std::vector<std::int64_t> values) {
    const auto count = static_cast<std::int64_t>(values.size());
    return forged_tensor(directory, file, name, std::move(values), {count});
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

TEST_CASE("counts that would overflow when they are added up are refused") {
  const TemporaryDirectory directory;
  const auto models = small_models(directory);
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  const auto file_of = [&](const Fitted& fitted) {
    save_model(*fitted.model, directory.file("good.couplet"));
    return ModelFile(directory.file("good.couplet"));
  };
  const ModelFile phsic = file_of(models[0]);
  std::vector<std::int64_t> lengths(phsic.integers("lengths", -1, -1).size(), 0);
  lengths[0] = lengths[1] = huge;
  CHECK(forged_tensor(directory, phsic, "lengths", lengths, phsic.shape("lengths")) == ErrorCode::model);
  CHECK(forged_tensor<std::int64_t>(directory, phsic, "moments.counts", {huge, huge, 0}, {3}) == ErrorCode::model);
  CHECK(forged_tensor(directory, phsic, "coverage", std::vector<std::int64_t>(8, huge), {2, 4}) == ErrorCode::model);
  CHECK(forged_tensor(directory, phsic, "sketch", std::vector<std::int32_t>(16384, 9), {16384}) == ErrorCode::model);
  const ModelFile pmi = file_of(models[2]);
  const auto rows = pmi.integers("pairs", -1, -1);
  std::vector<std::int64_t> pairs(rows.begin(), rows.end());
  pairs[2] = pairs[5] = huge;
  CHECK(forged_tensor(directory, pmi, "pairs", pairs, pmi.shape("pairs")) == ErrorCode::model);
}

TEST_CASE("any other number in any tensor is noticed, although every sum is right") {
  const TemporaryDirectory directory;
  for (const Fitted& fitted : small_models(directory)) {
    save_model(*fitted.model, directory.file("good.couplet"));
    const ModelFile good(directory.file("good.couplet"));
    CAPTURE(good.header().method);
    CHECK(is_as_fitted(good));
    for (const TensorInfo& changed : good.tensors()) {
      const std::int64_t size = changed.bytes() / dtype_size(changed.dtype);
      for (std::int64_t k = 0; k < std::min<std::int64_t>(20, size); ++k) {
        ModelWriter writer(good.header());
        for (const TensorInfo& tensor : good.tensors())
          copy_tensor(writer, good, tensor, tensor.name == changed.name ? k * (size - 1) / 20 : -1);
        writer.write(directory.file("forged.couplet"));
        CHECK_FALSE(is_as_fitted(ModelFile(directory.file("forged.couplet"))));
      }
    }
    ModelHeader header = good.header();
    header.parameters[0].second += "0";
    ModelWriter writer(header);
    fitted.model->write(writer);
    writer.write(directory.file("forged.couplet"));
    CHECK_FALSE(is_as_fitted(ModelFile(directory.file("forged.couplet"))));
  }
}

TEST_CASE("counts and taggers of a later version are refused where another method reads them") {
  const TemporaryDirectory directory;
  const auto later = [&](const Fitted& fitted) {
    ModelHeader header = fitted.model->header();
    header.schema_version = 99;
    ModelWriter writer(header);
    fitted.model->write(writer);
    writer.write(directory.file("later.couplet"));
    return directory.file("later.couplet");
  };
  const std::string counts = later(fit_method("counts", {directory.put("text.txt", "a b c\nb c a\n")}, {}));
  expect_error(ErrorCode::model,
               counts +
                   ": counts model of schema version 99, this program reads up to 1; use the version of Couplet "
                   "that wrote it, or fit the model again",
               [&] { fit_method("sgns", {counts}, {}); });
  const std::string tagger = later(fit_method("tagger", {directory.put("tagged.txt", "the_D dog_N runs_V\n")}, {}));
  const std::string pairs = directory.put("labelled.tsv", "a b\ta b\t1\na b\tc d\t0\n");
  expect_error(ErrorCode::model,
               tagger +
                   ": tagger model of schema version 99, this program reads up to 1; use the version of Couplet "
                   "that wrote it, or fit the model again",
               [&] {
                 fit_method("rewriting", {pairs},
                            {{"kernel", "tesrk:1"}, {"types", "id,ne"}, {"tags", "tagger"}, {"tagger", tagger}});
               });
}
