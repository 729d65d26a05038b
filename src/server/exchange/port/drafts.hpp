#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/port/store.hpp"

namespace tradepost::exchange {

using DraftId = base::Id<struct DraftTag>;

// The people of a participant share its drafts. No other participant or flow sees them.
struct DraftPlace {
  ParticipantId participant;
  Flow flow{};

  auto operator<=>(const DraftPlace&) const = default;
};

// The author of a version: a person, or a program by its token. The other id is zero.
struct DraftEditor {
  PersonId person;
  TokenId token;

  bool operator==(const DraftEditor&) const = default;
};

struct DraftHead {
  DraftId id;
  DraftPlace place;
  Kind kind{};
  std::string name;
  std::string partner;
  std::optional<TransactionId> transaction = {};  // which the document answers or corrects
  std::optional<CaseId> case_id = {};             // which the document corrects
  Instant created{};
  Instant updated{};
  DraftEditor author = {};
  DraftEditor editor = {};  // of this revision
  Revision revision = 1;    // each change adds 1
  std::uint32_t bytes = 0;  // of the document

  bool operator==(const DraftHead&) const = default;
};

// A document that a person has begun. It may be incomplete and faulty: the bytes have no meaning
// here.
struct Draft {
  DraftHead head;
  std::string document;

  bool operator==(const Draft&) const = default;
};

// The drafts of all participants, which are outside of the records. The promises of Store hold for
// every function, but a write is kept without the order of the records, and delays none of them.
class Drafts {
 public:
  virtual ~Drafts() = default;

  // Returns the drafts of the place in any order.
  virtual Answering<std::vector<DraftHead>> of(DraftPlace place, Deadline deadline) = 0;
  virtual Answering<std::optional<Draft>> find(DraftPlace place, DraftId id, Deadline deadline) = 0;
  // Returns false if the place has base::limits::drafts_max drafts. Concurrent calls at several
  // nodes can exceed it, by one draft for each call. An id that exists is kept without a change.
  virtual Answering<bool> add(Draft draft, Deadline deadline) = 0;
  // Replaces the revision before the draft's one. Returns false if the present revision is another
  // one or the draft does not exist.
  virtual Answering<bool> replace(Draft draft, Deadline deadline) = 0;
  // Returns false if the draft does not exist.
  virtual Answering<bool> remove(DraftPlace place, DraftId id, Deadline deadline) = 0;
  virtual Answering<std::monostate> remove_of(ParticipantId participant, Deadline deadline) = 0;
  // Returns the participants that have drafts.
  virtual Answering<std::vector<ParticipantId>> owners(Deadline deadline) = 0;
  // Removes at most base::limits::drafts_removed_max drafts that were not changed since. Returns
  // true if it removed as many.
  virtual Answering<bool> remove_unchanged_since(Instant instant, Deadline deadline) = 0;
};

}  // namespace tradepost::exchange
