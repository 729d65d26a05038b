#include "base/ids.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace tradepost::base {
namespace {

constexpr std::size_t text_length = 36;
constexpr std::int64_t largest_ms = (std::int64_t{1} << 48) - 1;  // the year 10889
constexpr std::uint16_t random_high_max = 0x0FFF;
constexpr std::uint64_t random_low_max = (std::uint64_t{1} << 62) - 1;

bool is_hyphen_place(std::size_t at) {
  return at == 8 || at == 13 || at == 18 || at == 23;
}

// The value of a hexadecimal digit, 16 for any other character.
unsigned digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

template <typename Integer>
void put_big_endian(std::uint8_t* at, Integer value, int bytes) {
  for (int i = bytes; i-- > 0; value = static_cast<Integer>(value >> 8))
    at[i] = static_cast<std::uint8_t>(value & 0xFF);
}

}  // namespace

std::optional<Uuid> Uuid::parse(std::string_view text) {
  if (text.size() != text_length) return std::nullopt;
  Uuid uuid;
  std::size_t at = 0;
  for (std::uint8_t& byte : uuid.bytes) {
    if (is_hyphen_place(at) && text[at++] != '-') return std::nullopt;
    const unsigned high = digit_value(text[at++]);
    const unsigned low = digit_value(text[at++]);
    if (high > 15 || low > 15) return std::nullopt;
    byte = static_cast<std::uint8_t>(high << 4 | low);
  }
  return uuid;
}

std::string Uuid::to_string() const {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(text_length, '-');
  std::size_t at = 0;
  for (const std::uint8_t byte : bytes) {
    if (is_hyphen_place(at)) ++at;
    text[at++] = digits[byte >> 4];
    text[at++] = digits[byte & 0x0F];
  }
  return text;
}

Instant instant_of(const Uuid& uuid) {
  std::int64_t ms = 0;
  for (std::size_t i = 0; i < 6; ++i) ms = ms << 8 | uuid.bytes[i];
  return instant_of(ms);
}

Uuid UuidGenerator::next() {
  const std::int64_t now_ms = std::clamp<std::int64_t>(epoch_ms(clock_.now()), 0, largest_ms);
  if (now_ms > last_ms_) {
    last_ms_ = now_ms;
    draw();
  } else {
    step();
  }
  Uuid uuid;
  put_big_endian(&uuid.bytes[0], static_cast<std::uint64_t>(last_ms_), 6);
  put_big_endian(&uuid.bytes[6], static_cast<std::uint16_t>(0x7000 | random_high_), 2);
  put_big_endian(&uuid.bytes[8], std::uint64_t{2} << 62 | random_low_, 8);
  return uuid;
}

void UuidGenerator::draw() {
  random_high_ = static_cast<std::uint16_t>(random_.next_uint64() & random_high_max);
  random_low_ = random_.next_uint64() & random_low_max;
}

// Where the random part would run over (about once in 2^42 draws), time goes on by a
// millisecond instead.
void UuidGenerator::step() {
  random_low_ += (random_.next_uint64() >> 32) + 1;
  if (random_low_ <= random_low_max) return;
  random_low_ &= random_low_max;
  if (random_high_ < random_high_max) {
    ++random_high_;
    return;
  }
  CHECK(last_ms_ < largest_ms);
  ++last_ms_;
  draw();
}

}  // namespace tradepost::base
