#include "api/cursor_text.hpp"

#include <cstdint>
#include <cstring>

#include "base/base64url.hpp"

namespace tradepost::api {
namespace {

using exchange::Cursor;

// Sealed with it, so that another form of cursor is never taken for this one: raise the number when
// the form changes, and cursors of the old one are refused.
constexpr std::string_view purpose = "cursor 1";

// All fields one after the other, numbers with their largest byte first.
constexpr std::size_t cursor_bytes = 8 + 16 + 1 + 1 + 8 + 8 + 16;

void put(std::string& bytes, std::uint64_t number) {
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xFFu);
}

void put(std::string& bytes, const base::Uuid& uuid) {
  bytes.append(reinterpret_cast<const char*>(uuid.bytes.data()), uuid.bytes.size());
}

std::uint64_t take_number(std::string_view& bytes) {
  std::uint64_t number = 0;
  for (const char c : bytes.substr(0, 8)) number = number << 8 | static_cast<unsigned char>(c);
  bytes.remove_prefix(8);
  return number;
}

base::Uuid take_uuid(std::string_view& bytes) {
  base::Uuid uuid;
  std::memcpy(uuid.bytes.data(), bytes.data(), uuid.bytes.size());
  bytes.remove_prefix(uuid.bytes.size());
  return uuid;
}

std::uint8_t take_byte(std::string_view& bytes) {
  const auto byte = static_cast<std::uint8_t>(bytes.front());
  bytes.remove_prefix(1);
  return byte;
}

}  // namespace

std::string cursor_text(base::Sealer& sealer, const Cursor& cursor) {
  std::string bytes;
  bytes.reserve(cursor_bytes);
  put(bytes, cursor.epoch);
  put(bytes, cursor.participant.uuid());
  bytes += static_cast<char>(cursor.flow);
  bytes += static_cast<char>(cursor.list);
  put(bytes, cursor.filter);
  put(bytes, cursor.position);
  put(bytes, cursor.id);
  return base::base64url(sealer.seal(bytes, purpose));
}

std::optional<Cursor> cursor_in(base::Sealer& sealer, std::string_view text) {
  const auto sealed = base::from_base64url(text);
  if (!sealed) return std::nullopt;
  const auto opened = sealer.open(*sealed, purpose);
  if (!opened || opened->size() != cursor_bytes) return std::nullopt;
  std::string_view bytes = *opened;
  Cursor cursor;
  cursor.epoch = take_number(bytes);
  cursor.participant = exchange::ParticipantId(take_uuid(bytes));
  cursor.flow = static_cast<exchange::Flow>(take_byte(bytes));
  cursor.list = static_cast<Cursor::List>(take_byte(bytes));
  cursor.filter = take_number(bytes);
  cursor.position = take_number(bytes);
  cursor.id = take_uuid(bytes);
  return cursor;
}

}  // namespace tradepost::api
