#include "couplet/base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <new>

namespace couplet {

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::string hex64(std::uint64_t value) { return fmt::format("{:016x}", value); }

struct Fingerprint::State {
  State() : hash(XXH3_createState()) {
    if (!hash) throw std::bad_alloc();
    XXH3_64bits_reset(hash);
  }
  ~State() { XXH3_freeState(hash); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  XXH3_state_t* hash;
};

Fingerprint::Fingerprint() : state_(std::make_unique<State>()) {}
Fingerprint::~Fingerprint() = default;
Fingerprint::Fingerprint(Fingerprint&&) noexcept = default;
Fingerprint& Fingerprint::operator=(Fingerprint&&) noexcept = default;

void Fingerprint::add(std::string_view bytes) {
  // XXH3 of a null pointer is an error there even for no bytes.
  if (!bytes.empty()) XXH3_64bits_update(state_->hash, bytes.data(), bytes.size());
}

std::uint64_t Fingerprint::value() const { return XXH3_64bits_digest(state_->hash); }

}  // namespace couplet
