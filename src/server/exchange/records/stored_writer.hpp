#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/ground/check.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/records/stored_values.hpp"

namespace tradepost::exchange {

// Writes fields in the format of storage 1. A StoredReader is called with the same list of fields,
// see stored_parts.hpp.
template <typename Io>
class StoredWriter {
 public:
  explicit StoredWriter(std::string& into) : into_(into) {}

  template <typename... Fields>
  void operator()(const Fields&... values) {
    (put(values), ...);
  }

  // Writes the value without a mark, or nothing. A list can get one such field at its end: earlier
  // entries are read without it. After 0.9.0 it needs a new format of the store, because the
  // version before refuses entries that have it.
  template <typename Value>
  void tail(const std::optional<Value>& value) {
    if (value) put(*value);
  }

 private:
  template <typename Part>
    requires std::is_class_v<Part>
  void put(const Part& part) {
    fields(static_cast<Io&>(*this), part);
  }
  template <std::integral Integer>
  void put(Integer value) {
    if constexpr (std::endian::native == std::endian::big) value = std::byteswap(value);
    into_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(bool value) { into_.push_back(value ? '\1' : '\0'); }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void put(Enum value) {
    CHECK(is_known<Enum>(std::to_underlying(value)));
    put(std::to_underlying(value));
  }
  void put(Instant instant) { put(base::epoch_ms(instant)); }
  void put(KindSet kinds) { put(kinds.bits()); }
  void put(Scopes scopes) { put(scopes.bits()); }
  void put(const base::Uuid& uuid) { put(uuid.bytes); }
  void put(const base::Digest& digest) { put(digest.bytes); }
  template <typename Tag>
  void put(const base::Id<Tag>& id) {
    put(id.uuid());
  }
  void put(const std::string& text) {
    put_count(text.size());
    into_.append(text);
  }
  template <typename Value>
  void put(const std::optional<Value>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename Entry>
  void put(const std::vector<Entry>& entries) {
    put_count(entries.size());
    for (const Entry& entry : entries) put(entry);
  }
  template <typename First, typename Second>
  void put(const std::pair<First, Second>& pair) {
    put(pair.first);
    put(pair.second);
  }

  void put_count(std::size_t count) {
    CHECK(count <= UINT32_MAX);
    put(static_cast<std::uint32_t>(count));
  }
  template <std::size_t Size>
  void put(const std::array<std::uint8_t, Size>& bytes) {
    into_.append(reinterpret_cast<const char*>(bytes.data()), Size);
  }

  std::string& into_;
};

}  // namespace tradepost::exchange
