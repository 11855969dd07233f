#include "couplet/model/fit_report.h"

#include <doctest/doctest.h>

#include <limits>

using namespace couplet;

TEST_CASE("a report keeps numbers as numbers and shows them as asked") {
  FitReport report;
  report.add("way", "by neighbours");
  report.add("pairs", std::size_t{12});
  report.add("hsic", 0.012345678, ".6g");
  report.add("lambda", 0.1, "");
  report.add("residual", 1.5e-7F, ".1e");
  report.add("pairs", -3);
  std::vector<std::string> shown;
  for (const ReportEntry& entry : report.entries) shown.push_back(entry.text());
  CHECK(shown == std::vector<std::string>{"by neighbours", "12", "0.0123457", "0.1", "1.5e-07", "-3"});
  REQUIRE(report.find("pairs"));
  CHECK(std::get<std::int64_t>(report.find("pairs")->value) == 12);
  CHECK(std::get<double>(report.find("hsic")->value) == 0.012345678);
  CHECK(report.find("seconds") == nullptr);
  report.add("p", std::numeric_limits<double>::quiet_NaN(), ".3g");
  CHECK(report.find("p")->text() == "nan");
}
