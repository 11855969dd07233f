// A task as every door knows it: what it is called, what it takes, its options, and how to run it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/model/data.h"
#include "couplet/model/method.h"
#include "couplet/tasks/loaded_model.h"
#include "couplet/tasks/rows.h"

namespace couplet {

enum class InputShape {
  model,   // a model file
  system,  // a model file, or a file of what a system answered
  data,    // files of data
  text,    // a text as it stands
};

struct TaskInput {
  std::string name;
  InputShape shape;
  int least = 1, most = 1;  // how many words it takes; most -1: any number
  bool prepared = false;    // of data: it may also be what 'index' prepared
};

class PreparedCollection;  // prepared_collection.h

/// What a door was asked to do. The words stand for models and files here; a door that has them already puts in its
/// own.
struct Request {
  std::map<std::string, std::vector<std::string>, std::less<>> words = {};  // of each input
  Parameters options = {};
  std::function<std::shared_ptr<const LoadedModel>(const std::string& word)> open_model = LoadedModel::open;
  /// Whether a word that may be either stands for a model, rather than for a file of answers.
  std::function<bool(const std::string& word)> is_model = is_model_file;
  /// Data that the door has, by the name of the input or option: read in the place of the files.
  std::map<std::string, Data, std::less<>> given = {};
  /// The collection of that name, prepared for that model, its texts of that side unless it was prepared before; null
  /// when there is none. Empty: there are only files.
  std::function<std::shared_ptr<const PreparedCollection>(const std::string& name, const LoadedModel& model,
                                                          Side texts)>
      find_collection = {};
  /// False: whatever the words say, no file is opened and nothing is read from standard input.
  bool may_read_files = true;

  /// All words of an input; none when it is optional and was left out. Error(internal) for one that the task has not.
  const std::vector<std::string>& all(std::string_view input) const;
  /// Its only word.
  const std::string& word(std::string_view input) const { return all(input).front(); }
  std::shared_ptr<const LoadedModel> model(std::string_view input) const { return open_model(word(input)); }
  /// What was given for it, or its words as files, read as the data options say.
  Data data(std::string_view input) const;
  /// The same where it must be texts: Error(usage) when the door gave numbers.
  Source source(std::string_view input) const;
  /// The data of an option that names a file, read like `like`.
  Data data_of_option(std::string_view option, Data like) const;
};

/// How a task ended.
struct Answer {
  bool yes = true;   // false: it ran, and the answer is no
  Fitted made = {};  // a task may make a model, with its report: the door keeps it
};

struct Task {
  std::string name;
  std::string synopsis;               // its inputs, for people: "MODEL PAIRS"
  std::string summary;                // one sentence
  std::string details;                // paragraphs for help; may be empty
  std::vector<std::string> examples;  // command lines
  std::vector<TaskInput> inputs;
  std::vector<Parameter> parameters;
  bool minor = false;  // only named in brief help
  /// Throws Error(usage) for a request that makes no sense, before anything is read or planned; may be null.
  void (*check)(const Request& request) = nullptr;
  /// What a plan says beside the files read and written; may be null.
  std::vector<std::pair<std::string, std::string>> (*plan)(const Request& request) = nullptr;
  Answer (*run)(const Request& request, RowSink& rows, const Run& run) = nullptr;
  /// True: it works in a team (run.team); all processes hand out the same rows, and the first one writes files.
  bool in_team = false;
};

/// The options that say how data is read: columns, format, header, on-bad-line.
std::vector<Parameter> data_parameters();
/// The last of them alone, for data that has no columns to choose.
std::vector<Parameter> bad_line_parameters();
/// Options that several tasks have in the same words.
inline constexpr const char* output_help = "the file to write";
inline constexpr const char* top_help =
    "how many rows to show: of a query, of a kind of reasons, of the largest cells; 0: all";
inline constexpr const char* outside_scores_help =
    "of questions: scores of other programs (TSV: id, option, a column a scorer), for a joined model fitted with such";
inline constexpr const char* index_help = "exact, or hnsw:m=16,build=200,ef=100 for very many candidates";

/// Error(usage) when one of these options is given: they have no effect in this mode ("--lists", "a pair model").
void refuse_unused(const Request& request, const std::string& mode, std::initializer_list<const char*> options);

/// "train.tsv, 1.2 MB"; Error(io) when the file does not exist. "-" is "standard input".
std::string describe_file(const std::string& path);

/// Warns how many items an answer covers, when it does not cover all: "1998 of 2000 pairs have a score".
void warn_of_coverage(const Run& run, std::int64_t covered, std::int64_t total, std::string_view what);
/// Warns of lines that were left out.
void warn_of_skipped(const Run& run, std::int64_t lines);

}  // namespace couplet
