#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"

namespace tradepost::base {

// A UUID: 128 bits in the order in which they are written and stored.
struct Uuid {
  std::array<std::uint8_t, 16> bytes{};

  // Parses 8-4-4-4-12 hexadecimal digits in either case, of any version. No braces and no urn: are
  // allowed.
  static std::optional<Uuid> parse(std::string_view text);
  std::string to_string() const;  // lower case

  auto operator<=>(const Uuid&) const = default;
};

// Returns the instant in the first 48 bits of a UUIDv7. For any other UUID the result has no
// meaning.
Instant instant_of(const Uuid& uuid);

// An id that cannot be mistaken for the id of another sort of thing:
//   using TransactionId = Id<struct TransactionTag>;
template <typename Tag>
class Id {
 public:
  Id() = default;  // all zero, which no generator gives
  explicit Id(const Uuid& uuid) : uuid_(uuid) {}
  static std::optional<Id> parse(std::string_view text) {
    const auto uuid = Uuid::parse(text);
    return uuid ? std::optional(Id(*uuid)) : std::nullopt;
  }

  const Uuid& uuid() const { return uuid_; }
  std::string to_string() const { return uuid_.to_string(); }
  auto operator<=>(const Id&) const = default;

 private:
  Uuid uuid_;
};

// Makes version 7 of RFC 9562: 48 bits of milliseconds, 12 bits of their fraction (6.2, method 3),
// 62 random bits. Each id is larger than the one before from the same generator. If the clock stops
// or is set back, the time stays and the random part, read as a number, rises by a random step of
// up to 2^32 (method 2), so that the next id can't be guessed. The next id is smaller only after a
// time that was far ahead of the clock (is_far_ahead). Two generators with one clock that never
// decreases keep the order of ids that are made a microsecond apart. Only one thread at a time may
// use a generator.
class UuidGenerator {
 public:
  UuidGenerator(const Clock& clock, Random& random) : clock_(clock), random_(random) {}
  Uuid next();
  template <typename Tag>
  Id<Tag> next_id() {
    return Id<Tag>(next());
  }

 private:
  void draw();
  void step();

  const Clock& clock_;
  Random& random_;
  std::int64_t last_tick_ = -1;    // 60 bits
  std::uint64_t random_part_ = 0;  // 62 bits
};

}  // namespace tradepost::base

// Ids may come from callers, so the hash uses all bits and not only the random bits of our ids.
template <>
struct std::hash<tradepost::base::Uuid> {
  std::size_t operator()(const tradepost::base::Uuid& uuid) const noexcept {
    return std::hash<std::string_view>()(
        {reinterpret_cast<const char*>(uuid.bytes.data()), uuid.bytes.size()});
  }
};

template <typename Tag>
struct std::hash<tradepost::base::Id<Tag>> {
  std::size_t operator()(const tradepost::base::Id<Tag>& id) const noexcept {
    return std::hash<tradepost::base::Uuid>()(id.uuid());
  }
};
