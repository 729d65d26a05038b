#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tradepost::base {

using SealKey = std::array<std::uint8_t, 32>;

// Makes short texts unreadable and unchangeable for the clients that carry them (AES-256-GCM). The
// nonce is derived from the text (HMAC-SHA-256 by a key of its own), so it needs no counter and no
// luck: equal texts seal alike, different ones have different nonces, up to 2^48 of them. A library
// that can't is a CHECK. One thread at a time.
class Sealer {
 public:
  explicit Sealer(const SealKey& key);
  ~Sealer();
  Sealer(Sealer&&) noexcept;
  Sealer& operator=(Sealer&&) noexcept;

  // `purpose` is sealed with it and not kept in it: open() must name the same.
  std::string seal(std::string_view text, std::string_view purpose);
  // Nothing where it was not sealed by this key for this purpose.
  std::optional<std::string> open(std::string_view sealed, std::string_view purpose);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tradepost::base
