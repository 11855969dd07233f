#include "couplet/base/hash.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <string>
#include <utility>
#include <vector>

using namespace couplet;

TEST_CASE("hash64 is XXH3") {
  CHECK(hash64("") == 0x2d06800538d394c2u);  // the published value for no bytes and seed 0
  CHECK(hash64("couplet") != hash64("couplet", 1));
  CHECK(hash64("couplet") != hash64("couplets"));
}

TEST_CASE("hex64 has 16 lower-case digits") {
  CHECK(hex64(0) == "0000000000000000");
  CHECK(hex64(0xDEADBEEF) == "00000000deadbeef");
  CHECK(hex64(~std::uint64_t{0}) == "ffffffffffffffff");
}

TEST_CASE("a fingerprint does not depend on how the bytes were cut") {
  CHECK(rc::check("pieces equal the whole", [](const std::vector<std::string>& pieces) {
    Fingerprint fingerprint;
    std::string whole;
    for (const std::string& piece : pieces) {
      fingerprint.add(piece);
      whole += piece;
    }
    RC_ASSERT(fingerprint.value() == hash64(whole));
  }));
  Fingerprint large;
  const std::string text(100'003, 'x');
  for (std::size_t i = 0; i < text.size(); i += 777) large.add(std::string_view(text).substr(i, 777));
  CHECK(large.value() == hash64(text));
}

TEST_CASE("value() may be asked in between, and a fingerprint may be moved") {
  Fingerprint first;
  first.add("ab");
  CHECK(first.value() == hash64("ab"));
  Fingerprint second = std::move(first);
  second.add("c");
  CHECK(second.value() == hash64("abc"));
}
