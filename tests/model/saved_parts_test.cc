#include "couplet/model/saved_parts.h"

#include <doctest/doctest.h>

#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/model/sample_model.h"

using namespace couplet;

namespace {

/// A model that is one number.
class OneNumber final : public Model {
 public:
  explicit OneNumber(double value) : value_{value} { header_.method = "one"; }
  const ModelHeader& header() const override { return header_; }
  void write(ModelWriter& writer) const override {
    writer.add("odd", std::vector<char>{'x'}, {1});
    writer.add("value", std::span<const double>(value_), {1});
  }
  std::vector<double> self_test(const std::vector<std::string>&) const override { return value_; }

 private:
  ModelHeader header_;
  std::vector<double> value_;
};

std::vector<Method> methods() {
  Method one;
  one.name = "one";
  one.load = [](const ModelFile& file) -> std::unique_ptr<Model> {
    return std::make_unique<OneNumber>(file.doubles("value", 1)[0]);
  };
  return {one};
}

}  // namespace

TEST_CASE("models inside a model file") {
  const TemporaryDirectory place;
  const std::string path = place.file("both");
  ModelWriter writer(sample_header());
  add_part(writer, "part.0", OneNumber(2.5));
  add_part(writer, "part.1", OneNumber(-1));
  writer.write(path);
  const ModelFile file(path);
  const auto known = methods();
  CHECK(load_part(file, "part.0", known)->self_test({}) == std::vector<double>{2.5});
  CHECK(load_part(file, "part.1", known)->self_test({}) == std::vector<double>{-1});
  expect_error(ErrorCode::model, path + ": no tensor 'part.2'; fit the model again",
               [&] { load_part(file, "part.2", known); });
}

TEST_CASE("a part that is longer than its tensor, or damaged, is refused") {
  const TemporaryDirectory place;
  const std::string path = place.file("short");
  ModelWriter writer(sample_header());
  writer.add("part", std::vector<std::int64_t>{1, 2}, {2});
  writer.add("part.bytes", std::vector<std::int64_t>{17}, {1});
  writer.add("bad", std::vector<std::int64_t>{1, 2}, {2});
  writer.add("bad.bytes", std::vector<std::int64_t>{16}, {1});
  writer.write(path);
  const ModelFile file(path);
  expect_error(ErrorCode::model, path + ": tensor 'part' is shorter than the model in it; fit the model again",
               [&] { load_part(file, "part", methods()); });
  CHECK_THROWS_AS(load_part(file, "bad", methods()), Error);
}

TEST_CASE("encoded bytes are the bytes of the file") {
  const TemporaryDirectory place;
  const std::string path = place.file("sample");
  const SampleTensors tensors;
  ModelWriter writer(sample_header());
  tensors.add_to(writer);
  writer.write(path);
  CHECK(writer.encoded() == content_of(path));
}
