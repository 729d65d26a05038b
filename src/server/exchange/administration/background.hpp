#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "exchange/desk/desk.hpp"

// Background work. Each function runs as one task at a time.
namespace tradepost::exchange {

// `through`: all work is done. `part_of_the_way`: the call stopped early, at its deadline or at the
// end of the process, and must be repeated.
enum class Came : std::uint8_t { through, part_of_the_way };

// Continues unfinished intents. Called at the start, and after a change that began an intent.
Answering<std::monostate> finish_intents(Desk& desk, Deadline deadline);

// Releases the documents that an open network or an active relationship accepts. Called when the
// network opens; a start calls it to continue an interrupted release.
Answering<Came> finish_releases(Desk& desk, Deadline deadline);

// Opens cases for senders whose recipients stopped polling (contract 8.5), at most one a day for
// each, even if it is called more often.
Answering<Came> watch_overdue(Desk& desk, Deadline deadline);

// Removes documents after their retention, but never pending or held ones (contract 8.6). Each call
// continues the walk over all old documents for about a second.
class RetentionWalk {
 public:
  Answering<Came> go_on(Desk& desk, Deadline deadline);

 private:
  std::size_t due_ = 0;                 // index in the list of removals
  std::optional<TransactionId> after_;  // the last document that was checked
};

}  // namespace tradepost::exchange
