#include <gtest/gtest.h>

#include <utility>

#include "base/ground/case_limits.hpp"
#include "exchange/rules/case_turn.hpp"
#include "exchange/views/cases.hpp"
#include "exchange/world.hpp"

// Tests the bound of a search in the list of cases.
// Covers contract 8.4.
namespace tradepost::exchange {
namespace {

class CaseList : public testing::Test, public World {
 public:
  CaseId opened(Kind kind) {
    clock.advance(std::chrono::milliseconds(1));
    ErrorRequest request;
    request.caller = caller(buyer);
    request.reason = "The price is missing.";
    request.kind = kind;
    const auto answer = run(post_error(desk, std::move(request), soon()));
    return std::get<CaseOpened>(answer).id;
  }
  CasesPage page(CaseFilter filter, std::optional<Cursor> cursor = {}) {
    CasesRequest request;
    request.caller = caller(buyer);
    request.filter = filter;
    request.cursor = cursor;
    return std::get<CasesPage>(run(exchange::cases(desk, std::move(request), soon())));
  }
};

TEST_F(CaseList, search_stops_at_the_bound_and_the_next_page_continues_it) {
  const CaseId wanted = opened(Kind::invoice);
  for (std::uint32_t i = 0; i < base::limits::cases_examined_max; ++i) opened(Kind::order);
  CaseFilter of_invoices;
  of_invoices.kind = Kind::invoice;
  const CasesPage first = page(of_invoices);
  EXPECT_TRUE(first.items.empty());
  ASSERT_TRUE(first.next);
  const CasesPage second = page(of_invoices, first.next);
  ASSERT_EQ(second.items.size(), 1u);
  EXPECT_EQ(second.items[0]->id, wanted);
  EXPECT_FALSE(second.next);
}

TEST_F(CaseList, turn_of_a_case_with_one_side_is_that_side) {
  const CaseViewer viewer{.participant = buyer, .flow = Flow::live};
  Case one;
  one.owners = {buyer};
  one.turn = Turn::recipient;
  one.origin = CaseOrigin::posted;
  EXPECT_TRUE(has_turn(one, viewer));
  one.origin = CaseOrigin::failure;  // of a document to itself
  EXPECT_TRUE(has_turn(one, viewer));
  one.origin = CaseOrigin::overdue;  // only the recipient can act, who takes no part
  EXPECT_FALSE(has_turn(one, viewer));
  one.turn = Turn::operator_;
  EXPECT_FALSE(has_turn(one, viewer));
  EXPECT_TRUE(has_turn(one, CaseViewer{}));
}

TEST_F(CaseList, page_ends_at_the_beginning_of_the_period) {
  opened(Kind::order);
  clock.advance(std::chrono::hours(24));
  const Instant from = clock.now();
  const CaseId wanted = opened(Kind::order);
  clock.advance(std::chrono::hours(24));
  const Instant before = clock.now();
  opened(Kind::order);
  CaseFilter of_period;
  of_period.opened_from = from;
  of_period.opened_before = before;
  const CasesPage found = page(of_period);
  ASSERT_EQ(found.items.size(), 1u);
  EXPECT_EQ(found.items[0]->id, wanted);
  EXPECT_FALSE(found.next);
}

}  // namespace
}  // namespace tradepost::exchange
