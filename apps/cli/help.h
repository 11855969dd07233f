// Help texts, all made from the schemas of verbs and methods.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/cli/verbs.h"
#include "couplet/model/method.h"

namespace couplet {

/// `couplet -h`: the verbs and a few examples, one screen.
std::string brief_help();
/// `couplet --help`: also the common options, exit codes and environment.
std::string full_help();
/// `couplet VERB -h`: one screen. method: of verbs that take one; may be null.
std::string brief_help(const Verb& verb, const Method* method);
/// `couplet VERB --help`: everything.
std::string full_help(const Verb& verb, const Method* method);
/// `couplet methods NAME`: summary, data, parameters, examples. A method without fit() is a verb of its own.
std::string method_help(const Method& method);

/// "couplet 0.1.0"
std::string version_line();

/// "-t, --threads N"
std::string spelling(const Parameter& option);
/// "threads to use (default 0)"; a choice parameter also names its words.
std::string explanation(const Parameter& option);
/// What stands in the place of a value: "N", "FILE", "auto|tsv"; empty for a flag.
std::string placeholder_of(const Parameter& option);
/// "0 to 1", ">= 1", or "" when there is no bound.
std::string range_text(const Parameter& parameter);
/// Breaks text at blanks into lines of at most `width` bytes, each after `indent` blanks.
std::string wrap(std::string_view text, std::size_t indent, std::size_t width = 80);

/// `couplet help --man`: what couplet is, its verbs and methods; troff.
std::string man_page();
/// `couplet help VERB [METHOD] --man`. method: as for full_help.
std::string man_page(const Verb& verb, const Method* method);
/// All of them by name: couplet, couplet-VERB and couplet-fit-METHOD.
std::vector<std::pair<std::string, std::string>> man_pages();
/// `couplet help --completion SHELL`: bash, zsh or fish.
std::string completion_script(std::string_view shell);

}  // namespace couplet
