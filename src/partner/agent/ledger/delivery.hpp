#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "tradepost/transactions.hpp"

namespace tradepost::agent {

// A document on its way into the recipient's own system.
struct Delivery {
  const client::Transaction* document;
  unsigned attempt = 1;
};

// The answer of a partner that decides the report of a document.
enum class Awaited : std::uint8_t { contrl, aperak };

// The message of a document, which the partner's answer names.
struct SentMessage {
  std::string interchange = {};  // its reference
  std::string number = {};       // of the document
  Awaited awaited = Awaited::contrl;
};

enum class Verdict : std::uint8_t {
  processed,  // the system has stored the document
  refused,    // the document is faulty, and its sender has to act
  awaited,    // handed over; an answer to the message decides the report
  later,      // the document may be good; it is handed over again
  away,       // like later, but the attempt does not count: no document is at fault
  unknown,    // it may have been handed over; the sink answers recall() before a retry
};

struct Outcome {
  Verdict verdict = Verdict::processed;
  client::Report report = {};  // its reason is also set for later and unknown
  SentMessage message = {};    // of an awaited one
};

inline Outcome later(std::string reason) {
  return {.verdict = Verdict::later, .report = {.success = false, .reason = std::move(reason)}};
}

inline Outcome away(std::string reason) {
  return {.verdict = Verdict::away, .report = {.success = false, .reason = std::move(reason)}};
}

}  // namespace tradepost::agent
