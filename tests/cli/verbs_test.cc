// The verbs that need no method: inspect, verify, convert.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "couplet/model/container.h"
#include "tests/cli/run_program.h"

namespace {

/// A model file of a method that this program does not have.
std::string write_model(const std::string& path) {
  couplet::ModelHeader header;
  header.method = "imaginary";
  header.parameters = {{"width", "3"}};
  header.details = {{"pipeline", "nfkc,lower,icu"}};
  header.data_fingerprint = "0123456789abcdef";
  header.data_rows = 42;
  header.seed = 7;
  header.library_version = "0.1.0";
  header.self_test = {{{"a", "b"}, {0.5}}};
  couplet::ModelWriter writer(header);
  writer.add("weights", std::vector<double>{1, 2, 3, 4, 5, 6}, {2, 3});
  writer.write(path);
  return path;
}

}  // namespace

TEST_CASE("inspect") {
  const TemporaryDirectory directory;
  const std::string model = write_model(directory.file("m.couplet"));

  const Finished table = run_couplet({"inspect", model});
  CHECK(table.code == 0);
  CHECK(table.err.empty());
  CHECK(table.out.starts_with("imaginary model\n"));
  for (const char* part : {"width", "42 rows", "nfkc,lower,icu", "weights", "2 x 3 F64"}) {
    CAPTURE(part);
    CHECK(table.out.find(part) != std::string::npos);
  }

  const Finished json = run_couplet({"inspect", model, "--json"});
  CHECK(json.code == 0);
  CHECK(json.out.starts_with(R"({"schema":"couplet.model/1",)"));
  const auto object = nlohmann::json::parse(json.out);
  CHECK(object.at("schema") == "couplet.model/1");
  CHECK(object.at("schema_version") == 1);
  CHECK(object.at("parameters").at("width") == "3");
  CHECK(object.at("seed") == 7);
  CHECK(object.at("tensors").at(0).at("shape") == std::vector<int>{2, 3});

  const Finished plan = run_couplet({"inspect", model, "--dry-run"});
  CHECK(plan.code == 0);
  CHECK(lines_of(plan.out).at(1).starts_with("read\t" + model + ", "));
}

TEST_CASE("inspect and verify of what is no model") {
  const TemporaryDirectory directory;
  const std::string model = write_model(directory.file("m.couplet"));
  const std::string bytes = content_of(model);
  std::string flipped = bytes;
  flipped[flipped.size() - 5] ^= 16;
  for (const std::string& bad :
       {directory.put("empty", ""), directory.put("text", "hello\n"),
        directory.put("short", bytes.substr(0, bytes.size() - 1)), directory.put("flipped", flipped)}) {
    CAPTURE(bad);
    for (const char* verb : {"inspect", "verify"}) {
      const Finished run = run_couplet({verb, bad});
      CHECK(run.code == 4);
      CHECK(run.err.starts_with("couplet: " + bad));
      CHECK(lines_of(run.err).size() == 1);
    }
  }
  // Whole, but of a method that this program does not know.
  CHECK(run_couplet({"verify", model}).code == 4);
  CHECK(run_couplet({"verify", directory.file("missing")}).code == 6);
  CHECK(run_couplet({"inspect", directory.file("missing"), "--dry-run"}).code == 6);
}

TEST_CASE("a forged number with every sum repaired: verify refuses it, and so does mixing by impossible chances") {
  const TemporaryDirectory directory;
  const std::string good = directory.file("good.couplet"), forged = directory.file("forged.couplet"),
                    text = directory.put("text.txt", "the sun is out\nthe rain is out\nthe sun is up\n");
  REQUIRE(run_couplet({"fit", "ngram", text, "-o", good}).code == 0);
  const auto forge = [&](float value) {
    const couplet::ModelFile file(good);
    couplet::ModelWriter writer(file.header());
    for (const couplet::TensorInfo& tensor : file.tensors()) {
      const auto shape = file.shape(tensor.name);
      if (tensor.dtype == couplet::DType::f32) {
        const auto values = file.floats(tensor.name);
        std::vector<float> copy(values.begin(), values.end());
        if (tensor.name == "ngram.2.log10") copy.back() = value;
        writer.add(tensor.name, std::move(copy), shape);
      } else if (tensor.dtype == couplet::DType::i32) {
        writer.add(tensor.name, file.integers32(tensor.name), shape);
      } else if (tensor.dtype == couplet::DType::i64) {
        writer.add(tensor.name, file.integers(tensor.name), shape);
      } else {
        writer.add(tensor.name, file.bytes(tensor.name), shape);
      }
    }
    writer.write(forged);
  };
  CHECK(run_couplet({"verify", good}).code == 0);
  forge(-1.25F);
  CHECK(run_couplet({"inspect", forged}).code == 0);
  const Finished verified = run_couplet({"verify", good, forged});
  CHECK(verified.code == 4);
  CHECK(verified.err == "couplet: " + forged +
                            ": a number or a setting in it is not the one that was fitted; copy the file again, or fit "
                            "the model again\n");
  forge(3e38F);
  const Finished mixed = run_couplet({"fit", "mix", good, forged, "--tune", text, "-o", directory.file("mix.couplet")});
  CHECK(mixed.code == 4);
  CHECK(mixed.err ==
        "couplet: " + forged + ": tensor 'ngram.2.log10': a logarithm is out of range; fit the model again\n");
}

TEST_CASE("convert: through every format and back") {
  const TemporaryDirectory directory;
  const std::string start = directory.put("a.vec", "2 3\nred 1 0 0.5\nblue 0 1 -0.25\n");
  const std::string npy = directory.file("b.npy"), bin = directory.file("c.bin"), glove = directory.file("d.glove"),
                    end = directory.file("e.txt");
  CHECK(run_couplet({"convert", start, "-o", npy}).out == "output\tformat\twords\tdimension\n" + npy + "\tnpy\t2\t3\n");
  CHECK(run_couplet({"convert", npy, "-o", bin}).code == 0);
  CHECK(run_couplet({"convert", bin, "--output", glove, "--to", "glove"}).code == 0);
  CHECK(run_couplet({"convert", glove, "-o", end}).code == 0);
  CHECK(run_couplet({"convert", start, "-o", "-", "--to", "word2vec"}).out == content_of(end));

  const Finished json = run_couplet({"convert", start, "-o", end, "--json"});
  CHECK(nlohmann::json::parse(json.out).at("words") == 2);
}

TEST_CASE("convert: what goes wrong") {
  const TemporaryDirectory directory;
  const std::string start = directory.put("a.vec", "2 3\nred 1 0 0.5\nblue 0 1 -0.25\n");
  CHECK(run_couplet({"convert", start}).err == "couplet: no file to write; use --output FILE\n");
  CHECK(run_couplet({"convert", start, "-o", "x.zip"}).err ==
        "couplet: x.zip: the ending does not tell the format; use --to\n");
  const std::string damaged = directory.put("bad.vec", "2 3\nred 1 0 0.5\nblue 0 one -0.25\n");
  const Finished run = run_couplet({"convert", damaged, "-o", directory.file("b.vec")});
  CHECK(run.code == 3);
  CHECK(run.err.starts_with("couplet: " + damaged + ":3: "));
  CHECK(run_couplet({"convert", start, "-o", directory.file("no/such/b.vec")}).code == 6);
  CHECK(run_couplet({"convert", start, "-o", directory.file("c.vec"), "--dry-run"}).code == 0);
  CHECK(directory.names() == std::vector<std::string>{"a.vec", "bad.vec"});
}
