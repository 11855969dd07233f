// The names of the temporary files open now, kept where a signal handler can reach them.
#pragma once

#include <string>

namespace couplet {

/// Notes a name and returns its slot. -1 when all slots are taken or the name is too long: then only the owner can
/// remove the file.
int register_temporary(const std::string& path) noexcept;

/// Frees a slot (-1: nothing to do).
void unregister_temporary(int slot) noexcept;

/// Unlinks every file noted. Async-signal-safe: no locks and no allocation.
void unlink_registered_temporaries() noexcept;

}  // namespace couplet
