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

// 128 bits in the order in which they are written and stored.
struct Uuid {
  std::array<std::uint8_t, 16> bytes{};

  // The form 8-4-4-4-12 of hexadecimal digits in either case, and no other: no braces, no urn:. Any
  // version.
  static std::optional<Uuid> parse(std::string_view text);
  std::string to_string() const;  // lower case

  auto operator<=>(const Uuid&) const = default;
};

// The instant a UUIDv7 carries in its first 48 bits; of any other UUID, a number without meaning.
Instant instant_of(const Uuid& uuid);

// An id that is not to be taken for another thing's: using TransactionId = Id<struct
// TransactionTag>.
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

// Makes version 7 of RFC 9562: 48 bits of milliseconds, 12 of their fraction (6.2, method 3), 62
// random ones. Each id is larger than the one before from the same generator. If the clock stands
// or falls back, the time stays and the random part, read as a number, rises by a random step of up
// to 2^32 (method 2), so that the next one can't be guessed. Only after a time that was far ahead
// of the clock (is_far_ahead) is the next id smaller. Two generators over one clock that never
// falls keep the order of ids that are made a microsecond apart. A generator belongs to one thread
// at a time.
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

// Ids come from outside too, so the hash looks at all their bits and not only at those that are
// random in ours.
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
