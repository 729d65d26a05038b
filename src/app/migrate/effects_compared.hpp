#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "base/ground/result.hpp"
#include "exchange/moving/comparison.hpp"
#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::app {

using Kept = std::pair<std::uint64_t, exchange::Effect>;

struct Moved {
  std::uint64_t sequence = 0;  // the last one that was moved
  exchange::Compared compared;
  bool is_finished = false;
};

// Gives all effects behind one to `take`, in parts, until that fails.
using TakeEffects = std::function<base::Done(std::span<const Kept>)>;
base::Done for_all_effects(exchange::Store& store, std::uint64_t after, const TakeEffects& take);

// Compares all, or what came after the sequence up to which all was the same. Lists lead to
// everything but keys and what retention removed: these are found by the effects of `from`.
base::Result<exchange::Compared> compare(exchange::Store& from, exchange::Store& to,
                                         std::uint64_t verified, const store::embedded::Tell& tell);

}  // namespace tradepost::app
