#include "couplet/model/saved_parts.h"

#include <doctest/doctest.h>

#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/model/sample_model.h"

using namespace couplet;

namespace {

ModelHeader header_for(const std::string& method) {
  ModelHeader header;
  header.method = method;
  return header;
}

/// A model that is one number.
class OneNumber final : public Model {
 public:
  explicit OneNumber(double value, ModelHeader header = header_for("one")) : Model(std::move(header)), value_{value} {}
  void write(ModelWriter& writer) const override {
    writer.add("odd", std::vector<char>{'x'}, {1});
    writer.add("value", std::span<const double>(value_), {1});
  }
  std::vector<double> self_test(const std::vector<std::string>&) const override { return value_; }

 private:
  std::vector<double> value_;
};

/// A model around another one.
class Shell final : public Model {
 public:
  explicit Shell(std::unique_ptr<Model> inside) : Model(header_for("shell")), inside_(std::move(inside)) {}
  void write(ModelWriter& writer) const override { add_part(writer, "inside", *inside_); }
  std::vector<double> self_test(const std::vector<std::string>& input) const override {
    return inside_->self_test(input);
  }

 private:
  std::unique_ptr<Model> inside_;
};

std::vector<Method> number_and_shell() {
  Method one;
  one.name = "one";
  one.load = [](const ModelFile& file, const Loading&) -> std::unique_ptr<Model> {
    return std::make_unique<OneNumber>(file.doubles("value", 1)[0]);
  };
  Method shell;
  shell.name = "shell";
  shell.load = [](const ModelFile& file, const Loading& loading) -> std::unique_ptr<Model> {
    return std::make_unique<Shell>(load_part(file, "inside", loading));
  };
  return {one, shell};
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
  const auto all = number_and_shell();
  const Loading known{all};
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
  const auto all = number_and_shell();
  expect_error(ErrorCode::model, path + ": tensor 'part' is shorter than the model in it; fit the model again",
               [&] { load_part(file, "part", Loading{all}); });
  CHECK_THROWS_AS(load_part(file, "bad", Loading{all}), Error);
}

TEST_CASE("a part of another method or schema version is refused like a file") {
  const TemporaryDirectory place;
  const auto all = number_and_shell();
  ModelHeader later = header_for("one");
  later.schema_version = 2;
  save_model(Shell(std::make_unique<OneNumber>(1, std::move(later))), place.file("later"));
  expect_error(ErrorCode::model,
               place.file("later") +
                   " (inside): one model of schema version 2, this program reads up to 1; use the "
                   "version of Couplet that wrote it, or fit the model again",
               [&] { load_model(place.file("later"), all); });
  save_model(Shell(std::make_unique<OneNumber>(1, header_for("new"))), place.file("new"));
  expect_error(ErrorCode::model,
               place.file("new") +
                   " (inside): made by the method 'new', which this program does not have; use the "
                   "version of Couplet that wrote it",
               [&] { load_model(place.file("new"), all); });
}

TEST_CASE("models may lie in one another, but not without end") {
  const TemporaryDirectory place;
  const auto all = number_and_shell();
  std::unique_ptr<Model> model = std::make_unique<OneNumber>(4);
  for (int depth = 1; depth <= 16; ++depth) model = std::make_unique<Shell>(std::move(model));
  save_model(*model, place.file("deep"));
  CHECK(load_model(place.file("deep"), all)->self_test({}) == std::vector<double>{4});
  save_model(Shell(std::move(model)), place.file("deeper"));
  std::string parts;
  for (int depth = 1; depth <= 17; ++depth) parts += " (inside)";
  expect_error(ErrorCode::model,
               place.file("deeper") + parts + ": models lie in one another deeper than 16; fit the model again",
               [&] { load_model(place.file("deeper"), all); });
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
