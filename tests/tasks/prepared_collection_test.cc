#include "couplet/tasks/prepared_collection.h"

#include <doctest/doctest.h>

#include <functional>
#include <limits>

#include "couplet/couplet.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/base/topic_texts.h"

using namespace couplet;

namespace {

struct Prepared {
  TemporaryDirectory directory;
  TextPairs pairs = topic_texts(200, 6);
  std::string model_path = directory.file("m.couplet"), path = directory.file("right.index");
  std::shared_ptr<const LoadedModel> model;
  Run run;

  explicit Prepared(const std::string& whiten = "0.1") {
    const Fitted fitted =
        fit("phsic", pairs_in_memory(pairs.left, pairs.right), {{"encoder", "lsa:6"}, {"whiten", whiten}});
    save_model(*fitted.model, model_path);
    model = LoadedModel::open(model_path);
    pairs.right.insert(pairs.right.begin() + 3, "xyzzy");  // no word of it is known
  }

  PreparedCollection made(const std::string& index) const {
    return PreparedCollection::prepare(*model, Side::right, {pairs.right, {}}, index, run);
  }
};

/// The rows of rank as text, numbers in full.
std::vector<std::vector<CollectedRows::Value>> rows_of(const CollectedRows& rows) {
  std::vector<std::vector<CollectedRows::Value>> all;
  for (std::size_t i = 0; i < rows.size(); ++i) all.push_back(rows[i]);
  return all;
}

/// The file with its tensors and header as `tamper` makes them, sums and all.
struct Parts {
  ModelHeader header;
  std::vector<char> bytes, known;
  std::vector<std::int64_t> offsets, entry;
  std::vector<float> vectors;
  std::vector<std::int32_t> levels, counts, links;

  explicit Parts(const ModelFile& file) : header(file.header()) {
    const auto copy = [](auto& to, const auto& from) { to.assign(from.begin(), from.end()); };
    copy(bytes, file.bytes("texts.bytes"));
    copy(offsets, file.integers("texts.offsets"));
    copy(known, file.bytes("known"));
    copy(vectors, file.floats("vectors", -1, -1));
    copy(levels, file.integers32("graph.levels"));
    copy(counts, file.integers32("graph.counts"));
    copy(links, file.integers32("graph.links"));
    copy(entry, file.integers("graph.entry"));
  }

  void write(const std::string& path, std::int64_t dimension) const {
    ModelWriter writer(header);
    const auto add = [&](const char* name, const auto& values) {
      writer.add(name, std::span(values), {std::ssize(values)});
    };
    add("texts.bytes", bytes);
    add("texts.offsets", offsets);
    add("known", known);
    writer.add("vectors", std::span(vectors), {std::ssize(vectors) / dimension, dimension});
    add("graph.levels", levels);
    add("graph.counts", counts);
    add("graph.links", links);
    add("graph.entry", entry);
    writer.write(path);
  }
};

}  // namespace

TEST_CASE("a collection prepared, saved and opened ranks as the texts themselves do, to the last digit") {
  const Prepared prepared;
  const Items queries{prepared.pairs.left, {}}, targets{prepared.pairs.right, {}};
  for (const char* index : {"exact", "hnsw:m=4"})
    for (const std::int64_t top : {0, 3}) {
      CAPTURE(index);
      CollectedRows plain, made, opened;
      rank_among(*prepared.model, queries, targets, {.top = top, .index = index}, plain, prepared.run);
      REQUIRE(plain.size() == 200 * (top == 0 ? 200 : 3));
      const PreparedCollection collection = prepared.made(index);
      CHECK(collection.size() == 201);
      CHECK(collection.known() == 200);
      rank_among(collection, queries, {.top = top}, made, prepared.run);
      CHECK(rows_of(made) == rows_of(plain));
      collection.save(prepared.path);
      const auto again = PreparedCollection::open(prepared.path, *prepared.model, prepared.run);
      CHECK(again.side() == Side::right);
      CHECK(again.index() == index);
      CHECK(again.texts() == prepared.pairs.right);
      CHECK(again.dimension() == collection.dimension());
      rank_among(again, queries, {.top = top}, opened, prepared.run);
      CHECK(rows_of(opened) == rows_of(plain));
      const std::string bytes = content_of(prepared.path);
      again.save(prepared.directory.file("copy.index"));
      CHECK(content_of(prepared.directory.file("copy.index")) == bytes);
    }
}

TEST_CASE("rows of numbers are prepared without texts; unknown queries are told from known ones") {
  MatrixD left(40, 3), right(40, 3);
  for (Index i = 0; i < left.size(); ++i) {
    left.data()[i] = static_cast<double>(i * 37 % 23) - 11;
    right.data()[i] = left.data()[i] + static_cast<double>(i % 5);
  }
  Fitted fitted = fit("phsic", vectors_in_memory(left, right));
  const LoadedModel model("rows", std::move(fitted.model));
  const TemporaryDirectory directory;
  const Run run;
  PreparedCollection::prepare(model, Side::left, {{}, left}, "exact", run).save(directory.file("left.index"));
  const auto opened = PreparedCollection::open(directory.file("left.index"), model, run);
  CHECK(opened.texts().empty());
  CHECK(opened.size() == 40);
  CollectedRows plain, prepared;
  rank_among(model, {{}, right}, {{}, left}, {.side = Side::right}, plain, run);
  rank_among(opened, {{}, right}, {}, prepared, run);
  CHECK(rows_of(prepared) == rows_of(plain));

  const Prepared texts;
  const auto found = texts.made("exact").search({{"xyzzy", texts.pairs.left[0]}, {}}, {.top = 1}, texts.run);
  CHECK(found.known == std::vector<bool>{false, true});
}

TEST_CASE("a model has one identity, saved or not, and a collection belongs to one model") {
  const Prepared prepared, other("0.2");
  CHECK(prepared.model->identity() == ModelFile(prepared.model_path).checksum());
  CHECK(LoadedModel("again", prepared.model->shared()).identity() == prepared.model->identity());
  CHECK(LoadedModel::from_bytes("bytes", content_of(prepared.model_path))->identity() == prepared.model->identity());
  CHECK(other.model->identity() != prepared.model->identity());
  prepared.made("exact").save(prepared.path);
  expect_error(ErrorCode::model, prepared.path + ": was prepared for another model; prepare it again",
               [&] { PreparedCollection::open(prepared.path, *other.model, other.run); });
  expect_error(ErrorCode::model,
               prepared.path + ": a prepared collection, not a model; 'rank --among' searches it, 'inspect' checks it",
               [&] { LoadedModel::open(prepared.path); });
  expect_error(ErrorCode::model,
               prepared.model_path +
                   ": a phsic model, not a prepared collection; give one text a line, or what 'couplet index' wrote",
               [&] { PreparedCollection::open(prepared.model_path, *prepared.model, prepared.run); });
}

TEST_CASE("what cannot be prepared is refused before the work") {
  const Prepared prepared;
  expect_error(ErrorCode::usage, "index: 'flat' is not an index; use exact or hnsw:m=16,build=200,ef=100",
               [&] { prepared.made("flat"); });
  Fitted topics = fit("jplsa", pairs_in_memory(prepared.pairs.left, topic_texts(200, 6).right),
                      {{"topics", "2"}, {"iterations", "2"}, {"min-documents", "1"}});
  const LoadedModel model("topics", std::move(topics.model));
  expect_error(ErrorCode::usage,
               "this model's scores are no inner products: its collections cannot be prepared; rank the texts "
               "themselves, or fit with --distance hellinger or cosine",
               [&] {
                 PreparedCollection::prepare(model, Side::right, {{"a"}, {}}, "exact", prepared.run);
               });
}

TEST_CASE("forged collections are refused") {
  const Prepared prepared;
  prepared.made("hnsw:m=4").save(prepared.path);
  const Parts good{ModelFile(prepared.path)};
  const std::int64_t dimension = ModelFile(prepared.path).tensor("vectors").cols();
  const std::string forged = prepared.directory.file("forged.index");
  const std::string remedy = "; prepare it again with 'couplet index'";
  const auto refuse = [&](const std::string& problem, const std::function<void(Parts&)>& tamper) {
    Parts bad = good;
    tamper(bad);
    bad.write(forged, dimension);
    expect_error(ErrorCode::model, forged + ": " + problem,
                 [&] { PreparedCollection::open(forged, *prepared.model, prepared.run); });
  };
  good.write(forged, dimension);
  CHECK_NOTHROW(PreparedCollection::open(forged, *prepared.model, prepared.run));
  refuse("a collection of schema version 2, this program reads 1" + remedy,
         [](Parts& parts) { parts.header.schema_version = 2; });
  refuse("it is of no side" + remedy, [](Parts& parts) { parts.header.parameters[0].second = "top"; });
  refuse("index: 'flat' is not an index" + remedy, [](Parts& parts) { parts.header.parameters[1].second = "flat"; });
  refuse("hnsw:m: 1 is out of range" + remedy, [](Parts& parts) { parts.header.parameters[1].second = "hnsw:m=1"; });
  refuse("search graph: a vector has too many links" + remedy,
         [](Parts& parts) { parts.header.parameters[1].second = "hnsw:m=2"; });
  refuse("search graph: a link leads nowhere" + remedy, [](Parts& parts) { parts.links[5] = 1000; });
  refuse("tensor 'known' is 201 U8, expected 200 x 1 U8" + remedy, [](Parts& parts) { parts.header.data_rows = 200; });
  refuse("tensor 'known' is 201 U8, expected 9223372036854775807 x 1 U8" + remedy,
         [](Parts& parts) { parts.header.data_rows = std::numeric_limits<std::int64_t>::max(); });
  refuse("tensor 'known' has something else than 0 and 1" + remedy, [](Parts& parts) { parts.known[0] = 2; });
  refuse("tensor 'vectors' is 200 x 6 F32, expected 201 x 6 F32" + remedy, [](Parts& parts) { parts.known[3] = 1; });
  refuse("the texts do not fill their tensor" + remedy, [](Parts& parts) { parts.bytes.push_back('a'); });
  refuse("a text lies outside its tensor" + remedy, [](Parts& parts) { parts.offsets[7] = 1 << 30; });
  refuse("a text lies outside its tensor" + remedy, [](Parts& parts) { parts.offsets[7] = -1; });
  refuse("a text is not UTF-8" + remedy, [](Parts& parts) { parts.bytes[0] = '\xFF'; });
}
