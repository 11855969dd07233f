#include "apps/cli/config.h"

#include <algorithm>

#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/methods/registry.h"
#include "couplet/text/trimmed.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

class ConfigLine {
 public:
  ConfigLine(std::string_view text, std::string place) : text_(text), place_(std::move(place)) {}

  /// The name in [brackets], checked.
  std::string section() const {
    const std::string name(trimmed(text_.substr(1, text_.find(']') - 1)));
    if (text_.find(']') == std::string_view::npos || !rest_is_comment(text_.find(']') + 1)) fail("no [section]");
    const auto verbs = all_verbs();
    const bool verb = std::any_of(verbs.begin(), verbs.end(), [&](const Verb& v) { return v.name == name; });
    const auto methods = all_methods();
    const bool method =
        std::any_of(methods.begin(), methods.end(), [&](const Method& m) { return "fit." + m.name == name; });
    if (!verb && !method)
      throw Error(ErrorCode::data, place_, "[" + name + "] is neither a verb nor fit.METHOD",
                  "'couplet help' lists the verbs");
    return name;
  }

  /// `name = value` as a word; empty when a flag is false.
  std::string word() const {
    const std::size_t equals = text_.find('=');
    const std::string_view name = trimmed(text_.substr(0, equals));
    if (equals == std::string_view::npos || name.empty() || name.find(' ') != std::string_view::npos)
      fail("not name = value");
    const std::string value = value_of(equals + 1);
    if (value == "false") return "";
    return "--" + std::string(name) + (value == "true" ? "" : "=" + value);
  }

 private:
  std::string value_of(std::size_t begin) const {
    begin = text_.find_first_not_of(" \t", begin);
    if (begin == std::string_view::npos) fail("no value");
    const char quote = text_[begin];
    if (quote != '"' && quote != '\'') {
      const std::string_view bare = trimmed(text_.substr(begin, text_.find('#', begin) - begin));
      if (bare.empty() || bare.find(' ') != std::string_view::npos) fail("a text needs quotes");
      return std::string(bare);
    }
    const std::size_t end = text_.find(quote, begin + 1);
    const std::string_view inside = text_.substr(begin + 1, end - begin - 1);
    if (end == std::string_view::npos || !rest_is_comment(end + 1)) fail("a quote is not closed");
    if (quote == '"' && inside.find('\\') != std::string_view::npos) fail("a text with \\ needs single quotes");
    return std::string(inside);
  }

  bool rest_is_comment(std::size_t begin) const {
    const std::string_view rest = trimmed(text_.substr(begin));
    return rest.empty() || rest[0] == '#';
  }

  [[noreturn]] void fail(const char* problem) const {
    throw Error(ErrorCode::data, place_, problem, "write lines like top = 5, header = true or columns = \"en,fr\"");
  }

  std::string_view text_;
  std::string place_;
};

}  // namespace

std::vector<std::string> words_of_config(const std::string& path, const std::string& verb, const std::string& method) {
  std::vector<std::string> words;
  std::string section;
  LineReader lines(path);
  for (std::string_view line; lines.next(line);) {
    require_utf8(line, lines.place());
    const std::string_view text = trimmed(line);
    if (text.empty() || text[0] == '#') continue;
    const ConfigLine parsed(text, lines.place());
    if (text[0] == '[') {
      section = parsed.section();
      continue;
    }
    std::string word = parsed.word();
    if (!word.empty() && (section.empty() || section == verb || section == verb + "." + method))
      words.push_back(std::move(word));
  }
  return words;
}

}  // namespace couplet
