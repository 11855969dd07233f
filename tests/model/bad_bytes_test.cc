// Broken model files: cut, with flipped bits, and forged so that every checksum is right but the content is not.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "couplet/base/hash.h"
#include "couplet/model/container.h"
#include "couplet/model/container_header.h"
#include "sample_model.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

/// The problem found when the file is opened; empty when it was accepted. Fails the test for any other code than model.
std::string refusal_of(const std::string& path) {
  try {
    const ModelFile file(path);
    return "";
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::model);
    CHECK(error.place() == path);
    CHECK_FALSE(error.remedy().empty());
    return error.problem();
  }
}

/// The same for a file with these bytes.
std::string refusal(const TemporaryDirectory& directory, const std::string& bytes) {
  return refusal_of(directory.put("broken.couplet", bytes));
}

/// A real model of a few kilobytes.
std::string real_model(const TemporaryDirectory& directory) {
  const SampleTensors sample;
  ModelWriter writer(sample_header());
  sample.add_to(writer);
  std::vector<float> many;
  for (int i = 0; i < 1000; ++i) many.push_back(static_cast<float>(std::sin(i)));
  writer.add("many", many, {10, 100});
  writer.write(directory.file("real.couplet"));
  return content_of(directory.file("real.couplet"));
}

/// A forger's file: this header text with right length, padding and checksum, then the data.
std::string forge(std::string header, const std::string& data) {
  while ((header.size() + 8) % 64 != 0) header += ' ';
  std::string file(8, '\0');
  const std::uint64_t length = header.size();
  std::memcpy(file.data(), &length, 8);
  file += header;
  const std::size_t place = 8 + std::strlen(R"({"__metadata__":{"couplet.checksum":")");
  for (std::size_t i = 0; i < 16; ++i) file[place + i] = '0';
  const std::string digits = hex64(hash64(file));
  for (std::size_t i = 0; i < 16; ++i) file[place + i] = digits[i];
  return file + data;
}

std::string header_of(const std::string& file) {
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), 8);
  return file.substr(8, length);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t place = text.find(from);
  REQUIRE_MESSAGE(place != text.npos, from);
  return text.replace(place, from.size(), to);
}

/// One tensor "w" of two floats, its description and metadata as given.
struct Forgery {
  std::string data = std::string("\0\0\x80?\0\0\0@", 8);  // 1, 2
  std::string original;

  explicit Forgery(const TemporaryDirectory& directory) {
    ModelHeader header;
    header.method = "sample";
    ModelWriter writer(header);
    writer.add("w", std::vector<float>{1, 2}, {2});
    writer.write(directory.file("small.couplet"));
    original = header_of(content_of(directory.file("small.couplet")));
  }
  std::string with(const std::string& from, const std::string& to) const {
    return forge(replaced(original, from, to), data);
  }
};

}  // namespace

TEST_CASE("a cut file is refused wherever it is cut") {
  TemporaryDirectory directory;
  const std::string whole = real_model(directory);
  REQUIRE(whole.size() > 4096);
  REQUIRE(refusal(directory, whole).empty());
  for (std::size_t size = 0; size < whole.size(); size += size < 512 ? 1 : 256)
    CHECK_MESSAGE(!refusal(directory, whole.substr(0, size)).empty(), size);
  CHECK(refusal(directory, whole.substr(0, whole.size() - 1)) == "the file ends inside tensor 'a.u8'");
  CHECK(refusal(directory, whole.substr(0, 300)) == "the file ends inside its header");
  CHECK(refusal(directory, whole + '\0') == "the file has 1 bytes after its last tensor");
}

TEST_CASE("every flipped bit of header and tensors is noticed") {
  TemporaryDirectory directory;
  const std::string whole = real_model(directory);
  const std::string path = directory.put("flipped.couplet", whole);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  const auto set_byte = [&](std::size_t place, char value) {
    file.seekp(static_cast<std::streamoff>(place));
    file.put(value).flush();
  };
  // All bits of a header byte, one (a different one each time) of every third byte after it.
  const std::size_t data = 8 + header_of(whole).size();
  for (std::size_t byte = 0; byte < whole.size(); byte += byte < data ? 1 : 3) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      if (byte >= data && bit != byte % 8) continue;
      set_byte(byte, static_cast<char>(whole[byte] ^ static_cast<char>(1u << bit)));
      CHECK_MESSAGE(!refusal_of(path).empty(), "byte " << byte << " bit " << bit);
    }
    set_byte(byte, whole[byte]);
  }
  CHECK(refusal_of(path).empty());
}

TEST_CASE("other files are told from broken models") {
  TemporaryDirectory directory;
  const std::string other = "not a Couplet model";
  CHECK(refusal(directory, "") == other);
  CHECK(refusal(directory, "left\tright\n") == other);
  CHECK(refusal(directory, std::string(1000, '\0')) == other);
  const std::string plain = R"({"w":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})";
  CHECK(refusal(directory, std::string("\x36\0\0\0\0\0\0\0", 8) + plain) == other);
  CHECK_THROWS_AS(ModelFile(directory.file("missing")), Error);
}

TEST_CASE("huge lengths are refused before anything is allocated") {
  TemporaryDirectory directory;
  std::string whole = real_model(directory);
  std::memset(whole.data(), 0xFF, 8);
  CHECK(refusal(directory, whole) == "the header's length is impossible");
  const std::uint64_t beyond = (std::uint64_t{64} << 20) - 8;
  std::memcpy(whole.data(), &beyond, 8);
  CHECK(refusal(directory, whole) == "the file ends inside its header");

  const Forgery forgery(directory);
  const std::string impossible = "tensor 'w' has an impossible shape";
  CHECK(refusal(directory, forgery.with("[2]", "[4611686018427387904]")) == impossible);
  CHECK(refusal(directory, forgery.with("[2]", "[4294967296,4294967296]")) == impossible);
  CHECK(refusal(directory, forgery.with("[2]", "[0,9223372036854775807,2]")) == impossible);
  CHECK(refusal(directory, forge(replaced(forgery.original, R"([2],"data_offsets":[0,8])",
                                          R"([0,1000000000000],"data_offsets":[0,0])"),
                                 "")) == impossible);
  CHECK(refusal(directory, forgery.with("[0,8]", "[0,9223372036854775800]")) ==
        "tensor 'w' does not lie where its shape says");
  CHECK(refusal(directory,
                forgery.with(R"([2],"data_offsets":[0,8])", R"([1000000000000],"data_offsets":[0,4000000000000])")) ==
        "the file ends inside tensor 'w'");
}

TEST_CASE("a forged header with a right checksum is still checked") {
  TemporaryDirectory directory;
  const Forgery forgery(directory);
  REQUIRE(refusal(directory, forge(forgery.original, forgery.data)).empty());
  const auto refused = [&](const std::string& from, const std::string& to) {
    return refusal(directory, forgery.with(from, to));
  };
  CHECK(refused("[0,8]", "[1,9]") == "tensor 'w' does not lie where its shape says");
  CHECK(refused("[0,8]", "[8,0]") == "tensor 'w' does not lie where its shape says");
  CHECK(refused("[0,8]", "[0,4]") == "tensor 'w' does not lie where its shape says");
  CHECK(refused("[0,8]", "[0]") == "tensor 'w' has not two offsets");
  CHECK(refused("[0,8]", "[-1,8]") == "tensor 'w' has a length that is not a number of elements");
  CHECK(refused("[0,8]", "[0,8.0]") == "tensor 'w' has a length that is not a number of elements");
  CHECK(refused("[2]", "[18446744073709551615]") == "tensor 'w' has a length that is not a number of elements");
  CHECK(refused("[2]", "{}") == "tensor 'w' has a bad list of lengths");
  CHECK(refused("[2]", "[2,1,1,1,1,1,1,1,1]") == "tensor 'w' has a bad list of lengths");
  CHECK(refused("F32", "F16") == "tensor 'w' has an unknown dtype");
  CHECK(refused("F32", "F64") == "tensor 'w' does not lie where its shape says");
  CHECK(refused(R"("dtype")", R"("type")") == "tensor 'w' is not described by dtype, shape and data_offsets");
  CHECK(refused(R"("w":{)", "\"w \\u001b\":{") == "a tensor in the header has an impossible name");
  CHECK(refused(R"("w":{)", R"("v":{)") == "tensor 'v' has no checksum");
  CHECK(refused("}  ", R"(,"w":0})") == "JSON key \"w\" occurs twice");
  CHECK(refused("}  ", R"(,"v":0})") == "tensor 'v' is not described by dtype, shape and data_offsets");
}

TEST_CASE("a tensor after an odd byte would not be aligned") {
  TemporaryDirectory directory;
  const Forgery forgery(directory);
  std::string header =
      replaced(forgery.original, "{\\\"w\\\"", "{\\\"u\\\":\\\"" + hex64(hash64("x")) + "\\\",\\\"w\\\"");
  header = replaced(header, R"("w":{)", R"("u":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"w":{)");
  header = replaced(header, "[0,8]", "[1,9]");
  CHECK(refusal(directory, forge(header, "x" + forgery.data)) == "tensor 'w' is not aligned");
}

TEST_CASE("forged metadata") {
  TemporaryDirectory directory;
  const Forgery forgery(directory);
  const auto refused = [&](const std::string& from, const std::string& to) {
    return refusal(directory, forgery.with(from, to));
  };
  CHECK(refused(R"("couplet.format":"1")", R"("couplet.format":"2")") == "model format 2, this program reads format 1");
  CHECK(refused(R"("couplet.format":"1")", R"("couplet.format":"one")") ==
        "header entry couplet.format is not a number");
  CHECK(refused(R"("couplet.format":"1")", R"("couplet.format":1)") ==
        "a metadata entry in the header is not a string");
  CHECK(refused(R"("couplet.format":"1",)", "") == "the header has no format version");
  CHECK(refused(R"("couplet.seed":"0",)", "") == "the header has other entries than its format allows");
  CHECK(refused("couplet.seed", "couplet.sead") == "header entry couplet.seed is missing");
  CHECK(refused("couplet.rows\":\"0\"", "couplet.rows\":\"-1\"") == "header entry couplet.rows is negative");
  CHECK(refused("couplet.rows\":\"0\"", "couplet.rows\":\"99999999999999999999\"") ==
        "header entry couplet.rows is not a number");
  CHECK(refused("couplet.seed\":\"0\"", "couplet.seed\":\"00\"") == "header entry couplet.seed is not a number");
  CHECK(refused("\"sample\"", "\"s \\u0007\"") == "header entry couplet.method is not a name");
  CHECK(refused("couplet.details\":\"{}\"", "couplet.details\":\"[]\"") ==
        "header entry couplet.details is not an object");
  CHECK(refused("couplet.details\":\"{}\"", R"(couplet.details":"{\"a\":\"1\",\"a\":\"2\"}")") ==
        "JSON key \"a\" occurs twice");
  CHECK(refused("couplet.details\":\"{}\"", R"(couplet.details":"{\"a\":{}}")") == "JSON nested deeper than 1");
  CHECK(refused("couplet.self-test\":\"[]\"", "couplet.self-test\":\"[{}]\"") ==
        "a self-test in the header is not an input with expected numbers");
  CHECK(refused("couplet.self-test\":\"[]\"", R"(couplet.self-test":"[{\"input\":[],\"expected\":[1e999]}]")")
            .starts_with("invalid JSON at byte"));
  CHECK(refused("couplet.self-test\":\"[]\"", R"(couplet.self-test":"[{\"input\":[],\"expected\":[\"1\"]}]")") ==
        "an expected value of the self-test is not a number");
  CHECK(refused("couplet.self-test\":\"[]\"", R"(couplet.self-test":"[{\"input\":[1],\"expected\":[]}]")") ==
        "a self-test input in the header is not a string");
}

TEST_CASE("hostile JSON") {
  TemporaryDirectory directory;
  const Forgery forgery(directory);
  const std::string start = R"({"__metadata__":{"couplet.checksum":"0000000000000000")";
  CHECK(refusal(directory, forge(start + "}}", "")) == "the header has no format version");
  CHECK(refusal(directory, forge(start + "},", "")).starts_with("invalid JSON at byte"));
  CHECK(refusal(directory, forge(start + "}}" + std::string("\0{", 2), "")).starts_with("invalid JSON at byte"));
  CHECK(refusal(directory, forge(start + ",\"x\":\"\xFF\"}}", "")).starts_with("invalid JSON at byte"));
  CHECK(refusal(directory, forge(start + ",\"x\":" + std::string(100000, '['), "")) == "JSON nested deeper than 3");
  std::string wide = start + "},\"x\":[";
  for (int i = 0; i < 1000001; ++i) wide += "0,";
  CHECK(refusal(directory, forge(wide + "0]}", "")) == "JSON with more than 1000000 values");
}

TEST_CASE("a number that is not finite is refused though its checksum is right") {
  TemporaryDirectory directory;
  const Forgery forgery(directory);
  const std::string sum = hex64(hash64(forgery.data));
  for (const float bad : {std::nanf(""), HUGE_VALF, -HUGE_VALF}) {
    std::string data = forgery.data;
    std::memcpy(data.data() + 4, &bad, 4);
    const std::string header = replaced(forgery.original, sum, hex64(hash64(data)));
    CHECK(refusal(directory, forge(header, data)) == "tensor 'w' has a value that is not finite at element 1");
  }
}
