#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "document/json/unreadable.hpp"
#include "exchange/desk/desk.hpp"
#include "tracing/trace.hpp"

namespace tradepost::exchange {

// The attempt failed several times because of concurrent changes (503). Nothing was kept.
struct Busy {};

struct SendRequest {
  Caller caller;
  Bytes body;                             // {"type": …, "content": …}
  std::optional<Digest> key;              // of the Idempotency-Key
  std::optional<Digest> payload = {};     // of the key; nullopt: the document
  std::optional<Original> original = {};  // the text that became the body
  tracing::Trace* trace = nullptr;        // of the request, which outlives the use case
};

// Sends a document, or returns the reasons against it. Answers DirectoryStale if several attempts
// failed because of concurrent changes (503); then nothing was kept. Fails as the store does; then
// the outcome is unknown, and a repetition of the request is safe (contract 8.1). Must be called
// from a job of the desk's executor.
Answering<SendAnswer> send(Desk& desk, SendRequest request, Deadline deadline);

// Returns the answer that the key of the request has already, or KeyMismatch if its payload is
// another one. `request` has a payload and needs no body.
Answering<std::optional<SendAnswer>> answer_of_key(Desk& desk, SendRequest request,
                                                   Deadline deadline);

struct Validation {
  std::vector<Finding> faults;
  std::uint64_t fault_count = 0;
  Warnings warnings;
  std::optional<ParticipantId> recipient;  // the recipient whose queue it would enter
  std::optional<std::string> summary;      // calculated from the lines of an invoice
  bool valid() const { return fault_count == 0; }
};
using ValidateAnswer = std::variant<Validation, document::Unreadable>;

// Applies all rules of sending, but keeps nothing, not even a case. An answer of sending with 400
// or 403 is a fault here.
Answering<ValidateAnswer> validate(Desk& desk, SendRequest request, Deadline deadline);

}  // namespace tradepost::exchange
