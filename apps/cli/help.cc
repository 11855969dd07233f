#include "apps/cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "apps/cli/exit_codes.h"
#include "couplet/base/error.h"
#include "couplet/base/version.h"
#include "couplet/methods/registry.h"

namespace couplet {
namespace {

constexpr std::ptrdiff_t screen_lines = 24;

/// "THESAURUS...": a method's data without what it says about them in brackets.
std::string data_words(const Method& method) { return method.data.substr(0, method.data.find(" (")); }

/// With a method: its own data, and what it learns.
std::string usage_lines(const Verb& verb, const Method* method) {
  const bool own = method && verb.takes_method;
  const std::string synopsis = own ? method->name + " " + data_words(*method) : verb.synopsis;
  return "usage: couplet " + verb.name + (synopsis.empty() ? "" : " " + synopsis) + " [options]\n" +
         wrap(own ? method->summary : verb.summary, 2);
}

/// What the capital words of a method's data are.
std::string data_lines(const Method& method) {
  static const std::vector<std::pair<std::string_view, std::string_view>> words = {
      {"PAIRS", "a file with a pair a line: two columns (TSV), or JSON Lines with left and right"},
      {"LEFT RIGHT", "files with one text a line; line i of one belongs to line i of the others"},
      {"LEFT.npy RIGHT.npy", "vectors made elsewhere; row i of one belongs to row i of the other"},
      {"TEXTS", "files with one text a line"},
      {"TEXT", "running text, a sentence or document a line"},
      {"TABLE", "counts (.csv, .tsv): the first line names the columns, the first field its row"},
      {"COUNTS", "a table saved by 'couplet count'"},
      {"VECTORS", "word vectors: word2vec, GloVe, fastText, or .npy with the words beside it"},
      {"ARPA", "n-grams in ARPA format"},
      {"MODEL", "a model written by 'couplet fit'"},
      {"QUESTIONS", "TSV: id, question with a blank _____, options, answer"},
  };
  constexpr std::size_t column = 22;
  std::string text;
  if (method.data.find('(') != std::string::npos) return "\ndata:\n" + wrap(method.data, 2);  // says it itself
  for (const auto& [word, meaning] : words) {
    const std::size_t at = method.data.find(word);
    const std::size_t end = at + word.size();
    if (at == std::string::npos || (end < method.data.size() && method.data[end] != ' ' && method.data[end] != '.'))
      continue;
    text += fmt::format("  {:<20}", word) + wrap(meaning, column).substr(column);
  }
  return text.empty() ? "" : "\ndata:\n" + text;
}

/// The names only.
std::string method_names() {
  std::string names;
  for (const Method& method : all_methods()) names += (names.empty() ? "" : " ") + method.name;
  return "\nmethods ('couplet methods' says what each is for):\n" + wrap(names, 2);
}

std::string method_summaries(const Verb& verb) {
  constexpr std::size_t column = 16;
  std::string text = "\nmethods (each with parameters of its own, see 'couplet " + verb.name + " METHOD --help'):\n";
  for (const Method& method : all_methods())
    text += fmt::format("  {:<14}", method.name) + wrap(method.summary, column).substr(column);
  return text;
}

/// Command lines; a long one goes on after a backslash, before an option.
std::string example_lines(const std::vector<std::string>& examples) {
  constexpr std::size_t width = 78;
  std::string text;
  for (const std::string& example : examples) {
    std::string_view left = example;
    std::string indent = "  ";
    while (left.size() + indent.size() > width) {
      const std::size_t blank = left.rfind(" -", width - indent.size());
      const std::string_view head = left.substr(0, blank);
      // Not inside a quoted word.
      if (blank == std::string_view::npos || blank == 0 || std::count(head.begin(), head.end(), '\'') % 2 != 0) break;
      text += indent + std::string(head) + " \\\n";
      left.remove_prefix(blank + 1);
      indent = "      ";
    }
    text += indent + std::string(left) + "\n";
  }
  return text;
}

/// Two columns: spelling and explanation.
std::string option_lines(const std::vector<Parameter>& options) {
  constexpr std::size_t column = 26;
  std::string text;
  for (const Parameter& option : options) {
    const std::string left = "  " + spelling(option);
    const std::string right = wrap(explanation(option), column);
    if (left.size() + 2 <= column)
      text += left + right.substr(left.size());
    else
      text += left + "\n" + right;
  }
  return text;
}

std::string option_names(const std::vector<Parameter>& options) {
  std::string names;
  for (const Parameter& option : options) names += (names.empty() ? "--" : " --") + option.name;
  return names;
}

/// explained: a line or two an option; otherwise their names only.
std::string brief_section(const std::string& title, const std::vector<Parameter>& options, bool explained) {
  if (options.empty()) return "";
  return "\n" + title + ":\n" + (explained ? option_lines(options) : wrap(option_names(options), 2));
}

std::string full_section(const std::string& title, const std::vector<Parameter>& options) {
  return options.empty() ? "" : "\n" + title + ":\n" + option_lines(options);
}

/// What --as-published sets, against the defaults.
std::string published_section(const std::vector<Parameter>& options) {
  std::string text;
  for (const Parameter& option : options) {
    if (!option.published) continue;
    const auto shown = [&](const std::string& value) {
      return option.type == ParameterType::flag ? (value == "true" ? "on" : "off") : value.empty() ? "none" : value;
    };
    std::string line = fmt::format("--{}: {}, default ", option.name, shown(*option.published));
    line += option.why.empty() ? "the same" : fmt::format("{}: {}", shown(option.default_value), option.why);
    text += "  " + wrap(line, 6).substr(6);
  }
  return text.empty() ? "" : "\nas published:\n" + text;
}

/// A line a verb; the minor ones share as few as hold them.
std::string verb_summaries() {
  constexpr std::size_t widest = 80;
  std::string text, minor, line = "  also     ";
  for (const Verb& verb : all_verbs()) {
    if (!verb.minor) {
      text += fmt::format("  {:<10}{}\n", verb.name, verb.summary);
      continue;
    }
    if (line.size() + verb.name.size() + 2 > widest) minor += std::exchange(line, std::string(11, ' ')) + "\n";
    line += " " + verb.name + ",";
  }
  line.back() = '\n';
  return text + minor + line;
}

std::string verb_synopses() {
  std::string text;
  for (const Verb& verb : all_verbs()) text += "  couplet " + verb.name + " " + verb.synopsis + "\n";
  return text;
}

/// Parameters as options, with their ranges: "(default 0.1; 0 to 1)".
std::vector<Parameter> parameter_options(const Method& method) {
  std::vector<Parameter> options = method.parameters;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string range = range_text(method.parameters[i]);
    if (range.empty()) continue;
    if (options[i].default_value.empty())
      options[i].help += " (" + range + ")";
    else
      options[i].default_value += "; " + range;
  }
  return options;
}

/// A verb of one method shows its own examples: the method's are written with fit.
const std::vector<std::string>& examples_of(const Verb& verb, const Method* method) {
  return method && verb.takes_method ? method->examples : verb.examples;
}

/// Brief help of a verb: `levels` of its two lists of options (its own, the method's) are explained.
std::string brief_text(const Verb& verb, const Method* method, int levels) {
  std::string text = usage_lines(verb, method);
  text += "\nexamples:\n" + example_lines(examples_of(verb, method));
  if (verb.takes_method && !method) text += method_names();
  text += brief_section("options", verb.parameters, levels > 0);
  if (method) text += brief_section("parameters of " + method->name, parameter_options(*method), levels > 1);
  if (verb.parameters.empty()) text += "\n";
  text += "common options:\n" + wrap(option_names(common_parameters()), 2);
  return text + fmt::format("\n'couplet {}{} --help' explains all of them.\n", verb.name,
                            !verb.takes_method ? "" : " " + (method ? method->name : "METHOD"));
}

}  // namespace

std::string version_line() { return std::string("couplet ") + library_version; }

std::string spelling(const Parameter& option) {
  std::string text = option.letter ? fmt::format("-{}, ", option.letter) : "";
  text += "--" + option.name;
  if (option.type != ParameterType::flag) text += " " + placeholder_of(option);
  return text;
}

std::string explanation(const Parameter& option) {
  const bool off = option.type == ParameterType::flag && option.default_value != "true";
  return option.help + (off || option.default_value.empty() ? "" : " (default " + option.default_value + ")");
}

std::string placeholder_of(const Parameter& option) {
  if (!option.placeholder.empty()) return option.placeholder;
  switch (option.type) {
    case ParameterType::integer:
      return "INTEGER";
    case ParameterType::real:
      return "X";
    case ParameterType::text:
      return "TEXT";
    case ParameterType::flag:
      return "";
    case ParameterType::choice:
      return fmt::format("{}", fmt::join(option.choices, "|"));
    case ParameterType::file:
    case ParameterType::output:
      return "FILE";
  }
  throw Error(ErrorCode::internal, option.name, "parameter of an unknown type");
}

std::string range_text(const Parameter& parameter) {
  const bool below = std::isfinite(parameter.minimum), above = std::isfinite(parameter.maximum);
  if (below && above) return fmt::format("{} to {}", parameter.minimum, parameter.maximum);
  if (below) return fmt::format(">= {}", parameter.minimum);
  return above ? fmt::format("<= {}", parameter.maximum) : "";
}

std::string wrap(std::string_view text, std::size_t indent, std::size_t width) {
  std::string wrapped, line(indent, ' ');
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, blank);
    if (line.size() > indent && line.size() + 1 + word.size() > width) {
      wrapped += line + "\n";
      line.assign(indent, ' ');
    }
    if (line.size() > indent) line += ' ';
    line += word;
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return wrapped + line + "\n";
}

std::string brief_help() {
  return "couplet: relations between texts\nusage: couplet VERB [arguments] [options]\n\n" + verb_summaries() +
         "\n'couplet VERB -h' shows examples, 'couplet VERB --help' every option.\n";
}

std::string full_help() {
  std::string text = brief_help() + "\nverbs and their arguments:\n" + verb_synopses() + "\ncommon options:\n" +
                     option_lines(common_parameters());
  text +=
      "  -h                      one screen of help\n  --help                  all the help there is\n"
      "  --version               the version\n\n";
  text +=
      "input: UTF-8, gz, xz and zst told by content; \"-\" is standard input.\n"
      "Of an option given twice the last one counts; \"--\" ends the options.\n\nexit codes:\n";
  for (const ExitCode& code : all_exit_codes()) text += fmt::format("  {:>3}  {}\n", code.code, code.meaning);
  return text + "\nenvironment:\n  NO_COLOR  no colours, when set to anything\n";
}

std::string brief_help(const Verb& verb, const Method* method) {
  for (int levels = 2; levels > 0; --levels)
    if (std::string text = brief_text(verb, method, levels); std::count(text.begin(), text.end(), '\n') <= screen_lines)
      return text;
  return brief_text(verb, method, 0);
}

std::string full_help(const Verb& verb, const Method* method) {
  std::string text = usage_lines(verb, method);
  if (method && verb.takes_method)
    text += data_lines(*method);
  else if (!verb.details.empty())
    text += "\n" + wrap(verb.details, 0);
  text += "\nexamples:\n" + example_lines(examples_of(verb, method));
  text += full_section("options", verb.parameters);
  text += published_section(verb.parameters);
  if (method) text += full_section("parameters of " + method->name, parameter_options(*method));
  if (method) text += published_section(method->parameters);
  if (verb.takes_method && !method) text += method_summaries(verb);
  return text + full_section("common options", common_parameters());
}

std::string method_help(const Method& method) {
  std::string text = method.name + ": " + method.summary + "\n";
  text += method.fit ? "\nusage: couplet fit " + method.name + " " + data_words(method) + " -o MODEL [parameters]\n"
                     : "\nusage: couplet " + method.name + " " + method.data + " [parameters]\n";
  if (method.fit) text += data_lines(method);
  text += full_section("parameters", parameter_options(method)) + published_section(method.parameters);
  if (!method.examples.empty()) text += "\nexamples:\n" + example_lines(method.examples);
  return text;
}

}  // namespace couplet
