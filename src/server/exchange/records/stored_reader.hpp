#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "exchange/model/effects.hpp"
#include "exchange/records/stored_values.hpp"

namespace tradepost::exchange {

// Reads the bytes of a StoredWriter. `Io` is the derived class, so that a store can add its own
// fields(). After the first field that is missing or has an unknown value, nothing more is read and
// is_whole() is false. The fields before it must then not be used.
template <typename Io>
class StoredReader {
 public:
  explicit StoredReader(std::string_view bytes) : rest_(bytes) {}

  template <typename... Fields>
  void operator()(Fields&... values) {
    (get(values), ...);
  }

  // Reads what StoredWriter::tail() wrote: a value if bytes are left.
  template <typename Value>
  void tail(std::optional<Value>& value) {
    if (!rest_.empty()) get(value.emplace());
  }

  // Returns true if all fields were read and no bytes are left.
  bool is_whole() const { return good_ && rest_.empty(); }

 private:
  template <typename Part>
    requires std::is_class_v<Part>
  void get(Part& part) {
    fields(static_cast<Io&>(*this), part);
  }
  template <std::integral Integer>
  void get(Integer& value) {
    take(&value, sizeof value);
    if constexpr (std::endian::native == std::endian::big) value = std::byteswap(value);
  }
  void get(bool& value) {
    std::uint8_t stored = 0;
    get(stored);
    if (stored > 1) return fail();
    value = stored == 1;
  }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void get(Enum& value) {
    std::underlying_type_t<Enum> stored{};
    get(stored);
    if (!is_known<Enum>(stored)) return fail();
    value = static_cast<Enum>(stored);
  }
  void get(Instant& instant) {
    std::int64_t stored = 0;
    get(stored);
    instant = base::instant_of(stored);
  }
  void get(KindSet& kinds) {
    std::uint32_t bits = 0;
    get(bits);
    kinds = KindSet::of_bits(bits);
  }
  void get(Scopes& scopes) {
    std::uint8_t bits = 0;
    get(bits);
    scopes = Scopes(bits);
  }
  void get(base::Uuid& uuid) { get(uuid.bytes); }
  void get(base::Digest& digest) { get(digest.bytes); }
  template <typename Tag>
  void get(base::Id<Tag>& id) {
    base::Uuid uuid;
    get(uuid);
    id = base::Id<Tag>(uuid);
  }
  void get(std::string& text) {
    const std::size_t bytes = get_count();
    text.assign(rest_.substr(0, bytes));
    rest_.remove_prefix(bytes);
  }
  template <typename Value>
  void get(std::optional<Value>& value) {
    bool is_there = false;
    get(is_there);
    if (is_there) get(value.emplace());
  }
  // Memory grows with the bytes read and not with the claimed count: an entry is larger in memory.
  template <typename Entry>
  void get(std::vector<Entry>& entries) {
    const std::size_t count = get_count();
    entries.reserve(std::min(count, entries_at_first));
    for (std::size_t i = 0; i < count && good_; ++i) get(entries.emplace_back());
  }
  template <typename First, typename Second>
  void get(std::pair<First, Second>& pair) {
    get(pair.first);
    get(pair.second);
  }

  // Reads a count of bytes or of entries. Each entry has at least one byte, so the count never
  // exceeds the remaining bytes.
  std::size_t get_count() {
    std::uint32_t count = 0;
    get(count);
    if (count <= rest_.size()) return count;
    fail();
    return 0;
  }
  template <std::size_t Size>
  void get(std::array<std::uint8_t, Size>& bytes) {
    take(bytes.data(), Size);
  }
  void take(void* into, std::size_t bytes) {
    if (bytes > rest_.size()) return fail();
    std::memcpy(into, rest_.data(), bytes);
    rest_.remove_prefix(bytes);
  }
  void fail() {
    good_ = false;
    rest_ = {};
  }

  static constexpr std::size_t entries_at_first = 4;  // most lists have no more

  std::string_view rest_;
  bool good_ = true;
};

}  // namespace tradepost::exchange
