#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "document/json/unreadable.hpp"
#include "exchange/desk/desk.hpp"

namespace tradepost::exchange {

// Everything that is wrong with it (422).
struct Refused {
  std::vector<Finding> faults;    // the first 1,000
  std::uint64_t fault_count = 0;  // of all
  std::optional<CaseId> case_id;  // none where the sender has had too many of them
};
// The recipient wants nothing of the sender (403). Nothing is kept.
struct Blocked {};
// Still held or moved by others after several tries (503): nothing was kept.
struct Busy {};

// Accepted and HeldBack are also the answers to a repeat with the same key.
using SendAnswer = std::variant<Accepted, HeldBack, document::Unreadable, Refused, Blocked,
                                Duplicate, KeyMismatch, KeyRunning, KeysFull, Busy>;

struct SendRequest {
  Caller caller;
  Bytes body;                      // {"type": …, "content": …}
  std::optional<std::string> key;  // the Idempotency-Key, its form checked
};

// Sends a document, or says why not. Fails as the store does; then the outcome is unknown, and the
// same request again is safe (contract 8.1). Call it from a job of the desk's executor.
Answering<SendAnswer> send(Desk& desk, SendRequest request, Deadline deadline);

struct Validation {
  std::vector<Finding> faults;
  std::uint64_t fault_count = 0;
  Warnings warnings;
  std::optional<ParticipantId> recipient;  // in whose queue it would lie
  bool valid() const { return fault_count == 0; }
};
using ValidateAnswer = std::variant<Validation, document::Unreadable>;

// The rules of sending, all of them, and nothing is kept, not even a case. What sending would
// answer with 400 or 403 is a fault here.
Answering<ValidateAnswer> validate(Desk& desk, SendRequest request, Deadline deadline);

}  // namespace tradepost::exchange
