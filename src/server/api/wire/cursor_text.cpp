#include "api/wire/cursor_text.hpp"

#include <cstdint>

#include "api/wire/sealed_fields.hpp"
#include "base/crypto/base64url.hpp"

namespace tradepost::api {
namespace {

using exchange::Cursor;

// Sealed with the cursor, so that no other format is taken for this one. Raise the number when the
// format changes; cursors of the old format are then refused.
constexpr std::string_view purpose = "cursor 1";

constexpr std::size_t cursor_bytes = 8 + 16 + 1 + 1 + 8 + 8 + 16;

}  // namespace

std::string cursor_text(base::Sealer& sealer, const Cursor& cursor) {
  SealedFields fields;
  fields.put(cursor.epoch).put(cursor.participant.uuid());
  fields.put_byte(static_cast<std::uint8_t>(cursor.flow));
  fields.put_byte(static_cast<std::uint8_t>(cursor.list));
  fields.put(cursor.filter).put(cursor.position).put(cursor.id);
  return base::base64url(sealer.seal(fields.bytes(), purpose));
}

std::optional<Cursor> cursor_in(base::Sealer& sealer, std::string_view text) {
  const auto sealed = base::from_base64url(text);
  if (!sealed) return std::nullopt;
  const auto opened = sealer.open(*sealed, purpose);
  if (!opened || opened->size() != cursor_bytes) return std::nullopt;
  OpenedFields fields(*opened);
  Cursor cursor;
  cursor.epoch = fields.take_number();
  cursor.participant = exchange::ParticipantId(fields.take_uuid());
  cursor.flow = static_cast<exchange::Flow>(fields.take_byte());
  cursor.list = static_cast<Cursor::List>(fields.take_byte());
  cursor.filter = fields.take_number();
  cursor.position = fields.take_number();
  cursor.id = fields.take_uuid();
  return cursor;
}

}  // namespace tradepost::api
