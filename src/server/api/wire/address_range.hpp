#pragma once

#include <optional>
#include <string_view>

#include "http/wire/address.hpp"

namespace tradepost::api {

// Addresses with a common prefix: 10.0.0.7, 10.0.0.0/8, 2001:db8::/32.
class AddressRange {
 public:
  // Returns nullopt for a malformed address, a prefix longer than the address, or bits set after
  // the prefix, which are probably a mistake.
  static std::optional<AddressRange> parse(std::string_view text);

  bool has(const http::Address& address) const;

 private:
  http::Address first_;
  unsigned prefix_bits_ = 0;  // of the 128 bits of a version 6 address
};

}  // namespace tradepost::api
