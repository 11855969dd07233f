// The layout, read by a parser that shares nothing with the code under test: what any safetensors reader would do.
#include <doctest/doctest.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "couplet/base/hash.h"
#include "sample_model.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

TEST_CASE("any safetensors reader can open a model file") {
  TemporaryDirectory directory;
  write_sample(directory.file("m"));
  const std::string file = content_of(directory.file("m"));
  REQUIRE(file.size() > 8);
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), 8);
  REQUIRE(8 + length <= file.size());
  CHECK((8 + length) % 64 == 0);
  const std::string header = file.substr(8, length);
  CHECK(header[0] == '{');
  const auto json = nlohmann::ordered_json::parse(header);

  const std::map<std::string, std::size_t> widths = {{"F64", 8}, {"I64", 8}, {"F32", 4}, {"I32", 4}, {"U8", 1}};
  std::size_t place = 0, tensors = 0;
  const auto checksums = nlohmann::json::parse(json["__metadata__"]["couplet.checksums"].get<std::string>());
  for (const auto& [name, value] : json.items()) {
    if (name == "__metadata__") {
      for (const auto& [key, entry] : value.items()) CHECK(entry.is_string());
      continue;
    }
    ++tensors;
    CHECK(value.size() == 3);
    const std::size_t width = widths.at(value["dtype"]);
    std::size_t bytes = width;
    for (const std::size_t axis : value["shape"]) bytes *= axis;
    CHECK(value["data_offsets"].size() == 2);
    CHECK(value["data_offsets"][0] == place);
    CHECK(value["data_offsets"][1] == place + bytes);
    CHECK(place % width == 0);
    CHECK(checksums[name] == hex64(hash64(file.substr(8 + length + place, bytes))));
    place += bytes;
  }
  CHECK(tensors == 6);
  CHECK(8 + length + place == file.size());

  std::size_t begin = json["c.f32"]["data_offsets"][0];
  const std::vector<float> expected = SampleTensors().f32;
  CHECK(std::memcmp(file.data() + 8 + length + begin, expected.data(), 24) == 0);

  const auto& metadata = json["__metadata__"];
  CHECK(metadata["couplet.format"] == "1");
  CHECK(metadata["couplet.method"] == "sample");
  CHECK(metadata["couplet.schema"] == "3");
  CHECK(metadata["couplet.rows"] == "12345");
  CHECK(metadata["couplet.seed"] == "18446744073709551615");
  CHECK(metadata["couplet.parameters"] == R"({"whiten":"0.1","kernel":"rbf","vectors":""})");
  CHECK(nlohmann::json::parse(metadata["couplet.self-test"].get<std::string>())[0]["expected"][1] == -2.5e-300);
}
