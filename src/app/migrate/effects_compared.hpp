#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "app/migrate/comparison.hpp"
#include "base/ground/result.hpp"
#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::app {

using Kept = std::pair<std::uint64_t, exchange::Effect>;

struct Moved {
  std::uint64_t sequence = 0;  // sequence of the last moved effect
  Compared compared;
  bool is_finished = false;
};

// Calls `take` with all effects after the sequence `after`, in batches, until it fails.
using TakeEffects = std::function<base::Done(std::span<const Kept>)>;
base::Done for_all_effects(exchange::Store& store, std::uint64_t after, const TakeEffects& take);

// Compares everything (`verified` is 0), or the changes after the sequence `verified`. Lists lead
// to all rows except keys and removed transactions, which are found by the effects of `from`.
base::Result<Compared> compare(exchange::Store& from, exchange::Store& to, std::uint64_t verified,
                               const store::embedded::OnProgress& on_progress);

}  // namespace tradepost::app
