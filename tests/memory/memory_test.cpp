// Many large bodies that stall, and many large pages that nobody reads: the memory that they take
// has its bound, what is small goes on, and what was taken comes back.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "api/json.hpp"
#include "memory/stalled_clients.hpp"
#include "served/binary.hpp"
#include "served/network.hpp"

namespace tradepost::memory {
namespace {

using http_tests::Answer;
using http_tests::Client;
using served::ask;
using served::Member;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr std::size_t megabyte = 1u << 20;
// Beside the budget: the index, the documents of the last moments, connections, threads.
constexpr std::size_t beside_bytes = 256 * megabyte;
constexpr std::size_t of_each = 16;
constexpr std::size_t stalled_body_bytes = 9'900'000;

bool is_long() {
  return std::getenv("TRADEPOST_LONG") != nullptr;
}

// A short run has a small budget, and few who want it.
struct Size {
  std::size_t participants = is_long() ? 64 : 3;
  std::size_t budget_bytes = (is_long() ? 512 : 64) * megabyte;
  // Documents of a megabyte that wait for each: more than a page.
  std::size_t documents = 9;
};

std::string order(std::string_view buyer, std::string_view supplier, std::string_view number,
                  std::size_t padding = 0) {
  return fmt::format(
      R"({{"type":"ORDER","content":{{"header":{{"buyer":{{"identifiers":[{{"identifier":"{}"}}]}},)"
      R"("supplier":{{"identifiers":[{{"identifier":"{}"}}]}},"orderIdentifier":"{}",)"
      R"("orderDate":"2026-03-02"}},"items":[{{}}],"unknown":"{}"}}}})",
      buyer, supplier, number, std::string(padding, 'x'));
}

std::string gln(std::size_t number) {
  std::string digits = fmt::format("9521{:08}", number);
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    sum += (digits[i] - '0') * (i % 2 == 0 ? 1 : 3);
  }
  return digits + static_cast<char>('0' + (10 - sum % 10) % 10);
}

void raise_open_files() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

class Memory : public testing::Test {
 protected:
  Memory() {
    raise_open_files();
    exchange_.emplace(served::ServedExchange::Options{
        .data = folder_.path() + "/network",
        .flags = {"--transfer-bytes", fmt::format("{}", size_.budget_bytes), "--log-level",
                  "error"}});
    served::Operator by(exchange_->port());
    buyer_ = served::add_member(by, "Kunde", gln(0));
    for (std::size_t i = 1; i <= size_.participants; ++i) {
      suppliers_.push_back(served::add_member(by, fmt::format("Lieferant {}", i), gln(i)));
      served::relate(by, buyer_, suppliers_.back());
    }
  }

  void send(std::size_t supplier, std::string_view number, std::size_t padding = 0) {
    Client client(exchange_->port());
    const Answer sent = ask(client, buyer_.token, "POST", "/v2/transactions",
                            order(gln(0), gln(supplier + 1), number, padding));
    ASSERT_EQ(sent.status, 201) << sent.body;
  }
  int status_of(const Member& member, std::string_view path) const {
    Client client(exchange_->port());
    return ask(client, member.token, "GET", path).status;
  }
  std::uint64_t metric(std::string_view name) const {
    served::Operator by(exchange_->port());
    const std::string text = by.does("GET", "/metrics", "");
    const auto place = text.find(fmt::format("\n{} ", name));
    EXPECT_NE(place, std::string::npos) << name;
    const std::string line = text.substr(place + 1, text.find('\n', place + 1) - place - 1);
    return api_tests::number_in(line.substr(line.find(' ') + 1));
  }
  std::size_t resident_bytes() const { return memory_bytes(exchange_->process(), "VmRSS:"); }
  void expect_bounded(const char* when) const {
    const std::size_t bytes = memory_bytes(exchange_->process(), "VmHWM:");
    std::printf("%s: %zu MB resident at the most\n", when, bytes / megabyte);
    EXPECT_LE(metric("tradepost_transfer_bytes"), size_.budget_bytes);
    // A sanitizer keeps what was freed: there is nothing to weigh.
    EXPECT_TRUE(served::binary_is_slow() || bytes < size_.budget_bytes + beside_bytes) << when;
  }
  void expect_that_small_requests_go_on(std::string_view number) {
    send(0, number);
    EXPECT_EQ(status_of(buyer_, "/v2/ping"), 204);
    EXPECT_EQ(status_of(suppliers_.front(), "/v2/ping"), 204);
    EXPECT_EQ(status_of(buyer_, "/v2/transactions"), 200);
    EXPECT_EQ(status_of(buyer_, "/v2/all-transactions?per_page=1"), 200);
  }
  void expect_given_back() const {
    const auto deadline = steady_clock::now() + seconds(60);
    const auto is_given_back = [&] {
      return metric("tradepost_transfer_bytes") == 0 &&
             (served::binary_is_slow() || resident_bytes() < beside_bytes);
    };
    const Client idle(exchange_->port());  // never answered: a look now and then is enough
    while (!is_given_back() && steady_clock::now() < deadline) {
      EXPECT_FALSE(idle.has_answer_within(milliseconds(200)));
    }
    std::printf("afterwards: %zu MB resident\n", resident_bytes() / megabyte);
    EXPECT_TRUE(is_given_back());
  }

  const Size size_;
  const served::ScratchFolder folder_;
  std::optional<served::ServedExchange> exchange_;
  Member buyer_;
  std::vector<Member> suppliers_;
};

TEST_F(Memory, of_stalled_bodies_is_bounded_and_comes_back) {
  const std::string body = order(gln(1), gln(0), "S", stalled_body_bytes);
  StalledClients stalled(exchange_->port());
  for (const Member& supplier : suppliers_) {
    for (std::size_t i = 0; i < of_each; ++i) stalled.add_sender(supplier.token, body);
  }
  stalled.go_on();
  expect_bounded("with bodies that stall");
  expect_that_small_requests_go_on("A-1");
  const std::size_t fitting = size_.budget_bytes / (2 * body.size());
  EXPECT_TRUE(stalled.wait_for(suppliers_.size() * of_each - fitting, 503));
  expect_bounded("when the others were refused");
  EXPECT_GT(metric("tradepost_transfers_refused_total"), 0u);
  stalled.end();
  expect_given_back();
  send(0, "A-2", stalled_body_bytes);
}

TEST_F(Memory, of_pages_that_nobody_reads_is_bounded_and_comes_back) {
  for (std::size_t supplier = 0; supplier < suppliers_.size(); ++supplier) {
    for (std::size_t i = 0; i < size_.documents; ++i) {
      send(supplier, fmt::format("P-{}-{}", supplier, i), megabyte);
    }
  }
  StalledClients stalled(exchange_->port());
  for (const Member& supplier : suppliers_) {
    for (std::size_t i = 0; i < of_each; ++i)
      stalled.add_reader(supplier.token, "/v2/transactions");
  }
  stalled.go_on();
  expect_bounded("with pages that nobody reads");
  EXPECT_GT(metric("tradepost_transfer_bytes"), size_.budget_bytes / 2);
  expect_that_small_requests_go_on("A-1");
  EXPECT_TRUE(stalled.wait_for(1, 503));
  expect_bounded("when others were refused");
  stalled.end();
  expect_given_back();
  EXPECT_EQ(status_of(suppliers_.front(), "/v2/transactions"), 200);
}

}  // namespace
}  // namespace tradepost::memory
