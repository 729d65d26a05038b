#include "base/ids.hpp"

#include <algorithm>
#include <array>

#include "base/ground/check.hpp"
#include "base/text/hex.hpp"

namespace tradepost::base {
namespace {

constexpr std::size_t text_length = 36;
constexpr std::int64_t largest_ms = (std::int64_t{1} << 48) - 1;  // the year 10889
constexpr std::int64_t ticks_of_ms = 4096;
constexpr std::int64_t ahead_max_ticks =
    std::chrono::milliseconds(limits::clock_ahead_max).count() * ticks_of_ms;
constexpr std::int64_t largest_tick = largest_ms * ticks_of_ms + ticks_of_ms - 1;
constexpr std::uint64_t random_part_max = (std::uint64_t{1} << 62) - 1;

bool is_hyphen_place(std::size_t at) {
  return at == 8 || at == 13 || at == 18 || at == 23;
}

std::int64_t tick_of(FineInstant instant) {
  const auto ms = std::chrono::floor<std::chrono::milliseconds>(instant);
  const std::int64_t us_of_ms = (instant - ms).count();
  return std::clamp<std::int64_t>(epoch_ms(ms), 0, largest_ms) * ticks_of_ms +
         us_of_ms * ticks_of_ms / 1000;
}

void put_big_endian(std::uint8_t* at, std::uint64_t value, int bytes) {
  for (int i = bytes; i-- > 0; value >>= 8) at[i] = static_cast<std::uint8_t>(value & 0xFF);
}

}  // namespace

std::optional<Uuid> Uuid::parse(std::string_view text) {
  if (text.size() != text_length) return std::nullopt;
  Uuid uuid;
  std::size_t at = 0;
  for (std::uint8_t& byte : uuid.bytes) {
    if (is_hyphen_place(at) && text[at++] != '-') return std::nullopt;
    const int high = hex_value(text[at++]);
    const int low = hex_value(text[at++]);
    if (high < 0 || low < 0) return std::nullopt;
    byte = static_cast<std::uint8_t>(high << 4 | low);
  }
  return uuid;
}

std::string Uuid::to_string() const {
  constexpr std::string_view digits = "0123456789abcdef";
  constexpr std::array<std::uint8_t, 16> places = {0,  2,  4,  6,  9,  11, 14, 16,
                                                   19, 21, 24, 26, 28, 30, 32, 34};
  std::string text(text_length, '-');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    text[places[i]] = digits[bytes[i] >> 4];
    text[places[i] + std::size_t{1}] = digits[bytes[i] & 0x0F];
  }
  return text;
}

Instant instant_of(const Uuid& uuid) {
  std::int64_t ms = 0;
  for (std::size_t i = 0; i < 6; ++i) ms = ms << 8 | uuid.bytes[i];
  return instant_of(ms);
}

Uuid UuidGenerator::next() {
  const std::int64_t now = tick_of(clock_.now_finely());
  if (now > last_tick_ || last_tick_ - now > ahead_max_ticks) {
    last_tick_ = now;
    draw();
  } else {
    step();
  }
  const auto tick = static_cast<std::uint64_t>(last_tick_);
  Uuid uuid;
  put_big_endian(&uuid.bytes[0], tick / ticks_of_ms, 6);
  put_big_endian(&uuid.bytes[6], 0x7000 | tick % ticks_of_ms, 2);
  put_big_endian(&uuid.bytes[8], std::uint64_t{2} << 62 | random_part_, 8);
  return uuid;
}

void UuidGenerator::draw() {
  random_part_ = random_.next_uint64() & random_part_max;
}

// An overflow of the random part (about once in 2^31 draws) advances the time by a tick instead.
void UuidGenerator::step() {
  random_part_ += (random_.next_uint64() >> 32) + 1;
  if (random_part_ <= random_part_max) return;
  CHECK(last_tick_ < largest_tick);
  ++last_tick_;
  draw();
}

}  // namespace tradepost::base
