#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exchange/port/store_reads.hpp"

namespace tradepost::exchange {

// A store fills a page by the bytes of its contents. With those go the links to the labels of their
// units, which may be more: so many items have room with these (contract 6.1), and the others are
// of the next page. The first one always has.
std::size_t fitting_with_links(const std::vector<PendingItem>& items, std::uint64_t bytes_max);

// A page of them.
template <typename Page>
Page bounded_with_links(Page page, std::uint64_t bytes_max) {
  const std::size_t fitting = fitting_with_links(page.items, bytes_max);
  page.more = page.more || fitting < page.items.size();
  page.items.resize(fitting);
  return page;
}

}  // namespace tradepost::exchange
