#include "couplet/base/npy_header.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>

#include "couplet/base/error.h"

namespace couplet {
namespace {

/// Reads the few Python literals that a header is made of.
class Literals {
 public:
  Literals(std::string_view text, const std::string& path) : rest_(text), path_(path) {}

  [[noreturn]] void fail() const {
    throw Error(ErrorCode::data, path_, "the .npy header is damaged", "save the array again with numpy.save");
  }

  bool accept(std::string_view token) {
    skip_blanks();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) fail();
  }
  bool at_end() {
    skip_blanks();
    return rest_.empty();
  }

  std::string quoted() {
    skip_blanks();
    const std::string_view quote = rest_.substr(0, 1);
    if (quote != "'" && quote != "\"") fail();
    const std::size_t end = rest_.find(quote, 1);
    if (end == std::string_view::npos) fail();
    std::string value(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return value;
  }

  std::int64_t count() {
    skip_blanks();
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (failure != std::errc{} || value < 0) fail();
    rest_.remove_prefix(end - rest_.data());
    return value;
  }

  /// "(3, 4)", "(3,)" or "()".
  std::vector<std::int64_t> tuple() {
    std::vector<std::int64_t> values;
    expect("(");
    while (!accept(")")) {
      values.push_back(count());
      if (!accept(",")) {
        expect(")");
        break;
      }
    }
    return values;
  }

  /// The rest of a header that starts a list here, up to its end.
  void skip_list() {
    const std::size_t end = rest_.rfind(']');
    if (end == std::string_view::npos) fail();
    rest_.remove_prefix(end + 1);
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }

  std::string_view rest_;
  const std::string& path_;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text, const std::string& path) {
  Literals literals(text, path);
  NpyHeader header;
  bool has_descr = false, has_order = false, has_shape = false;
  literals.expect("{");
  while (!literals.accept("}")) {
    const std::string key = literals.quoted();
    literals.expect(":");
    bool* seen = key == "descr"           ? &has_descr
                 : key == "fortran_order" ? &has_order
                 : key == "shape"         ? &has_shape
                                          : nullptr;
    if (!seen || *seen) literals.fail();
    *seen = true;
    if (seen == &has_shape) {
      header.shape = literals.tuple();
    } else if (seen == &has_order) {
      header.fortran_order = literals.accept("True");
      if (!header.fortran_order) literals.expect("False");
    } else if (literals.accept("[")) {
      literals.skip_list();
    } else {
      header.descr = literals.quoted();
    }
    if (!literals.accept(",")) {
      literals.expect("}");
      break;
    }
  }
  if (!has_descr || !has_order || !has_shape || !literals.at_end()) literals.fail();
  return header;
}

std::string format_npy_header(std::string_view descr, std::int64_t rows, std::int64_t cols) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}", descr, rows, cols);
  constexpr std::size_t prefix = 10, alignment = 64;  // magic, version and length; numpy aligns the data to 64 bytes
  text.append(alignment - 1 - (prefix + text.size()) % alignment, ' ');
  text += '\n';
  std::string head("\x93NUMPY\x01\x00", 8);
  head += static_cast<char>(text.size() & 0xFF);
  head += static_cast<char>(text.size() >> 8);
  return head + text;
}

}  // namespace couplet
