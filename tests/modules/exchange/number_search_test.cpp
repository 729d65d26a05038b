#include <gtest/gtest.h>

#include "exchange/views/history.hpp"
#include "exchange/world.hpp"

namespace tradepost::exchange {
namespace {

using Ids = std::vector<TransactionId>;

class NumberSearch : public testing::Test, public World {
 public:
  Ids beginning_with(ParticipantId participant, std::string prefix) {
    HistoryFilter filter;
    filter.number_prefix = std::move(prefix);
    return history(participant, filter);
  }
};

TEST_F(NumberSearch, finds_what_begins_so_newest_first_whatever_its_case) {
  const TransactionId first = sent(buyer, order("PO-47"));
  sent(buyer, order("PO-5"));
  const TransactionId second = sent(buyer, order("po-4711"));
  EXPECT_EQ(beginning_with(buyer, "Po-47"), (Ids{second, first}));
  EXPECT_EQ(beginning_with(supplier, "PO-4711"), (Ids{second}));
  EXPECT_TRUE(beginning_with(buyer, "47").empty());
  EXPECT_TRUE(beginning_with(stranger, "PO").empty());
}

TEST_F(NumberSearch, the_empty_beginning_is_everyones) {
  sent(buyer, order("1"));
  sent(buyer, order("2"));
  EXPECT_EQ(beginning_with(buyer, "").size(), 2U);
}

TEST_F(NumberSearch, goes_together_with_the_whole_number) {
  const TransactionId first = sent(buyer, order("4711"));
  sent(buyer, order("47"));
  HistoryFilter filter;
  filter.number = "4711";
  filter.number_prefix = "47";
  EXPECT_EQ(history(buyer, filter), (Ids{first}));
  filter.number_prefix = "48";
  EXPECT_TRUE(history(buyer, filter).empty());
}

TEST_F(NumberSearch, a_cursor_of_one_beginning_is_none_of_another) {
  for (int n = 0; n < 3; ++n) sent(buyer, order("47" + std::to_string(n)));
  HistoryRequest request;
  request.caller = caller(buyer);
  request.filter.number_prefix = "47";
  request.count_max = 1;
  const auto answer = run(exchange::history(desk, request, soon()));
  ASSERT_TRUE(is<ShownPage>(answer));
  request.cursor = std::get<ShownPage>(answer).next;
  ASSERT_TRUE(request.cursor.has_value());
  EXPECT_TRUE(is<ShownPage>(run(exchange::history(desk, request, soon()))));
  request.filter.number_prefix = "4";
  EXPECT_TRUE(is<BadCursor>(run(exchange::history(desk, request, soon()))));
  request.filter.number_prefix.reset();
  request.filter.number = "47";
  EXPECT_TRUE(is<BadCursor>(run(exchange::history(desk, request, soon()))));
}

}  // namespace
}  // namespace tradepost::exchange
