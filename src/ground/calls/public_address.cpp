#include "calls/public_address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace tradepost::calls {
namespace {

using Bytes4 = std::array<std::uint8_t, 4>;
using Bytes16 = std::array<std::uint8_t, 16>;

template <std::size_t count>
struct Network {
  std::array<std::uint8_t, count> prefix;
  unsigned bits;

  bool has(const std::array<std::uint8_t, count>& address) const {
    const unsigned whole = bits / 8;
    if (!std::equal(prefix.begin(), prefix.begin() + whole, address.begin())) return false;
    const unsigned rest = bits % 8;
    if (rest == 0) return true;
    const auto mask = static_cast<std::uint8_t>(0xffu << (8 - rest));
    return (prefix[whole] & mask) == (address[whole] & mask);
  }
};

// Networks that the registries of special-purpose addresses exclude from global reach.
constexpr std::array<Network<4>, 15> special_4{{
    {{0, 0, 0, 0}, 8},        // this network
    {{10, 0, 0, 0}, 8},       // private
    {{100, 64, 0, 0}, 10},    // shared among a carrier's customers
    {{127, 0, 0, 0}, 8},      // loopback
    {{169, 254, 0, 0}, 16},   // link-local, clouds' metadata
    {{172, 16, 0, 0}, 12},    // private
    {{192, 0, 0, 0}, 24},     // protocols
    {{192, 0, 2, 0}, 24},     // documentation
    {{192, 88, 99, 0}, 24},   // 6to4 relays
    {{192, 168, 0, 0}, 16},   // private
    {{198, 18, 0, 0}, 15},    // benchmarks
    {{198, 51, 100, 0}, 24},  // documentation
    {{203, 0, 113, 0}, 24},   // documentation
    {{224, 0, 0, 0}, 4},      // multicast
    {{240, 0, 0, 0}, 4},      // reserved, broadcast
}};

// IPv6 addresses are assigned from 2000::/3 only, except for these networks.
constexpr Network<16> given_out_6{{0x20}, 3};
constexpr std::array<Network<16>, 3> special_6{{
    {{0x20, 0x01, 0x00, 0x00}, 23},  // protocols, Teredo
    {{0x20, 0x01, 0x0d, 0xb8}, 32},  // documentation
    {{0x3f, 0xff, 0x00, 0x00}, 20},  // documentation
}};

// A network of IPv6 addresses that contain an IPv4 address, and the position of its first byte.
struct Carrier {
  Network<16> network;
  std::size_t at;
};
constexpr std::array<Carrier, 3> carriers{{
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96}, 12},  // mapped
    {{{0x00, 0x64, 0xff, 0x9b}, 96}, 12},                    // NAT64
    {{{0x20, 0x02}, 16}, 2},                                 // 6to4
}};

bool is_public(const Bytes4& address) {
  return std::ranges::none_of(special_4, [&](const auto& network) { return network.has(address); });
}

bool is_public(const Bytes16& address) {
  for (const Carrier& carrier : carriers) {
    if (!carrier.network.has(address)) continue;
    Bytes4 within{};
    std::copy_n(address.begin() + static_cast<std::ptrdiff_t>(carrier.at), within.size(),
                within.begin());
    return is_public(within);
  }
  return given_out_6.has(address) &&
         std::ranges::none_of(special_6, [&](const auto& network) { return network.has(address); });
}

}  // namespace

bool is_public_address(const std::string& address) {
  Bytes4 of_4{};
  if (::inet_pton(AF_INET, address.c_str(), of_4.data()) == 1) return is_public(of_4);
  Bytes16 of_6{};
  if (::inet_pton(AF_INET6, address.c_str(), of_6.data()) == 1) return is_public(of_6);
  return false;
}

}  // namespace tradepost::calls
