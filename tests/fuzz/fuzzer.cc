// What libFuzzer calls. COUPLET_FUZZ_TARGET names the target.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/fuzz/forged_model.h"
#include "tests/fuzz/targets.h"

using namespace couplet;

namespace {

const fuzz::Target& chosen_target() {
  static const fuzz::Target* const chosen = [] {
    const char* name = std::getenv("COUPLET_FUZZ_TARGET");
    const fuzz::Target* found = fuzz::find_target(name ? name : "");
    if (!found) {
      std::fputs("COUPLET_FUZZ_TARGET must name one of:", stderr);
      for (const fuzz::Target& target : fuzz::all_targets()) std::fprintf(stderr, " %s", target.name.data());
      std::fputs("\n", stderr);
      std::exit(2);
    }
    return found;
  }();
  return *chosen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::run_target(chosen_target(), {reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

/// Blind changes never get past a file's sums and layout: every second one is a change that knows the format.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (!chosen_target().container || seed % 2 == 0) return LLVMFuzzerMutate(data, size, most);
  Random random(seed);
  const std::string made = fuzz::resealed(fuzz::changed({reinterpret_cast<const char*>(data), size}, random));
  if (made.empty() || made.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, made.data(), made.size());
  return made.size();
}
