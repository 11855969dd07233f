// Manual pages, in troff with the man macros. No date: the same version gives the same pages.
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
std::string man_spelling(const Parameter& option) {
  std::string text = option.letter ? fmt::format("\\fB\\-{}\\fR, ", option.letter) : "";
  text += "\\fB" + escape("--" + option.name) + "\\fR";
  if (option.type != ParameterType::flag) text += " \\fI" + escape(placeholder_of(option)) + "\\fR";
  return text;
}

std::string option_items(const std::vector<Parameter>& options) {
  std::string text;
  for (const Parameter& option : options)
    text += ".TP\n" + man_spelling(option) + "\n" + escape(explanation(option)) + ".\n";
  return text;
}

std::string example_block(const std::vector<std::string>& examples) {
  std::string text = ".PP\n.nf\n.RS\n";
  for (const std::string& example : examples) text += escape(example) + "\n";
  return text + ".RE\n.fi\n";
}

/// "couplet-fit", "couplet-fit-phsic"
std::string page_name(const Verb& verb, const Method* method) {
  return "couplet-" + verb.name + (method && verb.takes_method ? "-" + method->name : "");
}

std::string page_head(const std::string& name, const std::string& summary) {
  std::string title;
  for (const char c : name) title += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return ".TH " + escape(title) + " 1 \"\" \"" + escape(version_line()) + "\" \"User Commands\"\n" +
         ".ad l\n" +  // a long list of choices cannot be stretched
         ".SH NAME\n" + escape(name) + " \\- " + escape(summary) + "\n";
}

std::string synopsis(const std::string& command, const std::string& arguments) {
  return ".SH SYNOPSIS\n.B " + escape(command) + "\n" + escape(arguments) + " [\\fIoptions\\fR]\n";
}

/// "couplet-fit(1)", in bold.
std::string reference(const std::string& name) { return "\\fB" + escape(name) + "\\fR(1)"; }

std::string item(const std::string& name, const std::string& summary) {
  return ".TP\n" + reference(name) + "\n" + escape(summary) + ".\n";
}

std::string section(const std::string& title, const std::string& body) {
  return body.empty() ? "" : ".SH " + title + "\n" + body;
}

/// A page for each method that fit learns.
std::string method_items(const Verb& verb) {
  std::string text;
  for (const Method& method : all_methods())
    if (method.fit) text += item(page_name(verb, &method), method.summary);
  return text;
}

}  // namespace

std::string man_page() {
  std::string verbs, codes;
  for (const Verb& verb : all_verbs()) verbs += item(page_name(verb, nullptr), verb.summary);
  for (const ExitCode& code : all_exit_codes())
    codes += fmt::format(".TP\n\\fB{}\\fR\n{}.\n", code.code, escape(code.meaning));
  return page_head("couplet", "relations between texts") + synopsis("couplet", "VERB [arguments]") +
         section("DESCRIPTION",
                 "Learns from pairs, tables, thesauri and plain text which texts go together, match, say the same or "
                 "mean the opposite, and which word fits.\n.PP\nResults go to standard output, everything else to "
                 "standard error. Input is UTF\\-8; gz, xz and zst are told by content; \\- is standard input.\n") +
         section("VERBS", verbs) +
         section(
             "COMMON OPTIONS",
             "Taken by every verb. Of an option given twice the last one counts; \\fB\\-\\-\\fR ends the options.\n" +
                 option_items(common_parameters()) +
                 ".TP\n\\fB\\-h\\fR\nOne screen of help with examples.\n"
                 ".TP\n\\fB\\-\\-help\\fR\nAll the help there is.\n"
                 ".TP\n\\fB\\-\\-version\\fR\nThe version.\n") +
         section("METHODS", method_items(find_verb("fit"))) + section("EXIT STATUS", codes) +
         section("ENVIRONMENT", ".TP\n.B NO_COLOR\nNo colours, when set to anything.\n");
}

std::string man_page(const Verb& verb, const Method* method) {
  const bool of_method = method && verb.takes_method;
  const std::string summary = of_method ? method->summary : verb.summary;
  std::string description = escape(summary) + ".\n";
  if (!of_method && !verb.details.empty()) description += ".PP\n" + escape(verb.details) + "\n";
  return page_head(page_name(verb, method), summary) +
         synopsis("couplet " + verb.name, of_method ? method->name + " " + method->data : verb.synopsis) +
         section("DESCRIPTION", description) + section("OPTIONS", option_items(verb.parameters)) +
         section("PARAMETERS", option_items(of_method ? method->parameters : method_parameters_of(verb))) +
         (verb.takes_method && !method ? section("METHODS", method_items(verb)) : "") +
         section("EXAMPLES", example_block(of_method ? method->examples : verb.examples)) +
         section("SEE ALSO", "Common options and exit codes: " + reference("couplet") +
                                 (of_method ? "; the verb: " + reference(page_name(verb, nullptr)) : "") + ".\n");
}

std::vector<std::pair<std::string, std::string>> man_pages() {
  std::vector<std::pair<std::string, std::string>> pages = {{"couplet", man_page()}};
  for (const Verb& verb : all_verbs()) {
    pages.emplace_back(page_name(verb, nullptr), man_page(verb, nullptr));
    if (!verb.takes_method) continue;
    for (const Method& method : all_methods())
      if (method.fit) pages.emplace_back(page_name(verb, &method), man_page(verb, &method));
  }
  return pages;
}

}  // namespace couplet
