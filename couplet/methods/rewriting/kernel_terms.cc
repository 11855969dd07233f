#include "couplet/methods/rewriting/kernel_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "couplet/base/error.h"
#include "couplet/methods/rewriting/pair_rules.h"

namespace couplet {

namespace {

constexpr const char* term_names[] = {"pr", "idf", "srk", "tesrk", "overlap", "lone"};  // in the order of the kinds
constexpr KernelTerm::Kind plain_terms[] = {KernelTerm::Kind::pr, KernelTerm::Kind::idf, KernelTerm::Kind::overlap,
                                            KernelTerm::Kind::lone};

[[noreturn]] void bad_kernel(const std::string& problem) {
  throw Error(
      ErrorCode::usage, "--kernel", problem,
      fmt::format("add up pr, idf, overlap, lone, srk:K and tesrk:K, K from 1 to {} or a range: '4*pr+srk:1+tesrk:2-4'",
                  largest_k));
}

/// "2" or "2-4".
std::pair<int, int> parse_range(std::string_view text) {
  const auto number = [&](std::string_view digits) {
    int value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem != std::errc() || end != digits.data() + digits.size() || value < 1 || value > largest_k)
      bad_kernel(fmt::format("'{}' is no length of k-grams", text));
    return value;
  };
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return {number(text), number(text)};
  const int first = number(text.substr(0, dash)), last = number(text.substr(dash + 1));
  if (last < first) bad_kernel(fmt::format("'{}' is no length of k-grams", text));
  return {first, last};
}

/// Takes "4*" off the front of a part; 1 where there is none.
double take_weight(std::string_view& part) {
  const std::size_t star = part.find('*');
  if (star == std::string_view::npos) return 1;
  constexpr double largest = 1000;
  double weight = 0;
  const auto [end, problem] = std::from_chars(part.data(), part.data() + star, weight);
  if (problem != std::errc() || end != part.data() + star || !(weight > 0) || weight > largest)
    bad_kernel(fmt::format("'{}' is no weight above 0 and at most {:g}", part.substr(0, star), largest));
  part.remove_prefix(star + 1);
  return weight;
}

}  // namespace

std::vector<KernelTerm> parse_kernel_terms(std::string_view text) {
  using enum KernelTerm::Kind;
  std::vector<KernelTerm> terms;
  const auto add = [&](KernelTerm term) {
    if (std::any_of(terms.begin(), terms.end(),
                    [&](const KernelTerm& other) { return other.kind == term.kind && other.k == term.k; }))
      bad_kernel(fmt::format("'{}' stands there twice", name_of(term)));
    terms.push_back(term);
  };
  while (true) {
    const std::size_t plus = std::min(text.find('+'), text.size());
    std::string_view part = text.substr(0, plus);
    const double weight = take_weight(part);
    const auto plain = std::find_if(std::begin(plain_terms), std::end(plain_terms), [&](KernelTerm::Kind kind) {
      return part == term_names[static_cast<std::size_t>(kind)];
    });
    if (plain != std::end(plain_terms)) {
      add({*plain, 0, weight});
    } else if (part.starts_with("srk:") || part.starts_with("tesrk:")) {
      const auto [first, last] = parse_range(part.substr(part.find(':') + 1));
      for (int k = first; k <= last; ++k) add({part.front() == 's' ? srk : tesrk, k, weight});
    } else {
      bad_kernel(fmt::format("'{}' is no kernel", part));
    }
    if (plus == text.size()) return terms;
    text.remove_prefix(plus + 1);
  }
}

std::string name_of(const KernelTerm& term) {
  const char* name = term_names[static_cast<std::size_t>(term.kind)];
  return term.k > 0 ? fmt::format("{} k={}", name, term.k) : fmt::format("{}", name);
}

bool uses(const std::vector<KernelTerm>& terms, KernelTerm::Kind kind) {
  return std::any_of(terms.begin(), terms.end(), [kind](const KernelTerm& term) { return term.kind == kind; });
}

}  // namespace couplet
