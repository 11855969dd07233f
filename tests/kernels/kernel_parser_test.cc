#include <doctest/doctest.h>

#include <string>

#include "couplet/base/error.h"
#include "couplet/kernels/kernel.h"

using namespace couplet;

namespace {

std::string canonical(const std::string& spec) { return Kernel::parse(spec).spec(); }

std::string refusal(const std::string& spec) {
  try {
    Kernel::parse(spec);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::usage);
    CHECK(error.place() == "kernel");
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("canonical spellings, which parse to themselves") {
  const std::pair<const char*, const char*> cases[] = {
      {"linear", "linear"},
      {" cosine ", "cosine"},
      {"rbf", "rbf:sigma=1"},
      {"gaussian:sigma=0.50", "rbf:sigma=0.5"},
      {"rbf:sigma=1e-3", "rbf:sigma=0.001"},
      {"laplacian:sigma=2", "laplacian:sigma=2"},
      {"poly", "poly:scale=1,offset=1,degree=2"},
      {"poly:degree=3, scale=0.5", "poly:scale=0.5,offset=1,degree=3"},
      {"rbf:sigma=1 + linear", "rbf:sigma=1+linear"},
      {"cosine*rbf:sigma=2", "cosine*rbf:sigma=2"},
      {"(linear+cosine)*linear", "(linear+cosine)*linear"},
      {"((linear))+(cosine*linear)", "linear+cosine*linear"},
      {"linear*(cosine+linear)", "linear*(cosine+linear)"},
  };
  for (const auto& [given, wanted] : cases) {
    CHECK(canonical(given) == wanted);
    CHECK(canonical(wanted) == wanted);
  }
}

TEST_CASE("every refusal says what is wrong, and what is near") {
  const std::string known = "known: linear, cosine, rbf, gaussian, laplacian, poly";
  CHECK(refusal("rfb") == "kernel: unknown kernel 'rfb'; did you mean 'rbf'? " + known);
  CHECK(refusal("cosin") == "kernel: unknown kernel 'cosin'; did you mean 'cosine'? " + known);
  CHECK(refusal("sigmoid") == "kernel: unknown kernel 'sigmoid'; " + known);
  CHECK(refusal("") == "kernel: a kernel's name is missing at position 1 of ''; " + known);
  CHECK(refusal("linear+") == "kernel: a kernel's name is missing at position 8 of 'linear+'; " + known);
  CHECK(refusal("rbf:sigm=1") ==
        "kernel: unknown parameter 'sigm' of kernel 'rbf'; did you mean 'sigma'? known: sigma");
  CHECK(refusal("linear:sigma=1") == "kernel: unknown parameter 'sigma' of kernel 'linear'; it takes no parameters");
  CHECK(refusal("rbf:sigma") == "kernel: parameter 'sigma' of kernel 'rbf' has no value; write sigma=NUMBER");
  CHECK(refusal("rbf:sigma=x") == "kernel: parameter 'sigma' of kernel 'rbf' is not a number");
  CHECK(refusal("rbf:sigma=inf") == "kernel: parameter 'sigma' of kernel 'rbf' is not a number");
  CHECK(refusal("rbf:sigma=1,sigma=2") == "kernel: parameter 'sigma' of kernel 'rbf' is given twice");
  CHECK(refusal("rbf:sigma=0") == "kernel: sigma=0 must be greater than 0");
  CHECK(refusal("rbf:sigma=1e-200") == "kernel: sigma=1e-200 is out of range: its square is 0");
  CHECK(refusal("poly:degree=1.5") == "kernel: degree=1.5 must be a whole number from 1 to 100");
  CHECK(refusal("poly:offset=-1") == "kernel: offset=-1 must not be negative");
  CHECK(refusal("(linear") == "kernel: missing ')' in '(linear'");
  CHECK(refusal("linear)") == "kernel: unexpected ')' at position 7 of 'linear)'");
  CHECK(refusal("rbf:sigma=1x") == "kernel: unexpected 'x' at position 12 of 'rbf:sigma=1x'");
  CHECK(refusal(std::string(100000, '(')) == "kernel: the spec is too long; use fewer sums, products and parentheses");
}
