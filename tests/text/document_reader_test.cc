#include "couplet/text/document_reader.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

using Documents = std::vector<std::vector<std::string>>;

Source files_of(std::vector<std::string> paths) {
  Source files;
  files.paths = std::move(paths);
  return files;
}

Documents all_of(DocumentReader& reader) {
  Documents documents;
  std::vector<std::string> texts;
  while (reader.next(texts)) documents.push_back(texts);
  return documents;
}

Documents read(const Source& files) {
  DocumentReader reader(files);
  return all_of(reader);
}

}  // namespace

TEST_CASE("documents from one file, several files and JSON Lines") {
  const TemporaryDirectory directory;
  const Documents two = {{"a b", "x"}, {"", "y z"}};
  CHECK(read(files_of({directory.put("pairs.tsv", "a b\tx\n\ty z\n")})) == two);
  CHECK(read(files_of({directory.put("l.txt", "a b\n\n"), directory.put("r.txt", "x\ny z\n")})) == two);
  CHECK(read(files_of({directory.put("p.jsonl", R"({"left":"a b","right":"x"})"
                                                "\n"
                                                R"({"left":"","right":"y z"})"
                                                "\n")})) == two);
  Source three = files_of({directory.put("three.tsv", "id\ten\tes\tde\n1\ta\tb\tc\n")});
  three.columns = "es,de,en";
  CHECK(read(three) == Documents{{"b", "c", "a"}});
  DocumentReader reader(three);
  CHECK(reader.languages() == 3);
  CHECK(reader.language_name(1) == "column de");
  CHECK(read(files_of({directory.put("1", "a\n"), directory.put("2", "b\n"), directory.put("3", "c\n")})) ==
        Documents{{"a", "b", "c"}});
}

TEST_CASE("documents from directories are paired by name") {
  const TemporaryDirectory directory;
  for (const char* name : {"en", "es"}) std::filesystem::create_directory(directory.file(name));
  directory.put("en/b.txt", "bee\nline");
  directory.put("en/a.txt", "ant");
  directory.put("en/only.txt", "alone");
  directory.put("es/a.txt", "hormiga");
  directory.put("es/b.txt", "abeja");
  DocumentReader reader(files_of({directory.file("en"), directory.file("es")}));
  CHECK(all_of(reader) == Documents{{"ant", "hormiga"}, {"bee\nline", "abeja"}});
  CHECK(reader.skipped() == 1);
}

TEST_CASE("bad documents: one clear line") {
  const TemporaryDirectory directory;
  const std::string longer = directory.put("long.txt", "a\nb\nc\n"), shorter = directory.put("short.txt", "x\ny\n");
  expect_error(ErrorCode::data,
               shorter + ":3: the file ends here but " + longer +
                   " has more lines; line i of every file must be the same document",
               [&] {
                 read(files_of({longer, shorter}));
               });
  expect_error(ErrorCode::data,
               shorter + ":3: the file ends here but " + longer +
                   " has more lines; line i of every file must be the same document",
               [&] {
                 read(files_of({longer, longer, shorter}));
               });
  Source one_column = files_of({longer});
  one_column.columns = "1";
  expect_error(ErrorCode::usage, "--columns: \"1\" names one column; name one for each language, like --columns 1,2",
               [&] { read(one_column); });
  Source columns = files_of({longer, shorter});
  columns.columns = "1,2";
  expect_error(ErrorCode::usage,
               "--columns: files of a language each have none; it is for one file with all languages in each line",
               [&] { read(columns); });
  expect_error(ErrorCode::usage, directory.file(".") + ": a directory stands alone; give a directory for each language",
               [&] {
                 read(files_of({longer, directory.file(".")}));
               });
}

TEST_CASE("bytes that are not UTF-8 stop, or are skipped and counted") {
  const TemporaryDirectory directory;
  Source files = files_of({directory.put("l.txt", "a\nb\xff\nc\n"), directory.put("r.txt", "x\ny\nz\n")});
  CHECK_THROWS_AS(read(files), Error);
  files.on_bad_line = BadLine::skip;
  DocumentReader reader(files);
  CHECK(all_of(reader) == Documents{{"a", "x"}, {"c", "z"}});
  CHECK(reader.skipped() == 1);
}
