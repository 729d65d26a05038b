#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tradepost::base {

using SealKey = std::array<std::uint8_t, 32>;

// Encrypts and authenticates short texts for the clients that carry them (AES-256-GCM). The nonce
// is derived from the text (HMAC-SHA-256 by a separate key), so it needs no counter and no
// randomness: equal texts have equal seals, different texts have different nonces, for up to 2^48
// texts. A failure of the library fails a CHECK. Only one thread at a time may use an object.
class Sealer {
 public:
  explicit Sealer(const SealKey& key);
  ~Sealer();
  Sealer(Sealer&&) noexcept;
  Sealer& operator=(Sealer&&) noexcept;

  // Seals a text for a purpose. The seal does not contain `purpose`; open() must get the same one.
  std::string seal(std::string_view text, std::string_view purpose);
  // Returns nullopt if the text was not sealed by this key for this purpose.
  std::optional<std::string> open(std::string_view sealed, std::string_view purpose);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tradepost::base
