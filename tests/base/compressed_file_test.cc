#include "couplet/base/compressed_file.h"

#include <doctest/doctest.h>

#include "couplet/base/input.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

TEST_CASE("what is written compressed reads back, and plain names stay plain") {
  const TemporaryDirectory place;
  std::string text;
  for (int i = 0; i < 50000; ++i) text += "line " + std::to_string(i * 7919 % 10007) + "\n";
  for (const char* name : {"a.gz", "a.xz", "a.zst", "a.txt"}) {
    CompressedFile file(place / name);
    for (std::size_t at = 0; at < text.size(); at += 1000) file.write(std::string_view(text).substr(at, 1000));
    file.commit();
    CHECK(read_file(place / name) == text);
  }
  CHECK(content_of(place / "a.txt") == text);
  for (const char* name : {"a.gz", "a.xz", "a.zst"}) CHECK(content_of(place / name).size() < text.size() / 2);
  CHECK(content_of(place / "a.gz").substr(0, 2) == "\x1f\x8b");
}

TEST_CASE("the same bytes every time, nothing without commit, and an empty file is a compressed file too") {
  const TemporaryDirectory place;
  for (const char* name : {"one.gz", "two.gz"}) {
    CompressedFile file(place / name);
    file.write("the same");
    file.commit();
  }
  CHECK(content_of(place / "one.gz") == content_of(place / "two.gz"));
  { CompressedFile(place / "never.gz").write("lost"); }
  CHECK(std::ssize(place.names()) == 2);
  for (const char* name : {"empty.gz", "empty.xz", "empty.zst"}) {
    CompressedFile empty(place / name);
    empty.commit();
    CHECK(!content_of(place / name).empty());
    CHECK(read_file(place / name).empty());
  }
}
