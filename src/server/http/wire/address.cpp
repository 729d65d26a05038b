#include "http/wire/address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>

namespace tradepost::http {
namespace {

constexpr std::array<std::uint8_t, 12> mapped_prefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

}  // namespace

Address Address::of(const Version4& bytes) {
  Address address;
  std::ranges::copy(mapped_prefix, address.bytes_.begin());
  std::ranges::copy(bytes, address.bytes_.begin() + mapped_prefix.size());
  return address;
}

Address Address::of(const Version6& bytes) {
  Address address;
  address.bytes_ = bytes;
  return address;
}

Address::Version4 Address::version_4() const {
  Version4 bytes{};
  std::copy(bytes_.begin() + mapped_prefix.size(), bytes_.end(), bytes.begin());
  return bytes;
}

std::optional<Address> Address::parse(std::string_view text) {
  const std::string terminated(text);
  Address address;
  if (::inet_pton(AF_INET6, terminated.c_str(), address.bytes_.data()) == 1) return address;
  std::ranges::copy(mapped_prefix, address.bytes_.begin());
  if (::inet_pton(AF_INET, terminated.c_str(), address.bytes_.data() + mapped_prefix.size()) == 1) {
    return address;
  }
  return std::nullopt;
}

bool Address::is_version_4() const {
  return std::equal(mapped_prefix.begin(), mapped_prefix.end(), bytes_.begin());
}

bool Address::is_loopback() const {
  constexpr std::uint8_t first_byte = 127;
  if (is_version_4()) return version_4()[0] == first_byte;
  return *this == parse("::1");
}

std::string Address::to_string() const {
  char text[INET6_ADDRSTRLEN] = {};
  if (is_version_4()) {
    ::inet_ntop(AF_INET, bytes_.data() + mapped_prefix.size(), text, sizeof text);
  } else {
    ::inet_ntop(AF_INET6, bytes_.data(), text, sizeof text);
  }
  return text;
}

Address Address::counted_as() const {
  Address network = *this;
  if (!is_version_4()) std::fill(network.bytes_.begin() + 8, network.bytes_.end(), std::uint8_t{0});
  return network;
}

}  // namespace tradepost::http
