#include "store/postgres/moving/carried_pages.hpp"

#include <algorithm>

namespace tradepost::store::postgres {

base::Result<exchange::EffectsPage> CarriedPages::page(std::uint64_t after,
                                                       std::uint32_t count_max) {
  const std::lock_guard lock(mutex_);
  auto page = carried(after, count_max);
  if (!page || !page->more) carrying_.reset();
  return page;
}

base::Result<exchange::EffectsPage> CarriedPages::carried(std::uint64_t after,
                                                          std::uint32_t count_max) {
  constexpr std::uint64_t passed_over_at_once = 1'000;
  if (carrying_ == nullptr || carrying_->given() != after) {
    TRY_ASSIGN(carrying_,
               Carrying::begin(database_, node_.instant_behind({}) - exchange::key_kept));
  }
  while (carrying_->given() < after) {
    TRY_ASSIGN(const auto before,
               carrying_->next(std::min(after - carrying_->given(), passed_over_at_once)));
    if (before.empty()) return exchange::EffectsPage();
  }
  exchange::EffectsPage page;
  TRY_ASSIGN(page.effects, carrying_->next(count_max));
  page.more = page.effects.size() == count_max;
  return page;
}

}  // namespace tradepost::store::postgres
