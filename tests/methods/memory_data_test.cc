// Models fitted on data in memory are, byte for byte, those of the same data in files.
#include <doctest/doctest.h>

#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/methods/registry.h"
#include "couplet/text/table_reader.h"
#include "couplet/text/text_rows.h"
#include "tests/base/expect_error.h"
#include "tests/methods/bridge_samples.h"
#include "tests/methods/generated_pairs.h"
#include "tests/methods/language_samples.h"
#include "tests/methods/rewriting_samples.h"

using namespace couplet;

namespace {

using Texts = std::vector<std::string>;

Fitted fit_data(const std::string& method, const Data& data, const Options& options) {
  const Method& found = find_method(all_methods(), method);
  return fit_model(found, data, Parameters::resolve(found.parameters, options), all_methods(), Run());
}

std::string bytes_of(const std::string& method, const Data& data, const Options& options) {
  const TemporaryDirectory directory;
  return saved_bytes(directory, *fit_data(method, data, options).model);
}

Data files(Texts paths) { return Source{.paths = std::move(paths)}; }

/// The pieces of a text between line ends, or of a line between tabs.
Texts pieces(const std::string& text, char separator) {
  Texts all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    all.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return all;
}

/// Columns of a TSV.
std::vector<Texts> columns_of(const std::string& tsv) {
  std::vector<Texts> columns;
  for (const std::string& line : pieces(tsv, '\n')) {
    const Texts fields = pieces(line, '\t');
    columns.resize(fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) columns[i].push_back(fields[i]);
  }
  return columns;
}

}  // namespace

TEST_CASE("pairs of texts") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(80);
  const std::string file = bytes_of("phsic", files({directory.put("p.tsv", tsv_of(texts))}), {});
  CHECK(bytes_of("phsic", pairs_in_memory(texts.left, texts.right), {}) == file);
  CHECK(bytes_of("phsic", pairs_in_memory(texts.right, texts.left), {}) != file);
  const std::string pmi = bytes_of("pmi", files({directory / "p.tsv"}), {});
  CHECK(bytes_of("pmi", columns_in_memory({texts.right, texts.left}, {"right", "left"}), {}) == pmi);
}

TEST_CASE("pairs of vectors") {
  const TemporaryDirectory directory;
  const RowPairs rows = correlated_rows(60, 4, 3, 5);
  const std::string file = bytes_of(
      "phsic", files({write_rows(directory, "l.npy", rows.left), write_rows(directory, "r.npy", rows.right)}), {});
  CHECK(bytes_of("phsic", vectors_in_memory(rows.left, rows.right), {}) == file);
  expect_error(ErrorCode::usage, "the vectors given: pmi counts texts, not .npy rows; use phsic for vectors",
               [&] { bytes_of("pmi", vectors_in_memory(rows.left, rows.right), {}); });
}

TEST_CASE("text, for word vectors and language models") {
  const TemporaryDirectory directory;
  const std::string text = made_up_text(200, 30);
  const Data file = files({directory.put("t.txt", text)}), memory = texts_in_memory(pieces(text, '\n'));
  CHECK(bytes_of("sgns", memory, {{"dimensions", "5"}}) == bytes_of("sgns", file, {{"dimensions", "5"}}));
  CHECK(bytes_of("ngram", memory, {{"order", "3"}}) == bytes_of("ngram", file, {{"order", "3"}}));
  CHECK(bytes_of("ngram", texts_in_memory({"w1 w2"}), {{"order", "3"}}) != bytes_of("ngram", file, {{"order", "3"}}));
  expect_error(ErrorCode::data, "the rows given: no word in the text; give text, a sentence or paragraph a line",
               [] { bytes_of("ngram", texts_in_memory({""}), {}); });
}

TEST_CASE("rows of a function are enough for one pass") {
  const TemporaryDirectory directory;
  const Texts lines = pieces(made_up_text(50, 20), '\n');
  std::size_t next = 0;
  const Source once = rows_from([&](Texts& fields) {
    if (next == lines.size()) return false;
    fields = {lines[next++]};
    return true;
  });
  CHECK(bytes_of("ngram", once, {{"order", "2"}}) == bytes_of("ngram", texts_in_memory(lines), {{"order", "2"}}));
}

TEST_CASE("tables: labels and counts, sparse counts, texts of the long layout") {
  const TemporaryDirectory directory;
  const std::string path = directory.put("t.csv", ",fair,red,dark\nlight,326,38,110\nblue,688,0,188\ndark,98,48,681\n");
  MatrixD counts(3, 3);
  counts << 326, 38, 110, 688, 0, 188, 98, 48, 681;
  const Texts rows = {"light", "blue", "dark"}, cols = {"fair", "red", "dark"};
  const std::string file = bytes_of("ca", files({path}), {});
  CHECK(bytes_of("ca", table_in_memory(rows, cols, counts), {}) == file);
  Vocabulary row_labels, col_labels;
  for (const std::string& label : rows) row_labels.add(label);
  for (const std::string& label : cols) col_labels.add(label);
  CHECK(bytes_of("ca", table_in_memory(row_labels, col_labels, sparse_of(counts)), {}) == file);
  CHECK(bytes_of("ca", table_in_memory(read_table({.paths = {path}}, TableLayout::table, Run())), {}) == file);
  const std::string long_form = "light\tfair\t3\nlight\tred\t1\nblue\tfair\t2\nblue\tred\t5\n";
  CHECK(bytes_of("ca", columns_in_memory(columns_of(long_form)), {{"input", "long"}}) ==
        bytes_of("ca", files({directory.put("l.tsv", long_form)}), {{"input", "long"}}));

  counts(1, 1) = -1;
  expect_error(ErrorCode::data, "the table given: row 2, column 2: the count is -1; counts are 0 or more",
               [&] { table_in_memory(rows, cols, counts); });
  expect_error(ErrorCode::data, "the table given: 3 x 3 counts for 3 x 2 labels", [&] {
    table_in_memory(rows, {"a", "b"}, counts);
  });
  expect_error(ErrorCode::data, "the table given: the label \"a\" occurs twice", [&] {
    table_in_memory(rows, {"a", "b", "a"}, counts);
  });
}

TEST_CASE("word vectors") {
  const TemporaryDirectory directory;
  const std::string path = directory.put("v.txt", topic_vectors(4, 3));
  CHECK(bytes_of("import", word_vectors_in_memory(read_word_vectors(path, Run())), {}) ==
        bytes_of("import", files({path}), {}));
}

TEST_CASE("documents: texts, and words that are counted already") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(60);
  const Options options = {{"dimensions", "5"}, {"drop-frequent", "0"}, {"text", "space"}};
  const std::string file = bytes_of(
      "opca", files({directory.put("l.txt", lines_of(texts.left)), directory.put("r.txt", lines_of(texts.right))}),
      options);
  CHECK(bytes_of("opca", pairs_in_memory(texts.left, texts.right), options) == file);

  const DocumentCounts counts = counted({directory / "l.txt", directory / "r.txt"});
  std::vector<CountedTexts> languages;
  for (const TermCounts& language : counts.languages) {
    std::vector<Triplet<float>> entries;
    for (std::int64_t i = 0; i < language.texts; ++i)
      for (std::int64_t e = language.offsets[i]; e < language.offsets[i + 1]; ++e)
        entries.push_back({i, language.terms[e], static_cast<float>(language.counts[e])});
    languages.push_back(
        {language.words, CsrMatrix<float>::from_triplets(language.texts, language.words.size(), std::move(entries))});
  }
  const Fitted given = fit_data("opca", documents_in_memory(languages), options),
               read = fit_data("opca", pairs_in_memory(texts.left, texts.right), options);
  const Items items{texts.left, {}};
  // The fingerprint is of counts, not of texts; the vectors are the same.
  CHECK(given.model->header().data_fingerprint != read.model->header().data_fingerprint);
  CHECK(capability<EmbedsSides>(*given.model).embed(Side::left, items, Run()).rows ==
        capability<EmbedsSides>(*read.model).embed(Side::left, items, Run()).rows);

  languages.pop_back();
  expect_error(ErrorCode::usage, "the documents given: are in one language; give the counts of two or more",
               [&] { fit_data("opca", documents_in_memory(languages), options); });
  languages.push_back({languages[0].words, CsrMatrix<float>(0, languages[0].words.size(), {0}, {}, {})});
  CHECK_THROWS_AS(fit_data("opca", documents_in_memory(languages), options), Error);
}

TEST_CASE("labelled pairs") {
  const TemporaryDirectory directory;
  const std::string tsv = exchanged_names(40, 1);
  const Options options = {{"kernel", "srk:2-3"}, {"folds", "4"}};
  Source memory = columns_in_memory(columns_of(tsv)), disk = files({directory.put("p.tsv", tsv)});
  memory.columns = disk.columns = "1,2";
  CHECK(bytes_of("rewriting", memory, options) == bytes_of("rewriting", disk, options));
}

TEST_CASE("questions, with models in files") {
  const TemporaryDirectory directory;
  const std::string text = directory.put("t.txt", made_up_text(200, 12));
  save_model(*fit_method("ngram", {text}, {{"order", "2"}}, Run()).model, directory / "bigrams");
  std::string tsv = "id\tquestion\ta\tb\tanswer\n";
  for (int i = 0; i < 12; ++i)
    tsv += fmt::format("{0}\tw{0} ___ w3\tw{1}\tw5\t{2}\n", i, i * 3 % 12, i % 3 ? "a" : "b");
  const std::string file = bytes_of("completion", files({directory.put("q.tsv", tsv), directory / "bigrams"}), {});
  std::vector<Texts> columns = columns_of(tsv);
  Texts names;
  for (Texts& column : columns) {
    names.push_back(column.front());
    column.erase(column.begin());
  }
  Data memory = columns_in_memory(columns, names);
  memory.paths = {directory / "bigrams"};
  CHECK(bytes_of("completion", memory, {}) == file);
  columns[4][2] = "c";
  expect_error(
      ErrorCode::data,
      "row 3: the answer 'c' is not among the options; name the column of the right option, or repeat its text",
      [&] { read_blank_questions(columns_in_memory(columns, names)); });
}

TEST_CASE("a pipe keeps its beginning, whatever formats are thought of") {
  const TemporaryDirectory directory;
  const std::string text = made_up_text(60, 20), pipe = directory / "pipe", plain = directory.put("t.txt", text);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string method : {"sgns", "ngram", "counts"}) {
    CAPTURE(method);
    std::thread writer([&] { std::ofstream(pipe) << text; });
    CHECK(bytes_of(method, files({pipe}), {}) == bytes_of(method, files({plain}), {}));
    writer.join();
  }
}
