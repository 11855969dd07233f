#include "couplet/text/romanise.h"

#include <doctest/doctest.h>

using namespace couplet;

TEST_CASE("romanise: letters of any script become those of ASCII, in lower case") {
  const Romaniser romanise;
  CHECK(romanise("") == "");
  CHECK(romanise("Müller-Öst") == "muller-ost");
  CHECK(romanise("Ахим Цукер") == "ahim cuker");
  CHECK(romanise("أباتشا") == "abatsha");
  CHECK(romanise("42 Éclairs") == "42 eclairs");
}
