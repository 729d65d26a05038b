#include "store/embedded/index/table_end.hpp"

#include <rocksdb/file_system.h>
#include <rocksdb/slice.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tradepost::store::embedded {
namespace {

// The end of a table: the properties, their checksum, the block with the places of such blocks, its
// checksum, and the footer. The footer has the type of the checksums in its first byte, and then
// the place of that block, seven bits in each byte, lowest first.
constexpr std::uint64_t footer_bytes = 53;
constexpr std::size_t place_bytes_max = 10;
constexpr std::size_t checksum_bytes = 5;  // with the kind of compression
// The properties have a single restart point: one beginning, little-endian.
constexpr std::string_view properties_end("\x01\x00\x00\x00", 4);

std::optional<std::string> bytes_at(const rocksdb::FSRandomAccessFile& table, std::uint64_t place,
                                    std::size_t count) {
  std::string room(count, 0);
  rocksdb::Slice read;
  const auto status = table.Read(place, count, {}, &read, room.data(), nullptr);
  if (!status.ok() || read.size() != count) return std::nullopt;
  return read.ToString();
}

std::optional<std::uint64_t> place_in(std::string_view footer) {
  std::uint64_t place = 0;
  for (std::size_t i = 0; i < place_bytes_max; ++i) {
    const auto byte = static_cast<unsigned char>(footer[1 + i]);
    place |= static_cast<std::uint64_t>(byte & 0x7F) << (7 * i);
    if (byte < 0x80) return place;
  }
  return std::nullopt;
}

}  // namespace

bool has_sound_end(const rocksdb::FSRandomAccessFile& table, std::uint64_t bytes) {
  constexpr std::size_t before = checksum_bytes + properties_end.size();
  const auto footer = bytes_at(table, bytes - std::min(bytes, footer_bytes), footer_bytes);
  const auto place = footer ? place_in(*footer) : std::nullopt;
  if (!place || *place < before) return true;
  const auto end = bytes_at(table, *place - before, properties_end.size());
  return !end || *end == properties_end;
}

}  // namespace tradepost::store::embedded
