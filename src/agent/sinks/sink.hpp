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

// What the documents are handed to. The order of the calls makes the hand-over happen once,
// whenever a crash comes: prepare(), the ledger records that the documents are being handed over,
// hand_over(), the ledger records the outcomes, forget(). One thread.
class Sink {
 public:
  virtual ~Sink() = default;

  // So many documents share two commits of the ledger.
  virtual std::size_t batch_max() const = 0;
  // After an error none of them was handed over.
  virtual base::Done prepare(std::span<const Delivery> /*batch*/) { return {}; }
  // One outcome for each, in their order.
  virtual std::vector<Outcome> hand_over(std::span<const Delivery> batch) = 0;
  // What became of a document that the ledger has no outcome of. Nothing: it was not handed over,
  // or the sink recognises it the second time. An error: that is not known yet.
  virtual base::Result<std::optional<Outcome>> recall(const std::string& id,
                                                      const std::string& type) = 0;
  // The ledger has the outcome: what was kept for recall() may go.
  virtual void forget(const std::string& /*id*/, const std::string& /*type*/) {}
  // After a start, when no hand-over is open: what a crash left behind goes. `is_settled` says of
  // an id whether the ledger has an outcome of it.
  using IsSettled = std::function<bool(const std::string& id)>;
  virtual void clear_away(const IsSettled& /*is_settled*/) {}
};

}  // namespace tradepost::agent
