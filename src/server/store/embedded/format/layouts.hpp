#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// The layouts of the index's keys, table by table (storage 3). key.hpp writes and reads them;
// entry_names.cpp reads them for people.
namespace tradepost::store::embedded {

enum class As : std::uint8_t {
  id,
  id_descending,
  byte,
  flow,
  number,  // u64
  number_descending,
  short_number,  // u32
  instant_descending,
  hour,
  digest,
  text,       // preceded by its length
  text_to_0,  // followed by a zero byte
  party,
};

struct KeyField {
  std::string_view name;
  As as{};
};

struct Layout {
  char table = 0;  // the key's first byte, permanent
  std::string_view name;
  std::array<KeyField, 6> fields{};  // only the first ones have a name

  constexpr std::size_t field_count() const {
    const auto* const end = std::ranges::find(fields, std::string_view(), &KeyField::name);
    return static_cast<std::size_t>(end - fields.begin());
  }
};

namespace layouts {

inline constexpr KeyField participant = {"participant", As::id};
inline constexpr KeyField viewer = {"viewer", As::id};
inline constexpr KeyField sender = {"sender", As::id};
inline constexpr KeyField of_flow = {"flow", As::flow};
inline constexpr KeyField of_id = {"id", As::id};
inline constexpr KeyField newest_id = {"id", As::id_descending};
inline constexpr KeyField created = {"created", As::instant_descending};
inline constexpr KeyField sequence = {"sequence", As::number};
inline constexpr KeyField newest_sequence = {"sequence", As::number_descending};

inline constexpr Layout applied = {'a', "applied", {}};
inline constexpr Layout transaction = {'d', "transaction", {of_id}};
inline constexpr Layout queue = {'q', "queue", {participant, of_flow, {"position", As::number}}};
inline constexpr Layout held = {
    'h', "held", {{{"to", As::id}, {"from", As::id}, of_flow, sequence}}};
inline constexpr Layout chain = {'c',
                                 "chain",
                                 {{{"principal", As::party},
                                   {"commercial recipient", As::party},
                                   {"kind", As::byte},
                                   of_flow,
                                   {"number", As::text},
                                   newest_sequence}}};
inline constexpr Layout payload = {'g',
                                   "payload",
                                   {{{"recipient", As::id},
                                     of_flow,
                                     {"digest", As::digest},
                                     {"principal", As::party},
                                     newest_sequence}}};
inline constexpr Layout history = {'v', "history", {viewer, of_flow, created, newest_id}};
inline constexpr Layout sscc = {'s',
                                "sscc",
                                {viewer,
                                 of_flow,
                                 {"kind", As::byte},
                                 {"principal's", As::byte},
                                 {"number", As::number},
                                 newest_sequence}};
inline constexpr Layout number = {
    'n', "number", {viewer, of_flow, {"number", As::text_to_0}, created, newest_id}};
// The documents that name a document with this number.
inline constexpr Layout naming = {
    'N', "naming", {viewer, of_flow, {"number", As::text_to_0}, created, newest_id}};
// The beginning of a block of the history.
inline constexpr Layout summary = {
    'S', "summary", {viewer, of_flow, {"from", As::instant_descending}, newest_id}};
inline constexpr Layout statistics = {'T', "statistics", {viewer, of_flow, {"hour", As::hour}}};
inline constexpr Layout known = {'i', "known", {viewer, of_flow, of_id}};
inline constexpr Layout event = {'e', "event", {of_id, sequence}};
inline constexpr Layout feed = {
    'f', "feed", {participant, of_flow, {"position", As::number}, {"nth", As::byte}}};
inline constexpr Layout key_used = {
    'k', "key used", {participant, of_flow, {"path", As::byte}, {"key", As::digest}}};
inline constexpr Layout keys_in_hour = {'K', "keys in hour", {participant, {"hour", As::hour}}};
inline constexpr Layout case_row = {'x', "case", {of_id}};
inline constexpr Layout comment = {
    'X', "comment", {{{"case", As::id}, {"number", As::short_number}}}};
// The cases of a participant, or all cases if the owner is empty.
inline constexpr Layout cases = {'y',
                                 "cases",
                                 {{{"owner", As::id},
                                   of_flow,
                                   {"status", As::byte},
                                   {"opened", As::instant_descending},
                                   newest_id}}};
inline constexpr Layout rejections = {'r', "rejections", {sender, of_flow, sequence}};
inline constexpr Layout rejection = {'u', "rejection", {{{"case", As::id}}}};
inline constexpr Layout rejected_payload = {
    'P', "rejected payload", {sender, of_flow, {"digest", As::digest}}};
inline constexpr Layout range = {'b', "range", {of_id}};
inline constexpr Layout endpoint = {'w', "endpoint", {of_id}};
inline constexpr Layout seen = {'m', "seen", {participant, of_flow}};
inline constexpr Layout intent = {'o', "intent", {of_id}};
inline constexpr Layout counts = {'Q', "counts", {participant, of_flow}};
// The frames by the instants of their sent documents.
inline constexpr Layout frame = {'F', "frame", {created, newest_sequence}};
inline constexpr Layout act = {'A', "act", {newest_sequence}};
inline constexpr Layout original = {'O', "original", {of_id}};
inline constexpr Layout erased = {'z', "erased", {of_id}};
// The rest of the key depends on the entry's type: an id, a relationship's two ids, a setting, or
// the participant, flow and kind of document numbers.
inline constexpr Layout directory = {'p', "directory", {{{"type", As::byte}}}};

inline constexpr std::array all = {applied,
                                   transaction,
                                   queue,
                                   held,
                                   chain,
                                   payload,
                                   history,
                                   sscc,
                                   number,
                                   naming,
                                   summary,
                                   statistics,
                                   known,
                                   event,
                                   feed,
                                   key_used,
                                   keys_in_hour,
                                   case_row,
                                   comment,
                                   cases,
                                   rejections,
                                   rejection,
                                   rejected_payload,
                                   range,
                                   endpoint,
                                   seen,
                                   intent,
                                   counts,
                                   frame,
                                   act,
                                   original,
                                   erased,
                                   directory};

}  // namespace layouts
}  // namespace tradepost::store::embedded
