// Grammar: sum = product {"+" product}; product = factor {"*" factor}; factor = "(" sum ")" | name [":" key "=" number
// {"," ...}].
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/kernels/kernel_node.h"

namespace couplet {
namespace {

constexpr int deepest = 32;  // nested parentheses
constexpr int longest = 64;  // kernels in one spec

struct Parameter {
  std::string_view name;
  double value;  // comes as the default
};

struct Named {
  std::string_view name;
  std::vector<Parameter> parameters;
};

const std::vector<Named>& known_kernels() {
  static const std::vector<Named> known = {{"linear", {}},
                                           {"cosine", {}},
                                           {"rbf", {{"sigma", 1.0}}},
                                           {"gaussian", {{"sigma", 1.0}}},
                                           {"laplacian", {{"sigma", 1.0}}},
                                           {"poly", {{"scale", 1.0}, {"offset", 1.0}, {"degree", 2.0}}}};
  return known;
}

[[noreturn]] void fail(std::string problem, std::string remedy = "") {
  throw Error(ErrorCode::usage, "kernel", std::move(problem), std::move(remedy));
}

/// Insertions, deletions, replacements and swaps of neighbours that turn a into b.
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
}

/// "did you mean 'rbf'? known: linear, cosine, ..." with the question only when something is near.
template <class Items>
std::string suggestion(std::string_view wrong, const Items& items) {
  std::string names;
  std::optional<std::pair<std::size_t, std::string_view>> nearest;
  for (const auto& item : items) {
    names += (names.empty() ? "" : ", ") + std::string(item.name);
    const std::size_t edits = wrong.size() > 64 ? wrong.size() : edits_between(wrong, item.name);
    if (edits <= 2 && edits < item.name.size() && (!nearest || edits < nearest->first))
      nearest.emplace(edits, item.name);
  }
  const std::string known = names.empty() ? "it takes no parameters" : "known: " + names;
  return nearest ? fmt::format("did you mean '{}'? {}", nearest->second, known) : known;
}

double positive(double value, std::string_view name) {
  if (!(value > 0)) fail(fmt::format("{}={} must be greater than 0", name, value));
  return value;
}

KernelNode make_kernel(const Named& kernel) {
  const auto& p = kernel.parameters;
  if (kernel.name == "linear") return linear_kernel();
  if (kernel.name == "cosine") return cosine_kernel();
  if (kernel.name == "laplacian") return laplacian_kernel(positive(p[0].value, "sigma"));
  if (kernel.name != "poly") {
    const double sigma = positive(p[0].value, "sigma");
    if (!std::isnormal(sigma * sigma))
      fail(fmt::format("sigma={} is out of range: its square is {}", sigma, sigma * sigma));
    return rbf_kernel(sigma);
  }
  if (!(p[1].value >= 0)) fail(fmt::format("offset={} must not be negative", p[1].value));
  if (!(p[2].value >= 1 && p[2].value <= 100) || p[2].value != std::floor(p[2].value))
    fail(fmt::format("degree={} must be a whole number from 1 to 100", p[2].value));
  return polynomial_kernel(positive(p[0].value, "scale"), p[1].value, static_cast<int>(p[2].value));
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  KernelNode whole() {
    KernelNode result = sum(0);
    if (at_ < text_.size()) fail(fmt::format("unexpected '{}' at position {} of '{}'", text_[at_], at_ + 1, text_));
    return result;
  }

 private:
  KernelNode sum(int depth) {
    KernelNode left = product(depth);
    while (accept('+')) left = kernel_sum(std::move(left), product(depth));
    return left;
  }

  KernelNode product(int depth) {
    KernelNode left = factor(depth);
    while (accept('*')) left = kernel_product(std::move(left), factor(depth));
    return left;
  }

  KernelNode factor(int depth) {
    if (depth > deepest || ++count_ > longest) fail("the spec is too long", "use fewer sums, products and parentheses");
    if (accept('(')) {
      KernelNode inside = sum(depth + 1);
      if (!accept(')')) fail(fmt::format("missing ')' in '{}'", text_));
      return inside;
    }
    const std::string_view name = word();
    if (name.empty())
      fail(fmt::format("a kernel's name is missing at position {} of '{}'", at_ + 1, text_),
           suggestion("", known_kernels()));
    const auto& known = known_kernels();
    const auto found = std::find_if(known.begin(), known.end(), [&](const Named& k) { return k.name == name; });
    if (found == known.end()) fail(fmt::format("unknown kernel '{}'", name), suggestion(name, known));
    Named kernel = *found;
    if (accept(':')) {
      std::vector<std::string_view> given;
      do parameter(kernel, given);
      while (accept(','));
    }
    return make_kernel(kernel);
  }

  void parameter(Named& kernel, std::vector<std::string_view>& given) {
    const std::string_view key = word();
    const auto found = std::find_if(kernel.parameters.begin(), kernel.parameters.end(),
                                    [&](const Parameter& p) { return p.name == key; });
    if (found == kernel.parameters.end())
      fail(fmt::format("unknown parameter '{}' of kernel '{}'", key, kernel.name), suggestion(key, kernel.parameters));
    if (std::find(given.begin(), given.end(), key) != given.end())
      fail(fmt::format("parameter '{}' of kernel '{}' is given twice", key, kernel.name));
    given.push_back(key);
    if (!accept('='))
      fail(fmt::format("parameter '{}' of kernel '{}' has no value", key, kernel.name),
           "write " + std::string(key) + "=NUMBER");
    skip_spaces();
    const char* first = text_.data() + at_;
    const auto [end, status] = std::from_chars(first, text_.data() + text_.size(), found->value);
    if (status != std::errc{} || !std::isfinite(found->value))
      fail(fmt::format("parameter '{}' of kernel '{}' is not a number", key, kernel.name));
    at_ += static_cast<std::size_t>(end - first);
  }

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool accept(char wanted) {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  std::string_view word() {
    skip_spaces();
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::string_view("+*(),:= ").find(text_[at_]) == std::string_view::npos) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int count_ = 0;
};

}  // namespace

KernelNode parse_kernel(std::string_view spec) { return Parser(spec).whole(); }

}  // namespace couplet
