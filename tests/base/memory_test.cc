#include "couplet/base/memory.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include "tests/base/expect_error.h"

using namespace couplet;

TEST_CASE("sizes are read in powers of 1024") {
  CHECK(parse_bytes("0") == 0);
  CHECK(parse_bytes("512") == 512);
  CHECK(parse_bytes("512B") == 512);
  CHECK(parse_bytes("300M") == 300ll << 20);
  CHECK(parse_bytes("4G") == 4ll << 30);
  CHECK(parse_bytes("4 gb") == 4ll << 30);
  CHECK(parse_bytes("1.5GiB") == 3ll << 29);
  CHECK(parse_bytes("2kib") == 2048);
  CHECK(parse_bytes("1T") == 1ll << 40);
  CHECK(parse_bytes("1P") == 1ll << 50);
}

TEST_CASE("what is no size is refused") {
  for (const char* text :
       {"", "G", "-1", "-1G", "nan", "inf", "1X", "1.5.2", "4Gi", "4GBB", "1e3", " 4G", "0x10", "4G "})
    expect_error(ErrorCode::usage, fmt::format("\"{}\" is not a size; write it like 512, 300M, 4G or 1.5GiB", text),
                 [&] { parse_bytes(text); });
  expect_error(ErrorCode::usage, "\"8192P\" is too large; write it like 512, 300M, 4G or 1.5GiB",
               [] { parse_bytes("8192P"); });
  CHECK(parse_bytes("8191P") == 8191ll << 50);
}

TEST_CASE("sizes are printed with one decimal") {
  CHECK(format_bytes(0) == "0 B");
  CHECK(format_bytes(1023) == "1023 B");
  CHECK(format_bytes(1024) == "1.0 KB");
  CHECK(format_bytes(1536) == "1.5 KB");
  CHECK(format_bytes((1ll << 20) - 1) == "1.0 MB");
  CHECK(format_bytes(3ll << 29) == "1.5 GB");
  CHECK(format_bytes(1ll << 40) == "1.0 TB");
}

TEST_CASE("the default budget is half of the machine") {
  CHECK(MemoryBudget().bytes() == static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE) / 2);
}

TEST_CASE("a need above the budget is refused, one equal to it is not") {
  const MemoryBudget budget(2ll << 30);
  CHECK_NOTHROW(budget.require(2ll << 30, "ICD features"));
  expect_error(ErrorCode::io, "ICD features need 3.1 GB; raise --memory (now 2.0 GB)",
               [&] { budget.require(3328599655, "ICD features"); });
}
