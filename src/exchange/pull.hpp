#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/limits.hpp"
#include "exchange/desk.hpp"

namespace tradepost::exchange {

// A participant as answers name it.
struct Named {
  std::optional<ParticipantId>
      id;  // none: the party is no participant, and its identifier is the name
  std::string name;
};
Named named(const Directory& directory, ParticipantId participant);
Named named(const Directory& directory, const PartyKey& party);

// The place behind the last item of a page, bound to who asked for what. api seals it.
struct Cursor {
  std::uint64_t epoch = 0;
  ParticipantId participant;
  Flow flow{};
  enum class List : std::uint8_t {
    pending = 1,
    history = 2,
    events = 3,
    cases = 4,
    participants = 5,
    tokens = 6,
    relationships = 7,
    queues = 8,
    operators = 9,
    ranges = 10,
    partners = 11,
    webhooks = 12,
    acts = 13,
  } list{};
  std::uint64_t filter = 0;  // of the filter's values
  // pending: the position; history, cases: created; events: how many; queues: the flow; acts: the
  // sequence
  std::uint64_t position = 0;
  base::Uuid id;  // of the last item, where it has one; relationships: `to`, `from` is participant

  bool operator==(const Cursor&) const = default;
};
// A cursor of another participant, flow, list, filter or life of the store (422 on `cursor`).
struct BadCursor {};

struct PullRequest {
  Caller caller;
  std::optional<Kind> kind;
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
  std::uint64_t bytes_max = base::limits::page_bytes_max;
  std::optional<Deadline> wait_until;  // only an empty first page waits
};

// What the recipient is shown of a pending transaction.
struct Incoming {
  TransactionPtr row;
  Bytes content;
  Named sender;
  std::optional<Named> agent;
  // row->delivered_replaces and row->delivered_replaced_by are its links.
  bool is_latest() const { return !row->delivered_replaced_by; }
};

struct IncomingPage {
  std::vector<Incoming> items;
  std::optional<Cursor> next;  // there exactly where there is more, and then an item is here
};
using PullAnswer = std::variant<IncomingPage, BadCursor>;

// The caller's pending transactions, oldest first (contract 6). Fails as the store does.
Answering<PullAnswer> pull(Desk& desk, PullRequest request, Deadline deadline);

}  // namespace tradepost::exchange
