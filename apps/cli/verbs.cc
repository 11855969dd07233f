#include "apps/cli/verbs.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/methods/registry.h"
#include "couplet/tasks/registry.h"

namespace couplet {
namespace {

Parameter with_form(Parameter parameter, char letter, std::string placeholder) {
  parameter.letter = letter;
  parameter.placeholder = std::move(placeholder);
  return parameter;
}

/// -o and the data options.
std::vector<Parameter> fit_parameters() {
  std::vector<Parameter> parameters = {with_form({"output", ParameterType::output, "", output_help}, 'o', "FILE")};
  for (Parameter& parameter : data_parameters()) parameters.push_back(std::move(parameter));
  return parameters;
}

std::vector<Verb> first_verbs() {
  return {
      {.name = "fit",
       .synopsis = "METHOD DATA...",
       .summary = "learn a model from data",
       .details =
           "Reads the data, fits the method and writes the model. 'couplet methods METHOD' lists its parameters. Pairs "
           "come as "
           "one file (TSV columns or JSON Lines) or as two files whose lines belong together; .npy files hold vectors.",
       .examples = {"couplet fit phsic pairs.tsv -o pairs.couplet",
                    "couplet fit phsic left.txt right.txt --encoder lsa:100 -o pairs.couplet"},
       .parameters = fit_parameters(),
       .least = 2,
       .most = -1,
       .takes_method = true,
       .handler = run_fit},
      {.name = "count",
       .synopsis = "DATA...",
       .summary = "count words and their contexts, for the methods of word vectors",
       .details = "A short way to write 'couplet fit counts'. The table is saved; 'fit ca', 'fit sgns' and the others "
                  "of their kind take it in the place of the text, so that the text is read only once.",
       .examples = {"couplet count story.txt --window 2 -o counts.couplet"},
       .parameters = fit_parameters(),
       .minor = true,
       .least = 1,
       .most = -1,
       .method = "counts",
       .handler = run_fit},
  };
}

std::vector<Verb> verbs_about_models() {
  return {
      {.name = "methods",
       .synopsis = "[NAME]",
       .summary = "what can be fitted, and with which parameters",
       .details = "Without NAME: one line a method. With NAME: its parameters with defaults and ranges.",
       .examples = {"couplet methods", "couplet methods --json"},
       .most = 1,
       .handler = run_methods},
      {.name = "inspect",
       .synopsis = "MODEL",
       .summary = "what a model file says about itself",
       .details =
           "Prints the method, the parameters, the data it was fitted on and the tensors. Checks the whole file.",
       .examples = {"couplet inspect pairs.couplet", "couplet inspect pairs.couplet --json"},
       .minor = true,
       .least = 1,
       .most = 1,
       .handler = run_inspect},
  };
}

Verb serve_verb() {
  using enum ParameterType;
  return {
      .name = "serve",
      .synopsis = "[NAME=]MODEL...",
      .summary = "a page to look at models, and answers over HTTP",
      .details =
          "Prints its address: open it in a browser. POST /api/v1/TASK answers programs with the rows of --json. It "
          "goes on until SIGTERM or Ctrl-C; what runs then is finished. Only this machine can ask, unless --listen "
          "says otherwise. GET /api/v1/openapi.json describes what can be asked. Without a model it fits small "
          "ones of each job, on examples that it brings.",
      .examples = {"couplet serve --port 7272",
                   "couplet serve replies=pairs.couplet --collections all=right.txt --port 7171"},
      .parameters =
          {{"port", integer, "7171", "where to listen; 0: any that is free", 0, 65535},
           with_form({"listen", text, "127.0.0.1", "the address to listen at; others than 127.0.0.1 need a token"}, 0,
                     "ADDRESS"),
           with_form({"token-file", ParameterType::file, "", "requests must carry the first line of this file"}, 0,
                     "FILE"),
           with_form({"collections", text, "", "texts to rank among: NAME=FILE, several with commas"}, 0, "LIST"),
           {"open", flag, "", "open the page in the browser"},
           with_form({"allow-fit", text, "", "requests may fit models into this folder"}, 0, "FOLDER"),
           {"seconds", real, "60", "the most time for one request", 0.1, 86400},
           {"body-limit", integer, "8388608", "the most bytes of one request", 1024, 1 << 30}},
      .most = -1,
      .handler = run_serve};
}

Verb help_verb() {
  return {
      .name = "help",
      .synopsis = "[VERB [METHOD]]",
      .summary = "everything about a verb, or about couplet",
      .details = "",
      .examples = {"couplet help verify", "couplet help fit phsic --man | man -l -",
                   "source <(couplet help --completion bash)"},
      .parameters = {{"man", ParameterType::flag, "",
                      "print the manual page instead (troff), of the verb or method that is named"},
                     with_form({"man-pages", ParameterType::text, "", "write all the manual pages there"}, 0, "FOLDER"),
                     Parameter::one_of("completion", "", "print the completion script of a shell",
                                       {"bash", "zsh", "fish"})},
      .most = 2,
      .handler = run_help};
}

std::vector<Verb> make_verbs() {
  std::vector<Verb> verbs = first_verbs();
  for (const Task& task : all_tasks()) {
    if (task.name == "verify")  // help names what is about model files together
      for (Verb& verb : verbs_about_models()) verbs.push_back(std::move(verb));
    verbs.push_back({.name = task.name,
                     .synopsis = task.synopsis,
                     .summary = task.summary,
                     .details = task.details,
                     .examples = task.examples,
                     .parameters = task.parameters,
                     .minor = task.minor,
                     .task = &task,
                     .handler = run_task});
  }
  verbs.push_back(serve_verb());
  verbs.push_back(help_verb());
  return verbs;
}

}  // namespace

std::span<const Verb> all_verbs() {
  static const std::vector<Verb> verbs = make_verbs();
  return verbs;
}

const Verb& find_verb(std::string_view name) {
  std::vector<std::string> names;
  for (const Verb& verb : all_verbs()) {
    if (verb.name == name) return verb;
    names.push_back(verb.name);
  }
  const std::string near = nearest_word(name, names);
  throw Error(ErrorCode::usage, "", "unknown verb '" + std::string(name) + "'",
              near.empty() ? "'couplet help' lists the verbs" : "did you mean '" + near + "'?");
}

const Method& method_named(const std::string& name) {
  for (const Method& method : all_methods())
    if (method.name == name) return method;
  for (const Verb& verb : all_verbs())
    if (verb.name == name)
      throw Error(ErrorCode::usage, "", "'" + name + "' is a verb, not a method to fit",
                  "use: couplet " + name + " " + verb.synopsis);
  return find_method(all_methods(), name);
}

std::vector<Parameter> method_parameters_of(const Verb& verb) {
  if (verb.method.empty()) return {};
  return find_method(all_methods(), verb.method).parameters;
}

const std::vector<Parameter>& common_parameters() {
  using enum ParameterType;
  static const std::vector<Parameter> parameters = {
      with_form({"threads", integer, "0", "threads to use; 0: as many as there are cores; never changes a result", 0},
                't', "N"),
      with_form(
          {"memory", text, "", "memory for what grows with the data, like 4G; half of the machine's when not given"},
          'm', "SIZE"),
      with_form({"seed", integer, "1", "seed of everything random", 0}, 0, "N"),
      with_form({"balance", flag, "",
                 "in a team of processes (couplet-mpi): faster ones take more of the data; never changes a result"},
                0, ""),
      with_form({"config", ParameterType::file, "",
                 "options that one repeats, from this file; those on the command line win"},
                0, "FILE"),
      with_form({"json", flag, "", "JSON Lines instead of tables on stdout, and for errors and warnings on stderr"},
                'j', ""),
      Parameter::one_of("progress", "auto", "progress on stderr; auto: when it is a terminal",
                        {"auto", "always", "never"}),
      with_form({"dry-run", flag, "", "print the plan with its memory and time, and do nothing"}, 'n', ""),
      with_form({"quiet", flag, "", "no progress, no warnings"}, 'q', ""),
      with_form({"verbose", flag, "", "say how long each stage took"}, 'v', ""),
  };
  return parameters;
}

}  // namespace couplet
