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
  processed,  // the system has it
  refused,    // the document is faulty: its sender has to act
  later,      // nothing is known against the document; it is handed over again
  unknown,    // whether it was handed over; the sink is asked again before anything is done
};

struct Outcome {
  Verdict verdict = Verdict::processed;
  client::Report report = {};  // its reason says why, too, where it is later or unknown
};

inline Outcome later(std::string reason) {
  return {.verdict = Verdict::later, .report = {.success = false, .reason = std::move(reason)}};
}

}  // namespace tradepost::agent
