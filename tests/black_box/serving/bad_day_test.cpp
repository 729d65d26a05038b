// Tests failures of the disk and of the clock while an exchange serves.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <set>

#include "polling.hpp"
#include "served/json.hpp"
#include "served/shifted_clock.hpp"
#include "served/small_disk.hpp"
#include "trade/partners.hpp"

namespace tradepost::serving {

using served::SmallDisk;
using trade::order;
using trade::Partners;
using trade::pending;
using trade::sends;

namespace {

using http_tests::Client;
using served::ask;
using served::at;
using served::number_at;
using served::ScratchFolder;
using served::ServedExchange;
using served::ShiftedClock;

constexpr std::uint64_t MiB = 1u << 20;

// Covers contract 8.1.
TEST(FullDisk, full_disk_refuses_documents_loses_none_and_continues_with_space) {
  const SmallDisk disk(400 * MiB);
  const std::string ballast = disk.path() + "/somebody-elses";
  std::ofstream(ballast) << std::string(100 * MiB, 'x');
  ServedExchange exchange(
      {.data = disk.path() + "/network", .flags = {"--disk-reserve-bytes", "60 MiB"}});
  const Partners trade(exchange);
  Client client(exchange.port());

  std::vector<std::string> kept;
  http_tests::Answer refused;
  for (int i = 0; i < 400 && refused.status == 0; ++i) {
    auto sent = ask(client, trade.customer.token, "POST", "/v2/transactions",
                    order(fmt::format("A-{}", i), MiB));
    if (sent.status == 201) {
      kept.push_back(at(sent.body, "platformTransactionId"));
    } else {
      refused = std::move(sent);
    }
  }
  ASSERT_EQ(refused.status, 503) << kept.size() << " " << refused.body;
  EXPECT_EQ(at(refused.body, "code"), "disk_full");
  EXPECT_NE(refused.header("retry-after"), "");

  // Reports on earlier documents are accepted, and all reads are answered.
  const auto reported = ask(client, trade.supplier.token, "POST", "/v2/transactions/" + kept[0],
                            R"({"success":true})");
  EXPECT_EQ(reported.status, 200) << reported.body;
  kept.erase(kept.begin());
  EXPECT_EQ(pending(client, trade), kept);

  std::filesystem::remove(ballast);
  int status = 503;
  is_soon([&] {
    status = ask(client, trade.customer.token, "POST", "/v2/transactions", order("later")).status;
    return status != 503;
  });
  EXPECT_EQ(status, 201);

  exchange.kill();
  exchange.begin();
  Client again(exchange.port());
  auto after = pending(again, trade);
  ASSERT_EQ(after.size(), kept.size() + 1);
  after.pop_back();
  EXPECT_EQ(after, kept);
}

TEST(ClockThatJumpsBack, leaves_the_order_of_documents_as_it_is) {
  const ScratchFolder folder;
  const ShiftedClock clock(folder.path());
  ServedExchange exchange({.data = folder.path() + "/network", .environment = clock.environment()});
  const Partners trade(exchange);
  std::vector<std::string> sent;
  std::string newest;
  {
    Client client(exchange.port());
    sent.push_back(sends(client, trade, order("A-1")));
    clock.shift("-10m");
    sent.push_back(sends(client, trade, order("A-2")));
    EXPECT_EQ(pending(client, trade), sent);
    const auto first = ask(client, trade.customer.token, "GET", "/v2/all-transactions/" + sent[0]);
    const auto second = ask(client, trade.customer.token, "GET", "/v2/all-transactions/" + sent[1]);
    newest = at(second.body, "data.createdAt");
    EXPECT_GE(newest, at(first.body, "data.createdAt"));
  }
  EXPECT_EQ(exchange.end(), 0);
  exchange.begin();
  Client client(exchange.port());
  sent.push_back(sends(client, trade, order("A-3")));
  EXPECT_EQ(pending(client, trade), sent);
  const auto history = ask(client, trade.customer.token, "GET", "/v2/all-transactions");
  EXPECT_EQ(at(history.body, "items.0.platformTransactionId"), sent[2]);
  EXPECT_GE(at(history.body, "items.0.createdAt"), newest);
  EXPECT_EQ(at(history.body, "items.2.platformTransactionId"), sent[0]);
  const auto reported = ask(client, trade.supplier.token, "POST", "/v2/transactions/" + sent[2],
                            R"({"success":true})");
  EXPECT_EQ(reported.status, 200);
}

// Returns all ids of a list, read page by page. `between` runs after the first page.
std::vector<std::string> walked(Client& client, std::string_view token, const std::string& path,
                                const std::function<void()>& between = {}) {
  std::vector<std::string> ids;
  std::string cursor;
  for (;;) {
    const auto page = ask(client, token, "GET", path + "?per_page=2" + cursor);
    EXPECT_EQ(page.status, 200) << page.body;
    if (page.status != 200) return ids;
    for (std::uint64_t i = 0; i < number_at(page.body, "count"); ++i)
      ids.push_back(at(page.body, fmt::format("items.{}.platformTransactionId", i)));
    if (at(page.body, "hasMore") == "false") return ids;
    if (cursor.empty() && between) between();
    cursor = "&cursor=" + at(page.body, "nextCursor");
  }
}

class ClockThatWasFarAhead : public ::testing::Test {
 protected:
  ClockThatWasFarAhead() {
    for (int i = 0; i < 3; ++i) send(sent_before_);
    clock_.shift("+2y");
    send(sent_ahead_);
    clock_.shift("+0");
  }

  void send(std::vector<std::string>& to) {
    to.push_back(sends(*client_, trade_, order(fmt::format("A-{}", ++sent_))));
  }
  std::string created(const std::string& id) {
    return at(ask(*client_, trade_.customer.token, "GET", "/v2/all-transactions/" + id).body,
              "data.createdAt");
  }
  void restart() {
    EXPECT_EQ(exchange_.end(), 0);
    exchange_.begin();
    client_.emplace(exchange_.port());
  }
  std::vector<std::string> in_order_of_sending() const {
    std::vector<std::string> all = sent_before_;
    all.insert(all.end(), sent_ahead_.begin(), sent_ahead_.end());
    all.insert(all.end(), sent_after_.begin(), sent_after_.end());
    return all;
  }
  // Returns the ids by createdAt, newest first.
  std::vector<std::string> newest_first() const {
    std::vector<std::string> all = sent_before_;
    all.insert(all.end(), sent_after_.begin(), sent_after_.end());
    all.insert(all.end(), sent_ahead_.begin(), sent_ahead_.end());
    std::ranges::reverse(all);
    return all;
  }
  void expect_lists_whole() {
    EXPECT_EQ(walked(*client_, trade_.supplier.token, "/v2/transactions"), in_order_of_sending());
    EXPECT_EQ(walked(*client_, trade_.customer.token, "/v2/all-transactions"), newest_first());
    EXPECT_EQ(walked(*client_, served::operator_token, "/admin/transactions"), newest_first());
  }

  const ScratchFolder folder_;
  const ShiftedClock clock_{folder_.path()};
  ServedExchange exchange_{
      {.data = folder_.path() + "/network", .environment = clock_.environment()}};
  const Partners trade_{exchange_};
  std::optional<Client> client_{exchange_.port()};
  int sent_ = 0;
  std::vector<std::string> sent_before_;
  std::vector<std::string> sent_ahead_;
  std::vector<std::string> sent_after_;
};

TEST_F(ClockThatWasFarAhead, dates_nothing_that_comes_later) {
  const auto expect_right = [&] {
    send(sent_after_);
    EXPECT_LT(created(sent_after_.back()), created(sent_ahead_.back()));
    EXPECT_GE(created(sent_after_.back()), created(sent_before_.back()));
    expect_lists_whole();
  };
  expect_right();
  restart();
  expect_right();
  EXPECT_EQ(exchange_.end(), 0);
  std::filesystem::remove_all(folder_.path() + "/network/index");
  exchange_.begin();
  client_.emplace(exchange_.port());
  expect_right();
}

TEST_F(ClockThatWasFarAhead, is_reported_by_log_and_metrics) {
  clock_.shift("+2y");
  exchange_.log_line_with({"event=clock_set_ahead", "retention_waits_seconds=3600"});
  clock_.shift("+0");
  send(sent_after_);
  exchange_.log_line_with({"event=clock_was_ahead", "kept_last=", "now="});
  const auto metrics = ask(*client_, served::operator_token, "GET", "/metrics");
  EXPECT_TRUE(metrics.body.contains("tradepost_clock_falls_total 1\n")) << metrics.body;
  EXPECT_TRUE(metrics.body.contains("tradepost_time_ahead_seconds 0\n")) << metrics.body;
}

TEST_F(ClockThatWasFarAhead, is_reported_by_a_start_after_it) {
  restart();
  send(sent_after_);
  exchange_.log_line_with({"event=clock_was_ahead"});
  expect_lists_whole();
}

// A document that arrives between two pages is last in the queue, and has its place by date in the
// history.
TEST_F(ClockThatWasFarAhead, breaks_no_walk_that_continues_after_it) {
  send(sent_after_);
  auto seen =
      walked(*client_, trade_.supplier.token, "/v2/transactions", [&] { send(sent_after_); });
  EXPECT_EQ(seen, in_order_of_sending());
  for (const std::string path : {"/v2/all-transactions", "/admin/transactions"}) {
    SCOPED_TRACE(path);
    const auto before = newest_first();
    const auto token = path.starts_with("/admin") ? served::operator_token
                                                  : std::string_view(trade_.customer.token);
    seen = walked(*client_, token, path, [&] { send(sent_after_); });
    EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), seen.size()) << "none twice";
    std::erase(seen, sent_after_.back());
    EXPECT_EQ(seen, before) << "none is missing";
  }
}

}  // namespace
}  // namespace tradepost::serving
