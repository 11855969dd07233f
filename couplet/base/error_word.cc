#include "couplet/base/error_word.h"

namespace couplet {

std::string error_word(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
      return "usage";
    case ErrorCode::data:
      return "data";
    case ErrorCode::model:
      return "model";
    case ErrorCode::not_converged:
      return "not_converged";
    case ErrorCode::io:
      return "io";
    case ErrorCode::internal:
      return "internal";
    case ErrorCode::interrupted:
      return "interrupted";
  }
  return "internal";
}

}  // namespace couplet
