#include "webhooks/call_log.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "webhooks/call_file.hpp"
#include "webhooks/kept_call.hpp"

namespace tradepost::webhooks::call_log_test {

using base::limits::webhook_calls_kept_max;
using exchange::CallOutcome;
using exchange::EndpointId;
using exchange::MadeCall;
using exchange::WebhookCall;

base::Uuid numbered(unsigned number) {
  base::Uuid id;
  id.bytes[14] = static_cast<std::uint8_t>(number >> 8);
  id.bytes[15] = static_cast<std::uint8_t>(number);
  return id;
}

EndpointId endpoint(unsigned number) {
  return EndpointId(numbered(number));
}

class NoSink final : public base::LogSink {
 public:
  void write(base::LogLevel /*level*/, std::string_view /*lines*/) override {}
};

class TheCallLog : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "/calls-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  WebhookCall made(unsigned event, std::string why_not = "") {
    WebhookCall call;
    call.id = numbered(++count_);
    call.event = numbered(event);
    call.type = "transaction.pending";
    call.about = numbered(4'711);
    call.position = 42;
    call.at = clock_.now();
    call.status = why_not.empty() ? 204 : 500;
    call.why_not = std::move(why_not);
    call.took = std::chrono::milliseconds(12);
    return call;
  }
  std::unique_ptr<CallFile> opened(CallLog& calls) {
    auto file = CallFile::open(folder_, calls, clock_, log_);
    EXPECT_TRUE(file);
    return file ? *std::move(file) : nullptr;
  }
  // Returns the calls of an endpoint that a restart finds.
  std::vector<MadeCall> after_restart(unsigned of = 1) {
    CallLog calls(clock_, bounds_);
    opened(calls);
    return calls.calls(endpoint(of), all_);
  }
  std::string path() const { return folder_ + "/" + std::string(CallFile::file_name); }

  base::ManualClock clock_{base::instant_of(1'772'442'843'271)};
  NoSink sink_;
  base::Log log_{clock_, sink_};
  CallLog::Bounds bounds_;
  const exchange::CallsWanted all_{
      .outcome = {}, .event = {}, .before = {}, .count_max = 2 * webhook_calls_kept_max};
  std::string folder_;
  unsigned count_ = 0;
};

TEST_F(TheCallLog, lists_the_calls_of_one_endpoint_newest_first_and_by_filter) {
  CallLog calls(clock_, bounds_);
  const MadeCall failed = calls.add(endpoint(1), made(7, "It answered with 500."));
  const MadeCall taken = calls.add(endpoint(1), made(7));
  const MadeCall other = calls.add(endpoint(1), made(8));
  calls.add(endpoint(2), made(7));
  using Calls = std::vector<MadeCall>;
  auto wanted = all_;
  EXPECT_EQ(calls.calls(endpoint(1), wanted), (Calls{other, taken, failed}));
  wanted.outcome = CallOutcome::failed;
  EXPECT_EQ(calls.calls(endpoint(1), wanted), (Calls{failed}));
  wanted.outcome = CallOutcome::taken;
  wanted.event = numbered(7);
  EXPECT_EQ(calls.calls(endpoint(1), wanted), (Calls{taken}));
  EXPECT_EQ(
      calls.calls(endpoint(1), {.outcome = {}, .event = {}, .before = other->id, .count_max = 1}),
      (Calls{taken}));
  EXPECT_EQ(calls.find(endpoint(1), taken->id), taken);
  EXPECT_EQ(calls.find(endpoint(2), taken->id), nullptr);
}

TEST_F(TheCallLog, counts_the_attempts_of_an_event_for_each_endpoint) {
  CallLog calls(clock_, bounds_);
  EXPECT_EQ(calls.add(endpoint(1), made(7, "Lost."))->attempt, 1u);
  EXPECT_EQ(calls.add(endpoint(1), made(7, "Lost."))->attempt, 2u);
  EXPECT_EQ(calls.add(endpoint(1), made(8))->attempt, 1u);
  EXPECT_EQ(calls.add(endpoint(1), made(7))->attempt, 3u);
  EXPECT_EQ(calls.add(endpoint(2), made(7))->attempt, 1u);
}

TEST_F(TheCallLog, accepted_calls_do_not_replace_failed_ones) {
  CallLog calls(clock_, bounds_);
  const MadeCall failed = calls.add(endpoint(1), made(1, "It answered with 500."));
  for (unsigned i = 0; i < webhook_calls_kept_max + 10; ++i) calls.add(endpoint(1), made(100 + i));
  EXPECT_EQ(calls.calls(endpoint(1), all_).size(), webhook_calls_kept_max + 1);
  EXPECT_EQ(calls.find(endpoint(1), failed->id), failed);
}

TEST_F(TheCallLog, old_calls_and_removed_endpoints_leave_it) {
  CallLog calls(clock_, bounds_);
  calls.add(endpoint(1), made(1));
  clock_.advance(bounds_.kept_for + std::chrono::milliseconds(1));
  EXPECT_TRUE(calls.calls(endpoint(1), all_).empty());
  calls.add(endpoint(1), made(1));
  calls.add(endpoint(2), made(1));
  const auto is_gone = [](const EndpointId& id) { return id == endpoint(2); };
  EXPECT_EQ(calls.forget(is_gone), 1u);
  EXPECT_EQ(calls.forget(is_gone), 0u);
  EXPECT_EQ(calls.calls(endpoint(1), all_).size(), 1u);
  EXPECT_TRUE(calls.calls(endpoint(2), all_).empty());
}

TEST_F(TheCallLog, calls_are_there_after_a_restart) {
  {
    CallLog calls(clock_, bounds_);
    const auto file = opened(calls);
    calls.add(endpoint(1), made(7, "It answered with 500."));
    WebhookCall test = made(8);
    test.type = "webhook.test";
    test.about = {};
    test.cause = exchange::CallCause::test;
    calls.add(endpoint(1), std::move(test));
  }
  const auto found = after_restart();
  ASSERT_EQ(found.size(), 2u);
  const WebhookCall& first = *found.back();
  EXPECT_EQ(first.id, numbered(1));
  EXPECT_EQ(first.event, numbered(7));
  EXPECT_EQ(first.type, "transaction.pending");
  EXPECT_EQ(first.about, numbered(4'711));
  EXPECT_EQ(first.position, 42u);
  EXPECT_EQ(first.at, clock_.now());
  EXPECT_EQ(first.status, 500);
  EXPECT_EQ(first.why_not, "It answered with 500.");
  EXPECT_EQ(first.took.count(), 12);
  EXPECT_EQ(found.front()->type, "webhook.test");
  EXPECT_EQ(found.front()->cause, exchange::CallCause::test);
  EXPECT_FALSE(found.front()->about);
}

TEST_F(TheCallLog, half_a_record_does_not_hide_later_ones) {
  const auto add = [this](unsigned event) {
    CallLog calls(clock_, bounds_);
    const auto file = opened(calls);
    calls.add(endpoint(1), made(event));
  };
  add(7);
  std::ofstream(path(), std::ios::app | std::ios::binary) << "half";
  add(8);
  EXPECT_EQ(after_restart().size(), 2u);
}

TEST_F(TheCallLog, calls_of_a_removed_endpoint_leave_the_file) {
  {
    CallLog calls(clock_, bounds_);
    const auto file = opened(calls);
    calls.add(endpoint(1), made(7));
    calls.add(endpoint(2), made(7));
    calls.forget([](const EndpointId& id) { return id == endpoint(2); });
    file->replace_soon();
  }
  const auto bytes = std::filesystem::file_size(path());
  EXPECT_EQ(bytes, bytes_of(endpoint(1), made(7)).size());
  EXPECT_EQ(after_restart(1).size(), 1u);
  EXPECT_TRUE(after_restart(2).empty());
}

TEST_F(TheCallLog, file_stays_within_twice_the_bound) {
  bounds_.bytes = 1u << 20;
  CallLog calls(clock_, bounds_);
  const std::string long_reason(1'000, 'x');
  for (int run = 0; run < 5; ++run) {
    const auto file = opened(calls);
    for (unsigned i = 0; i < 600; ++i) calls.add(endpoint(i % 40), made(i, long_reason));
  }
  EXPECT_LE(calls.bytes_in_use(), bounds_.bytes);
  EXPECT_LE(std::filesystem::file_size(path()), 2 * bounds_.bytes + (2u << 20));
}

TEST_F(TheCallLog, every_prefix_of_a_record_is_no_record) {
  const std::string bytes = bytes_of(endpoint(1), made(7));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::string_view cut = std::string_view(bytes).substr(0, size);
    EXPECT_FALSE(take_kept_call(cut)) << size;
  }
  std::string_view whole = bytes;
  EXPECT_TRUE(take_kept_call(whole));
  EXPECT_TRUE(whole.empty());
}

}  // namespace tradepost::webhooks::call_log_test
