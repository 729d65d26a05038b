#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "simulation/documents/planned.hpp"
#include "tradepost/error.hpp"

namespace tradepost::simulation {

// An action of a simulated company, or an event that concerns it.
enum class What : std::uint8_t {
  began,
  sent,
  held,                // sent, and held by the exchange until the partner accepts it
  repeated,            // sent again, and answered as a duplicate
  refused_on_purpose,  // by the exchange, because of an intended fault
  refused,             // by the exchange
  processed,           // an incoming document
  failed,              // an incoming document that could not be processed
  left_pending,        // because its number requests silence
  not_processed,       // an own document that the partner could not process
  cancelled,           // a planned document about an order that changed
  waiting,             // for documents of partners; nothing else is left to do
  unreported,          // documents for whose reports it stopped waiting
  unreachable,         // the exchange; the company tries again
  ended,
};
std::string_view name_of(What what);

struct Happening {
  base::Instant at = {};  // simulated; for a document, its own time
  What what = What::began;
  std::string kind = {};  // of the document, if there is one
  std::string number = {};
  std::string partner = {};
  std::string id = {};     // the transaction
  std::string about = {};  // for people: a sentence, or a part of one
  std::vector<Trait> traits = {};
  std::vector<client::Fault> findings = {};  // faults of a refused document, warnings of another
};

// Returns a sentence for people, without the time: sent ORDER B1-260302-01 to Huber: 3 lines
std::string sentence_of(const Happening& happening);
// Returns one line of JSON.
std::string json_of(const Happening& happening);

using OnHappening = std::function<void(const Happening&)>;

}  // namespace tradepost::simulation
