#pragma once

#include <string>
#include <utility>
#include <vector>

#include "exchange/model/effects.hpp"
#include "journal/disk/place.hpp"
#include "journal/frames/format.hpp"
#include "journal/recovery/verify.hpp"

namespace tradepost::store::embedded {

// Collects the erasures in a journal.
class ErasuresSeen final : public journal::Spectator {
 public:
  explicit ErasuresSeen(journal::Sequence after) : after_(after) {}

  void frame(journal::Place place, const journal::SeenFrame& frame) override;
  std::vector<exchange::Erased> take() { return std::move(erased_); }

 private:
  const journal::Sequence after_;
  std::vector<exchange::Erased> erased_;
};

// Returns the erasures after the record `after` in the readable part of the journal of a network or
// a backup. Fails with not_found if there is none, and with conflict if it is another journal.
base::Result<std::vector<exchange::Erased>> erasures_in(const std::string& folder,
                                                        const journal::Identity& journal,
                                                        journal::Sequence after);

}  // namespace tradepost::store::embedded
