#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace tradepost::base {

struct Digest {
  std::array<std::uint8_t, 32> bytes{};

  std::string hex() const;  // 64 lower-case digits
  auto operator<=>(const Digest&) const = default;
};

// SHA-256 over what update() was given, in order. Never fails: a library that can't is a CHECK.
// One object serves many digests one after the other; it is no thread's and holds no secret.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  Sha256& update(std::string_view bytes);
  // The digest of all since the construction or the last finish(); the next update() begins anew.
  Digest finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

Digest sha256(std::string_view bytes);

}  // namespace tradepost::base
