#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agent/ledger/delivery.hpp"
#include "base/ground/result.hpp"

namespace tradepost::agent {

// The destination of documents. This order of calls hands a document over once, in spite of
// crashes: prepare(), the ledger records the start, hand_over(), the ledger records the outcomes,
// forget(). Used by one thread.
class Sink {
 public:
  virtual ~Sink() = default;

  // Returns the largest number of documents that share two commits of the ledger.
  virtual std::size_t batch_max() const = 0;
  // After an error, no document of the batch was handed over.
  virtual base::Done prepare(std::span<const Delivery> /*batch*/) { return {}; }
  // Returns one outcome for each delivery, in the same order.
  virtual std::vector<Outcome> hand_over(std::span<const Delivery> batch) = 0;
  // Returns the outcome of a document for which the ledger has none. nullopt: it was not handed
  // over, or the sink recognises a second hand-over. Fails if the outcome is not known yet.
  virtual base::Result<std::optional<Outcome>> recall(const std::string& id,
                                                      const std::string& type) = 0;
  // Removes the data for recall(). The ledger has the outcome.
  virtual void forget(const std::string& /*id*/, const std::string& /*type*/) {}
  // Removes remains of a crash. Called after a start, when no hand-over is open. `is_settled`
  // returns true if the ledger has an outcome for the id.
  using IsSettled = std::function<bool(const std::string& id)>;
  virtual void clear_away(const IsSettled& /*is_settled*/) {}
};

}  // namespace tradepost::agent
