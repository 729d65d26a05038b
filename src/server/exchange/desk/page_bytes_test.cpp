#include "exchange/desk/page_bytes.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "base/ground/limits.hpp"

// Covers contract 6.1.
namespace tradepost::exchange {
namespace {

PendingItem notice(std::size_t units, std::size_t bytes = 100) {
  Transaction row;
  row.units.resize(units);
  return {.row = std::make_shared<const Transaction>(std::move(row)),
          .content = bytes_of(std::string(bytes, ' '))};
}

// Returns the number of items that stay in the page, and whether more items follow.
std::pair<std::size_t, bool> kept(std::vector<PendingItem> items, bool more = false) {
  const auto page = bounded_with_links(PendingPage{.items = std::move(items), .more = more},
                                       base::limits::page_bytes_max);
  return {page.items.size(), page.more};
}

constexpr std::size_t units_of_a_page =
    base::limits::page_bytes_max / base::limits::transport_label_bytes;

TEST(PageBytes, document_without_units_stays_as_stored) {
  EXPECT_EQ(kept({}), std::pair(std::size_t{0}, false));
  EXPECT_EQ(kept({notice(0), notice(0)}), std::pair(std::size_t{2}, false));
  EXPECT_EQ(kept({notice(0), notice(0)}, true), std::pair(std::size_t{2}, true));
}

TEST(PageBytes, links_to_labels_count) {
  EXPECT_EQ(kept({notice(units_of_a_page / 2), notice(units_of_a_page / 2 - 1)}),
            std::pair(std::size_t{2}, false));
  EXPECT_EQ(kept({notice(units_of_a_page / 2), notice(units_of_a_page / 2), notice(1)}),
            std::pair(std::size_t{1}, true));
}

TEST(PageBytes, one_item_comes_whatever_its_size) {
  EXPECT_EQ(kept({notice(units_of_a_page + 1)}), std::pair(std::size_t{1}, false));
  EXPECT_EQ(kept({notice(units_of_a_page + 1), notice(0)}), std::pair(std::size_t{1}, true));
}

}  // namespace
}  // namespace tradepost::exchange
