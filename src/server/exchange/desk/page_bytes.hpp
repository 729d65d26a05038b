#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exchange/port/store_reads.hpp"

namespace tradepost::exchange {

// Returns how many items fit into a page together with the links to the labels of their units
// (contract 6.1). A store fills a page by the bytes of the contents only, and the links may be
// larger. The first item always fits; items that do not fit belong to the next page.
std::size_t fitting_with_links(const std::vector<PendingItem>& items, std::uint64_t bytes_max);

// Cuts the page to the items that fit.
template <typename Page>
Page bounded_with_links(Page page, std::uint64_t bytes_max) {
  const std::size_t fitting = fitting_with_links(page.items, bytes_max);
  page.more = page.more || fitting < page.items.size();
  page.items.resize(fitting);
  return page;
}

}  // namespace tradepost::exchange
