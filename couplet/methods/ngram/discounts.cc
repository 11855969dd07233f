#include "couplet/methods/ngram/discounts.h"

#include <fmt/format.h>

#include "couplet/base/error.h"

namespace couplet {

Smoothing parse_smoothing(std::string_view name) {
  if (name == "kn") return Smoothing::kneser_ney;
  if (name == "absolute") return Smoothing::absolute;
  if (name == "gt") return Smoothing::good_turing;
  throw Error(ErrorCode::usage, "--smoothing", "'" + std::string(name) + "' is none of kn, absolute, gt");
}

Discounts::Discounts(Smoothing smoothing, const CountsOfCounts& n) {
  if (smoothing == Smoothing::kneser_ney)
    kneser_ney(n);
  else if (smoothing == Smoothing::absolute)
    absolute(n);
  else
    good_turing(n);
}

/// off[r - 1] is taken off count r, the last one off all larger counts.
void Discounts::subtract(std::vector<double> off) {
  kept_.assign(1, 0);
  for (std::size_t r = 1; r <= off.size(); ++r) kept_.push_back(static_cast<double>(r) - off[r - 1]);
  above_ = off.back();
}

void Discounts::absolute(const CountsOfCounts& n) {
  if (n(1) > 0 && n(2) > 0) return subtract({n(1) / (n(1) + 2 * n(2))});
  fallback_ += (fallback_.empty() ? "" : ", ") + std::string("0.5 taken off");
  subtract({0.5});
}

void Discounts::kneser_ney(const CountsOfCounts& n) {
  // Chen & Goodman (1999), eq. 26: D(r) = r - (r + 1) Y n(r + 1) / n(r), Y = n1 / (n1 + 2 n2).
  std::vector<double> off;
  const double y = n(1) > 0 ? n(1) / (n(1) + 2 * n(2)) : 0;
  for (std::uint64_t r = 1; r <= 3; ++r) {
    const auto count = static_cast<double>(r);
    const double d = n(r) > 0 && n(r + 1) > 0 ? count - (count + 1) * y * n(r + 1) / n(r) : -1;
    if (!(d > 0 && d < count)) {
      fallback_ = "0.5, 1 and 1.5 taken off";
      return subtract({0.5, 1, 1.5});
    }
    off.push_back(d);
  }
  subtract(std::move(off));
}

void Discounts::good_turing(const CountsOfCounts& n) {
  // Katz (1987): d(r) = (r*/r - A) / (1 - A), r* = (r + 1) n(r + 1) / n(r), A = (k + 1) n(k + 1) / n(1).
  constexpr std::uint64_t usual = 5;
  for (std::uint64_t k = usual; k >= 2; --k) {  // with k = 1, d(1) would be 0
    const double common = n(1) > 0 ? static_cast<double>(k + 1) * n(k + 1) / n(1) : 1;
    std::vector<double> kept{0};
    for (std::uint64_t r = 1; r <= k && common < 1 && n(r) > 0; ++r) {
      const auto count = static_cast<double>(r);
      const double ratio = ((count + 1) * n(r + 1) / n(r) / count - common) / (1 - common);
      if (!(ratio > 0 && ratio < 1)) break;
      kept.push_back(ratio * count);
    }
    if (kept.size() != k + 1) continue;
    kept_ = std::move(kept);
    if (k < usual) fallback_ = fmt::format("counts up to {} instead of {} discounted", k, usual);
    return;
  }
  fallback_ = "absolute discounting";
  absolute(n);
}

}  // namespace couplet
