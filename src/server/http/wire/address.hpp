#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tradepost::http {

// An internet address without a port. A version 4 address is stored as its version 6 mapping.
class Address {
 public:
  using Version4 = std::array<std::uint8_t, 4>;
  using Version6 = std::array<std::uint8_t, 16>;

  // The bytes are in network order, as in the system's addresses.
  static Address of(const Version4& bytes);
  static Address of(const Version6& bytes);
  // Parses 127.0.0.1 and ::1, but no names.
  static std::optional<Address> parse(std::string_view text);

  std::string to_string() const;
  bool is_version_4() const;
  bool is_loopback() const;

  // Returns the address that limits count. A version 6 address counts as its /64, because one
  // customer of a provider usually has a whole /64.
  Address counted_as() const;
  Version4 version_4() const;  // of a version 4 address only
  const Version6& version_6() const { return bytes_; }

  auto operator<=>(const Address&) const = default;

 private:
  Version6 bytes_{};
};

}  // namespace tradepost::http

template <>
struct std::hash<tradepost::http::Address> {
  std::size_t operator()(const tradepost::http::Address& address) const noexcept {
    const auto& bytes = address.version_6();
    return std::hash<std::string_view>()(
        {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
};
