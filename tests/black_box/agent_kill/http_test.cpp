// The recipient's system is an HTTP service that recognises repeats by Idempotency-Key.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <future>
#include <mutex>

#include "agent_kill/bridged.hpp"
#include "agent_kill/kill_run.hpp"
#include "http/receiver.hpp"
#include "served/json.hpp"

namespace tradepost::agent_kill_tests {
namespace {

using http_tests::Received;

class OverHttp : public OwnSystem {
 public:
  std::string settings() override { return "http = \"" + receiver_.url() + "\""; }
  bool refuses() const override { return true; }

  Times had() override {
    const std::lock_guard lock(mutex_);
    Times all;
    for (const auto& [id, document] : documents_) {
      if (!document.answer.starts_with("503")) all[id] = 1;
    }
    return all;
  }

  void expect_well(const served::Desk& /*agents*/, int kills_of_agent) override {
    const std::lock_guard lock(mutex_);
    EXPECT_LE(repeats_, kills_of_agent) << "only a kill makes the agent post a document again";
  }

 private:
  struct Document {
    std::string body;
    std::string answer;
  };

  std::string answer_to(const Received& call) {
    const std::string key = call.header("idempotency-key");
    const std::string number = served::at(call.body, "header.orderIdentifier");
    const std::lock_guard lock(mutex_);
    EXPECT_EQ(call.header("tradepost-id"), key);
    const auto known = documents_.find(key);
    if (known == documents_.end()) {
      documents_[key] = {.body = call.body, .answer = first_answer(number)};
      return documents_[key].answer;
    }
    Document& document = known->second;
    EXPECT_EQ(document.body, call.body) << "one key has two bodies";
    if (document.answer.starts_with("503")) {
      document.answer = "204 No Content";
    } else {
      ++repeats_;
    }
    return document.answer;
  }

  static std::string first_answer(const std::string& number) {
    if (number[0] == letter::late) return "503 Service Unavailable";
    if (number[0] != letter::refused) return "204 No Content";
    return fmt::format(
        "422 Unprocessable Content\r\nContent-Type: application/json\r\n\r\n"
        R"({{"reason":"{}","errorType":"DATA","errorContext":{{"number":"{}"}}}})",
        reason_of(number), number);
  }

  std::mutex mutex_;
  // Guarded by mutex_.
  std::map<std::string, Document> documents_;  // by Idempotency-Key
  int repeats_ = 0;

  http_tests::Receiver receiver_{
      [this](const Received& call, std::size_t /*nth*/) { return answer_to(call); }};
};

TEST(AgentKilled, service_has_each_document_once) {
  OverHttp service;
  expect_once_despite_kills(service);
}

TEST(AgentKilled, post_that_was_not_answered_is_repeated_with_its_key_and_body) {
  std::promise<void> came;
  std::promise<void> is_killed;
  http_tests::Receiver service([&](const Received& /*call*/, std::size_t nth) {
    if (nth == 0) {
      came.set_value();
      is_killed.get_future().wait();
    }
    return "204 No Content";
  });
  Bridged bridged("http = \"" + service.url() + "\"");
  bridged.begin_agent();
  const std::string id = bridged.send("P-1");
  came.get_future().wait();
  bridged.kill_agent();
  is_killed.set_value();
  bridged.begin_agent();
  bridged.expect_all_settled(std::chrono::seconds(30));
  const auto calls = service.calls();
  ASSERT_EQ(calls.size(), 2u);
  for (const Received& call : calls) {
    EXPECT_EQ(call.header("idempotency-key"), id);
    EXPECT_EQ(call.body, calls[0].body);
  }
  EXPECT_EQ(served::at(calls[0].body, "header.orderIdentifier"), "P-1");
}

}  // namespace
}  // namespace tradepost::agent_kill_tests
