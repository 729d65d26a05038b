#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exchange/model/commands.hpp"
#include "exchange/port/store_reads.hpp"
#include "journal/disk/place.hpp"
#include "store/embedded/format/key.hpp"
#include "store/embedded/format/queue_name.hpp"

// The keys that are named by a struct, or whose parts are computed. `key` writes all others, and
// `value_of` reads them.
namespace tradepost::store::embedded::keys {

using exchange::ChainKey;
using exchange::Digest;
using exchange::Flow;
using exchange::HistoryPlace;
using exchange::ParticipantId;
using exchange::PartyKey;
using exchange::Position;
using exchange::TransactionId;
using journal::Sequence;

// Returns true for a table whose keys end in a sequence, after a prefix that is always read as a
// whole.
constexpr bool is_numbered(char table) {
  return table == 'c' || table == 'g' || table == 'h' || table == 's';
}

// Returns true for a table whose keys begin with a participant and the flow.
constexpr bool is_of_participant(char table) {
  return std::string_view("qhgvsSTnNifkKyrPcmQ").contains(table);
}

// The start of the next transaction, after the prefix of all transactions.
std::string behind_transaction(TransactionId id);
std::string position(Position position);  // after the prefix of a queue, a feed or held documents
Position position_of(std::string_view rest);

struct Direction {
  ParticipantId from;
  ParticipantId to;
  Flow flow{};
  auto operator<=>(const Direction&) const = default;
};
std::string held(const Direction& direction);  // prefix
std::string held(const Direction& direction, Sequence sent);
// Returns the direction in a key, from the part after the recipient.
Direction direction_of(ParticipantId to, std::string_view rest);

// The versions of a number, and the documents without a number by their content; newest first.
std::string chain(const ChainKey& chain);  // prefix
struct PayloadName {
  PartyKey principal;
  ParticipantId recipient;
  Flow flow{};
  Digest digest;
};
std::string payload(const PayloadName& payload);         // prefix
std::string version(std::string prefix, Sequence sent);  // for both prefixes

std::string history_place(const HistoryPlace& place);  // after the prefix of a history
HistoryPlace history_place_of(std::string_view rest);
using Hour = std::int64_t;  // since 1970; never negative
Hour hour_of(exchange::Instant at);
exchange::Instant instant_of(Hour hour);
// Prefix; newest first. Case and the bytes after the 64th are ignored.
std::string number(ParticipantId viewer, Flow flow, std::string_view number);
// As number(), of the documents that name this number.
std::string naming(ParticipantId viewer, Flow flow, std::string_view number);
// The prefix of all numbers that begin with `prefix`: by number, then newest first.
std::string numbers(ParticipantId viewer, Flow flow, std::string_view prefix);
HistoryPlace numbered_place_of(std::string_view rest);  // after numbers()

// The documents with a unit of this SSCC, newest first, separated by the viewer's role (principal
// or other).
struct SsccName {
  ParticipantId viewer;  // zeros: the whole network, which is never the principal
  Flow flow{};
  exchange::Kind kind{};
  bool is_principals = false;
  std::uint64_t number = 0;
};
std::string sscc(const SsccName& name);  // prefix
std::string sscc(const SsccName& name, Sequence sent);

// The key exists if the viewer may see the transaction or case.
std::string known_to(ParticipantId viewer, Flow flow, const base::Uuid& id);

std::string key_used(const exchange::KeyUse& use);

std::string case_place(const exchange::CasePlace& place);  // after the prefix of cases
exchange::CasePlace case_place_of(std::string_view rest);

std::string entry(const exchange::DirectoryEntry& entry);
// After the prefix of the acts of operators: the start of the older ones.
std::string behind_act(Sequence sequence);

}  // namespace tradepost::store::embedded::keys
