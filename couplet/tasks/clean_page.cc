// The page that `clean` writes: everything in one file.
#include <fmt/format.h>

#include <algorithm>

#include "couplet/plot/curves_svg.h"
#include "couplet/plot/histogram_svg.h"
#include "couplet/tasks/clean.h"

namespace couplet {
namespace {

constexpr std::size_t longest_shown = 300;  // bytes of a text

std::string escaped(std::string_view text) {
  std::string out;
  std::size_t end = std::min(text.size(), longest_shown);
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  for (const char c : text.substr(0, end)) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return end < text.size() ? out + " …" : out;
}

/// At most ten thousand values that are spread as all are.
std::string histogram_of(const CleaningReport& report) {
  std::vector<double> values;
  std::vector<char> kept;
  const auto counts = report.judged.counts();
  const double step = std::max(1.0, static_cast<double>(report.judged.count()) / 10000);
  double owed = 0;
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    const double middle = (static_cast<double>(bin) + 0.5) / static_cast<double>(counts.size());
    for (owed += static_cast<double>(counts[bin]) / step; owed >= 1; --owed) {
      values.push_back(middle);
      kept.push_back(middle >= report.cut);
    }
  }
  return histogram_svg(values, kept, {report.cut, report.random_probability}, "How likely the pairs are good",
                       "probability that a pair is good");
}

/// What every cut would do.
std::string curve_of(const CleaningReport& report) {
  std::vector<Curve> curves{{"kept", {}}, {"wrong among the kept", {}}, {"good ones lost", {}}};
  for (int percent = 0; percent <= 100; percent += 2) {
    const CutPoint point = report.judged.cut_at(percent / 100.0);
    curves[0].points.emplace_back(percent / 100.0, 100 * point.kept);
    curves[1].points.emplace_back(percent / 100.0, 100 * point.wrong_kept);
    curves[2].points.emplace_back(percent / 100.0, 100 * point.good_lost);
  }
  const CutPoint here = report.judged.cut_at(report.cut);
  return curves_svg(curves, {"What a cut would do", "pairs are kept from this probability on", "% of the pairs"},
                    CurveMark{{report.cut, 100 * here.kept}, fmt::format("{:.1f} % kept", 100 * here.kept)});
}

}  // namespace

std::string cleaning_page(const CleaningReport& report) {
  const double all = static_cast<double>(std::max<std::int64_t>(report.pairs, 1));
  const CutPoint here = report.judged.cut_at(report.cut);
  const ShareOfWrong wrong = report.wrong();
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Cleaning {0}</title>\n"
      "<style>body{{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 "
      "1em}}table{{border-collapse:collapse}}"
      "td,th{{padding:.2em .8em;text-align:left;vertical-align:top;border-bottom:1px solid "
      "#ddd}}td.n{{text-align:right}}"
      "svg{{max-width:100%;height:auto}}</style></head><body>\n<h1>Cleaning {0}</h1>\n"
      "<p>About {1:.0f} % ({6:.0f} to {7:.0f} %) of these {2} pairs look wrong; keeping p ≥ {3:.2g} keeps {4:.0f} % "
      "with an estimated {5:.1f} "
      "% of "
      "wrong ones.</p>\n",
      escaped(report.name), 100 * wrong.wrong, report.pairs, report.cut, 100 * static_cast<double>(report.kept) / all,
      100 * here.wrong_kept, 100 * wrong.low, 100 * wrong.high);
  page += histogram_of(report) + "\n" + curve_of(report);
  page +=
      "\n<h2>Other cuts</h2>\n<table><tr><th>p at least</th><th>kept</th><th>wrong among them</th><th>good ones "
      "lost</th></tr>\n";
  for (const double cut : shown_cuts) {
    const CutPoint point = report.judged.cut_at(cut);
    page += fmt::format(
        "<tr><td class=\"n\">{:.2g}</td><td class=\"n\">{:.1f} %</td><td class=\"n\">{:.1f} %</td><td "
        "class=\"n\">{:.1f} %</td></tr>\n",
        cut, 100 * point.kept, 100 * point.wrong_kept, 100 * point.good_lost);
  }
  page +=
      "</table>\n<p>Of the pairs that are no duplicates, by the probabilities themselves.</p>\n<h2>Why pairs "
      "went</h2>\n";
  std::vector<std::pair<std::string, const CleaningReport::Dropped*>> reasons;
  for (const auto& [reason, dropped] : report.reasons) reasons.emplace_back(reason, &dropped);
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const auto& a, const auto& b) { return a.second->pairs > b.second->pairs; });
  for (const auto& [reason, dropped] : reasons) {
    page += fmt::format("<h3>{}: {} pairs, {:.2f} %</h3>\n<table>\n", escaped(reason), dropped->pairs,
                        100 * static_cast<double>(dropped->pairs) / all);
    for (const auto& example : dropped->examples)
      page += fmt::format("<tr><td class=\"n\">{:.3f}</td><td dir=\"auto\">{}</td><td dir=\"auto\">{}</td></tr>\n",
                          example.probability, escaped(example.left), escaped(example.right));
    page += "</table>\n";
  }
  return page + "</body></html>\n";
}

}  // namespace couplet
