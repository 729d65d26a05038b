#pragma once

#include <optional>
#include <string_view>

#include "http/wire/address.hpp"

namespace tradepost::api {

// Addresses that begin alike: 10.0.0.7, 10.0.0.0/8, 2001:db8::/32.
class AddressRange {
 public:
  // Nothing if the text is no number, the prefix is longer than an address, or bits are set after
  // the prefix: such a range is probably a mistake.
  static std::optional<AddressRange> parse(std::string_view text);

  bool has(const http::Address& address) const;

 private:
  http::Address first_;
  unsigned prefix_bits_ = 0;  // of the 128 of a version 6 address
};

}  // namespace tradepost::api
