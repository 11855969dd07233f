#include "couplet/base/gzip_file.h"

#include <doctest/doctest.h>

#include "couplet/base/input.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

TEST_CASE("what is written compressed reads back, and plain names stay plain") {
  const TemporaryDirectory place;
  std::string text;
  for (int i = 0; i < 50000; ++i) text += "line " + std::to_string(i * 7919 % 10007) + "\n";
  for (const char* name : {"a.gz", "a.txt"}) {
    GzipFile file(place / name);
    for (std::size_t at = 0; at < text.size(); at += 1000) file.write(std::string_view(text).substr(at, 1000));
    file.commit();
    CHECK(read_file(place / name) == text);
  }
  CHECK(content_of(place / "a.txt") == text);
  CHECK(content_of(place / "a.gz").size() < text.size() / 2);
  CHECK(content_of(place / "a.gz").substr(0, 2) == "\x1f\x8b");
}

TEST_CASE("the same bytes every time, nothing without commit, and an empty file is a gz file too") {
  const TemporaryDirectory place;
  for (const char* name : {"one.gz", "two.gz"}) {
    GzipFile file(place / name);
    file.write("the same");
    file.commit();
  }
  CHECK(content_of(place / "one.gz") == content_of(place / "two.gz"));
  { GzipFile(place / "never.gz").write("lost"); }
  CHECK(std::ssize(place.names()) == 2);
  GzipFile empty(place / "empty.gz");
  empty.commit();
  CHECK(read_file(place / "empty.gz").empty());
}
