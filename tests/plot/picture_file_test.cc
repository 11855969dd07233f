#include "couplet/plot/picture_file.h"

#include <doctest/doctest.h>

#include "tests/base/expect_error.h"

using namespace couplet;

TEST_CASE("pictures are written as SVG, and a name that promises another format is refused") {
  for (const char* good : {"a.svg", "dir.png/a.SVG", "-", "/dev/stdout"}) CHECK_NOTHROW(check_picture_name("-o", good));
  expect_error(ErrorCode::usage,
               "-o: pictures are SVG, and 'out/c.png' does not end in .svg; write out/c.svg, then run: "
               "rsvg-convert -f png -o out/c.png out/c.svg",
               [] { check_picture_name("-o", "out/c.png"); });
  expect_error(ErrorCode::usage, "-o: pictures are SVG, and 'c.jpeg' does not end in .svg; write c.svg",
               [] { check_picture_name("-o", "c.jpeg"); });
  expect_error(ErrorCode::usage, "-o: pictures are SVG, and 'map' does not end in .svg; write map.svg",
               [] { check_picture_name("-o", "map"); });
}
