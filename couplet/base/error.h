// The one exception type of Couplet: what went wrong, where, and what to do about it.
#pragma once

#include <stdexcept>
#include <string>

namespace couplet {

/// Kinds of failure. The command line maps each to an exit code (docs/exit-codes.md).
enum class ErrorCode {
  usage,          // the caller asked for something that makes no sense
  data,           // input data is wrong
  model,          // a model file is damaged, of another version, or lacks the capability asked for
  not_converged,  // an iteration ended before its tolerance
  io,             // the file system or memory refused
  internal,       // a bug of ours
  interrupted,    // the stop token was set
};

/// "train.tsv:41: 3 columns, expected 2; use --columns 1,2" = place + ": " + problem + "; " + remedy.
class Error : public std::runtime_error {
 public:
  /// place: file:line, tensor or option; may be empty. remedy: what the user can do; may be empty.
  Error(ErrorCode code, std::string place, std::string problem, std::string remedy = "");

  ErrorCode code() const { return code_; }
  const std::string& place() const { return place_; }
  const std::string& problem() const { return problem_; }
  const std::string& remedy() const { return remedy_; }

 private:
  ErrorCode code_;
  std::string place_, problem_, remedy_;
};

/// Throws Error(io) for a failed system call on a file, with the reason errno gives. action is a verb:
/// throw_errno("a.txt", "open") -> "a.txt: cannot open: No such file or directory".
[[noreturn]] void throw_errno(const std::string& path, const std::string& action);

}  // namespace couplet
