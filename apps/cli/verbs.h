// The verbs: the tasks of the library, and what only a program does (fitting, help). All help is made from this table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/model/method.h"
#include "couplet/tasks/task.h"

namespace couplet {

struct Arguments;  // arguments.h

struct Verb {
  std::string name;
  std::string synopsis;  // its positional arguments: "MODEL PAIRS"; METHOD, VERB and NAME are completed as such
  std::string summary;   // one sentence
  std::string details;   // paragraphs for --help and the man page; may be empty
  std::vector<std::string> examples;       // command lines
  std::vector<Parameter> parameters = {};  // its own; every verb takes common_parameters() too
  bool minor = false;                      // only named in brief help
  const Task* task = nullptr;              // null: one of the program's own, with
  int least = 0, most = 0;                 //   how many positional arguments, METHOD counted; most -1: any number
  bool takes_method = false;  //   true: the first positional names a method, whose parameters become options
  std::string method = {};    //   a verb that is one method under a shorter name: its parameters are options
  int (*handler)(const Arguments& arguments) = nullptr;  // returns the exit code
};

/// Every verb, in the order of help.
std::span<const Verb> all_verbs();
/// The verb of that name; Error(usage) with the nearest name otherwise.
const Verb& find_verb(std::string_view name);
/// The method that a user named after fit; Error(usage) with the nearest name, or the verb of that name.
const Method& method_named(const std::string& name);
/// The parameters of the method that a verb is a shorter name of; empty for the other verbs.
std::vector<Parameter> method_parameters_of(const Verb& verb);
/// Threads, memory, seed, output form: taken by all verbs.
const std::vector<Parameter>& common_parameters();

int run_fit(const Arguments& arguments);
int run_help(const Arguments& arguments);
int run_inspect(const Arguments& arguments);
int run_methods(const Arguments& arguments);
int run_serve(const Arguments& arguments);
/// Runs the task of a verb that has one.
int run_task(const Arguments& arguments);

}  // namespace couplet
