#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "document/json/unreadable.hpp"
#include "exchange/desk/desk.hpp"

namespace tradepost::exchange {

// All faults of the document (422).
struct Refused {
  std::vector<Finding> faults;    // the first 1,000
  std::uint64_t fault_count = 0;  // of all
  std::optional<CaseId> case_id;  // nullopt if the sender has had too many rejections
};
// The recipient has blocked the sender (403). Nothing is kept.
struct Blocked {};
// The attempt failed several times because of concurrent changes (503). Nothing was kept.
struct Busy {};

// Accepted and HeldBack are also the answers to a repetition with the same key.
using SendAnswer = std::variant<Accepted, HeldBack, document::Unreadable, Refused, Blocked,
                                Duplicate, KeyMismatch, KeyRunning, KeysFull, Busy>;

struct SendRequest {
  Caller caller;
  Bytes body;                 // {"type": …, "content": …}
  std::optional<Digest> key;  // of the Idempotency-Key
};

// Sends a document, or returns the reasons against it. Fails as the store does; then the outcome is
// unknown, and a repetition of the request is safe (contract 8.1). Must be called from a job of the
// desk's executor.
Answering<SendAnswer> send(Desk& desk, SendRequest request, Deadline deadline);

struct Validation {
  std::vector<Finding> faults;
  std::uint64_t fault_count = 0;
  Warnings warnings;
  std::optional<ParticipantId> recipient;  // the recipient whose queue it would enter
  bool valid() const { return fault_count == 0; }
};
using ValidateAnswer = std::variant<Validation, document::Unreadable>;

// Applies all rules of sending, but keeps nothing, not even a case. An answer of sending with 400
// or 403 is a fault here.
Answering<ValidateAnswer> validate(Desk& desk, SendRequest request, Deadline deadline);

}  // namespace tradepost::exchange
