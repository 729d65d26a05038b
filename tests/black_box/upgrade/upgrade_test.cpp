// An exchange of the next version continues a network of this one (docs/operate/upgrade.md). The
// next version is the same binary with a newer format of the store.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "http/client.hpp"
#include "postgres/postgres_server.hpp"
#include "served/desk.hpp"
#include "served/json.hpp"
#include "served/network.hpp"
#include "served/served_exchange.hpp"
#include "trade/partners.hpp"

namespace tradepost::upgrade_test {
namespace {

using http_tests::Client;
using served::Ended;
using served::ServedExchange;

const std::string next_version = NEXT_TRADEPOST;

void expect_too_new(const Ended& ended) {
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("was written by a newer version of tradepost")) << ended.err;
}

class Upgrade : public ::testing::Test {
 protected:
  std::string data() const { return scratch_.path() + "/network"; }
  std::unique_ptr<ServedExchange> serves(const std::string& program,
                                         std::vector<std::string> flags = {}) const {
    return std::make_unique<ServedExchange>(
        ServedExchange::Options{.data = data(), .flags = std::move(flags), .program = program});
  }
  std::string format() const {
    std::ifstream file(data() + "/format");
    return {std::istreambuf_iterator<char>(file), {}};
  }
  Ended plan(const std::string& program) const {
    return desk_.shell(fmt::format("'{}' migrate --plan --to '{}'", program, data()));
  }

  const served::ScratchFolder scratch_;
  const served::Desk desk_;
  const std::string this_version_ = served::binary();
};

TEST_F(Upgrade, earlier_version_continues_a_folder_until_the_format_is_raised) {
  auto exchange = serves(this_version_);
  const trade::Partners trade(*exchange);
  std::vector<std::string> sent;
  const auto trades = [&] {
    Client client(exchange->port());
    sent.push_back(trade::sends(client, trade, trade::order(fmt::format("U-{}", sent.size() + 1))));
    EXPECT_EQ(trade::pending(client, trade), sent);
  };
  trades();

  exchange.reset();
  exchange = serves(next_version);
  exchange->log_line_with({"event=store_format_kept", "format=2", "newest=3"});
  trades();
  exchange.reset();
  EXPECT_EQ(format(), "tradepost format 2\n");
  exchange = serves(this_version_);
  trades();

  exchange.reset();
  exchange = serves(next_version, {"--upgrade"});
  exchange->log_line_with({"event=store_format_raised", "format=3"});
  trades();
  exchange.reset();
  EXPECT_EQ(format(), "tradepost format 3\n");
  expect_too_new(desk_.tradepost(fmt::format("serve --listen 127.0.0.1:0 --data '{}'", data())));
  exchange = serves(next_version);
  trades();
}

// Covers contract 13.7.
TEST_F(Upgrade, store_of_the_first_format_has_people_after_the_upgrade) {
  serves(this_version_).reset();
  std::ofstream(data() + "/format") << "tradepost format 1\n";
  const auto invited_at = [&](const ServedExchange& exchange) {
    return served::Operator(exchange.port())
        .asks("POST", "/admin/invitations",
              R"({"name":"Anna","email":"anna@example.org","role":"operator"})");
  };
  auto exchange = serves(this_version_);
  const auto refused = invited_at(*exchange);
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(served::at(refused.body, "detailCode"), "format_without_people");
  exchange.reset();
  exchange = serves(this_version_, {"--upgrade"});
  exchange->log_line_with({"event=store_format_raised", "format=2"});
  EXPECT_EQ(invited_at(*exchange).status, 201);
}

// Covers contract 14.1.
TEST_F(Upgrade, store_of_the_first_format_has_number_ranges_after_the_upgrade) {
  serves(this_version_).reset();
  std::ofstream(data() + "/format") << "tradepost format 1\n";
  served::Member supplier;
  const auto range_set_at = [&](const ServedExchange& exchange) {
    Client client(exchange.port());
    return served::ask(client, supplier.token, "PUT", "/v2/profile/number-ranges/INVOICE",
                       R"({"prefix":"INV-"})");
  };
  auto exchange = serves(this_version_);
  served::Operator by(exchange->port());
  supplier = add_member(by, "Lieferant", "9521001000000");
  const auto refused = range_set_at(*exchange);
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(served::at(refused.body, "detailCode"), "format_without_number_ranges");
  exchange.reset();
  exchange = serves(this_version_, {"--upgrade"});
  exchange->log_line_with({"event=store_format_raised", "format=2"});
  EXPECT_EQ(range_set_at(*exchange).status, 200);
}

TEST_F(Upgrade, store_of_the_first_format_keeps_originals_after_the_upgrade) {
  serves(this_version_).reset();
  std::ofstream(data() + "/format") << "tradepost format 1\n";
  const auto interchange = [](std::string_view number) {
    return fmt::format(
        "UNB+UNOC:3+A:14+B:14+261130:0910+1'UNH+1+ORDERS:D:01B:UN'BGM+220+{}'"
        "DTM+137:20261130:102'NAD+BY+9521002000009::9'NAD+SU+9521001000000::9'"
        "LIN+1++4011:SRV'QTY+21:2:PCE'UNS+S'UNT+9+1'UNZ+1+1'",
        number);
  };
  auto exchange = serves(this_version_);
  const trade::Partners trade(*exchange);
  const auto kept_original = [&](const std::string& text) {
    Client client(exchange->port());
    const std::string head = fmt::format(
        "POST /v2/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n"
        "Content-Type: application/edifact\r\nContent-Length: {}\r\n\r\n",
        trade.customer.token, text.size());
    const std::string id =
        served::at(client.ask(head + text).body, "data.messages.0.answer.platformTransactionId");
    return served::ask(client, trade.customer.token, "GET",
                       "/v2/all-transactions/" + id + "/content?format=original")
        .body;
  };
  EXPECT_TRUE(kept_original(interchange("PO-1")).starts_with(R"({"type":"ORDER")"));
  exchange.reset();
  exchange = serves(this_version_, {"--upgrade"});
  exchange->log_line_with({"event=store_format_raised", "format=2"});
  EXPECT_EQ(kept_original(interchange("PO-2")), interchange("PO-2"));
}

TEST_F(Upgrade, plan_says_when_the_format_is_raised) {
  serves(this_version_).reset();
  EXPECT_TRUE(plan(this_version_).out.starts_with("format 2: the newest one of version "));
  const Ended planned = plan(next_version);
  EXPECT_EQ(planned.exit_code, 0) << planned.err;
  EXPECT_TRUE(planned.out.contains(" raises it to 3 after upgrade_after_minutes")) << planned.out;
  EXPECT_TRUE(planned.out.contains("index: this version uses it unchanged")) << planned.out;
  serves(next_version, {"--upgrade"}).reset();
  expect_too_new(plan(this_version_));
}

// A folder that is not mounted looks like a missing journal.
TEST_F(Upgrade, start_without_the_journal_changes_no_format) {
  serves(this_version_).reset();
  std::filesystem::rename(data() + "/journal", data() + "/elsewhere");
  const Ended ended =
      desk_.shell(fmt::format("'{}' serve --listen 127.0.0.1:0 --data '{}'", next_version, data()));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_EQ(format(), "tradepost format 2\n");
}

TEST_F(Upgrade, new_database_begins_with_the_newest_format) {
  const postgres::PostgresServer server;
  server.make_database("trade");
  const ServedExchange exchange(
      {.data = data(), .flags = {"--store", server.address("trade")}, .program = next_version});
  EXPECT_EQ(server.value("SELECT format FROM network", "trade"), "3");
}

TEST_F(Upgrade, new_network_begins_with_the_newest_format) {
  serves(next_version).reset();
  EXPECT_EQ(format(), "tradepost format 3\n");
}

TEST_F(Upgrade, nodes_of_two_versions_serve_one_database) {
  const postgres::PostgresServer server;
  server.make_database("trade");
  const std::vector<std::string> flags = {"--store", server.address("trade")};
  const auto node = [&](const std::string& name, const std::string& program,
                        std::vector<std::string> more) {
    more.insert(more.end(), flags.begin(), flags.end());
    return std::make_unique<ServedExchange>(
        ServedExchange::Options{.data = data() + name, .flags = more, .program = program});
  };
  auto earlier = node("-1", this_version_, {});
  const trade::Partners trade(*earlier);
  auto next = node("-2", next_version, {"--upgrade"});
  next->log_line_with({"event=store_format_not_raised", "can't read format 3"});
  std::vector<std::string> sent;
  for (const ServedExchange* const exchange : {earlier.get(), next.get(), earlier.get()}) {
    Client client(exchange->port());
    sent.push_back(trade::sends(client, trade, trade::order(fmt::format("N-{}", sent.size() + 1))));
    EXPECT_EQ(trade::pending(client, trade), sent);
  }

  earlier.reset();
  next->log_line_with({"event=store_format_raised", "format=3"});
  expect_too_new(desk_.tradepost(fmt::format("serve --listen 127.0.0.1:0 --data '{}' --store '{}'",
                                             data(), server.address("trade"))));
  Client client(next->port());
  EXPECT_EQ(trade::pending(client, trade), sent);
}

}  // namespace
}  // namespace tradepost::upgrade_test
