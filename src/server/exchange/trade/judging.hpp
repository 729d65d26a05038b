#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <vector>

#include "document/json/unreadable.hpp"
#include "document/read.hpp"
#include "exchange/model/commands.hpp"
#include "exchange/model/directory.hpp"

namespace tradepost::exchange {

// A body that was read, and all results that depend on no directory. All attempts to send it share
// them.
struct ReadBody {
  Bytes body;
  document::Document document;    // owns the content if it is not a part of the body
  bool is_good_document = false;  // by itself, for any recipient
  Warnings warnings;
  Chaining chaining = Chaining::by_number;  // of a good document
  std::vector<Unit> units;  // of a good document, at most limits::units_numbered_max
  bool has_more_units = false;
};
using ReadBodyPtr = std::shared_ptr<const ReadBody>;

// The results for a body that need no request to the store.
struct Judged {
  ReadBodyPtr read;
  std::vector<Finding> faults;    // the first limits::faults_named_max
  std::uint64_t fault_count = 0;  // of all
  Warnings warnings;
  bool is_blocked = false;                 // by the recipient
  std::optional<ParticipantId> recipient;  // if the document could be routed
  std::optional<Submission> submission;    // if no faults and not blocked

  void add(Finding fault);
};

// A stored document that an operator hands to another recipient.
struct ToAnotherRecipient {
  TransactionPtr row;
  ParticipantId recipient;
};

struct ToJudge {
  ParticipantId caller;
  Flow flow{};
  Bytes body;
  TransactionId id;       // the id of the new transaction
  ReadBodyPtr read = {};  // of an earlier attempt, which had a submission
  // The rules for all documents do not apply again, but the requirements of the recipient.
  std::optional<ToAnotherRecipient> moved = {};
};

// Reads the body, unless an earlier attempt did, and routes it. If the recipient has requirements,
// each attempt reads it. It does not wait, because the reader's memory holds only the document read
// last.
std::expected<Judged, document::Unreadable> judge(const Directory& directory,
                                                  document::Reader& reader, ToJudge asked);

}  // namespace tradepost::exchange
