#include "apps/cli/exit_codes.h"

namespace couplet {

std::span<const ExitCode> all_exit_codes() {
  static const ExitCode codes[] = {
      {0, "done; also when the reader of the output has gone away"},
      {1, "ran, and the answer is no (a self-test that differs, a bar that was not reached, no query known)"},
      {2, "the command line makes no sense"},
      {3, "the data is wrong"},
      {4, "the model file is damaged, of another version, or cannot do what was asked"},
      {5, "an iteration did not converge"},
      {6, "the file system, the memory or the processor refused"},
      {70, "a bug in couplet"},
      {130, "interrupted (Ctrl-C, SIGTERM, SIGHUP)"},
  };
  return codes;
}

int exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
      return 2;
    case ErrorCode::data:
      return 3;
    case ErrorCode::model:
      return 4;
    case ErrorCode::not_converged:
      return 5;
    case ErrorCode::io:
      return 6;
    case ErrorCode::internal:
      return 70;
    case ErrorCode::interrupted:
      return 130;
  }
  return 70;
}

}  // namespace couplet
