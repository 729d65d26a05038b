#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct sockaddr_storage;

namespace tradepost::http {

// An internet address without a port. Version 4 is kept as version 6 maps it.
class Address {
 public:
  static Address of(const sockaddr_storage& socket_address);
  // 127.0.0.1, ::1; no names.
  static std::optional<Address> parse(std::string_view text);

  std::string to_string() const;
  bool is_version_4() const;

  // Whom limits count as one: a version 6 address stands for its /64, for that is what one customer
  // of a provider has.
  Address counted_as() const;
  // Says how many bytes of `out` it takes.
  std::size_t to_socket_address(std::uint16_t port, sockaddr_storage& out) const;

  auto operator<=>(const Address&) const = default;

 private:
  std::array<std::uint8_t, 16> bytes_{};
};

}  // namespace tradepost::http
