#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/clock.hpp"
#include "base/ground/check.hpp"
#include "base/ids.hpp"
#include "exchange/model/model.hpp"
#include "store/embedded/format/layouts.hpp"

// Writes and reads the keys of the index by their layouts. Numbers are big-endian, so that bytes
// sort like numbers. Tables that are read newest first have the complement of the number.
namespace tradepost::store::embedded {

// A longer text is replaced by its digest, so that keys have at most a few hundred bytes.
inline constexpr std::size_t key_text_bytes_max = 64;
inline constexpr std::uint8_t digest_instead_of_text = 0xff;  // instead of the text's length

base::Uuid complement(base::Uuid id);

// A buffer for a key, or for the rest of one.
class KeyWriter {
 public:
  KeyWriter() = default;
  explicit KeyWriter(char table) : bytes_(1, table) {}

  template <As as, typename Value>
  void put(const Value& value) {
    if constexpr (as == As::id) {
      id(uuid_of(value));
    } else if constexpr (as == As::id_descending) {
      id(complement(uuid_of(value)));
    } else if constexpr (as == As::byte || as == As::flow) {
      number<std::uint8_t>(static_cast<std::uint8_t>(value));
    } else if constexpr (as == As::number || as == As::hour) {
      number<std::uint64_t>(static_cast<std::uint64_t>(value));
    } else if constexpr (as == As::number_descending) {
      number<std::uint64_t>(~value);
    } else if constexpr (as == As::short_number) {
      number<std::uint32_t>(static_cast<std::uint32_t>(value));
    } else if constexpr (as == As::instant_descending) {
      instant_descending(value);
    } else if constexpr (as == As::digest) {
      digest(value);
    } else if constexpr (as == As::text) {
      text(value);
    } else if constexpr (as == As::text_to_0) {
      bytes_.append(value).push_back('\0');
    } else {
      static_assert(as == As::party);
      party(value);
    }
  }
  std::string take() { return std::move(bytes_); }

 private:
  static const base::Uuid& uuid_of(const base::Uuid& id) { return id; }
  template <typename Tag>
  static const base::Uuid& uuid_of(const base::Id<Tag>& id) {
    return id.uuid();
  }
  template <typename Unsigned>
  void number(Unsigned value) {
    for (int shift = 8 * (sizeof(value) - 1); shift >= 0; shift -= 8)
      bytes_.push_back(static_cast<char>(value >> shift));
  }
  void instant_descending(exchange::Instant at);
  void id(const base::Uuid& id);
  void digest(const exchange::Digest& digest);
  void text(std::string_view text);
  void party(const exchange::PartyKey& party);

  std::string bytes_;
};

// Reads a key, or the rest of one, up to the first missing byte. After it, every value is empty.
class KeyReader {
 public:
  explicit KeyReader(std::string_view rest) : rest_(rest) {}

  base::Uuid id();
  std::uint64_t number(std::size_t bytes);
  std::uint8_t byte() { return static_cast<std::uint8_t>(number(1)); }
  exchange::Instant descending_instant();
  std::string_view take(std::size_t bytes);
  std::string_view take_to_0();
  bool is_good() const { return good_; }
  bool is_whole() const { return good_ && rest_.empty(); }
  bool has_more() const { return !rest_.empty(); }

  // Returns a field that has a fixed length.
  template <As as>
  auto read() {
    if constexpr (as == As::id) {
      return id();
    } else if constexpr (as == As::id_descending) {
      return complement(id());
    } else if constexpr (as == As::byte || as == As::flow) {
      return byte();
    } else if constexpr (as == As::number || as == As::hour) {
      return number(8);
    } else if constexpr (as == As::number_descending) {
      return ~number(8);
    } else {
      static_assert(as == As::instant_descending);
      return descending_instant();
    }
  }

 private:
  std::string_view rest_;
  bool good_ = true;
};

// Appends `values`, which are the values of the layout's fields from `first` on.
template <const Layout& layout, std::size_t first, typename... Values>
void put_fields(KeyWriter& key, const Values&... values) {
  static_assert(first + sizeof...(values) <= layout.field_count());
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (key.put<layout.fields[first + i].as>(values), ...);
  }(std::index_sequence_for<Values...>());
}

// Returns a key, or a prefix if the last fields have no value.
template <const Layout& layout, typename... Values>
std::string key(const Values&... values) {
  KeyWriter key(layout.table);
  put_fields<layout, 0>(key, values...);
  return key.take();
}

// Returns the part of a key after a prefix, from the field `first` on.
template <const Layout& layout, std::size_t first, typename... Values>
std::string rest_of_key(const Values&... values) {
  KeyWriter rest;
  put_fields<layout, first>(rest, values...);
  return rest.take();
}

// Returns the fields from `first` on, with which `rest` begins. Aborts if one is missing.
template <const Layout& layout, std::size_t first, typename... Values>
std::tuple<Values...> values_of(std::string_view rest) {
  KeyReader reader(rest);
  auto values = [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::tuple<Values...>{
        static_cast<Values>(reader.read<layout.fields[first + i].as>())...};
  }(std::index_sequence_for<Values...>());
  CHECK(reader.is_good());
  return values;
}

// Returns the field number `field`, with which `rest` begins. Aborts if it is missing.
template <const Layout& layout, std::size_t field, typename Value>
Value value_of(std::string_view rest) {
  return std::get<0>(values_of<layout, field, Value>(rest));
}

}  // namespace tradepost::store::embedded
