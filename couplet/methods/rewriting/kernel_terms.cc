#include "couplet/methods/rewriting/kernel_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "couplet/base/error.h"
#include "couplet/kernels/pair_rules.h"

namespace couplet {

namespace {

[[noreturn]] void fail(const std::string& problem) {
  throw Error(
      ErrorCode::usage, "--kernel", problem,
      fmt::format("add up pr, idf, srk:K and tesrk:K, K from 1 to {} or a range: 'pr+srk:1+tesrk:2-4'", largest_k));
}

/// "2" or "2-4".
std::pair<int, int> parse_range(std::string_view text) {
  const auto number = [&](std::string_view digits) {
    int value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem != std::errc() || end != digits.data() + digits.size() || value < 1 || value > largest_k)
      fail(fmt::format("'{}' is no length of k-grams", text));
    return value;
  };
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return {number(text), number(text)};
  const int first = number(text.substr(0, dash)), last = number(text.substr(dash + 1));
  if (last < first) fail(fmt::format("'{}' is no length of k-grams", text));
  return {first, last};
}

}  // namespace

std::vector<KernelTerm> parse_kernel_terms(std::string_view text) {
  using enum KernelTerm::Kind;
  std::vector<KernelTerm> terms;
  const auto add = [&](KernelTerm term) {
    if (std::find(terms.begin(), terms.end(), term) != terms.end())
      fail(fmt::format("'{}' stands there twice", name_of(term)));
    terms.push_back(term);
  };
  while (true) {
    const std::size_t plus = std::min(text.find('+'), text.size());
    const std::string_view part = text.substr(0, plus);
    if (part == "pr") {
      add({pr});
    } else if (part == "idf") {
      add({idf});
    } else if (part.starts_with("srk:") || part.starts_with("tesrk:")) {
      const auto [first, last] = parse_range(part.substr(part.find(':') + 1));
      for (int k = first; k <= last; ++k) add({part.front() == 's' ? srk : tesrk, k});
    } else {
      fail(fmt::format("'{}' is no kernel", part));
    }
    if (plus == text.size()) return terms;
    text.remove_prefix(plus + 1);
  }
}

std::string name_of(const KernelTerm& term) {
  constexpr const char* names[] = {"pr", "idf", "srk", "tesrk"};
  const char* name = names[static_cast<std::size_t>(term.kind)];
  return term.k > 0 ? fmt::format("{} k={}", name, term.k) : fmt::format("{}", name);
}

bool uses(const std::vector<KernelTerm>& terms, KernelTerm::Kind kind) {
  return std::any_of(terms.begin(), terms.end(), [kind](const KernelTerm& term) { return term.kind == kind; });
}

}  // namespace couplet
