#include "exchange/desk/page_bytes.hpp"

#include <cstddef>
#include <cstdint>

#include "base/ground/limits.hpp"

namespace tradepost::exchange {

std::size_t fitting_with_links(const std::vector<PendingItem>& items, std::uint64_t bytes_max) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    bytes += items[i].content.view.size();
    bytes += items[i].row->units.size() * base::limits::transport_label_bytes;
    if (i > 0 && bytes > bytes_max) return i;
  }
  return items.size();
}

}  // namespace tradepost::exchange
