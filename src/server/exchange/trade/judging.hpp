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

// The results for a body that need no request to the store.
struct Judged {
  std::vector<Finding> faults;    // the first limits::faults_named_max
  std::uint64_t fault_count = 0;  // of all
  Warnings warnings;
  std::optional<Kind> kind;
  Digest digest;
  Bytes content;                           // minified
  bool is_good_document = false;           // by itself, for any recipient
  bool is_blocked = false;                 // by the recipient
  std::optional<ParticipantId> recipient;  // if the document could be routed
  std::optional<Submission> submission;    // if no faults and not blocked

  void add(Finding fault);
};

struct ToJudge {
  ParticipantId caller;
  Flow flow{};
  Bytes body;
  TransactionId id;  // the id of the new transaction
};

// Reads and routes a body. It does not wait, because the reader's memory holds only the document
// read last.
std::expected<Judged, document::Unreadable> judge(const Directory& directory,
                                                  document::Reader& reader, ToJudge asked);

}  // namespace tradepost::exchange
