#include "couplet/base/reading_limit.h"

#include <doctest/doctest.h>

#include "couplet/base/input.h"
#include "tests/base/compress.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

TEST_CASE("what is read at once is bounded by the memory") {
  const TemporaryDirectory directory;
  struct Restore {
    ~Restore() { set_reading_memory(0); }
  } restore;
  set_reading_memory(std::int64_t{16} << 20);
  CHECK(longest_text() == 2 << 20);
  const std::string fits = directory / "fits", large = directory / "large.zst",
                    remedy = " is longer than 2.0 MB; is this text? if it is, raise --memory";
  put(fits, std::string(2 << 20, 'a') + "\nb");
  put(large, zstd("first\n" + std::string((2 << 20) + 1, 'a') + "\nb"));
  std::string_view line;
  LineReader good(fits), bad(large);
  CHECK(good.next(line));
  CHECK(line.size() == 2 << 20);
  CHECK(good.next(line));
  CHECK(line == "b");
  CHECK(bad.next(line));
  expect_error(ErrorCode::data, large + ":2: the line" + remedy, [&] { bad.next(line); });
  expect_error(ErrorCode::data, large + ": the file" + remedy, [&] { read_file(large); });
  set_reading_memory(1);
  CHECK(longest_text() == 1 << 20);
  CHECK(unpacking_memory() == 128 << 20);
  set_reading_memory(std::int64_t{1} << 50);
  CHECK(longest_text() == 1 << 30);
  CHECK(unpacking_memory() == 1 << 30);
}
