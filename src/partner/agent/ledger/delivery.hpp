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

enum class Verdict : std::uint8_t {
  processed,  // the system has stored the document
  refused,    // the document is faulty, and its sender has to act
  later,      // the document may be good; it is handed over again
  away,       // like later, but the attempt does not count: no document is at fault
  unknown,    // it may have been handed over; the sink answers recall() before a retry
};

struct Outcome {
  Verdict verdict = Verdict::processed;
  client::Report report = {};  // its reason is also set for later and unknown
};

inline Outcome later(std::string reason) {
  return {.verdict = Verdict::later, .report = {.success = false, .reason = std::move(reason)}};
}

inline Outcome away(std::string reason) {
  return {.verdict = Verdict::away, .report = {.success = false, .reason = std::move(reason)}};
}

}  // namespace tradepost::agent
