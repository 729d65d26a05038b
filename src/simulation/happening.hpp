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

// What a simulated company did, or what happened to it.
enum class What : std::uint8_t {
  began,
  sent,
  held,                // sent, and held by the exchange until the partner accepts it
  repeated,            // sent again, and answered as a duplicate
  refused_on_purpose,  // by the exchange: the fault was intended
  refused,             // by the exchange
  processed,           // a document that came in
  failed,              // likewise, and it could not be processed
  left_pending,        // by a number that asks for silence
  not_processed,       // a document of its own, by the partner
  cancelled,           // what was to be sent about an order that changed
  waiting,             // nothing is left to do but for documents of others
  unreported,          // it stopped waiting for reports
  unreachable,         // the exchange; it tries again
  ended,
};
std::string_view name_of(What what);

struct Happening {
  base::Instant at = {};  // simulated; of a document, the time that it carries
  What what = What::began;
  std::string kind = {};  // of the document, if there is one
  std::string number = {};
  std::string partner = {};
  std::string id = {};     // of the transaction
  std::string about = {};  // for people: a sentence, or a part of one
  std::vector<Trait> traits = {};
  std::vector<client::Fault> findings = {};  // faults of a refused document, warnings of another
};

// As a clerk reads it, without the time: sent ORDER B1-260302-01 to Huber: 3 lines
std::string sentence_of(const Happening& happening);
// One line of JSON.
std::string json_of(const Happening& happening);

using Tell = std::function<void(const Happening&)>;

}  // namespace tradepost::simulation
