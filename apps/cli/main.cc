#include "apps/cli/program.h"
#include "apps/cli/signals.h"
#include "couplet/base/freed_memory.h"

int main(int argc, char** argv) {
  couplet::fill_standard_descriptors();
  couplet::keep_freed_memory();
  return couplet::run_program(std::vector<std::string>(argv + (argc > 0), argv + argc));
}
