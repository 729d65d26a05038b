// Tests a database on a disk that other files fill to the last block.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "nodes/nodes.hpp"
#include "polling.hpp"
#include "postgres/postgres_server.hpp"
#include "served/json.hpp"
#include "served/small_disk.hpp"
#include "tests/support/run.hpp"

namespace tradepost::on_postgres {
namespace {

using http_tests::Answer;
using http_tests::Client;
using postgres::PostgresServer;
using served::ask;
using served::at;
using served::SmallDisk;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr std::uint64_t MiB = 1u << 20;

// Returns an order that compression hardly reduces, so a few orders fill a disk.
std::string large_order(int number) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::mt19937 draws(static_cast<unsigned>(number));
  std::string remark(200'000, ' ');
  for (char& letter : remark) letter = letters[draws() % letters.size()];
  return trade::order(fmt::format("A-{}", number), fmt::format(R"(,"remark":"{}")", remark));
}

// A node, and a customer that sends orders to it.
class Sender {
 public:
  explicit Sender(const std::string& address) {
    served::keep_at(data(), address);
    node_ =
        std::make_unique<served::ServedExchange>(served::ServedExchange::Options{.data = data()});
    trade_ = std::make_unique<trade::Partners>(*node_);
  }

  Answer sends() {
    Client client(node_->port());
    const auto answer =
        ask(client, trade_->customer.token, "POST", "/v2/transactions", large_order(++number_));
    if (answer.status == 201) taken_.push_back(at(answer.body, "platformTransactionId"));
    return answer;
  }
  bool is_taken() { return sends().status == 201; }
  Answer sends_until_refused(seconds within) {
    Answer answer;
    EXPECT_TRUE(is_soon(
        [&] {
          answer = sends();
          return answer.status != 201;
        },
        within));
    return answer;
  }
  int status_of_readyz() const {
    Client client(node_->port());
    client.send("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n");
    return client.answer().status;
  }
  // Waits until the node has read the directory after this call. A node may judge requests by its
  // previous copy for two seconds. If the database was away, that copy can end between two requests
  // before the node reads the next one: then the second request is refused.
  void expect_directory_read_again() const {
    const auto called_at = steady_clock::now();
    EXPECT_TRUE(is_soon(
        [&] {
          const auto asked_at = steady_clock::now();
          const auto age = directory_age();
          return age && asked_at - *age > called_at;
        },
        seconds(20)));
  }
  // Expects every acknowledged document once and in order. A refused document may be present,
  // because the outcome of some commits is unknown.
  void expect_all() {
    Client client(node_->port());
    std::vector<std::string> found = trade::pending(client, *trade_);
    std::erase_if(found, [this](const std::string& id) {
      return std::ranges::find(taken_, id) == taken_.end();
    });
    EXPECT_EQ(found, taken_);
  }
  std::size_t taken() const { return taken_.size(); }

 private:
  // Returns nothing while the node refuses requests because its copy of the directory is too old.
  std::optional<std::chrono::duration<double>> directory_age() const {
    constexpr std::string_view name = "\ntradepost_directory_age_seconds ";
    served::Operator by(node_->port());
    const Answer answer = by.asks("GET", "/metrics");
    if (answer.status == 503) return {};
    const auto place = answer.body.find(name);
    EXPECT_NE(place, std::string::npos) << answer.body;
    if (place == std::string::npos) return {};
    const std::string_view number = std::string_view(answer.body).substr(place + name.size());
    double age_s = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), age_s);
    EXPECT_EQ(read.ec, std::errc()) << number;
    return std::chrono::duration<double>(age_s);
  }
  std::string data() const { return folder_.path() + "/node"; }

  const served::ScratchFolder folder_;
  std::unique_ptr<served::ServedExchange> node_;
  std::unique_ptr<trade::Partners> trade_;
  int number_ = 0;
  std::vector<std::string> taken_;
};

void expect_refusal(const Answer& answer, std::string_view message) {
  EXPECT_EQ(answer.status, 503) << answer.body;
  EXPECT_EQ(at(answer.body, "message"), message);
  EXPECT_NE(answer.header("retry-after"), "");
}

// The disk of the tables is full. The disk of the server's log has space.
// Covers contract 8.1.
TEST(FullDisk, of_the_tables_refuses_documents_shows_all_others_and_is_forgotten_with_the_space) {
  const SmallDisk disk(64 * MiB, SmallDisk::Kind::ext4);
  if (testing::Test::HasFailure()) return;
  PostgresServer database;
  const std::string tables = disk.path() + "/tables";
  const std::string made =
      fmt::format("chmod 755 '{0}' && mkdir '{1}' && chown postgres '{1}'", disk.path(), tables);
  ASSERT_EQ(std::system(made.c_str()), 0);
  database.does(fmt::format("CREATE TABLESPACE small LOCATION '{}'", tables));
  database.does("CREATE DATABASE network TABLESPACE small");
  {
    Sender sender(database.address("network"));
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(sender.is_taken());
    const int rounds = run::is_long() ? 5 : 1;
    for (int round = 0; round < rounds; ++round) {
      disk.fill();
      expect_refusal(sender.sends_until_refused(seconds(20)), "The disk of the database is full.");
      for (int i = 0; i < 10; ++i) {
        const Answer next = sender.sends();
        if (next.status != 201) expect_refusal(next, "The disk of the database is full.");
      }
      EXPECT_EQ(sender.status_of_readyz(), 200);
      sender.expect_all();
      disk.empty();
      const auto before = sender.taken();
      EXPECT_TRUE(is_soon([&] { return sender.is_taken(); }, seconds(5)));
      EXPECT_GT(sender.taken(), before);
    }
    database.crash();
    database.begin();
    EXPECT_TRUE(is_soon([&] { return sender.is_taken(); }, seconds(20)));
    sender.expect_directory_read_again();
    sender.expect_all();
  }
}

// The disk of the server's log is full: PostgreSQL ends, and cannot start before there is space.
TEST(FullDisk, of_the_log_ends_the_database_and_nothing_that_was_answered_is_lost) {
  const SmallDisk disk(64 * MiB, SmallDisk::Kind::ext4);
  if (testing::Test::HasFailure()) return;
  PostgresServer database;
  database.make_database("network");
  database.crash();
  const std::string moved = fmt::format(
      "chmod 755 '{0}' && mv '{1}/data/pg_wal' '{0}/wal' && ln -s '{0}/wal' '{1}/data/pg_wal'",
      disk.path(), database.folder());
  ASSERT_EQ(std::system(moved.c_str()), 0);
  database.begin();
  Sender sender(database.address("network"));
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(sender.is_taken());
  disk.fill();
  const Answer refused = sender.sends_until_refused(seconds(60));
  // The outcome of the transaction that the server was committing is unknown.
  EXPECT_TRUE(refused.status == 503 || refused.status == 500) << refused.body;
  EXPECT_EQ(sender.sends().status, 503);
  EXPECT_EQ(sender.status_of_readyz(), 503);
  database.crash();
  disk.empty();
  database.begin();
  EXPECT_TRUE(is_soon([&] { return sender.is_taken(); }, seconds(20)));
  sender.expect_directory_read_again();
  sender.expect_all();
}

}  // namespace
}  // namespace tradepost::on_postgres
