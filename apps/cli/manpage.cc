// The manual page, in troff with the man macros. No date: the same version gives the same page.
#include <fmt/format.h>

#include "apps/cli/exit_codes.h"
#include "apps/cli/help.h"
#include "couplet/methods/registry.h"

namespace couplet {
namespace {

std::string escape(std::string_view text) {
  std::string escaped;
  if (text.starts_with('.') || text.starts_with('\'')) escaped += "\\&";
  for (const char c : text) {
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else
      escaped += c;
  }
  return escaped;
}

/// "\fB-t\fR, \fB--threads\fR \fIN\fR"
std::string man_spelling(const Option& option) {
  std::string text = option.letter ? fmt::format("\\fB\\-{}\\fR, ", option.letter) : "";
  text += "\\fB" + escape("--" + option.name) + "\\fR";
  if (!option.placeholder.empty()) text += " \\fI" + escape(option.placeholder) + "\\fR";
  return text;
}

std::string option_items(const std::vector<Option>& options) {
  std::string text;
  for (const Option& option : options)
    text += ".TP\n" + man_spelling(option) + "\n" + escape(explanation(option)) + ".\n";
  return text;
}

std::string example_block(const std::vector<std::string>& examples) {
  std::string text = ".PP\n.nf\n.RS\n";
  for (const std::string& example : examples) text += escape(example) + "\n";
  return text + ".RE\n.fi\n";
}

std::string verb_section(const Verb& verb) {
  std::string text = ".SS couplet " + escape(verb.name + " " + verb.synopsis) + "\n" + escape(verb.summary) + ".\n";
  if (!verb.details.empty()) text += ".PP\n" + escape(verb.details) + "\n";
  for (const std::string& group : verb.takes) text += option_items(options_in(group));
  text += option_items(parameters_of(verb));
  return text + example_block(verb.examples);
}

std::string method_section(const Method& method) {
  std::string text = ".SS " + escape(method.name) + "\n" + escape(method.summary) + "\n";
  text += option_items(options_of(method));
  return method.examples.empty() ? text : text + example_block(method.examples);
}

}  // namespace

std::string man_page() {
  std::string text = ".TH COUPLET 1 \"\" \"" + escape(version_line()) + "\" \"User Commands\"\n";
  text += ".ad l\n";  // a long list of choices cannot be stretched
  text += ".SH NAME\ncouplet \\- relations between texts\n";
  text += ".SH SYNOPSIS\n.B couplet\n.I VERB\n[\\fIarguments\\fR] [\\fIoptions\\fR]\n";
  text +=
      ".SH DESCRIPTION\nLearns from pairs of texts which texts go together, and uses what was learned: to score, rank, "
      "filter and explain.\nResults go to standard output, everything else to standard error.\n"
      ".SH VERBS\n";
  for (const Verb& verb : all_verbs()) text += verb_section(verb);
  text +=
      ".SH COMMON OPTIONS\nTaken by every verb. Of an option given twice the last one counts; \\fB\\-\\-\\fR ends the "
      "options.\n";
  text += option_items(options_in("common"));
  text +=
      ".TP\n\\fB\\-h\\fR\nOne screen of help with examples.\n.TP\n\\fB\\-\\-help\\fR\nAll the help there is.\n"
      ".TP\n\\fB\\-\\-version\\fR\nThe version.\n";
  if (!all_methods().empty()) {
    text += ".SH METHODS\n";
    for (const Method& method : all_methods()) text += method_section(method);
  }
  text += ".SH EXIT STATUS\n";
  for (const ExitCode& code : all_exit_codes())
    text += fmt::format(".TP\n\\fB{}\\fR\n{}.\n", code.code, escape(code.meaning));
  return text + ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nNo colours, when set to anything.\n";
}

}  // namespace couplet
