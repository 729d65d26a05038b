// Tests the recorded calls of webhooks, and that one event is sent again (contract 8.3).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>

#include "base/text/whole_number.hpp"
#include "http/receiver.hpp"
#include "polling.hpp"
#include "served/json.hpp"
#include "served/shifted_clock.hpp"
#include "webhooks/hooked.hpp"

// Covers contract 8.3.
namespace tradepost::webhooks_tests::replay_test {

using http_tests::Received;
using http_tests::Receiver;

namespace {

using served::at;

constexpr std::string_view unknown_id = "018f0000-0000-7000-8000-000000000000";

// The supplier has a webhook, and its receiver fails until `takes` is true.
class Replay : public testing::Test {
 public:
  http_tests::Answer lists(std::string_view query = "") const {
    return hooked.ask(hooked.trade.supplier.token, "GET",
                      fmt::format("/v2/profile/webhooks/{}/deliveries{}", webhook.id, query));
  }
  http_tests::Answer replays(const std::string& token, std::string_view delivery) const {
    return hooked.ask(
        token, "POST",
        fmt::format("/v2/profile/webhooks/{}/deliveries/{}/replay", webhook.id, delivery));
  }
  // Waits until the receiver has accepted as many events of the queue.
  void expect_taken(std::size_t count) const {
    hooked.deliveries(webhook, [](const std::string& body) {
      return at(body, "data.waiting") == "0" && at(body, "data.failures") == "0";
    });
    EXPECT_GE(receiver.calls_when(count).size(), count);
  }
  // Returns true if the file of the calls has at least as many bytes.
  bool has_written(std::size_t bytes) const {
    std::error_code ignored;
    const auto size =
        std::filesystem::file_size(hooked.folder.path() + "/network/webhook-calls/calls", ignored);
    return !ignored && size >= bytes;
  }

  std::atomic<bool> takes = true;
  const Receiver receiver{[this](const Received&, std::size_t) -> std::string {
    return takes ? "204 No Content" : "500 Internal Server Error";
  }};
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
};

TEST_F(Replay, sends_an_accepted_event_again_with_the_same_id_and_content) {
  const std::string order = hooked.sends("A-1");
  expect_taken(1);
  const std::string before = lists().body;
  const std::string delivery = at(before, "data.deliveries.0.id");
  const auto answer = replays(hooked.trade.supplier.token, delivery);
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(at(answer.body, "data.cause"), "replay");
  EXPECT_EQ(at(answer.body, "data.attempt"), "2");
  EXPECT_EQ(at(answer.body, "data.status"), "204");
  EXPECT_EQ(at(answer.body, "data.about"), order);
  const auto calls = receiver.calls_when(2);
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[1].body, calls[0].body);
  EXPECT_EQ(at(calls[1].body, "id"), at(before, "data.deliveries.0.event"));
  const std::string after = lists().body;
  EXPECT_EQ(at(after, "data.deliveries.0.id"), at(answer.body, "data.id"));
  EXPECT_EQ(at(after, "data.waiting"), "0");
}

TEST_F(Replay, does_not_move_the_waiting_events) {
  takes = false;
  hooked.sends("A-1");
  const std::string failed = hooked.deliveries(webhook, [](const std::string& body) {
    return at(body, "data.deliveries.0.status") == "500";
  });
  EXPECT_EQ(at(failed, "data.deliveries.0.message"), "It answered with 500.");
  takes = true;
  const auto answer = replays(hooked.trade.supplier.token, at(failed, "data.deliveries.0.id"));
  EXPECT_EQ(at(answer.body, "data.taken"), "true") << answer.body;
  expect_taken(2);
  const auto calls = receiver.calls();
  for (const auto& call : calls) EXPECT_EQ(at(call.body, "id"), at(calls[0].body, "id"));
}

TEST_F(Replay, is_refused_for_strangers_and_for_calls_without_an_event) {
  hooked.sends("A-1");
  expect_taken(1);
  const std::string delivery = at(lists().body, "data.deliveries.0.id");
  const std::string& token = hooked.trade.supplier.token;
  EXPECT_EQ(replays(hooked.trade.customer.token, delivery).status, 404);
  EXPECT_EQ(replays(token, unknown_id).status, 404);
  EXPECT_EQ(replays(token, "4711").status, 404);
  const auto test = hooked.ask(token, "POST", "/v2/profile/webhooks/" + webhook.id + "/test");
  const auto refused = replays(token, at(test.body, "data.id"));
  EXPECT_EQ(refused.status, 409) << refused.body;
  EXPECT_EQ(at(refused.body, "detailCode"), "event_gone");
}

TEST_F(Replay, calls_are_listed_in_pages_and_by_filter) {
  takes = false;
  hooked.sends("A-1");
  hooked.deliveries(webhook,
                    [](const std::string& body) { return at(body, "data.failures") == "2"; });
  takes = true;
  hooked.sends("A-2");
  expect_taken(4);
  const std::string first = lists("?per_page=1").body;
  EXPECT_EQ(at(first, "data.hasMore"), "true") << first;
  const std::string second = lists("?per_page=1&cursor=" + at(first, "data.nextCursor")).body;
  EXPECT_LT(at(second, "data.deliveries.0.id"), at(first, "data.deliveries.0.id"));
  const std::string failed = lists("?filter[outcome]=failed").body;
  EXPECT_EQ(at(failed, "data.deliveries.0.taken"), "false");
  const auto attempts = base::whole_number<int>(at(failed, "data.deliveries.0.attempt"));
  ASSERT_TRUE(attempts);
  EXPECT_GE(*attempts, 2);
  EXPECT_EQ(at(failed, "data.hasMore"), "false");
  const std::string event = at(failed, "data.deliveries.0.event");
  const std::string taken = lists("?filter[outcome]=taken&filter[event]=" + event).body;
  EXPECT_EQ(at(taken, "data.deliveries.0.attempt"), std::to_string(*attempts + 1));
  EXPECT_EQ(lists("?filter[outcome]=failed&cursor=" + at(first, "data.nextCursor")).status, 422);
  EXPECT_EQ(lists("?filter[outcome]=lost").status, 422);
}

TEST_F(Replay, calls_are_there_after_a_kill_and_their_events_can_be_sent_again) {
  hooked.sends("A-1");
  expect_taken(1);
  const std::string before = lists().body;
  constexpr std::size_t record_bytes_min = 150;
  ASSERT_TRUE(is_soon([&] { return has_written(record_bytes_min); }));
  hooked.exchange.kill();
  hooked.exchange.begin();
  const std::string after = lists().body;
  EXPECT_EQ(at(after, "data.deliveries.0.id"), at(before, "data.deliveries.0.id")) << after;
  EXPECT_EQ(at(after, "data.deliveries.0.event"), at(before, "data.deliveries.0.event"));
  const auto again = replays(hooked.trade.supplier.token, at(after, "data.deliveries.0.id"));
  EXPECT_EQ(at(again.body, "data.attempt"), "2") << again.body;
  const auto calls = receiver.calls_when(2);
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[1].body, calls[0].body);
}

TEST(OldCalls, leave_the_list_after_the_days_of_the_setting) {
  const Receiver receiver{
      [](const Received&, std::size_t) -> std::string { return "204 No Content"; }};
  const served::ScratchFolder folder;
  const served::ShiftedClock clock{folder.path()};
  Hooked hooked{{"--webhook-log-days", "1"}, clock.environment()};
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  hooked.sends("A-1");
  const auto has_calls = [](const std::string& body) {
    return at(body, "data.deliveries.0.taken") == "true";
  };
  hooked.deliveries(webhook, has_calls);
  clock.shift("+23h");
  hooked.deliveries(webhook, has_calls);
  clock.shift("+25h");
  hooked.deliveries(webhook, [](const std::string& body) {
    return at(body, "data.deliveries.0.taken") == "absent";
  });
}

}  // namespace
}  // namespace tradepost::webhooks_tests::replay_test
