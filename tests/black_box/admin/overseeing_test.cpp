#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "admin/network.hpp"
#include "served/json.hpp"

// Tests the operator's views of the traffic and actions on it (contract 5.7, 5.8, 9.11).
// Covers contract 9.8, 9.10 and 9.11.
namespace tradepost::admin_tests {
namespace {

using served::at;
using trade::of_test_flow;
using trade::order;

class Overseeing : public testing::Test {
 public:
  UsualExchange exchange;
  Operator clerk{exchange};
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};

  Answer requeues(std::string_view id, std::string_view body = R"({"reason": "mended"})") {
    return clerk.posts(fmt::format("/admin/transactions/{}/requeue", id), body);
  }
  Answer discards(std::string_view id, std::string_view body = R"({"reason": "sent in error"})") {
    return clerk.posts(fmt::format("/admin/transactions/{}/discard", id), body);
  }
  std::string status_of(std::string_view id) {
    return at(clerk.gets(fmt::format("/admin/transactions/{}", id)).body, "data.status");
  }
};

TEST_F(Overseeing, queues_show_what_is_pending_what_failed_and_the_last_poll) {
  const std::string failed = customer.sends(order("1"));
  customer.sends(order("2"));
  supplier.reports(failed, R"({"success": false, "reason": "no such article"})");
  const std::string path = "/admin/queues?filter%5Bparticipant%5D=" + clerk.id_of("Lieferant");
  const auto before = clerk.lists(path);
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(at(before[0], "participant.name"), "Lieferant");
  EXPECT_EQ(at(before[0], "flow"), "LIVE");
  EXPECT_EQ(at(before[0], "pending"), "1");
  EXPECT_EQ(at(before[0], "failed"), "1");
  EXPECT_EQ(at(before[0], "held"), "0");
  EXPECT_NE(at(before[0], "oldest"), "null");
  EXPECT_EQ(at(before[0], "lastPoll"), "null");
  EXPECT_EQ(at(before[0], "isOverdue"), "false");
  supplier.pulls();
  EXPECT_NE(at(clerk.lists(path).at(0), "lastPoll"), "null");
  EXPECT_EQ(clerk.lists("/admin/queues?per_page=1"), clerk.lists("/admin/queues"));
}

// Ten participants have pending documents, have polled, or both, in either flow.
TEST_F(Overseeing, queues_come_page_by_page_each_once_and_in_order) {
  clerk.puts("/admin/network", R"({"mode": "open"})");
  for (int i = 0; i < 10; ++i) {
    const std::string gln = fmt::format("95210040000{:02}", i);
    const served::Member member = served::add_member(exchange.by(), fmt::format("M{}", i), gln);
    std::string to_it = order("1");
    to_it.replace(to_it.find("9521001000000"), gln.size(), gln);
    if (i % 3 != 0) customer.sends(to_it);
    if (i % 2 == 0) Trader(exchange, member).pulls();
    if (i % 4 == 0) Trader(exchange, exchange.token(member, of_test_flow)).pulls();
  }
  const auto all = clerk.lists("/admin/queues?per_page=100");
  std::vector<std::string> places;
  for (const std::string& item : all) {
    places.push_back(at(item, "participant.id") + at(item, "flow"));
  }
  EXPECT_EQ(all.size(), 6u + 2u + 3u);  // pending documents; polled only; polled in TEST
  EXPECT_TRUE(std::ranges::is_sorted(places));
  for (const int per_page : {1, 2, 3, 5, 11}) {
    EXPECT_EQ(clerk.lists(fmt::format("/admin/queues?per_page={}", per_page)), all) << per_page;
  }
}

TEST_F(Overseeing, transactions_of_both_flows_are_shown) {
  const std::string live = customer.sends(order("1"));
  const std::string test =
      Trader(exchange, exchange.token(exchange.customer, of_test_flow)).sends(order("2"));
  const auto all = clerk.lists("/admin/transactions?per_page=1");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(at(all[0], "platformTransactionId"), test);
  EXPECT_EQ(at(all[1], "platformTransactionId"), live);
  EXPECT_EQ(at(all[1], "recipient.name"), "Lieferant");
  EXPECT_EQ(clerk.lists("/admin/transactions?filter%5Bflow%5D=TEST").size(), 1u);
  EXPECT_EQ(clerk.gets("/admin/transactions/kunde").status, 404);
  EXPECT_EQ(clerk.gets("/admin/transactions?cursor=none").status, 422);
}

TEST_F(Overseeing, failed_one_goes_out_once_more_under_a_new_id) {
  const std::string id = customer.sends(order("1"));
  supplier.reports(id, R"({"success": false})");
  const Answer requeued = requeues(id);
  ASSERT_EQ(requeued.status, 201) << requeued.body;
  EXPECT_EQ(at(requeued.body, "held"), "false");
  EXPECT_EQ(supplier.pulls(), std::vector{at(requeued.body, "platformTransactionId")});
  EXPECT_EQ(requeues(id).status, 409);
}

TEST_F(Overseeing, operator_sees_the_events_of_every_transaction_page_by_page) {
  clerk.puts("/admin/network", R"({"mode": "approved"})");
  const std::string id = customer.sends(order("1"));
  supplier.reports(id, R"({"success": false, "reason": "no such article"})");
  const std::string path = fmt::format("/admin/transactions/{}/events", id);
  std::vector<std::string> types;
  for (const std::string& one : clerk.lists(path + "?per_page=1")) types.push_back(at(one, "type"));
  EXPECT_EQ(types, (std::vector<std::string>{"received", "delivered", "reported"}));
  const Answer page = clerk.gets(path + "?per_page=1");
  EXPECT_EQ(at(page.body, "items.0.by.name"), "Kunde");
  EXPECT_TRUE(at(page.body, "nextPageUrl").contains(path + "?per_page=1&cursor=")) << page.body;
  EXPECT_EQ(clerk.gets("/admin/transactions/018f0000-0000-7000-8000-000000000000/events").status,
            404);
  const std::string other = customer.sends(order("2"));
  const std::string cursor = at(page.body, "nextCursor");
  EXPECT_EQ(
      clerk.gets(fmt::format("/admin/transactions/{}/events?cursor={}", other, cursor)).status,
      422);
}

TEST_F(Overseeing, requeue_by_an_operator_is_an_event_in_its_own_name) {
  const std::string id = customer.sends(order("1"));
  supplier.reports(id, R"({"success": false})");
  const std::string again = at(requeues(id).body, "platformTransactionId");
  const std::string path = fmt::format("/v2/all-transactions/{}/events?per_page=100", id);
  for (Trader* const side : {&customer, &supplier}) {
    std::vector<std::string> found;
    const Answer events = side->gets(path);
    for (std::size_t i = 0; at(events.body, fmt::format("items.{}", i)) != "absent"; ++i) {
      std::string event = at(events.body, fmt::format("items.{}", i));
      if (at(event, "type") == "requeued") found.push_back(std::move(event));
    }
    ASSERT_EQ(found.size(), 1u) << events.body;
    EXPECT_EQ(at(found[0], "by.name"), "operator") << found[0];
    EXPECT_EQ(at(found[0], "by.id"), "null") << found[0];
    EXPECT_EQ(at(found[0], "detail"), again);
  }
  const auto acts = clerk.lists("/admin/events?per_page=100");
  const auto act = std::ranges::find_if(
      acts, [](const std::string& one) { return at(one, "type") == "transaction.requeued"; });
  ASSERT_NE(act, acts.end());
  EXPECT_EQ(at(*act, "subject"), id);
  EXPECT_EQ(at(*act, "detail"), "as " + again);
}

TEST_F(Overseeing, pending_one_that_is_discarded_is_gone_and_can_be_requeued) {
  const std::string id = customer.sends(order("1"));
  const Answer discarded = discards(id);
  ASSERT_EQ(discarded.status, 200) << discarded.body;
  EXPECT_EQ(at(discarded.body, "data.status"), "DROPPED");
  EXPECT_TRUE(supplier.pulls().empty());
  EXPECT_EQ(status_of(id), "DROPPED");
  EXPECT_EQ(discards(id).status, 409);
  EXPECT_EQ(requeues(id).status, 201);
  EXPECT_EQ(supplier.pulls().size(), 1u);
}

TEST_F(Overseeing, absent_document_and_wrong_state_are_refused) {
  const std::string id = customer.sends(order("1"));
  EXPECT_EQ(requeues(id).status, 409);
  supplier.reports(id);
  EXPECT_EQ(discards(id).status, 409);
  const std::string_view unknown = "00000000-0000-0000-0000-000000000001";
  EXPECT_EQ(requeues(unknown).status, 404);
  EXPECT_EQ(discards(unknown).status, 404);
  EXPECT_EQ(discards("order").status, 404);
}

TEST_F(Overseeing, reason_is_needed) {
  const std::string id = customer.sends(order("1"));
  EXPECT_EQ(faults_of(discards(id, R"({"Reason": "typo"})")),
            (Faults{"reason: transaction.reason.missing", "Reason: transaction.unknown_field"}));
  EXPECT_EQ(faults_of(requeues(id, R"({"reason": " "})")),
            (Faults{"reason: transaction.reason.blank"}));
  EXPECT_EQ(status_of(id), "PENDING");
}

TEST_F(Overseeing, statistics_count_by_day_type_and_status) {
  supplier.reports(customer.sends(order("1")));
  customer.sends(order("2"));
  const std::string path = "/admin/statistics?from=2020-01-01&to=2020-06-30";
  EXPECT_EQ(at(clerk.gets(path).body, "data"), "[]");
  const std::string today = at(clerk.lists("/admin/transactions").at(0), "createdAt");
  const Answer counted = clerk.gets(
      fmt::format("/admin/statistics?from={0}&to={0}&step=hour", today.substr(0, 20) + "999Z"));
  ASSERT_EQ(counted.status, 200) << counted.body;
  EXPECT_EQ(at(counted.body, "data.0.type"), "ORDER");
  EXPECT_EQ(at(counted.body, "data.0.status"), "PENDING");
  EXPECT_EQ(at(counted.body, "data.0.count"), "1");
  EXPECT_EQ(at(counted.body, "data.1.status"), "SUCCESS");
}

TEST_F(Overseeing, span_that_can_not_be_counted_is_refused) {
  EXPECT_EQ(faults_of(clerk.gets("/admin/statistics?to=soon&step=week&flow=live&participant=x")),
            (Faults{"from: query.from.missing", "to: query.to.not_a_datetime",
                    "step: query.step.unknown_value", "flow: query.flow.unknown_value",
                    "participant: query.participant.malformed"}));
  EXPECT_EQ(faults_of(clerk.gets("/admin/statistics?from=2026-01-01&to=2020-01-01")),
            (Faults{"to: query.to.out_of_range"}));
}

}  // namespace
}  // namespace tradepost::admin_tests
