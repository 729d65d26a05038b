#include "http/address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>

#include "base/check.hpp"

namespace tradepost::http {
namespace {

constexpr std::array<std::uint8_t, 12> mapped_prefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

}  // namespace

Address Address::of(const sockaddr_storage& socket_address) {
  Address address;
  if (socket_address.ss_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &socket_address, sizeof v4);
    std::ranges::copy(mapped_prefix, address.bytes_.begin());
    std::memcpy(address.bytes_.data() + mapped_prefix.size(), &v4.sin_addr, sizeof v4.sin_addr);
  } else {
    CHECK(socket_address.ss_family == AF_INET6);
    sockaddr_in6 v6{};
    std::memcpy(&v6, &socket_address, sizeof v6);
    std::memcpy(address.bytes_.data(), &v6.sin6_addr, address.bytes_.size());
  }
  return address;
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

std::size_t Address::to_socket_address(std::uint16_t port, sockaddr_storage& out) const {
  out = {};
  if (is_version_4()) {
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    std::memcpy(&v4.sin_addr, bytes_.data() + mapped_prefix.size(), sizeof v4.sin_addr);
    std::memcpy(&out, &v4, sizeof v4);
    return sizeof v4;
  }
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(port);
  std::memcpy(&v6.sin6_addr, bytes_.data(), bytes_.size());
  std::memcpy(&out, &v6, sizeof v6);
  return sizeof v6;
}

}  // namespace tradepost::http
