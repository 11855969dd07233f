// Correspondence analysis through the program: fit ca, report, plot.
#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/cli/pair_files.h"
#include "tests/cli/run_program.h"

namespace {

const std::string eyes =
    "eyes,fair,red,medium,dark,black\nblue,326,38,241,110,3\nlight,688,116,584,188,4\nmedium,343,84,909,412,26\n"
    "dark,98,48,403,681,85\n";

std::string fit(const TemporaryDirectory& directory, const std::string& table = eyes) {
  const std::string model = directory.file("eyes.couplet");
  succeed({"fit", "ca", directory.put("eyes.csv", table), "-o", model});
  return model;
}

}  // namespace

TEST_CASE("report: axes, points, cells and tests of Fisher's table") {
  const TemporaryDirectory directory;
  const std::string model = fit(directory);
  CHECK(succeed({"report", model}) ==
        "axis\tsingular_value\tinertia\tshare\tcumulative\n1\t0.446368\t0.199245\t0.865563\t0.865563\n"
        "2\t0.173455\t0.0300868\t0.130704\t0.996266\n3\t0.0293169\t0.000859481\t0.00373377\t1\n");
  const auto rows = cells_of(succeed({"report", model, "rows", "--axes", "1"}));
  REQUIRE(rows.size() == 5);
  CHECK(rows[0] == std::vector<std::string>{"label", "kind", "mass", "inertia", "quality", "coordinate_1",
                                            "contribution_1", "cos2_1"});
  CHECK(rows[4][0] == "dark");
  CHECK(rows[4][5] == "0.702739");
  CHECK(rows[1][4] == rows[1][7]);  // the quality is that of the axes shown: here of one
  const auto both = cells_of(succeed({"report", model, "rows"}));
  CHECK(std::stod(both[1][4]) == doctest::Approx(std::stod(both[1][7]) + std::stod(both[1][10])).epsilon(1e-5));
  CHECK(std::stod(both[1][4]) < 0.98);
  CHECK(cells_of(succeed({"report", model, "columns"})).size() == 6);
  const auto cells = succeed_json({"report", model, "cells", "--top", "0"});
  CHECK(cells.size() == 20);
  CHECK(cells[0]["row"] == "dark");
  CHECK(cells[0]["column"] == "dark");
  const auto tests = succeed_json({"report", model, "tests"});
  CHECK(tests[3]["what"] == "chi-squared");
  CHECK(tests[3]["value"].get<double>() == doctest::Approx(1240.0389573306632).epsilon(1e-10));
  CHECK(tests[1]["value"].get<double>() == doctest::Approx(1240.0389573306632 / 5387).epsilon(1e-10));
}

TEST_CASE("a row of the table given as a further row lands on itself, whatever the order of its columns") {
  const TemporaryDirectory directory;
  const std::string model = fit(directory);
  const std::string extra = directory.put("extra.csv", "eyes,black,dark,medium,red,fair\nagain,4,188,584,116,688\n");
  const auto rows = succeed_json({"report", model, "rows", "--extra-rows", extra});
  REQUIRE(rows.size() == 5);
  CHECK(rows[4]["kind"] == "supplementary");
  for (const char* const axis : {"coordinate_1", "coordinate_2"})
    CHECK(rows[4][axis].get<double>() == doctest::Approx(rows[1][axis].get<double>()).epsilon(1e-10));
  const Finished unknown =
      run_couplet({"report", model, "rows", "--extra-rows", directory.put("odd.csv", "eyes,fair,green\nnew,3,9\n")});
  CHECK(unknown.code == 0);
  CHECK(unknown.err.find("1 labels are not in the analysed table, like 'green'") != std::string::npos);
}

TEST_CASE("plot: the same picture every time, with the shares of the axes") {
  const TemporaryDirectory directory;
  const std::string model = fit(directory), picture = directory.file("eyes.svg"), again = directory.file("again.svg");
  succeed({"plot", model, "-o", picture, "--title", "Eyes & hair"});
  succeed({"plot", model, "-o", again, "--title", "Eyes & hair"});
  const std::string svg = content_of(picture);
  CHECK(svg == content_of(again));
  for (const char* const part : {"Axis 1 (86.6 %)", "Axis 2 (13.1 %)", "Eyes &amp; hair", ">fair<", ">light<"}) {
    CAPTURE(part);
    CHECK(svg.find(part) != std::string::npos);
  }
  CHECK(svg.find(">eyes<") != std::string::npos);  // what the table calls its rows
  CHECK(svg.find(">columns<") != std::string::npos);
  succeed({"plot", model, "-o", again, "--names", "eye colour,hair"});
  for (const char* const part : {">eye colour<", ">hair<", ">Correspondence analysis: eye colour (4) and hair (5)<"})
    CHECK(content_of(again).find(part) != std::string::npos);
  succeed({"plot", model, "-o", again, "--points", "columns"});
  CHECK(content_of(again).find(">light<") == std::string::npos);
  succeed({"plot", model, "-o", again, "--map", "rows", "--plane", "2,3"});
  CHECK(content_of(again).find("Axis 3 (0.4 %)") != std::string::npos);
}

TEST_CASE("plot of words and their neighbours shows each word once, unless both are asked for") {
  const TemporaryDirectory directory;
  const std::string text = directory.put("t.txt", "the cat sat\nthe dog sat\na cat ran\na dog ran\n"),
                    model = directory.file("m.couplet"), picture = directory.file("p.svg");
  succeed({"fit", "ca", text, "--min-count", "1", "--keep-table", "-o", model});
  const auto times = [&](const std::string& part) {
    const std::string svg = content_of(picture);
    int count = 0;
    for (std::size_t at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1)) ++count;
    return count;
  };
  succeed({"plot", model, "-o", picture});
  CHECK(times(">cat</text>") == 1);
  CHECK(times(">words</text>") == 1);
  CHECK(times(">their neighbours</text>") == 0);
  succeed({"plot", model, "-o", picture, "--points", "both"});
  CHECK(times(">cat</text>") == 2);
  CHECK(times(">their neighbours</text>") == 1);
}

TEST_CASE("a report wider than the terminal goes on below, whole") {
  const TemporaryDirectory directory;
  const std::string model = fit(directory);
  const Finished shown = run_couplet({.arguments = {"report", model, "rows"}, .out = Sink::terminal});
  CHECK(shown.out ==
        "label   kind      mass  inertia  quality  coordinate_1  contribution_1   cos2_1\r\n"
        "blue    active  0.1333    0.111   0.9785       -0.4003          0.1072   0.8358\r\n"
        "light   active  0.2933   0.2587    0.995       -0.4407          0.2859   0.9565\r\n"
        "medium  active  0.3293  0.08753   0.9995       0.03361        0.001868  0.01847\r\n"
        "dark    active  0.2441   0.5427        1        0.7027           0.605   0.9649\r\n"
        "\r\n"
        "label   coordinate_2  contribution_2   cos2_2\r\n"
        "blue         -0.1654          0.1212   0.1427\r\n"
        "light       -0.08846         0.07629  0.03854\r\n"
        "medium         0.245           0.657    0.981\r\n"
        "dark         -0.1339          0.1455  0.03504\r\n");
}

TEST_CASE("report: Gini's variance and rotation, of any method that kept its table") {
  const TemporaryDirectory directory;
  fit(directory);
  const std::string gini = directory.file("gini.couplet");
  succeed({"fit", "gini", directory.file("eyes.csv"), "-o", gini});
  CHECK(succeed({"report", gini, "gini"}) ==
        "what\tvalue\nvariance of rows\t0.364089\nvariance of columns\t0.349854\ncovariance\t0.0812534\n");
  CHECK(succeed({"report", gini, "rotation", "--top", "2"}) ==
        "row\tcolumn\tvalue\nmedium\tmedium\t0.713753\nblue\tred\t-0.628569\n");
}

TEST_CASE("what cannot be reported or drawn") {
  const TemporaryDirectory directory;
  const std::string model = fit(directory), table = directory.file("eyes.csv"), other = directory.file("gini.couplet");
  succeed({"fit", "gini", table, "-o", other});
  struct Case {
    std::vector<std::string> command;
    int code;
    std::string message;
  };
  for (const Case& c : {
           Case{{"report", model, "points"},
                2,
                "points: is not a part of the report; use axes, rows, columns, cells, tests, gini, rotation or random"},
           Case{{"report", other},
                4,
                other + ": not a plain correspondence analysis; fit ca, without stop words, similarities and kernels"},
           Case{{"plot", model}, 2, "--output: where to write the picture is not said; add -o MAP.svg"},
           Case{{"plot", model, "-o", "c.png"},
                2,
                "--output: pictures are SVG, and 'c.png' does not end in .svg; write c.svg, then run: rsvg-convert -f "
                "png -o c.png c.svg"},
           Case{{"plot", model, "-o", "x.svg", "--names", "eyes"},
                2,
                "--names: 'eyes' is not two names; write eyes,hair"},
           Case{{"plot", model, "-o", "x.svg", "--plane", "1"}, 2, "--plane: '1' is not two axes; write 1,2"},
           Case{{"plot", model, "-o", "x.svg", "--plane", "1,9"}, 2, "axes: the table has 3 axes; choose among those"},
       }) {
    const Finished run = run_couplet(c.command);
    CHECK(run.code == c.code);
    CHECK(run.err == "couplet: " + c.message + "\n");
  }
}

TEST_CASE("tables with holes, negative counts, labels twice") {
  const TemporaryDirectory directory;
  const Finished holes = run_couplet(
      {"fit", "ca", directory.put("holes.csv", "t,x,y,z\na,1,2,0\nb,3,1,0\nc,0,0,0\n"), "-o", directory.file("m")});
  CHECK(holes.code == 0);
  CHECK(holes.err.find("1 rows without a count left out: c") != std::string::npos);
  CHECK(holes.err.find("1 columns without a count left out: z") != std::string::npos);
  const std::string negative = directory.put("negative.csv", "t,x,y\na,1,2\nb,3,-1\n"),
                    twice = directory.put("twice.csv", "t,x\na,1\na,2\n");
  const Finished first = run_couplet({"fit", "ca", negative, "-o", directory.file("m")});
  CHECK(first.code == 3);
  CHECK(first.err.find(negative + ":3: ") != std::string::npos);
  const Finished second = run_couplet({"fit", "ca", twice, "-o", directory.file("m")});
  CHECK(second.code == 3);
  CHECK(second.err.find(twice + ":3: ") != std::string::npos);
  const Finished many =
      run_couplet({"fit", "ca", directory.put("eyes.csv", eyes), "--dimensions", "9", "-o", directory.file("m")});
  CHECK(many.code == 0);
  CHECK(many.err == "couplet: warning: the table has 3 axes: that is all the dimensions there are\n");
}
