#include "couplet/model/inspect.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "couplet/base/hash.h"
#include "sample_model.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

TEST_CASE("inspect for people") {
  TemporaryDirectory directory;
  ModelHeader header = sample_header();
  header.details.emplace_back("danger", "red \x1B[31m and \xC2\x9B");
  header.details.emplace_back("long", std::string(99, 'x') + "\xE2\x82\xAC" + std::string(500, 'y'));
  write_sample(directory.file("m"), header);
  const std::string text = inspect_text(ModelFile(directory.file("m")));
  for (const char* line : {
           "sample model\n",
           "  format     1, schema 3, written by Couplet 0.1.0\n",
           "  data       12345 rows, fingerprint 0123456789abcdef\n",
           "  seed       18446744073709551615\n",
           "  self-test  3 cases\n",
           "parameters\n  whiten   0.1\n  kernel   rbf\n  vectors  (not set)\n",
           "line\\x0abreak, \xC3\xA9 and \xE2\x82\xAC\n",
           "red \\x1b[31m and \\u009b\n",
       })
    CHECK_MESSAGE(text.find(line) != text.npos, line << "\nnot in\n" << text);
  CHECK(text.find(std::string(99, 'x') + "\xE2\x82\xAC... (602 bytes)\n") != text.npos);
  CHECK(text.find("  c.f32    2 x 3 F32") != text.npos);
  CHECK(text.find('\x1B') == text.npos);
}

TEST_CASE("inspect as JSON holds everything") {
  TemporaryDirectory directory;
  write_sample(directory.file("m"));
  const ModelFile file(directory.file("m"));
  const std::string text = inspect_json(file);
  CHECK(text.find('\n') == text.size() - 1);
  const auto json = nlohmann::ordered_json::parse(text);
  CHECK(json["format"] == 1);
  CHECK(json["method"] == "sample");
  CHECK(json["schema"] == 3);
  CHECK(json["seed"] == 0xFFFFFFFFFFFFFFFFu);
  CHECK(json["library"] == "0.1.0");
  CHECK(json["data"]["rows"] == 12345);
  CHECK(json["data"]["fingerprint"] == "0123456789abcdef");
  CHECK(json["parameters"]["whiten"] == "0.1");
  CHECK(json["details"]["a \"quoted\" name"] == "line\nbreak, \xC3\xA9 and \xE2\x82\xAC");
  CHECK(json["self_test"][0]["input"][1] == "le chat");
  CHECK(json["self_test"][0]["expected"][1] == -2.5e-300);
  CHECK(json["bytes"] == file.size());
  CHECK(json["tensors"].size() == 6);
  CHECK(json["tensors"][2]["name"] == "c.f32");
  CHECK(json["tensors"][2]["shape"] == nlohmann::ordered_json::array({2, 3}));
  CHECK(json["tensors"][2]["bytes"] == 24);
  CHECK(json["tensors"][2]["checksum"] == hex64(file.tensor("c.f32").checksum));
}
