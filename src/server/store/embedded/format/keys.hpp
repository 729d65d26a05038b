#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "exchange/model/commands.hpp"
#include "exchange/port/store_reads.hpp"
#include "journal/disk/place.hpp"
#include "store/embedded/format/queue_name.hpp"

// The keys of the index, table by table (storage 3). The first byte names the table and is
// permanent. Numbers are big-endian, so that bytes sort like numbers. Tables that are read newest
// first have the complement of the number.
namespace tradepost::store::embedded::keys {

using exchange::CaseId;
using exchange::ChainKey;
using exchange::Digest;
using exchange::EndpointId;
using exchange::Flow;
using exchange::HistoryPlace;
using exchange::IntentId;
using exchange::ParticipantId;
using exchange::PartyKey;
using exchange::Position;
using exchange::RangeId;
using exchange::TransactionId;
using journal::Sequence;

// Returns true for a table whose keys end in a sequence, after a prefix that is always read as a
// whole.
constexpr bool is_numbered(char table) {
  return table == 'c' || table == 'g' || table == 'h' || table == 's';
}

// Returns true for a table whose keys begin with a participant and the flow.
constexpr bool is_of_participant(char table) {
  return std::string_view("qhgvsSTnifkKyrPcmQ").contains(table);
}

std::string applied();       // a
std::string transactions();  // d: prefix
std::string transaction(TransactionId id);
std::string behind_transaction(
    TransactionId id);  // after transactions(): start of the next transaction
TransactionId transaction_of(std::string_view rest);
std::string queue(const QueueName& queue);  // q: prefix
std::string queued(const QueueName& queue, Position position);
std::string position(Position position);  // after the prefix of a queue, a feed or held documents
Position position_of(std::string_view rest);

struct Direction {
  ParticipantId from;
  ParticipantId to;
  Flow flow{};
  auto operator<=>(const Direction&) const = default;
};
std::string held_towards(ParticipantId to);    // h: prefix
std::string held(const Direction& direction);  // prefix
std::string held(const Direction& direction, Sequence sent);
// Returns the direction in a key, from the part after held_towards().
Direction direction_of(ParticipantId to, std::string_view rest);

// The versions of a number, and the documents without a number by their content; newest first.
std::string chain(const ChainKey& chain);  // c: prefix
struct PayloadName {
  PartyKey principal;
  ParticipantId recipient;
  Flow flow{};
  Digest digest;
};
std::string payload(const PayloadName& payload);         // g: prefix
std::string version(std::string prefix, Sequence sent);  // for both prefixes

std::string history(ParticipantId viewer, Flow flow);  // v: prefix; newest first
std::string history_place(const HistoryPlace& place);  // after the prefix
HistoryPlace history_place_of(std::string_view rest);
// Prefix S; newest first. The beginning of a block follows it.
std::string summaries(ParticipantId viewer, Flow flow);
// Prefix T; oldest first.
std::string statistics(ParticipantId viewer, Flow flow);
using Hour = std::int64_t;  // since 1970; never negative
Hour hour_of(exchange::Instant at);
exchange::Instant instant_of(Hour hour);
std::string hour(Hour hour);  // after the prefix
Hour hour_of(std::string_view rest);
// Prefix n; newest first. Case and the bytes after the 64th are ignored.
std::string number(ParticipantId viewer, Flow flow, std::string_view number);
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
std::string sscc(const SsccName& name);  // s: prefix
std::string sscc(const SsccName& name, Sequence sent);

// The key exists if the viewer may see the transaction or case.
std::string known_to(ParticipantId viewer, Flow flow, const base::Uuid& id);  // i

std::string events(TransactionId id);  // e: prefix
std::string event(TransactionId id, Sequence sequence);

std::string feed(const QueueName& of);  // f: prefix
std::string feed_entry(const QueueName& of, Position position, std::uint8_t nth);

std::string key_used(const exchange::KeyUse& use);                       // k
std::string keys_in_hour(ParticipantId participant, std::int64_t hour);  // K

std::string case_row(CaseId id);  // x
std::string comments(CaseId id);  // X: prefix
std::string comment(CaseId id, std::uint32_t number);
// The cases of a participant, or all cases if the owner is empty; newest first.
std::string cases(ParticipantId owner, Flow flow, exchange::CaseStatus status);  // y: prefix
std::string case_place(const exchange::CasePlace& place);
exchange::CasePlace case_place_of(std::string_view rest);

std::string rejections(ParticipantId sender, Flow flow);  // r: prefix; oldest first
std::string rejection(ParticipantId sender, Flow flow, Sequence sequence);
std::string rejection_of(CaseId id);                                                   // u
std::string rejected_payload(ParticipantId sender, Flow flow, const Digest& payload);  // P

std::string entry(const exchange::DirectoryEntry& entry);  // p
std::string ranges();                                      // b: prefix
std::string range(RangeId id);
RangeId range_of(std::string_view rest);
std::string endpoint(EndpointId id);    // w
std::string seen(const QueueName& of);  // m
std::string intent(IntentId id);        // o
std::string all_counts();               // Q: prefix
std::string counts(const QueueName& of);
QueueName queue_of_counts(std::string_view rest);
std::string place_in_counts(const QueueName& of);  // after the prefix
// Prefix F; newest first. The frames by the instants of their sent documents.
std::string frames();
std::string frame(exchange::Instant created, Sequence first);
std::string created_in_frame(
    exchange::Instant created);  // after the prefix: start of an instant's frames
exchange::Instant created_in_frame(std::string_view rest);
std::string entries();  // p, o, w, K, m: prefixes, for a start
std::string intents();
std::string endpoints();
std::string hours_of_keys();
struct KeyHour {
  ParticipantId participant;
  std::int64_t hour = 0;
};
KeyHour key_hour_of(std::string_view rest);
std::string all_seen();
std::string erased(TransactionId id);  // z
std::string acts();                    // A: prefix; newest first
std::string act(Sequence sequence);
Sequence sequence_of_act(std::string_view rest);
std::string behind_act(Sequence sequence);  // after the prefix: start of the older ones

}  // namespace tradepost::store::embedded::keys
