// The only file that includes CLI11: it costs eleven seconds to compile.
#include "apps/cli/parse.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "apps/cli/config.h"
#include "couplet/base/error.h"
#include "couplet/methods/registry.h"
#include "couplet/model/published.h"

namespace couplet {
namespace {

using Words = std::vector<std::string>;

/// One pass of CLI11 over words. Options it does not know and positional arguments stay in `rest`, in order.
class Pass {
 public:
  Pass() {
    app_.set_help_flag();
    app_.allow_extras();
    brief_ = app_.add_flag("-h");
    full_ = app_.add_flag("--help");
  }

  /// Stops at the first positional argument: `rest` begins with it.
  void stop_at_positional() { app_.prefix_command(); }

  void add(const Parameter& option) {
    const std::string names = (option.letter ? std::string{'-', option.letter, ','} : "") + "--" + option.name;
    const bool flag = option.type == ParameterType::flag;
    CLI::Option* made = flag ? app_.add_flag(names) : app_.add_option(names);
    if (!flag) made->expected(1)->type_size(1);
    made->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    known_.emplace_back(option, made);
  }

  /// The known option of that name, or null.
  const Parameter* find(const std::string& name) const {
    for (const auto& known : known_)
      if (known.first.name == name) return &known.first;
    return nullptr;
  }

  CLI::Option* add_flag(const std::string& name) { return app_.add_flag(name); }

  Words run(const Words& words) {
    for (const std::string& word : words) {
      if (word == "--") break;
      // CLI11 would take the next word for the value.
      if (word.size() > 3 && word.starts_with("--") && word.back() == '=')
        throw Error(ErrorCode::usage, word, "no value after '='");
    }
    try {
      app_.parse(Words(words.rbegin(), words.rend()));
    } catch (const CLI::ArgumentMismatch&) {
      // The words have run out: the last one is the option.
      throw Error(ErrorCode::usage, words.back(), "needs a value");
    } catch (const CLI::ParseError& error) {
      throw Error(ErrorCode::usage, "", error.what());
    }
    return app_.remaining();
  }

  /// work(option, value) for those given, in the order of the table.
  template <class Work>
  void for_given(Work&& work) const {
    for (const auto& [option, made] : known_)
      if (made->count() > 0) work(option, made->results().back());
  }

  Arguments::Help help() const {
    if (full_->count() > 0) return Arguments::Help::full;
    return brief_->count() > 0 ? Arguments::Help::brief : Arguments::Help::none;
  }

  /// "--name" of every option, for did-you-mean.
  Words spellings() const {
    Words names = {"--help"};
    for (const auto& known : known_) names.push_back("--" + known.first.name);
    return names;
  }

 private:
  CLI::App app_;
  CLI::Option *brief_, *full_;
  std::vector<std::pair<Parameter, CLI::Option*>> known_;
};

bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && word != "--" && !(word[1] >= '0' && word[1] <= '9');
}

[[noreturn]] void reject_option(const std::string& word, const Words& known, const std::string& owner,
                                const std::string& otherwise) {
  const std::string name = word.substr(0, word.find('='));
  const std::string near = nearest_word(name, known);
  throw Error(ErrorCode::usage, "", owner + " has no option " + name,
              near.empty() ? otherwise : "did you mean '" + near + "'?");
}

/// An option before the verb that is none of the program's; one of a verb's is in the wrong place, and not mistyped.
[[noreturn]] void reject_before_verb(const std::string& word, const Words& known) {
  const std::string name = word.substr(0, word.find('='));
  const bool of_a_verb = std::any_of(all_verbs().begin(), all_verbs().end(), [&](const Verb& verb) {
    return std::any_of(verb.parameters.begin(), verb.parameters.end(),
                       [&](const Parameter& own) { return "--" + own.name == name; });
  });
  reject_option(word, of_a_verb ? Words() : known, "couplet", "the options of a verb stand after it");
}

/// The positional arguments of `rest`; an option in it is one that nobody knows.
Words positionals_of(const Words& rest, const Words& known, const Verb& verb) {
  Words found;
  bool options_ended = false;
  for (const std::string& word : rest) {
    if (!options_ended && word == "--") {
      options_ended = true;
    } else if (!options_ended && is_option(word)) {
      reject_option(word, known, verb.name, "'couplet " + verb.name + " --help' lists the options");
    } else {
      found.push_back(word);
    }
  }
  return found;
}

void check_count(const Arguments& arguments) {
  const Verb& verb = *arguments.verb;
  const auto count = static_cast<int>(arguments.positionals.size()) + (verb.takes_method && arguments.method ? 1 : 0);
  if (count >= verb.least && (verb.most < 0 || count <= verb.most)) return;
  const std::string problem =
      count < verb.least ? "too few arguments" : "unexpected argument '" + arguments.positionals.back() + "'";
  throw Error(ErrorCode::usage, "", problem, "use: couplet " + verb.name + " " + verb.synopsis);
}

/// The parameters of all methods become options of a verb that takes one, as the method may stand after them. So a name
/// means a flag in all methods or in none, and never shadows an option of the verb.
void add_method_parameters(Pass& pass, const Verb& verb) {
  const Words own = pass.spellings();
  for (const Method& method : all_methods()) {
    for (const Parameter& option : method.parameters) {
      const Parameter* known = pass.find(option.name);
      if (!known) {
        pass.add(option);
      } else if (std::find(own.begin(), own.end(), "--" + option.name) != own.end() ||
                 (known->type == ParameterType::flag) != (option.type == ParameterType::flag)) {
        throw Error(ErrorCode::internal, "--" + option.name,
                    "means one thing for " + method.name + " and another for " + verb.name);
      }
    }
  }
}

/// A verb of one method has the parameters of that method only.
void add_parameters(Pass& pass, const Verb& verb) {
  if (verb.takes_method) return add_method_parameters(pass, verb);
  for (const Parameter& option : method_parameters_of(verb)) {
    if (pass.find(option.name))
      throw Error(ErrorCode::internal, "--" + option.name, "is a parameter and an option of " + verb.name);
    pass.add(option);
  }
}

/// Hands the given parameters to the method; one of another method is unknown.
void take_method_values(const Pass& pass, const Words& own, Arguments& arguments) {
  const Method& method = *arguments.method;
  Words known = own;
  for (const Parameter& parameter : method.parameters) known.push_back("--" + parameter.name);
  pass.for_given([&](const Parameter& option, const std::string& value) {
    const std::string spelling = "--" + option.name;
    if (std::find(own.begin(), own.end(), spelling) != own.end()) return;
    if (option.name == as_published_switch && std::find(known.begin(), known.end(), spelling) == known.end())
      throw Error(ErrorCode::usage, spelling, method.name + " follows no paper", "leave it out");
    if (std::find(known.begin(), known.end(), spelling) == known.end())
      reject_option(spelling, known, method.name, "'couplet methods " + method.name + "' lists the parameters");
    arguments.method_values[option.name] = value;
  });
}

/// The values given for options of `schema`, with the defaults of the others.
Parameters values_of(const Pass& pass, std::span<const Parameter> schema) {
  std::map<std::string, std::string> given;
  pass.for_given([&](const Parameter& option, const std::string& value) {
    if (std::any_of(schema.begin(), schema.end(), [&](const auto& own) { return own.name == option.name; }))
      given[option.name] = value;
  });
  return Parameters::resolve(schema, given);
}

/// words: after the verb; before: the common options that stood before it.
void parse_verb(const Words& words, const Words& before, Arguments& arguments) {
  const Verb& verb = *arguments.verb;
  Pass pass;
  for (const Parameter& option : verb.parameters) pass.add(option);
  for (const Parameter& option : common_parameters()) pass.add(option);
  const Words own = pass.spellings();
  add_parameters(pass, verb);

  Words all = before;
  all.insert(all.end(), words.begin(), words.end());
  Words rest = pass.run(all);
  if (const std::string path = values_of(pass, common_parameters()).text("config"); !path.empty()) {
    const Words found = positionals_of(rest, pass.spellings(), verb);
    const Words kept = words_of_config(path, verb.name, verb.takes_method && !found.empty() ? found[0] : "");
    all.insert(all.begin(), kept.begin(), kept.end());
    rest = pass.run(all);
  }
  arguments.positionals = positionals_of(rest, pass.spellings(), verb);
  if (pass.help() != Arguments::Help::none) arguments.help = pass.help();
  if (!verb.method.empty()) arguments.method = &find_method(all_methods(), verb.method);
  if (verb.takes_method && !arguments.positionals.empty()) {
    arguments.method = &method_named(arguments.positionals.front());
    arguments.positionals.erase(arguments.positionals.begin());
  }
  if (arguments.help != Arguments::Help::none) return;
  arguments.common = values_of(pass, common_parameters());
  memory_of(arguments.common);  // bad values are refused whether or not the verb uses them
  arguments.own = values_of(pass, verb.parameters);
  if (arguments.method) take_method_values(pass, own, arguments);
  if (!verb.task) check_count(arguments);
}

}  // namespace

Arguments parse_arguments(const Words& words) {
  Arguments arguments;
  Pass pass;
  pass.stop_at_positional();
  for (const Parameter& option : common_parameters()) pass.add(option);
  const CLI::Option* version = pass.add_flag("--version");
  Words rest = pass.run(words);
  Words before(words.begin(), words.end() - std::ssize(rest));
  std::erase(before, "--version");
  if (!rest.empty() && rest.front() == "--") rest.erase(rest.begin());
  arguments.help = pass.help();
  arguments.version = version->count() > 0;
  arguments.common = values_of(pass, common_parameters());
  if (rest.empty()) return arguments;
  if (is_option(rest.front())) reject_before_verb(rest.front(), pass.spellings());
  arguments.verb = &find_verb(rest.front());
  parse_verb(Words(rest.begin() + 1, rest.end()), before, arguments);
  return arguments;
}

}  // namespace couplet
