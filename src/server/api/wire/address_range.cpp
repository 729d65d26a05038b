#include "api/wire/address_range.hpp"

#include <algorithm>
#include <cstddef>

#include "base/text/whole_number.hpp"

namespace tradepost::api {
namespace {

using Bytes = http::Address::Version6;

constexpr unsigned version_6_bits = 128;
constexpr unsigned version_4_bits = 32;

std::optional<unsigned> bits_in(std::string_view text, unsigned bits_max) {
  const auto bits = base::whole_number<unsigned>(text);
  return text.size() <= 3 && bits && *bits <= bits_max ? bits : std::nullopt;
}

Bytes beginning_of(const Bytes& bytes, unsigned bits) {
  Bytes beginning{};
  for (std::size_t i = 0; i < bytes.size() && bits > 0; ++i) {
    const unsigned here = std::min(bits, 8u);
    beginning[i] = static_cast<std::uint8_t>(bytes[i] & (0xFFu << (8 - here)));
    bits -= here;
  }
  return beginning;
}

}  // namespace

std::optional<AddressRange> AddressRange::parse(std::string_view text) {
  const auto slash = text.find('/');
  const auto address = http::Address::parse(text.substr(0, slash));
  if (!address) return std::nullopt;
  AddressRange range;
  range.first_ = *address;
  range.prefix_bits_ = version_6_bits;
  if (slash == std::string_view::npos) return range;
  const unsigned bits_max = address->is_version_4() ? version_4_bits : version_6_bits;
  const auto bits = bits_in(text.substr(slash + 1), bits_max);
  if (!bits) return std::nullopt;
  range.prefix_bits_ = version_6_bits - bits_max + *bits;
  const Bytes& bytes = address->version_6();
  if (beginning_of(bytes, range.prefix_bits_) != bytes) return std::nullopt;
  return range;
}

bool AddressRange::has(const http::Address& address) const {
  return beginning_of(address.version_6(), prefix_bits_) == first_.version_6();
}

}  // namespace tradepost::api
