#include "memory/attacked.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <utility>

#include "memory/stalled_clients.hpp"
#include "served/json.hpp"
#include "tests/support/run.hpp"

namespace tradepost::memory {

using http_tests::Answer;
using http_tests::Client;
using served::ask;
using served::gln_of;
using served::Member;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

namespace {

void raise_open_files() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

}  // namespace

std::string order(std::string_view buyer, std::string_view supplier, std::string_view number,
                  std::size_t padding) {
  return fmt::format(
      R"({{"type":"ORDER","content":{{"header":{{"buyer":{{"identifiers":[{{"identifier":"{}"}}]}},)"
      R"("supplier":{{"identifiers":[{{"identifier":"{}"}}]}},"orderIdentifier":"{}",)"
      R"("orderDate":"2026-03-02"}},"items":[{{}}],"unknown":"{}"}}}})",
      buyer, supplier, number, std::string(padding, 'x'));
}

Attacked::Attacked(served::ServedExchange::Options options, Size size) : size_(size) {
  raise_open_files();
  options.data = folder_.path() + "/network";
  options.flags.insert(options.flags.end(), {"--log-level", "warning"});
  exchange_.emplace(std::move(options));
  served::Operator by(port());
  buyer_ = served::add_member(by, "Kunde", gln_of(0));
  for (std::size_t i = 1; i <= size_.participants; ++i) {
    suppliers_.push_back(served::add_member(by, fmt::format("Lieferant {}", i), gln_of(i)));
    served::relate(by, buyer_, suppliers_.back());
  }
}

int Attacked::sends(std::size_t supplier, std::string_view number, std::size_t padding) const {
  Client client(port());
  const std::string body = order(gln_of(0), gln_of(supplier + 1), number, padding);
  return ask(client, buyer_.token, "POST", "/v2/transactions", body).status;
}

int Attacked::status_of(const Member& member, std::string_view path) const {
  Client client(port());
  return ask(client, member.token, "GET", path).status;
}

std::uint64_t Attacked::metric(std::string_view name) const {
  served::Operator by(port());
  const std::string text = by.does("GET", "/metrics", "");
  const auto place = text.find(fmt::format("\n{} ", name));
  EXPECT_NE(place, std::string::npos) << name;
  const std::string line = text.substr(place + 1, text.find('\n', place + 1) - place - 1);
  return served::number_in(line.substr(line.find(' ') + 1));
}

std::size_t Attacked::resident_bytes() const {
  return memory_bytes(exchange_->process(), "VmRSS:");
}

void Attacked::expect_bounded(const char* when) const {
  const std::size_t bytes = memory_bytes(exchange_->process(), "VmHWM:");
  std::printf("%s: %zu MB resident at the most\n", when, bytes / megabyte);
  const std::uint64_t budget = metric("tradepost_transfer_bytes_max");
  EXPECT_LE(metric("tradepost_transfer_bytes"), budget);
  // A sanitizer keeps freed memory, so there the size proves nothing.
  EXPECT_TRUE(run::binary_is_slow() || bytes < budget + beside_bytes) << when;
}

void Attacked::expect_that_small_requests_go_on(std::string_view number) const {
  EXPECT_EQ(sends(0, number), 201);
  EXPECT_EQ(status_of(buyer_, "/v2/ping"), 204);
  EXPECT_EQ(status_of(suppliers_.front(), "/v2/ping"), 204);
  EXPECT_EQ(status_of(buyer_, "/v2/transactions"), 200);
  EXPECT_EQ(status_of(buyer_, "/v2/all-transactions?per_page=1"), 200);
}

void Attacked::expect_given_back() const {
  const auto deadline = steady_clock::now() + seconds(60);
  const auto is_given_back = [&] {
    return metric("tradepost_transfer_bytes") == 0 &&
           (run::binary_is_slow() || resident_bytes() < beside_bytes);
  };
  const Client idle(port());  // gets no answer, so each check waits
  while (!is_given_back() && steady_clock::now() < deadline) {
    EXPECT_FALSE(idle.has_answer_within(milliseconds(200)));
  }
  std::printf("afterwards: %zu MB resident\n", resident_bytes() / megabyte);
  EXPECT_TRUE(is_given_back());
}

}  // namespace tradepost::memory
