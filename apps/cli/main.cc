#include "apps/cli/program.h"
#include "apps/cli/signals.h"

int main(int argc, char** argv) {
  couplet::fill_standard_descriptors();
  return couplet::run_program(std::vector<std::string>(argv + (argc > 0), argv + argc));
}
