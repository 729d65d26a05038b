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

// SHA-256 over the bytes that update() gets, in order. It never fails: an error of the library
// fails a CHECK. One object computes many digests one after the other. It may move between threads
// and holds no secret.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  Sha256& update(std::string_view bytes);
  // Returns the digest of all bytes since the construction or the last finish(). The next update()
  // begins a new digest.
  Digest finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

Digest sha256(std::string_view bytes);

}  // namespace tradepost::base
