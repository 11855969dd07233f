#include "couplet/base/mapped_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <utility>

#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

TEST_CASE("a mapped file shows its bytes") {
  const TemporaryDirectory directory;
  const std::string content("a\0b\n", 4);
  MappedFile file(put(directory / "a", content));
  CHECK(file.bytes() == content);
  CHECK(file.path() == directory / "a");

  MappedFile moved = std::move(file);
  CHECK(moved.bytes() == content);
  MappedFile other(put(directory / "b", "other"));
  other = std::move(moved);
  CHECK(other.bytes() == content);
  CHECK(other.path() == directory / "a");
}

TEST_CASE("an empty file is no bytes") {
  const TemporaryDirectory directory;
  CHECK(MappedFile(put(directory / "empty", "")).bytes().empty());
}

TEST_CASE("what cannot be mapped is told") {
  const TemporaryDirectory directory;
  expect_error(ErrorCode::io, (directory / "none") + ": cannot open: No such file or directory",
               [&] { MappedFile file(directory / "none"); });
  expect_error(ErrorCode::io, directory.path() + ": is a directory", [&] { MappedFile file(directory.path()); });
  REQUIRE(mkfifo((directory / "pipe").c_str(), 0600) == 0);
  expect_error(ErrorCode::io, (directory / "pipe") + ": is not a regular file",
               [&] { MappedFile file(directory / "pipe"); });
}
