// Completion scripts for bash, zsh and fish, made from the table.
#include <fmt/format.h>

#include "apps/cli/help.h"
#include "couplet/base/error.h"
#include "couplet/methods/registry.h"

namespace couplet {
namespace {

std::string join(const std::vector<std::string>& words) {
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : " ") + word;
  return joined;
}

/// In single quotes, for bash and zsh.
std::string quote(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string fish_quote(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
  return quoted + "'";
}

std::string verb_names() {
  std::vector<std::string> names;
  for (const Verb& verb : all_verbs()) names.push_back(verb.name);
  return join(names);
}

std::string methods_in_a_line() {
  std::vector<std::string> names;
  for (const Method& method : all_methods()) names.push_back(method.name);
  return join(names);
}

/// The verbs whose synopsis has the word ("METHOD"), as an alternative of patterns: "fit|methods".
std::string verbs_with(std::string_view word, const std::string& separator) {
  std::string names;
  for (const Verb& verb : all_verbs())
    if (verb.synopsis.find(word) != std::string::npos) names += (names.empty() ? "" : separator) + verb.name;
  return names;
}

/// All options that may stand after a verb, the parameters of its method included.
std::vector<Parameter> offered_by(const Verb& verb) {
  std::vector<Parameter> options = verb.parameters;
  options.insert(options.end(), common_parameters().begin(), common_parameters().end());
  for (Parameter& parameter : method_parameters_of(verb)) options.push_back(std::move(parameter));
  return options;
}

std::vector<Parameter> with_help(std::vector<Parameter> options) {
  options.push_back({"help", ParameterType::flag, "", "all the help there is"});
  return options;
}

/// "name) ACTION ;;" for the choices of each option: the words of `owner` then the option stand before the cursor.
template <class Action>
std::string choice_cases(const std::string& owner, const std::vector<Parameter>& options, Action&& action) {
  std::string text;
  for (const Parameter& option : options)
    if (const auto& choices = option.choices; !choices.empty())
      text += fmt::format("    '{} --{}') {}; return ;;\n", owner, option.name, action(join(choices)));
  return text;
}

template <class Action>
std::string all_choice_cases(Action&& action) {
  std::string text = "  case \"$verb $previous\" in\n";
  for (const Verb& verb : all_verbs()) text += choice_cases(verb.name, offered_by(verb), action);
  text += "  esac\n  case \"$method $previous\" in\n";
  for (const Method& method : all_methods()) text += choice_cases(method.name, method.parameters, action);
  return text + "  esac\n";
}

std::string bash_script() {
  const auto offer = [](const std::string& words) {
    return "mapfile -t COMPREPLY < <(compgen -W " + quote(words) + " -- \"$current\")";
  };
  const auto names = [](const std::vector<Parameter>& options) {
    std::vector<std::string> spellings;
    for (const Parameter& option : options) spellings.push_back("--" + option.name);
    return join(spellings);
  };
  std::string text =
      "# bash completion of couplet; use: source <(couplet help --completion bash)\n_couplet() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  local verb= method= word names\n";
  text += "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n";
  text +=
      fmt::format("    if [[ -z $verb && {} == *\" $word \"* ]]; then verb=$word\n", quote(" " + verb_names() + " "));
  text += fmt::format("    elif [[ -z $method && {} == *\" $word \"* ]]; then method=$word; fi\n  done\n",
                      quote(" " + methods_in_a_line() + " "));
  text += "  COMPREPLY=()\n" + all_choice_cases(offer);
  text += "  if [[ $current == -* ]]; then\n    names='--help'\n    case $verb in\n";
  for (const Verb& verb : all_verbs())
    text += fmt::format("      {}) names='{}' ;;\n", verb.name, names(with_help(offered_by(verb))));
  text += "    esac\n    case $method in\n";
  for (const Method& method : all_methods())
    text += fmt::format("      {}) names+=' {}' ;;\n", method.name, names(method.parameters));
  text += "    esac\n    mapfile -t COMPREPLY < <(compgen -W \"$names\" -- \"$current\")\n";
  text += "  elif [[ -z $verb ]]; then\n    " + offer(verb_names()) + "\n";
  text += "  elif [[ -z $method ]]; then\n    case $verb in\n";
  text += "      help) " + offer(verb_names()) + " ;;\n";
  if (!all_methods().empty())
    text += fmt::format("      methods|{}) {} ;;\n", verbs_with("METHOD", "|"), offer(methods_in_a_line()));
  return text + "    esac\n  fi\n}\ncomplete -o default -F _couplet couplet\n";
}

std::string zsh_script() {
  const auto offer = [](const std::string& words) { return "compadd -- " + words; };
  const auto described = [](const std::vector<Parameter>& options) {
    std::string words;
    for (const Parameter& option : options) words += " " + quote("--" + option.name + ":" + option.help);
    return words;
  };
  std::string text =
      "#compdef couplet\n# zsh completion of couplet; save as _couplet in a folder of $fpath\n_couplet() {\n"
      "  local -a verbs methods options\n  local verb method word previous=${words[CURRENT-1]}\n  verbs=(";
  for (const Verb& verb : all_verbs()) text += " " + quote(verb.name + ":" + verb.summary);
  text += " )\n  methods=(";
  for (const Method& method : all_methods()) text += " " + quote(method.name + ":" + method.summary);
  text +=
      " )\n  for word in ${words[2,CURRENT-1]}; do\n"
      "    if [[ -z $verb && -n ${(M)verbs:#$word:*} ]]; then verb=$word\n"
      "    elif [[ -z $method && -n ${(M)methods:#$word:*} ]]; then method=$word; fi\n  done\n";
  text += all_choice_cases(offer);
  text += "  if [[ $PREFIX == -* ]]; then\n    case $verb in\n";
  for (const Verb& verb : all_verbs())
    text += fmt::format("      {}) options=({} ) ;;\n", verb.name, described(with_help(offered_by(verb))));
  text += "    esac\n    case $method in\n";
  for (const Method& method : all_methods())
    text += fmt::format("      {}) options+=({} ) ;;\n", method.name, described(method.parameters));
  text +=
      "    esac\n    _describe -o option options\n  elif [[ -z $verb ]]; then\n    _describe verb verbs\n"
      "  elif [[ -z $method && $verb == help ]]; then\n    _describe verb verbs\n";
  text += fmt::format("  elif [[ -z $method && $verb == (methods|{}) ]]; then\n    _describe method methods\n",
                      verbs_with("METHOD", "|"));
  return text +
         "  else\n    _files\n  fi\n}\n"
         "if [[ $funcstack[1] == _couplet ]]; then _couplet \"$@\"; else compdef _couplet couplet; fi\n";
}

std::string fish_options(const std::string& condition, const std::vector<Parameter>& options) {
  std::string text;
  for (const Parameter& option : options) {
    text += "complete -c couplet" + condition + " -l " + option.name;
    if (option.letter) text += fmt::format(" -s {}", option.letter);
    if (const auto& choices = option.choices; !choices.empty())
      text += " -x -a " + fish_quote(join(choices));
    else if (placeholder_of(option) == "FILE")
      text += " -r -F";
    else if (option.type != ParameterType::flag)
      text += " -x";
    text += " -d " + fish_quote(option.help) + "\n";
  }
  return text;
}

std::string fish_script() {
  std::string text = "# fish completion of couplet; save as ~/.config/fish/completions/couplet.fish\n";
  for (const Verb& verb : all_verbs())
    text +=
        "complete -c couplet -f -n __fish_use_subcommand -a " + verb.name + " -d " + fish_quote(verb.summary) + "\n";
  for (const Method& method : all_methods())
    text += fmt::format(
        "complete -c couplet -f -n '__fish_seen_subcommand_from {} methods; and not __fish_seen_subcommand_from {}' -a "
        "{} "
        "-d {}\n",
        verbs_with("METHOD", " "), methods_in_a_line(), method.name, fish_quote(method.summary));
  for (const Verb& verb : all_verbs()) {
    const std::string after = " -n '__fish_seen_subcommand_from " + verb.name + "'";
    text += fish_options(after, verb.parameters);
    text += fish_options(after, method_parameters_of(verb));
  }
  for (const Method& method : all_methods())
    text += fish_options(" -n '__fish_seen_subcommand_from " + method.name + "'", method.parameters);
  return text + fish_options("", with_help(common_parameters()));
}

}  // namespace

std::string completion_script(std::string_view shell) {
  if (shell == "bash") return bash_script();
  if (shell == "zsh") return zsh_script();
  if (shell == "fish") return fish_script();
  throw Error(ErrorCode::internal, "", "no completion for " + std::string(shell));
}

}  // namespace couplet
