#include <gtest/gtest.h>

#include <algorithm>

#include "base/ground/limits.hpp"
#include "exchange/world.hpp"

// Tests of contract 6.1 to 6.5: pages, cursors, walks and waiting.
// Covers contract 2.6 and 5.7.
namespace tradepost::exchange::paging_test {
namespace {

using Ids = std::vector<TransactionId>;

class Network : public testing::Test, public World {
 public:
  Ids send_orders(int count) {
    Ids all;
    for (int i = 0; i < count; ++i) all.push_back(sent(buyer, order(std::to_string(i))));
    return all;
  }
  PullRequest request(std::uint32_t count_max) const {
    PullRequest request;
    request.caller = caller(supplier);
    request.count_max = count_max;
    return request;
  }
  static Ids ids_of(const IncomingPage& page) {
    Ids all;
    for (const Incoming& item : page.items) all.push_back(item.row->id);
    return all;
  }
};
using Pages = Network;
using Cursors = Network;
using QueueWalk = Network;
using LongPolling = Network;

// Covers contract 6.1.
TEST_F(Pages, there_is_a_cursor_exactly_where_there_is_more) {
  EXPECT_FALSE(pull(request(2)).next);
  send_orders(2);
  EXPECT_FALSE(pull(request(2)).next);
  sent(buyer, order("third"));
  const auto page = pull(request(2));
  EXPECT_EQ(page.items.size(), 2u);
  ASSERT_TRUE(page.next);
  auto next = request(2);
  next.cursor = page.next;
  EXPECT_EQ(pull(next).items.size(), 1u);
  EXPECT_FALSE(pull(next).next);
}

TEST_F(Pages, page_ends_early_at_its_bound_of_bytes_and_has_an_item) {
  const std::string comment(60'000, 'x');
  const auto large = [&](int number) {
    OrderText text;
    text.number = std::to_string(number);
    text.more_item = ",\"unknown\":[";
    for (int i = 0; i < 50; ++i) text.more_item += "\"" + comment + "\",";
    text.more_item += "1]";
    return text.body();
  };
  for (int i = 0; i < 4; ++i) sent(buyer, large(i));
  const auto page = pull(request(25));
  EXPECT_EQ(page.items.size(), 2u);
  EXPECT_TRUE(page.next);
  EXPECT_EQ(pending(supplier).size(), 4u);
}

// Covers contract 6.2.
TEST_F(Cursors, cursor_is_bound_to_participant_filter_and_list) {
  send_orders(3);
  auto asked = request(1);
  asked.cursor = pull(asked).next;
  const auto is_bad = [&](const PullRequest& with) {
    return is<BadCursor>(run(exchange::pull(desk, with, soon())));
  };
  EXPECT_FALSE(is_bad(asked));
  asked.count_max = 2;
  EXPECT_FALSE(is_bad(asked));
  auto other = asked;
  other.caller = caller(buyer);
  EXPECT_TRUE(is_bad(other));
  other = asked;
  other.kind = Kind::order;
  EXPECT_TRUE(is_bad(other));
  HistoryRequest elsewhere;
  elsewhere.caller = caller(supplier);
  elsewhere.cursor = asked.cursor;
  EXPECT_TRUE(is<BadCursor>(run(exchange::history(desk, elsewhere, soon()))));
}

TEST_F(Cursors, cursor_holds_over_a_restart_and_not_over_a_restore) {
  const auto all = send_orders(2);
  auto asked = request(1);
  asked.cursor = pull(asked).next;
  restart();
  EXPECT_EQ(ids_of(pull(asked)), Ids{all[1]});
  begin_epoch();
  EXPECT_TRUE(is<BadCursor>(run(exchange::pull(desk, asked, soon()))));
}

// Covers contract 6.3.
TEST_F(QueueWalk, what_stays_pending_is_shown_once_and_none_is_skipped) {
  const auto all = send_orders(6);
  auto asked = request(2);
  auto page = pull(asked);
  Ids walked = ids_of(page);
  report(supplier, all[0], Verdict::success);
  report(supplier, all[3], Verdict::success);
  const auto newer = sent(buyer, order("4", 2));
  const auto arrived = sent(buyer, order("new"));
  while (page.next) {
    asked.cursor = page.next;
    page = pull(asked);
    std::ranges::copy(ids_of(page), std::back_inserter(walked));
  }
  EXPECT_EQ(walked, (Ids{all[0], all[1], all[2], all[5], newer, arrived}));
}

TEST_F(QueueWalk, reported_ones_never_come_again) {
  const auto all = send_orders(3);
  report(supplier, all[1], Verdict::failure);
  EXPECT_EQ(pending(supplier), (Ids{all[0], all[2]}));
  restart();
  EXPECT_EQ(pending(supplier), (Ids{all[0], all[2]}));
}

TEST_F(QueueWalk, history_is_newest_first_and_walks_over_pages) {
  const auto first = sent(buyer, order("1"));
  clock.advance(std::chrono::seconds(1));
  const auto second = sent(buyer, order("2"));
  clock.advance(-std::chrono::minutes(10));
  const auto third = sent(buyer, order("3"));
  EXPECT_EQ(history(buyer).back(), first);
  EXPECT_EQ(history(buyer).size(), 3u);
  EXPECT_GE(row(third)->created, row(second)->created);
  HistoryFilter filter;
  filter.number = "2";
  EXPECT_EQ(history(supplier, filter), Ids{second});
}

// Covers contract 6.5.
TEST_F(LongPolling, empty_first_page_waits_for_the_first_document) {
  EXPECT_TRUE(pull(request(25)).items.empty());
  std::optional<bool> come;
  base::start(executor,
              wait_for_document(desk, request(25), executor.now() + std::chrono::seconds(60)),
              [&](base::Result<bool> given) { come = *given; });
  executor.run_ready();
  EXPECT_FALSE(come);
  const auto id = sent(buyer, order("1"));
  executor.run_ready();
  EXPECT_EQ(come, true);
  EXPECT_EQ(ids_of(pull(request(25))), Ids{id});
}

TEST_F(LongPolling, wait_ends_empty_at_its_time) {
  std::optional<bool> come;
  base::start(executor,
              wait_for_document(desk, request(25), executor.now() + std::chrono::seconds(60)),
              [&](base::Result<bool> given) { come = *given; });
  executor.advance(std::chrono::seconds(61));
  EXPECT_EQ(come, false);
  EXPECT_TRUE(pull(request(25)).items.empty());
}

}  // namespace
}  // namespace tradepost::exchange::paging_test
