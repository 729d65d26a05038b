// Tests databases that a node refuses at its start, and failures of a database in use.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "http/receiver.hpp"
#include "nodes/nodes.hpp"
#include "nodes/open_transaction.hpp"
#include "polling.hpp"
#include "served/desk.hpp"
#include "served/json.hpp"
#include "served/mortal_client.hpp"

namespace tradepost::on_postgres {
namespace {

using http_tests::Client;
using served::ask;
using served::at;
using served::Desk;
using served::Ended;
using served::server;
using std::chrono::seconds;
using std::chrono::steady_clock;

Ended begin(const Desk& place, const std::string& address, const std::string& with = "") {
  return place.tradepost("serve --listen 127.0.0.1:0 --store '" + address + "'", {}, with);
}

void expect_refused(const Ended& ended, int exit_code, std::string_view reason) {
  EXPECT_EQ(ended.exit_code, exit_code) << ended.err;
  EXPECT_TRUE(ended.err.contains(reason)) << ended.err;
}

// Returns the address of a new database for a role with the password "secret".
std::string address_of_owner(const std::string& parameters) {
  static bool is_made = false;
  if (!is_made) {
    server().rows("CREATE ROLE clerk LOGIN SUPERUSER PASSWORD 'secret'");
    server().demand_password("clerk");
  }
  is_made = true;
  std::string address = server().address(served::new_database());
  address.replace(address.find("user=postgres"), 13, "user=clerk");
  return address + parameters;
}

TEST(RefusedDatabase, wrong_password_is_reported_without_it) {
  const Desk place;
  const std::string address = address_of_owner("");
  const Ended ended = begin(place, address, "PGPASSWORD=guess");
  expect_refused(ended, 3, "password authentication failed for user \"clerk\"");
  EXPECT_FALSE(ended.err.contains("guess")) << ended.err;
  expect_refused(begin(place, address), 3, "no password supplied");
}

TEST(RefusedDatabase, password_on_the_command_line_is_refused_and_not_repeated) {
  const Desk place;
  for (const char* const address : {"postgres://clerk:hidden@/x", "postgres:///x?password=hidden",
                                    "postgres://clerk:hidden@host:port/x", "hidden"}) {
    const Ended ended = begin(place, address);
    EXPECT_EQ(ended.exit_code, 2) << ended.err;
    EXPECT_FALSE(ended.err.contains("hidden")) << ended.err;
    const Ended shown = place.tradepost(fmt::format("config --store '{}'", address));
    EXPECT_EQ(shown.exit_code, 1);
    EXPECT_FALSE((shown.out + shown.err).contains("hidden")) << shown.out << shown.err;
  }
  expect_refused(begin(place, "postgres://clerk:hidden@/x"), 2, "PGPASSFILE");
}

TEST(Password, may_stand_in_a_settings_file_and_is_never_shown) {
  const served::ScratchFolder folder;
  const Desk place;
  place.write("it.toml", fmt::format("store = \"{}\"\n", address_of_owner("&password=secret")));
  const Ended shown = place.tradepost("config --config it.toml");
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_TRUE(shown.out.contains("postgres://clerk@")) << shown.out;
  EXPECT_FALSE(shown.out.contains("secret")) << shown.out;
  // The start gets as far as the listener, whose port is in use.
  const http_tests::Listener listener = http_tests::listening();
  const Ended ended =
      place.tradepost(fmt::format("serve --config it.toml --listen 127.0.0.1:{}", listener.port));
  ::close(listener.descriptor);
  expect_refused(ended, 3, "in use");
  EXPECT_FALSE((ended.out + ended.err).contains("secret")) << ended.out << ended.err;
}

TEST(RefusedDatabase, one_that_is_not_there_is_named) {
  expect_refused(begin(Desk(), server().address("nowhere")), 3,
                 "database \"nowhere\" does not exist");
}

TEST(RefusedDatabase, server_that_is_not_there_is_reported) {
  expect_refused(begin(Desk(), "postgres://me@127.0.0.1:1/x"), 3, "Connection refused");
}

TEST(RefusedDatabase, one_that_a_newer_version_has_written_is_left_alone) {
  const Nodes nodes(1);
  const std::string address = server().address(nodes.database());
  const auto connected = [&](const std::string& sql) {
    return std::system(fmt::format("psql -X -q '{}' -c '{}'", address, sql).c_str());
  };
  EXPECT_EQ(connected("UPDATE network SET format = 999"), 0);
  expect_refused(begin(Desk(), address), 3, "newer version");
}

TEST(RefusedDatabase, one_that_takes_no_writes_is_refused) {
  const std::string name = served::new_database();
  server().rows(fmt::format("ALTER DATABASE {} SET default_transaction_read_only = on", name));
  expect_refused(begin(Desk(), server().address(name)), 3, "read-only");
}

// Speaks PostgreSQL's protocol until the client knows the server's version.
void be_an_old_server(int listener) {
  const int connection = ::accept(listener, nullptr, nullptr);
  std::array<char, 4'096> asked{};
  if (::recv(connection, asked.data(), asked.size(), 0) == 8) {  // a request for TLS or GSS
    EXPECT_EQ(::send(connection, "N", 1, 0), 1);
    EXPECT_GT(::recv(connection, asked.data(), asked.size(), 0), 0);
  }
  using std::string_view_literals::operator""sv;
  const auto message = [](char type, std::string_view body) {
    return std::string(1, type) + std::string("\0\0\0"sv) + static_cast<char>(body.size() + 4) +
           std::string(body);
  };
  const std::string all = message('R', "\0\0\0\0"sv) +
                          message('S',
                                  "server_version\0"
                                  "12.4\0"sv) +
                          message('S', "default_transaction_read_only\0off\0"sv) +
                          message('S', "in_hot_standby\0off\0"sv) + message('Z', "I"sv);
  EXPECT_EQ(::send(connection, all.data(), all.size(), 0), static_cast<ssize_t>(all.size()));
  while (::recv(connection, asked.data(), asked.size(), 0) > 0) continue;
  ::close(connection);
}

TEST(RefusedDatabase, server_that_is_too_old_is_named_with_what_is_needed) {
  const http_tests::Listener listener = http_tests::listening();
  std::thread old([&] { be_an_old_server(listener.descriptor); });
  const std::string address =
      fmt::format("postgres://me@127.0.0.1:{}/x?sslmode=disable&gssencmode=disable", listener.port);
  expect_refused(begin(Desk(), address), 3, "PostgreSQL 12; 15 or a newer one");
  old.join();
  ::close(listener.descriptor);
}

TEST(RefusedDatabase, node_with_another_key_does_not_begin) {
  const Nodes nodes(1);
  const Desk place;
  const Ended ended =
      place.tradepost(fmt::format("serve --listen 127.0.0.1:0 --seal-key-file key --store '{}'",
                                  server().address(nodes.database())));
  expect_refused(ended, 3, "another key");
}

// Covers contract 8.2.
TEST(PausedNode, that_reconnects_refuses_a_token_revoked_before) {
  Nodes nodes(2);
  const trade::Partners trade = nodes.trade();
  Client client(nodes.port(1));
  nodes.at(1).signal(SIGSTOP);
  served::Operator by(nodes.port(0));
  served::revoke(by, trade.supplier.token_id);
  const auto until = steady_clock::now() + seconds(3);
  while (steady_clock::now() < until) pause_between_looks();
  client.send(served::request_of(trade.supplier.token, "GET", "/v2/transactions"));
  nodes.at(1).signal(SIGCONT);
  const int status = client.answer().status;
  EXPECT_TRUE(status == 503 || status == 401) << status;
  const auto deadline = steady_clock::now() + seconds(10);
  while (ask(client, trade.supplier.token, "GET", "/v2/transactions").status != 401) {
    ASSERT_LT(steady_clock::now(), deadline);
    pause_between_looks();
  }
  EXPECT_EQ(ask(client, trade.customer.token, "GET", "/v2/profile").status, 200);
}

// The pause is shorter than the time for which a node trusts its copy of the directory.
TEST(PausedNode, that_comes_back_delivers_to_whom_an_identifier_belongs_now) {
  Nodes nodes(2);
  const trade::Partners trade = nodes.trade();
  served::Operator by(nodes.port(0));
  const served::Member heir = served::add_member(by, "Nachfolger", "9521003000008");
  served::relate(by, trade.customer, heir);
  nodes.wait_until_all_know(heir);
  Client client(nodes.port(1));
  ask(client, trade.customer.token, "GET", "/v2/profile");
  nodes.at(1).signal(SIGSTOP);
  by.does("PATCH", "/admin/participants/" + heir.id,
          R"({"addIdentifiers":[{"domain":"GS1","identifier":"9521001000000"}]})");
  client.send(
      served::request_of(trade.customer.token, "POST", "/v2/transactions", trade::order("A-1")));
  nodes.at(1).signal(SIGCONT);
  http_tests::Answer answer = client.answer();
  is_soon([&] {
    if (answer.status != 503) return true;
    answer = ask(client, trade.customer.token, "POST", "/v2/transactions", trade::order("A-1"));
    return false;
  });
  EXPECT_EQ(answer.status, 201) << answer.body;
  const auto page = ask(client, heir.token, "GET", "/v2/transactions");
  EXPECT_EQ(at(page.body, "items.0.platformTransactionId"),
            at(answer.body, "platformTransactionId"));
  EXPECT_TRUE(trade::pending(client, trade).empty());
}

TEST(PausedNode, in_the_midst_of_a_commit_gives_its_locks_back) {
  Nodes nodes(2);
  const trade::Partners trade = nodes.trade();
  Client client(nodes.port(1));
  std::vector<std::string> sent{trade::sends(client, trade, trade::order("A-1"))};
  OpenTransaction locked(nodes, locking_queues);
  Client paused_client(nodes.port(0));
  paused_client.send(
      served::request_of(trade.customer.token, "POST", "/v2/transactions", trade::order("A-2")));
  wait_for_sessions("1", "wait_event_type = 'Lock'");
  nodes.at(0).signal(SIGSTOP);
  locked.let_go();
  wait_for_sessions("1", "state = 'idle in transaction'");
  sent.push_back(trade::sends(client, trade, trade::order("A-3")));
  nodes.at(0).signal(SIGCONT);
  const auto answer = paused_client.answer();
  EXPECT_EQ(answer.status, 201) << answer.body;
  sent.push_back(at(answer.body, "platformTransactionId"));
  EXPECT_EQ(trade::pending(client, trade), sent);
}

TEST(HungStatement, is_answered_with_503_and_the_node_continues) {
  Nodes nodes(1);
  const trade::Partners trade = nodes.trade();
  Client client(nodes.port(0));
  const std::string first = trade::sends(client, trade, trade::order("A-1"));
  OpenTransaction locked(nodes, locking_queues);
  served::MortalClient patient(nodes.port(0));
  const auto refused =
      patient.ask(trade.customer.token, "POST", "/v2/transactions", trade::order("A-2"));
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->status, 503);
  EXPECT_EQ(at(refused->body, "message"),
            "Another transaction in the database held a lock for too long.");
  EXPECT_NE(refused->header("retry-after"), "");
  nodes.at(0).log_line_with({"level=warning", "event=database_blocked", "pid=",
                             "application=\"other program\"", "user=postgres", "state=active"});
  EXPECT_EQ(ask(client, "", "GET", "/readyz").status, 200) << "others are served";
  EXPECT_EQ(trade::pending(client, trade), std::vector{first});
  locked.let_go();
  trade::sends(client, trade, trade::order("A-3"));
}

// The result of a query that waited for a second is already a second old.
TEST(SlowDirectory, is_asked_for_again_before_it_is_too_old) {
  Nodes nodes(1);
  const trade::Partners trade = nodes.trade();
  Client client(nodes.port(0));
  const auto status = [&] {
    return ask(client, trade.supplier.token, "GET", "/v2/transactions").status;
  };
  OpenTransaction locked(nodes, "LOCK TABLE directory_entry");
  wait_for_sessions("1", "wait_event_type = 'Lock' AND query LIKE 'SELECT type%'");
  const auto asked = steady_clock::now();
  while (steady_clock::now() < asked + std::chrono::milliseconds(1'200)) pause_between_looks();
  locked.let_go();
  ASSERT_TRUE(is_soon([&] { return status() == 200; }));
  const auto answered = steady_clock::now();
  while (steady_clock::now() < answered + std::chrono::milliseconds(1'500)) {
    ASSERT_EQ(status(), 200);
    pause_between_looks();
  }
}

// A collector gives up after ten seconds.
TEST(Metrics, arrive_although_the_database_does_not_answer) {
  Nodes nodes(1, {"--metrics-listen", "127.0.0.1:0"});
  const std::string& line = nodes.at(0).first_lines().front();
  Client client(static_cast<std::uint16_t>(std::stoul(line.substr(line.rfind(':') + 1))));
  const auto metrics = [&] {
    const auto asked = steady_clock::now();
    client.send(http_tests::get("/metrics"));
    const std::string body = client.answer().body;
    EXPECT_LT(steady_clock::now() - asked, seconds(8));
    return body;
  };
  EXPECT_TRUE(metrics().contains("\ntradepost_pending{flow=\"LIVE\"} 0\n"));
  OpenTransaction locked(nodes, "LOCK TABLE pending, directory_entry");
  EXPECT_FALSE(metrics().contains("\ntradepost_pending"));
  const auto age = [&] {
    const std::string body = metrics();
    constexpr std::string_view name = "\ntradepost_directory_age_seconds ";
    return std::stoul(body.substr(body.find(name) + name.size()));
  };
  EXPECT_TRUE(is_soon([&] { return age() >= 2; }));
  locked.let_go();
  EXPECT_TRUE(is_soon([&] { return metrics().contains("\ntradepost_pending{"); }));
}

TEST(OldSnapshot, kept_by_another_program_blocks_no_request) {
  Nodes nodes(1);
  const trade::Partners trade = nodes.trade();
  Client client(nodes.port(0));
  trade::sends(client, trade, trade::order("A-1"));
  const OpenTransaction open(nodes, "SELECT count(*) FROM pending");
  for (int i = 0; i < 20; ++i) {
    const std::string id = trade::pending(client, trade).at(0);
    EXPECT_EQ(
        ask(client, trade.supplier.token, "POST", "/v2/transactions/" + id, R"({"success":true})")
            .status,
        200);
    const std::string next = trade::sends(client, trade, trade::order(fmt::format("B-{}", i)));
    EXPECT_EQ(trade::pending(client, trade), std::vector{next});
  }
}

}  // namespace
}  // namespace tradepost::on_postgres
