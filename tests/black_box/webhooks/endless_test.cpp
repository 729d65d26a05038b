// Tests receivers that never finish an answer: a call to them ends nevertheless, and delays no
// other call (docs/guides/webhooks.md).
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <future>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "http/receiver.hpp"
#include "polling.hpp"
#include "served/json.hpp"
#include "webhooks/hooked.hpp"

namespace tradepost::webhooks_tests {

using http_tests::Listener;
using http_tests::listening;
using http_tests::Receiver;

namespace {

using served::at;
using std::chrono::milliseconds;

// A server that sends each client `begin`, and then `more` repeatedly with a pause. It does not
// read the request.
class Endless {
 public:
  Endless(std::string begin, std::string more, milliseconds pause)
      : begin_(std::move(begin)), more_(std::move(more)), pause_(pause) {
    thread_ = std::thread([this] { serve(); });
  }
  ~Endless() {
    is_over_ = true;
    ::shutdown(listener_.descriptor, SHUT_RDWR);
    thread_.join();
    ::close(listener_.descriptor);
  }
  Endless(const Endless&) = delete;

  std::string url() const { return fmt::format("http://127.0.0.1:{}/in", listener_.port); }

 private:
  void serve() {
    for (int caller = 0; (caller = ::accept(listener_.descriptor, nullptr, nullptr)) >= 0;) {
      bool is_there = says(caller, begin_);
      while (is_there && !is_over_) {
        ::poll(nullptr, 0, static_cast<int>(pause_.count()));
        is_there = says(caller, more_);
      }
      ::close(caller);
    }
  }
  static bool says(int caller, std::string_view text) {
    return text.empty() || ::send(caller, text.data(), text.size(), MSG_NOSIGNAL) > 0;
  }

  const std::string begin_;
  const std::string more_;
  const milliseconds pause_;
  const Listener listener_ = listening();
  std::atomic<bool> is_over_ = false;
  std::thread thread_;  // last member, because it uses the others
};

// Returns the result of a test call, which may take as long as a call.
std::string tested(Hooked& hooked, const Endless& receiver) {
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  http_tests::Client client(hooked.exchange.port());
  client.send(
      fmt::format("POST /v2/profile/webhooks/{}/test HTTP/1.1\r\nHost: exchange.test\r\n"
                  "Authorization: Bearer {}\r\nContent-Length: 0\r\n\r\n",
                  webhook.id, hooked.trade.supplier.token));
  EXPECT_TRUE(client.has_answer_within(std::chrono::seconds(25)));
  const auto answer = client.answer();
  EXPECT_EQ(answer.status, 200) << answer.body;
  return answer.body;
}

TEST(Endless, body_is_cut_off_and_the_status_in_front_of_it_counts) {
  const Endless receiver("HTTP/1.1 200 OK\r\n\r\n", std::string(4'096, 'x'), milliseconds(0));
  Hooked hooked;
  const std::string body = tested(hooked, receiver);
  EXPECT_EQ(at(body, "data.taken"), "true") << body;
  EXPECT_EQ(at(body, "data.status"), "200");
}

TEST(Endless, head_is_cut_off_and_nothing_was_taken) {
  const Endless receiver("HTTP/1.1 200 OK\r\n", "X-More: " + std::string(1'000, 'x') + "\r\n",
                         milliseconds(0));
  Hooked hooked;
  const std::string body = tested(hooked, receiver);
  EXPECT_EQ(at(body, "data.taken"), "false") << body;
  EXPECT_EQ(at(body, "data.message"), "The headers of the answer are too large.");
}

TEST(Endless, silent_and_slow_endpoints_end_after_fifteen_seconds_and_delay_no_other) {
  const Endless silent("", "", milliseconds(100));
  const Endless dripping("HTTP/1.1 200 OK\r\nX-More: ", "x", milliseconds(500));
  const Receiver good;
  Hooked hooked;
  const auto began = std::chrono::steady_clock::now();
  auto of_silence = std::async(std::launch::async, [&] { return tested(hooked, silent); });
  auto of_drops = std::async(std::launch::async, [&] { return tested(hooked, dripping); });
  hooked.hook(hooked.trade.supplier, good.url());
  for (int i = 0; i < 5; ++i) hooked.sends(fmt::format("A-{}", i));
  EXPECT_EQ(good.calls_when(5).size(), 5u);
  EXPECT_EQ(of_silence.wait_for(milliseconds(0)), std::future_status::timeout);
  for (auto* const one : {&of_silence, &of_drops}) {
    const std::string body = one->get();
    EXPECT_EQ(at(body, "data.taken"), "false") << body;
    EXPECT_EQ(at(body, "data.message"), "The request timed out.");
  }
  const auto took = std::chrono::steady_clock::now() - began;
  EXPECT_GE(took, std::chrono::seconds(14));
}

// A server that never answers a client.
class Silent {
 public:
  Silent() : thread_([this] { serve(); }) {}
  ~Silent() {
    ::shutdown(listener_.descriptor, SHUT_RDWR);
    thread_.join();
    for (const int caller : callers_) ::close(caller);
    ::close(listener_.descriptor);
  }
  Silent(const Silent&) = delete;

  std::string url() const { return fmt::format("http://127.0.0.1:{}/in", listener_.port); }
  // Returns true if so many clients connect within twenty seconds.
  bool is_called_by(std::size_t count) const {
    return is_soon([&] { return count_ >= count; });
  }

 private:
  void serve() {
    for (int caller = 0; (caller = ::accept(listener_.descriptor, nullptr, nullptr)) >= 0;) {
      callers_.push_back(caller);
      ++count_;
    }
  }

  const Listener listener_ = listening();
  std::vector<int> callers_;  // used by the thread
  std::atomic<std::size_t> count_ = 0;
  std::thread thread_;  // last member, because it uses the others
};

// The participants have more webhooks than the number of concurrent calls.
TEST(Silent, receivers_of_many_participants_leave_places_to_the_others) {
  constexpr unsigned participants = 13;
  const Silent silent;
  const Receiver good;
  Hooked hooked;
  served::Operator by(hooked.exchange.port());
  std::string webhooks;
  for (int i = 0; i < 20; ++i)
    webhooks += fmt::format(R"({}{{"url":"{}"}})", i == 0 ? "" : ",", silent.url());
  http_tests::Client client(hooked.exchange.port());
  for (unsigned i = 0; i < participants; ++i) {
    const std::string gln = served::gln_of(500 + i);
    const std::string added = by.does(
        "POST", "/admin/participants",
        fmt::format(
            R"({{"name":"x","identifiers":[{{"domain":"GS1","identifier":"{}"}}],"webhooks":[{}]}})",
            gln, webhooks));
    served::relate(by, hooked.trade.customer, {.id = at(added, "id"), .token = {}});
    std::string order = trade::order("A-1");
    constexpr std::string_view supplier = "9521001000000";
    order.replace(order.find(supplier), supplier.size(), gln);
    trade::sends(client, hooked.trade, order);
  }
  EXPECT_TRUE(silent.is_called_by(participants * 8));
  hooked.hook(hooked.trade.supplier, good.url());
  const auto began = std::chrono::steady_clock::now();
  hooked.sends("A-1");
  EXPECT_EQ(good.calls_when(1).size(), 1u);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
}

TEST(Silent, receivers_that_a_participant_tests_leave_places_to_the_others) {
  const Silent silent;
  const Receiver good;
  Hooked hooked;
  const Webhook hanging = hooked.hook(hooked.trade.supplier, silent.url());
  const Webhook other = hooked.hook(hooked.trade.customer, good.url());
  const auto path_of = [](const Webhook& webhook) {
    return "/v2/profile/webhooks/" + webhook.id + "/test";
  };
  std::vector<http_tests::Client> under_way;
  for (std::size_t i = 1; i <= 4; ++i) {
    under_way.emplace_back(hooked.exchange.port())
        .send(http_tests::post(
            path_of(hanging), "",
            fmt::format("Authorization: Bearer {}\r\n", hooked.trade.supplier.token)));
    EXPECT_TRUE(silent.is_called_by(i));
  }
  EXPECT_EQ(hooked.ask(hooked.trade.supplier.token, "POST", path_of(hanging)).status, 503);
  const auto answer = hooked.ask(hooked.trade.customer.token, "POST", path_of(other));
  EXPECT_EQ(at(answer.body, "data.taken"), "true") << answer.body;
}

}  // namespace
}  // namespace tradepost::webhooks_tests
