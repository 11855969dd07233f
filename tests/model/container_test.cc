#include "couplet/model/container.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "couplet/base/hash.h"
#include "sample_model.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

template <class T>
bool same_bits(std::span<const T> a, const std::vector<T>& b) {
  return a.size() == b.size() && (b.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

}  // namespace

TEST_CASE("every type of tensor and every header entry comes back as it was") {
  TemporaryDirectory directory;
  const std::string path = directory.file("m.couplet");
  write_sample(path);
  const ModelFile file(path);
  const SampleTensors sample;
  CHECK(same_bits(file.doubles("e.f64", 2, 2), sample.f64));
  CHECK(std::signbit(file.doubles("e.f64", -1, -1)[1]));
  CHECK(same_bits(file.integers("d.i64", 3), sample.i64));
  CHECK(same_bits(file.floats("c.f32", 2, 3), sample.f32));
  CHECK(same_bits(file.integers32("b.i32", 5, 1), sample.i32));
  CHECK(same_bits(file.bytes("a.u8", 3, 1), sample.u8));
  CHECK(file.floats("f.empty", 0, 300).empty());
  CHECK(file.shape("c.f32") == std::vector<std::int64_t>{2, 3});
  CHECK(file.size() == static_cast<std::int64_t>(content_of(path).size()));
  CHECK(content_of(path).find("\"couplet.checksum\":\"" + file.checksum() + "\"") < 100);

  const ModelHeader want = sample_header();
  const ModelHeader& got = file.header();
  CHECK(got.method == want.method);
  CHECK(got.schema_version == want.schema_version);
  CHECK(got.parameters == want.parameters);
  CHECK(got.details == want.details);
  CHECK(got.data_fingerprint == want.data_fingerprint);
  CHECK(got.data_rows == want.data_rows);
  CHECK(got.seed == want.seed);
  CHECK(got.library_version == want.library_version);
  REQUIRE(got.self_test.size() == want.self_test.size());
  for (std::size_t i = 0; i < want.self_test.size(); ++i) {
    CHECK(got.self_test[i].input == want.self_test[i].input);
    CHECK(got.self_test[i].expected == want.self_test[i].expected);
  }
  CHECK(file.detail("pipeline") == "nfkc,lower,icu");
  CHECK(file.parameter("kernel") == "rbf");
}

TEST_CASE("tensors lie aligned, widest first, and their sums are those of their bytes") {
  TemporaryDirectory directory;
  const std::string path = directory.file("m.couplet");
  write_sample(path);
  const ModelFile file(path);
  std::vector<std::string> order;
  for (const TensorInfo& tensor : file.tensors()) order.push_back(tensor.name);
  CHECK(order == std::vector<std::string>{"e.f64", "d.i64", "c.f32", "f.empty", "b.i32", "a.u8"});
  CHECK(reinterpret_cast<std::uintptr_t>(file.doubles("e.f64", -1, -1).data()) % 64 == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(file.integers("d.i64").data()) % 8 == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(file.floats("c.f32", -1, -1).data()) % 4 == 0);
  CHECK(file.tensor("a.u8").checksum == hash64(std::string_view("a\0\xFF", 3)));
}

TEST_CASE("the same header and tensors give the same bytes in any order of adding") {
  TemporaryDirectory directory;
  write_sample(directory.file("a"));
  const SampleTensors sample;
  ModelWriter writer(sample_header());
  writer.add("f.empty", sample.empty, {0, 300});
  writer.add("c.f32", std::vector<float>(sample.f32), {2, 3});
  writer.add("e.f64", sample.f64, {2, 2});
  writer.add("a.u8", std::vector<char>(sample.u8), {3});
  writer.add("d.i64", std::vector<std::int64_t>(sample.i64), {3});
  writer.add("b.i32", sample.i32, {5, 1});
  writer.write(directory.file("b"));
  CHECK(content_of(directory.file("a")) == content_of(directory.file("b")));
  CHECK(writer.checksum() == ModelFile(directory.file("a")).checksum());

  ModelHeader other = sample_header();
  other.seed = 2;
  write_sample(directory.file("c"), other);
  CHECK(content_of(directory.file("a")) != content_of(directory.file("c")));
  CHECK(writer.checksum() != ModelFile(directory.file("c")).checksum());
}

TEST_CASE("views outlive the file object while its owner is kept") {
  TemporaryDirectory directory;
  const std::string path = directory.file("m.couplet");
  write_sample(path);
  std::span<const float> values;
  std::shared_ptr<const void> owner;
  {
    const ModelFile file(path);
    values = file.floats("c.f32", -1, -1);
    owner = file.owner();
  }
  std::filesystem::remove(path);
  CHECK(same_bits(values, SampleTensors().f32));
}

TEST_CASE("asking for what a file has not is an error that says what it has") {
  TemporaryDirectory directory;
  const std::string path = directory.file("m.couplet");
  write_sample(path);
  const ModelFile file(path);
  CHECK(file.has("c.f32"));
  CHECK_FALSE(file.has("c.f3"));
  const std::string again = "; fit the model again";
  expect_error(ErrorCode::model, path + ": no tensor 'w'" + again, [&] { file.floats("w"); });
  expect_error(ErrorCode::model, path + ": tensor 'c.f32' is 2 x 3 F32, expected any x 1 F64" + again,
               [&] { file.doubles("c.f32"); });
  // One number a row unless said otherwise: more, or none, would be read past their end.
  expect_error(ErrorCode::model, path + ": tensor 'c.f32' is 2 x 3 F32, expected 2 x 1 F32" + again,
               [&] { file.floats("c.f32", 2); });
  expect_error(ErrorCode::model, path + ": tensor 'f.empty' is 0 x 300 F32, expected any x 1 F32" + again,
               [&] { file.floats("f.empty"); });
  expect_error(ErrorCode::model, path + ": tensor 'c.f32' is 2 x 3 F32, expected any x 2 F32" + again,
               [&] { file.floats("c.f32", -1, 2); });
  expect_error(ErrorCode::model, path + ": tensor 'c.f32' is 2 x 3 F32, expected 3 x any F32" + again,
               [&] { file.floats("c.f32", 3, -1); });
  expect_error(ErrorCode::model, path + ": tensor 'd.i64' is 3 I64, expected 3 x 2 I64" + again,
               [&] { file.integers("d.i64", 3, 2); });
  expect_error(ErrorCode::model, path + ": the header has no detail 'mean'" + again, [&] { file.detail("mean"); });
  expect_error(ErrorCode::model, path + ": the header has no parameter 'mean'" + again,
               [&] { file.parameter("mean"); });
}

TEST_CASE("scalars and tensors of more than two axes") {
  TemporaryDirectory directory;
  const std::vector<double> one = {2.5}, cube(8, 1.0);
  ModelWriter writer(sample_header());
  writer.add("one", one, {});
  writer.add("cube", cube, {2, 2, 2});
  writer.write(directory.file("m"));
  const ModelFile file(directory.file("m"));
  CHECK(file.doubles("one", 1, 1)[0] == 2.5);
  CHECK(file.shape("one").empty());
  CHECK(file.doubles("cube", -1, -1).size() == 8);
  CHECK_THROWS_AS(file.doubles("cube", 2, 2), Error);
}

TEST_CASE("a model without tensors is a model") {
  TemporaryDirectory directory;
  ModelWriter writer(sample_header());
  writer.write(directory.file("m"));
  const ModelFile file(directory.file("m"));
  CHECK(file.tensors().empty());
  CHECK(file.size() % 64 == 0);
}

TEST_CASE("the writer refuses what the reader would") {
  TemporaryDirectory directory;
  ModelWriter writer(sample_header());
  const std::vector<double> values = {1, 2, 3, 4};
  expect_error(ErrorCode::internal, "tensor 'w': 4 values do not fill the shape it was given", [&] {
    writer.add("w", values, {2, 3});
  });
  expect_error(ErrorCode::internal, "tensor 'w': 4 values do not fill the shape it was given", [&] {
    writer.add("w", values, {-2, -2});
  });
  expect_error(ErrorCode::internal, "tensor 'w': 4 values do not fill the shape it was given", [&] {
    writer.add("w", values, {INT64_MAX, 4});
  });
  writer.add("w", values, {4});
  expect_error(ErrorCode::internal, "tensor 'w': added twice", [&] { writer.add("w", values, {4}); });
  for (const char* name : {"", "__metadata__", "a b", "a\x1B", "\xC3\xA9"})
    CHECK_THROWS_AS(writer.add(name, values, {4}), Error);
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    expect_error(ErrorCode::internal, "tensor 'n': value 2 is not finite", [&] {
      writer.add("n", std::vector<double>{0, 1, bad}, {3});
    });
    expect_error(ErrorCode::internal, "tensor 'n': value 1 is not finite", [&] {
      writer.add("n", std::vector<float>{0, static_cast<float>(bad)}, {2});
    });
  }

  ModelHeader twice = sample_header();
  twice.details = {{"a", "1"}, {"b", "2"}, {"a", "3"}};
  expect_error(ErrorCode::internal, "model header has detail 'a' twice",
               [&] { ModelWriter(twice).write(directory.file("m")); });
  ModelHeader infinite = sample_header();
  infinite.self_test = {{{"x"}, {HUGE_VAL}}};
  expect_error(ErrorCode::internal, "a number of the model's self-test is not finite",
               [&] { ModelWriter(infinite).write(directory.file("m")); });
  ModelHeader latin = sample_header();
  latin.parameters = {{"text", "caf\xE9"}};
  expect_error(ErrorCode::usage, "a text for the model file is not valid UTF-8; give it in UTF-8",
               [&] { ModelWriter(latin).write(directory.file("m")); });
  CHECK(std::filesystem::is_empty(directory.file("")));
}

TEST_CASE("a tensor that changes before it is written is noticed, and the old file stays") {
  TemporaryDirectory directory;
  const std::string path = directory.put("m", "old");
  std::vector<float> values = {1, 2};
  ModelWriter writer(sample_header());
  writer.add("w", values, {2});
  values[0] = 3;
  expect_error(ErrorCode::internal, "tensor 'w': its values changed between add and write",
               [&] { writer.write(path); });
  CHECK(content_of(path) == "old");
}

TEST_CASE("NaN is found wherever it stands") {
  CHECK(rc::check("first_not_finite finds the first one", [] {
    const auto size = *rc::gen::inRange<std::size_t>(1, 10000);
    std::vector<float> values(size, 1e38f);
    CHECK(first_not_finite(DType::f32, {reinterpret_cast<const char*>(values.data()), size * 4}) == -1);
    const auto place = *rc::gen::inRange<std::size_t>(0, size);
    values[place] = *rc::gen::element(std::nanf(""), HUGE_VALF, -HUGE_VALF);
    values.back() = std::nanf("");
    RC_ASSERT(first_not_finite(DType::f32, {reinterpret_cast<const char*>(values.data()), size * 4}) ==
              static_cast<std::int64_t>(place));
  }));
}

TEST_CASE("any texts survive in the header") {
  TemporaryDirectory directory;
  CHECK(rc::check("details round trip", [&] {
    ModelHeader header = sample_header();
    header.details.clear();
    const auto values =
        *rc::gen::container<std::vector<std::string>>(rc::gen::container<std::string>(rc::gen::inRange<char>(0, 127)));
    for (const std::string& value : values)
      header.details.emplace_back(std::to_string(header.details.size()) + value, value);
    header.data_rows = *rc::gen::nonNegative<std::int64_t>();
    header.seed = *rc::gen::arbitrary<std::uint64_t>();
    header.self_test = {{values, *rc::gen::arbitrary<std::vector<double>>()}};
    ModelWriter(header).write(directory.file("m"));
    const ModelFile file(directory.file("m"));
    RC_ASSERT(file.header().details == header.details);
    RC_ASSERT(file.header().data_rows == header.data_rows);
    RC_ASSERT(file.header().seed == header.seed);
    RC_ASSERT(file.header().self_test[0].input == header.self_test[0].input);
    RC_ASSERT(file.header().self_test[0].expected == header.self_test[0].expected);
  }));
}
