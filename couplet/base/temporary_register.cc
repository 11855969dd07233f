#include "couplet/base/temporary_register.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>

namespace couplet {
namespace {

enum class SlotState { empty, filling, ready };

// The names are copies in static memory: a handler may run at any instruction of any thread, so it can neither take a
// lock nor follow a pointer into a string that another thread is freeing. Unused slots cost address space only.
struct Slot {
  std::atomic<SlotState> state{SlotState::empty};
  char path[4096];
};
static_assert(std::atomic<SlotState>::is_always_lock_free);

constinit std::array<Slot, 256> slots{};

}  // namespace

int register_temporary(const std::string& path) noexcept {
  if (path.size() >= sizeof(Slot::path)) return -1;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    SlotState expected = SlotState::empty;
    if (!slots[i].state.compare_exchange_strong(expected, SlotState::filling)) continue;
    std::memcpy(slots[i].path, path.c_str(), path.size() + 1);
    slots[i].state.store(SlotState::ready);
    return static_cast<int>(i);
  }
  return -1;
}

void unregister_temporary(int slot) noexcept {
  if (slot >= 0) slots[slot].state.store(SlotState::empty);
}

void unlink_registered_temporaries() noexcept {
  for (Slot& slot : slots)
    if (slot.state.load() == SlotState::ready) unlink(slot.path);
}

}  // namespace couplet
