// Receivers that never come to an end: a call of theirs ends all the same, and holds up no other
// (docs/webhooks.md).
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

#include <fmt/format.h>

#include "api/json.hpp"
#include "webhooks/hooked.hpp"
#include "webhooks/receiver.hpp"

namespace tradepost::webhooks_tests {
namespace {

using api_tests::at;
using std::chrono::milliseconds;

// Whoever connects is sent `begin`, and then `more` again and again, with a pause in between. What
// he says is not read.
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
  std::thread thread_;  // last: it uses what stands above
};

// What a test call tells. Its answer may take as long as a call does.
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
  EXPECT_EQ(at(body, "data.message"), "The head of its answer has no end.");
}

TEST(Endless, silence_and_an_answer_that_drips_end_after_fifteen_seconds_and_hold_up_nobody) {
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
    EXPECT_EQ(at(body, "data.message"), "No answer came in time.");
  }
  const auto took = std::chrono::steady_clock::now() - began;
  EXPECT_GE(took, std::chrono::seconds(14));
}

}  // namespace
}  // namespace tradepost::webhooks_tests
