// The one table of options and verbs. Parsing, help, the man page and shell completion are all made from it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

class Arguments;  // arguments.h
struct Method;    // couplet/model/method.h

/// One option. The placeholder says what values are good, and is checked for every verb:
///   ""        a flag                        N      a whole number >= 0         X      a number
///   SIZE      bytes, "300M", "4G"           FILE   a path (completed as one)   a|b|c  one of these words
///   any other word: free text
struct Option {
  std::string name;           // "threads" for --threads
  char letter = 0;            // 't' for -t; 0: none
  std::string placeholder;    // see above
  std::string default_value;  // as the user would write it; "" = not set (or off)
  std::string help;           // one sentence, without a full stop
  std::string group;          // verbs take whole groups: "common" (taken by all), "data", or a verb's own name
};

/// One verb.
struct Verb {
  std::string name;
  std::string synopsis;  // its positional arguments: "MODEL PAIRS"; METHOD, VERB and NAME are completed as such
  std::string summary;   // one sentence
  std::string details;   // paragraphs for --help and the man page; may be empty
  std::vector<std::string> examples;  // command lines
  std::vector<std::string> takes;     // groups of options ("common" is always taken)
  int least = 0, most = 0;            // how many positional arguments, METHOD counted; most -1: any number
  bool takes_method = false;          // the first positional names a method, whose parameters become options
  std::string method = {};            // a verb that is one method under a shorter name: its parameters are options
  bool minor = false;                 // only named in brief help
  int (*handler)(Arguments& arguments) = nullptr;  // returns the exit code: 0, or 1 for "the answer is no"
};

/// Every option of every verb.
std::span<const Option> all_options();
/// Every verb, in the order of help.
std::span<const Verb> all_verbs();

/// The verb of that name; Error(usage) with the nearest name otherwise.
const Verb& find_verb(std::string_view name);
/// The method that a user named after fit; Error(usage) with the nearest name, or the verb of that name.
const Method& method_named(const std::string& name);
/// The options a verb takes: its own groups first, the common ones last.
std::vector<Option> options_of(const Verb& verb);
/// The options of one group.
std::vector<Option> options_in(std::string_view group);
/// A method's parameters as options, in schema order; group is the method's name.
std::vector<Option> options_of(const Method& method);

/// The parameters of the method that a verb is a shorter name of; empty for the other verbs.
std::vector<Option> parameters_of(const Verb& verb);

/// The words of a placeholder like "auto|tsv|jsonl"; empty for any other.
std::vector<std::string> choices_of(const Option& option);

}  // namespace couplet
