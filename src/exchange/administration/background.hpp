#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "exchange/desk/desk.hpp"

// Background work, each for one task at a time.
namespace tradepost::exchange {

// Where it ended: with all that there was to do, or with its time. Then it is to be called again
// soon.
enum class Came : std::uint8_t { through, part_of_the_way };

// Goes on with intents that were begun and not done: at the start, and after a change that began
// one.
Answering<std::monostate> finish_intents(Desk& desk, Deadline deadline);

// Releases what an open network, or an active relationship, accepts: an opening does it, and a
// start continues one that was interrupted.
Answering<Came> finish_releases(Desk& desk, Deadline deadline);

// Opens cases for senders whose recipients stopped polling (contract 8.5): once a day each, however
// often this is called.
Answering<Came> watch_overdue(Desk& desk, Deadline deadline);

// Removes documents after their retention; never pending or held ones (contract 8.6). A walk over
// all old documents; each call does a part of it, for a second or so.
class RetentionWalk {
 public:
  Answering<Came> go_on(Desk& desk, Deadline deadline);

 private:
  std::size_t due_ = 0;                 // which of what the rules say
  std::optional<TransactionId> after_;  // where it is in that
};

}  // namespace tradepost::exchange
