#include "couplet/model/method.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/base/version.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/model/saved_vocabulary.h"
#include "couplet/model/whole_file.h"
#include "sample_model.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

/// Knows words and adds `offset` to the number of each.
class Counter : public Model, public EmbedsSides {
 public:
  explicit Counter(ModelHeader header, Vocabulary words, double offset)
      : Model(std::move(header)), words_(std::move(words)), offset_{offset} {}

  void write(ModelWriter& writer) const override {
    add_vocabulary(writer, "words", words_);
    writer.add("offset", offset_, {1});
  }
  std::vector<double> self_test(const std::vector<std::string>& input) const override {
    std::vector<double> numbers;
    for (const std::string& word : input) numbers.push_back(static_cast<double>(words_.find(word)) + offset_[0]);
    return numbers;
  }
  Embedded embed(Side, const Items& items, const Run&) const override {
    return {MatrixD::Zero(items.size(), 1), std::vector<bool>(items.size(), true)};
  }
  Index dimension() const override { return 1; }

  const Vocabulary& words() const { return words_; }

 private:
  Vocabulary words_;
  std::vector<double> offset_;
};

ModelHeader counter_header() {
  ModelHeader header;
  header.method = "counter";
  header.self_test = {{{"zwei", "fehlt"}, {1.5, -0.5}}};
  return header;
}

Counter sample_counter(double offset = 0.5) {
  Vocabulary words;
  for (const char* word : {"eins", "zwei", ""}) words.add(word);
  return Counter(counter_header(), std::move(words), offset);
}

std::vector<Method> counting_methods() {
  Method counter;
  counter.name = "counter";
  counter.schema_version = 1;
  counter.parameters = {{"offset", ParameterType::real, "0.5", "what is added to every number"}};
  counter.fit = [](const Data& data, const Fitting& fitting) -> Fitted {
    Vocabulary words;
    for (const std::string& path : data.paths) words.add(path);
    ModelHeader header = fitting.header(words.size(), "0123456789abcdef", {{"words", "paths"}});
    header.self_test = {{{"zwei", "fehlt"}, {}}};
    return {std::make_unique<Counter>(std::move(header), std::move(words), fitting.parameters.real("offset")), {}};
  };
  counter.load = [](const ModelFile& file, const Loading&) -> std::unique_ptr<Model> {
    return std::make_unique<Counter>(file.header(), load_vocabulary(file, "words"), file.doubles("offset", 1)[0]);
  };
  Method other = counter;
  other.name = "phsic";
  return {counter, other};
}

}  // namespace

TEST_CASE("a saved model loads, gives the same numbers and saves to the same bytes") {
  TemporaryDirectory directory;
  const std::string path = directory.file("m.couplet");
  save_model(sample_counter(), path);
  const std::unique_ptr<Model> model = load_model(path, counting_methods());
  CHECK(run_self_test(*model) == 0);
  const auto& counter = dynamic_cast<const Counter&>(*model);
  CHECK(counter.words().size() == 3);
  CHECK(counter.words().word(1) == "zwei");
  CHECK(counter.words().find("") == 2);
  save_model(*model, directory.file("again.couplet"));
  CHECK(content_of(path) == content_of(directory.file("again.couplet")));
}

TEST_CASE("the framework writes the header of a fitted model, its self-test too") {
  const std::vector<Method> all = counting_methods();
  Run run;
  run.seed = 77;
  Data data;
  data.paths = {"eins", "zwei"};
  const Fitted fitted = fit_model(all[0], data, Parameters::resolve(all[0].parameters, {{"offset", "2"}}), all, run);
  const ModelHeader& header = fitted.model->header();
  CHECK(header.method == "counter");
  CHECK(header.schema_version == all[0].schema_version);
  CHECK(header.parameters == std::vector<std::pair<std::string, std::string>>{{"offset", "2"}});
  CHECK(header.details == std::vector<std::pair<std::string, std::string>>{{"words", "paths"}});
  CHECK(header.data_rows == 2);
  CHECK(header.data_fingerprint == "0123456789abcdef");
  CHECK(header.seed == 77);
  CHECK(header.library_version == library_version);
  REQUIRE(header.self_test.size() == 2);
  CHECK(header.self_test[0].input == std::vector<std::string>{"zwei", "fehlt"});
  CHECK(header.self_test[0].expected == std::vector<double>{3, 1});
  CHECK(header.self_test[1].input.empty());  // the whole model
  CHECK(header.self_test[1].expected == numbers_of_whole(*fitted.model));
  CHECK(run_self_test(*fitted.model) == 0);
}

TEST_CASE("a model loads from a file, from an open file and from bytes") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("m.couplet");
  save_model(sample_counter(), path);
  CHECK(run_self_test(*load_model(ModelFile(path), counting_methods())) == 0);
  const std::string bytes = content_of(path);
  const std::unique_ptr<Model> model = load_model_bytes(bytes, counting_methods());
  CHECK(run_self_test(*model) == 0);
  save_model(*model, directory.file("again.couplet"));
  CHECK(content_of(directory.file("again.couplet")) == bytes);
  expect_error(ErrorCode::model, "upload: the file ends inside its header; copy the file again, or fit the model again",
               [&] { load_model_bytes("no model", counting_methods(), "upload"); });
}

TEST_CASE("the self-test measures the largest relative difference") {
  CHECK(run_self_test(sample_counter(0.5)) == 0);
  // 1.5 -> 2 differs by 0.5 of 2; -0.5 -> 0 by 0.5 of 0.5.
  CHECK(run_self_test(sample_counter(1.0)) == doctest::Approx(1.0));
  CHECK(run_self_test(sample_counter(0.5 + 1e-9)) == doctest::Approx(2e-9));
  CHECK(std::isinf(run_self_test(sample_counter(std::nan("")))));

  ModelHeader none = counter_header();
  none.self_test.clear();
  CHECK_THROWS_WITH(run_self_test(Counter(none, {}, 0)), "the model has no self-test; fit the model again");
  ModelHeader longer = counter_header();
  longer.self_test[0].expected.push_back(1);
  CHECK_THROWS_WITH(run_self_test(Counter(longer, {}, 0)),
                    "the self-test gives 2 numbers, expected 3; fit the model again");
}

TEST_CASE("capabilities a model has not are a clear error") {
  const Counter model = sample_counter();
  CHECK(capability<EmbedsSides>(model).dimension() == 1);
  CHECK_THROWS_WITH(capability<ScoresPairs>(model),
                    "a counter model cannot score pairs; its page in docs/methods says which verbs it has");
}

TEST_CASE("methods by name") {
  const std::vector<Method> all = counting_methods();
  CHECK(&find_method(all, "phsic") == &all[1]);
  CHECK_THROWS_WITH(find_method(all, "phisc"), "unknown method 'phisc'; did you mean 'phsic'?");
  CHECK_THROWS_WITH(find_method(all, "word2vec"), "unknown method 'word2vec'; the methods are counter, phsic");
  try {
    find_method(all, "x");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::usage);
  }
}

TEST_CASE("what a method does not take from a file is damage of the file") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("m.couplet");
  save_model(sample_counter(), path);
  std::vector<Method> all = counting_methods();
  all[0].load = [](const ModelFile&, const Loading&) -> std::unique_ptr<Model> {
    throw Error(ErrorCode::usage, "--kernel", "'rfb' is no kernel", "use rbf");
  };
  expect_error(ErrorCode::model, path + ": --kernel: 'rfb' is no kernel; fit the model again",
               [&] { load_model(path, all); });
  all[0].load = [](const ModelFile&, const Loading&) -> std::unique_ptr<Model> {
    throw Error(ErrorCode::data, "", "nothing to learn from");
  };
  expect_error(ErrorCode::model, path + ": nothing to learn from; fit the model again", [&] { load_model(path, all); });
  all[0].load = [](const ModelFile&, const Loading&) -> std::unique_ptr<Model> {
    throw Error(ErrorCode::io, "disk", "cannot read");
  };
  expect_error(ErrorCode::io, "disk: cannot read", [&] { load_model(path, all); });
}

TEST_CASE("models of other methods and versions are refused") {
  TemporaryDirectory directory;
  const std::string path = directory.file("m.couplet");
  ModelHeader header = counter_header();
  header.method = "later";
  save_model(Counter(header, {}, 0), path);
  CHECK_THROWS_WITH(
      load_model(path, counting_methods()),
      (path + ": made by the method 'later', which this program does not have; use the version of Couplet that "
              "wrote it")
          .c_str());
  header = counter_header();
  header.schema_version = 2;
  save_model(Counter(header, {}, 0), path);
  CHECK_THROWS_WITH(
      load_model(path, counting_methods()),
      (path + ": counter model of schema version 2, this program reads up to 1; use the version of Couplet that "
              "wrote it, or fit the model again")
          .c_str());
}

TEST_CASE("a vocabulary that does not fit its bytes is refused with the path") {
  TemporaryDirectory directory;
  const std::string path = directory.file("m.couplet");
  const auto saved = [&](std::vector<std::int64_t> offsets, const std::string& bytes) {
    ModelWriter writer(sample_header());
    writer.add("words.bytes", bytes, {static_cast<std::int64_t>(bytes.size())});
    const auto count = static_cast<std::int64_t>(offsets.size());
    writer.add("words.offsets", std::move(offsets), {count});
    writer.write(path);
    return ModelFile(path);
  };
  CHECK(load_vocabulary(saved({0, 1, 3}, "abb"), "words").word(1) == "bb");
  const std::vector<std::vector<std::int64_t>> wrong = {{0, 1, 4}, {0, 1, 2},    {1, 3}, {0, 2, 1, 3},
                                                        {},        {0, 0, 0, 3}, {-1, 3}};
  for (const auto& offsets : wrong) {
    const ModelFile file = saved(offsets, "abb");
    try {
      load_vocabulary(file, "words");
      FAIL("accepted offsets of length " << offsets.size());
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::model);
      CHECK(error.place() == path);
      CHECK(error.problem().starts_with("words 'words': "));
    }
  }
  const ModelFile file = saved({0, 3}, "abb");
  CHECK_THROWS_AS(load_vocabulary(file, "others"), Error);
}

TEST_CASE("a header's entries by name") {
  ModelHeader header;
  header.parameters = {{"power", "0.5"}, {"text", "words"}};
  header.details = {{"source", "ARPA"}};
  CHECK(header.parameter("text") == "words");
  CHECK(header.detail("source") == "ARPA");
  CHECK(header.number("power", 0, 1) == 0.5);
  CHECK(header.find_parameter("source") == nullptr);
  CHECK(header.find_detail("text") == nullptr);
  CHECK_THROWS_WITH(header.parameter("seed"), "the header has no parameter 'seed'; fit the model again");
  CHECK_THROWS_WITH(header.detail("seed"), "the header has no detail 'seed'; fit the model again");
  CHECK_THROWS_WITH(header.number("power", 1, 2), "parameter power: '0.5' makes no sense; fit the model again");
  CHECK_THROWS_WITH(header.number("text", 0, 1), "parameter text: 'words' makes no sense; fit the model again");
}
