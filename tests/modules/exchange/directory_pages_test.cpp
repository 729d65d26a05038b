#include "exchange/administration/directory_pages.hpp"

#include <gtest/gtest.h>

#include "exchange/administration/number_ranges.hpp"
#include "exchange/world.hpp"

// Operators read the directory page by page (contract 9.2).
namespace tradepost::exchange {
namespace {

class DirectoryPages : public testing::Test, public World {
 public:
  std::vector<std::string> names(ParticipantsWanted wanted, std::uint32_t count_max = 25) {
    std::vector<std::string> all;
    PageOf page{.cursor = {}, .count_max = count_max};
    do {
      const auto answer = participants(desk, operator_id, page, wanted);
      const auto& found = std::get<DirectoryPage<Participant>>(answer);
      for (const Participant& item : found.items) all.push_back(item.name);
      page.cursor = found.next;
    } while (page.cursor);
    return all;
  }
};

TEST_F(DirectoryPages, participants_come_page_by_page_in_the_order_in_which_they_were_added) {
  EXPECT_EQ(names({}, 1), names({}));
  EXPECT_EQ(names({}).size(), 3u);
}

TEST_F(DirectoryPages, participant_is_found_by_an_identifier_however_it_is_written) {
  EXPECT_EQ(names({.identifier = "95-21 0020 00009", .name_prefix = {}}),
            std::vector<std::string>{"Buyer"});
  EXPECT_TRUE(names({.identifier = "1", .name_prefix = {}}).empty());
}

TEST_F(DirectoryPages, participant_is_found_by_how_its_name_begins) {
  EXPECT_EQ(names({.identifier = {}, .name_prefix = "sUPP"}), std::vector<std::string>{"Supplier"});
}

TEST_F(DirectoryPages, cursor_of_another_filter_or_list_is_refused) {
  const auto first = participants(desk, operator_id, {.cursor = {}, .count_max = 1}, {});
  const auto cursor = std::get<DirectoryPage<Participant>>(first).next;
  ASSERT_TRUE(cursor);
  const PageOf next{.cursor = cursor, .count_max = 1};
  EXPECT_TRUE(
      is<BadCursor>(participants(desk, operator_id, next, {.identifier = {}, .name_prefix = "S"})));
  EXPECT_TRUE(is<BadCursor>(tokens(desk, operator_id, next, {})));
  EXPECT_TRUE(is<BadCursor>(run(relationships(desk, operator_id, next, {}, soon()))));
  EXPECT_TRUE(is<BadCursor>(run(queues(desk, operator_id, next, {}, soon()))));
}

TEST_F(DirectoryPages, relationship_shows_what_is_held_in_its_direction) {
  OrderText text;
  text.buyer = party(stranger_gln);
  sent(stranger, text.body());
  const RelationshipsWanted wanted{.participant = stranger, .status = {}};
  const auto answer = run(relationships(desk, operator_id, {}, wanted, soon()));
  const auto& items = std::get<DirectoryPage<RelationshipShown>>(answer).items;
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items[0].relationship.status, RelationshipStatus::requested);
  EXPECT_EQ(items[0].to.name, "Supplier");
  ASSERT_EQ(items[0].held.size(), 1u);
  EXPECT_EQ(items[0].held[0].held.count, 1u);
}

TEST_F(DirectoryPages, queues_come_page_by_page) {
  sent(buyer, order("1"));
  pending(supplier);
  pending(buyer);
  PageOf page{.cursor = {}, .count_max = 1};
  std::vector<ParticipantId> seen;
  do {
    const auto answer = run(queues(desk, operator_id, page, {}, soon()));
    const auto& found = std::get<DirectoryPage<QueueShown>>(answer);
    ASSERT_EQ(found.items.size(), 1u);
    seen.push_back(found.items[0].state.participant);
    page.cursor = found.next;
  } while (page.cursor);
  EXPECT_EQ(seen, (std::vector{buyer, supplier}));
}

TEST_F(DirectoryPages, ranges_and_operators_come_page_by_page) {
  for (const std::string prefix : {"39521000", "39521001"}) {
    RangeRequest request;
    request.participant = supplier;
    request.prefix = prefix;
    request.end = 10;
    run(add_range(desk, operator_id, request, soon()));
    const OperatorRequest one{.name = prefix, .hash = base::sha256(prefix)};
    run(add_operator(desk, Actor::of(operator_id), one, soon()));
  }
  const PageOf first{.cursor = {}, .count_max = 1};
  const auto range =
      std::get<DirectoryPage<NumberRange>>(ranges(desk, operator_id, first, supplier));
  const auto one = std::get<DirectoryPage<Operator>>(operators(desk, operator_id, first));
  EXPECT_EQ(range.items.at(0).prefix, "39521000");
  EXPECT_EQ(one.items.at(0).name, "39521000");
  const PageOf next_range{.cursor = range.next, .count_max = 1};
  const PageOf next_one{.cursor = one.next, .count_max = 1};
  const auto last_range =
      std::get<DirectoryPage<NumberRange>>(ranges(desk, operator_id, next_range, supplier));
  const auto last_one = std::get<DirectoryPage<Operator>>(operators(desk, operator_id, next_one));
  EXPECT_EQ(last_range.items.at(0).prefix, "39521001");
  EXPECT_EQ(last_one.items.at(0).name, "39521001");
  EXPECT_FALSE(last_range.next);
  EXPECT_FALSE(last_one.next);
  EXPECT_TRUE(
      std::get<DirectoryPage<NumberRange>>(ranges(desk, operator_id, first, buyer)).items.empty());
}

}  // namespace
}  // namespace tradepost::exchange
