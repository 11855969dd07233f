#include "couplet/methods/vectors/family.h"

#include "couplet/base/error.h"

namespace couplet {

std::string_view name_of(Member member) {
  switch (member) {
    case Member::ca:
      return "ca";
    case Member::gini:
      return "gini";
    case Member::gtest:
      return "gtest";
    case Member::sgns:
      return "sgns";
    case Member::glove:
      return "glove";
    case Member::kpca:
      return "kpca";
    case Member::context_lsa:
      return "context-lsa";
  }
  throw Error(ErrorCode::internal, "", "a member of the family without a name");
}

}  // namespace couplet
