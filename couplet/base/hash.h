// XXH3 hashing: checksums of tensors, fingerprints of data, hashed features.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace couplet {

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = 0);

/// 16 lower-case hexadecimal digits.
std::string hex64(std::uint64_t value);

/// Hash of a stream of pieces; equal to hash64 of their concatenation.
class Fingerprint {
 public:
  Fingerprint();
  ~Fingerprint();
  Fingerprint(Fingerprint&&) noexcept;
  Fingerprint& operator=(Fingerprint&&) noexcept;
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace couplet
