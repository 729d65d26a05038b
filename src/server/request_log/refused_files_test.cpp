#include "request_log/refused_files.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "request_log/record.hpp"

namespace tradepost::request_log::refused_files_test {

using base::ManualClock;

class NoSink final : public base::LogSink {
 public:
  void write(base::LogLevel /*level*/, std::string_view /*lines*/) override {}
};

class TheFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "/requests-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Logged refused(std::string body) {
    LoggedRequest request;
    request.id.bytes[15] = ++count_;
    request.at = clock_.now();
    request.method = "POST";
    request.target = "/v2/transactions?per_page=7";
    request.request_id = "order-1";
    request.body_bytes = 4'711;
    request.took = std::chrono::milliseconds(12);
    request.status = 422;
    request.token = exchange::TokenId(request.id);
    Refusal refusal{.code = "invalid",
                    .detail_code = "x",
                    .message = "Faulty.",
                    .faults = {},
                    .fault_count = 30,
                    .body = std::move(body)};
    refusal.faults.push_back({.code = "a.b", .path = "content.a", .message = "a is missing."});
    request.refusal = std::make_unique<const Refusal>(std::move(refusal));
    return std::make_shared<const LoggedRequest>(std::move(request));
  }

  std::unique_ptr<RefusedFiles> opened(RequestLog& log) {
    auto files = RefusedFiles::open(folder_, log, clock_, log_);
    EXPECT_TRUE(files);
    return files ? *std::move(files) : nullptr;
  }
  // Returns the requests that a restart finds.
  std::vector<Logged> after_restart() {
    RequestLog log(clock_, bounds_);
    opened(log);
    return log.newest(owner_);
  }
  std::size_t file_count() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

  ManualClock clock_{base::instant_of(1'772'442'843'271)};
  NoSink sink_;
  base::Log log_{clock_, sink_};
  RequestLog::Bounds bounds_;
  Owner owner_{.participant = exchange::ParticipantId(base::Uuid{.bytes = {7}}),
               .flow = exchange::Flow::test};
  std::string folder_;
  std::uint8_t count_ = 0;
};

TEST_F(TheFiles, refused_requests_are_there_after_a_restart) {
  const std::string body("{\"a\":\xFF\0'}", 9);
  {
    RequestLog log(clock_, bounds_);
    const auto files = opened(log);
    files->add(owner_, *refused(body));
    files->add(owner_, *refused("second"));
  }
  const auto found = after_restart();
  ASSERT_EQ(found.size(), 2u);
  const LoggedRequest& first = *found.back();
  EXPECT_EQ(first.id.bytes[15], 1);
  EXPECT_EQ(first.at, clock_.now());
  EXPECT_EQ(first.target, "/v2/transactions?per_page=7");
  EXPECT_EQ(first.request_id, "order-1");
  EXPECT_EQ(first.body_bytes, 4'711u);
  EXPECT_EQ(first.took.count(), 12);
  EXPECT_EQ(first.status, 422);
  EXPECT_EQ(first.token, exchange::TokenId(first.id));
  EXPECT_EQ(first.refusal->code, "invalid");
  EXPECT_EQ(first.refusal->detail_code, "x");
  EXPECT_EQ(first.refusal->fault_count, 30u);
  EXPECT_EQ(first.refusal->faults.front().path, "content.a");
  EXPECT_EQ(first.refusal->body, body);
}

TEST_F(TheFiles, record_that_is_cut_or_changed_ends_its_file) {
  {
    RequestLog log(clock_, bounds_);
    const auto files = opened(log);
    files->add(owner_, *refused("first"));
    files->add(owner_, *refused("second"));
  }
  const auto path = std::filesystem::directory_iterator(folder_)->path();
  const auto size = std::filesystem::file_size(path);
  std::filesystem::resize_file(path, size - 1);
  EXPECT_EQ(after_restart().size(), 1u);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(40);
  file.put('\x55');
  file.close();
  EXPECT_TRUE(after_restart().empty());
}

TEST_F(TheFiles, every_prefix_of_a_record_is_no_record) {
  const std::string bytes = bytes_of(owner_, *refused("body"));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::string_view cut = std::string_view(bytes).substr(0, size);
    EXPECT_FALSE(take_record(cut)) << size;
  }
  std::string_view whole = bytes;
  EXPECT_TRUE(take_record(whole));
  EXPECT_TRUE(whole.empty());
}

TEST_F(TheFiles, old_files_are_removed) {
  {
    RequestLog log(clock_, bounds_);
    opened(log)->add(owner_, *refused("first"));
  }
  EXPECT_EQ(file_count(), 1u);
  clock_.advance(bounds_.kept_for - std::chrono::hours(1));
  EXPECT_EQ(after_restart().size(), 1u);
  EXPECT_EQ(file_count(), 1u);
  clock_.advance(std::chrono::milliseconds(1));
  EXPECT_TRUE(after_restart().empty());
  EXPECT_EQ(file_count(), 0u);
}

TEST_F(TheFiles, open_file_is_removed_without_a_new_request) {
  RequestLog log(clock_, bounds_);
  auto files = opened(log);
  files->add(owner_, *refused("first"));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (file_count() == 0 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  ASSERT_EQ(file_count(), 1u);
  clock_.advance(bounds_.kept_for);
  files.reset();  // its thread looks at the files once more
  EXPECT_EQ(file_count(), 0u);
}

TEST_F(TheFiles, half_a_record_of_a_full_disk_does_not_hide_later_ones) {
  const auto add = [this](std::string body) {
    RequestLog log(clock_, bounds_);
    opened(log)->add(owner_, *refused(std::move(body)));  // to one file: it is the same instant
  };
  add("first");
  const auto path = std::filesystem::directory_iterator(folder_)->path();
  const auto size = std::filesystem::file_size(path);
  ::rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto usual = std::signal(SIGXFSZ, SIG_IGN);
  const ::rlimit full{.rlim_cur = size + 50, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
  add("second");
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, usual);
  EXPECT_EQ(std::filesystem::file_size(path), size);
  add("third");
  const auto found = after_restart();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found.front()->refusal->body, "third");
  EXPECT_EQ(found.back()->refusal->body, "first");
}

TEST_F(TheFiles, log_that_is_off_has_no_files) {
  {
    RequestLog log(clock_, bounds_);
    opened(log)->add(owner_, *refused("first"));
  }
  std::ofstream(folder_ + "/other") << "kept";
  EXPECT_TRUE(RefusedFiles::remove_all(folder_));
  EXPECT_EQ(file_count(), 1u);
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/other"));
  const std::string missing = folder_ + "/missing";
  EXPECT_TRUE(RefusedFiles::remove_all(missing));
  EXPECT_FALSE(std::filesystem::exists(missing));
}

TEST_F(TheFiles, all_files_stay_within_the_bound) {
  bounds_.bytes = 1u << 20;
  for (int i = 0; i < 60; ++i) {
    RequestLog log(clock_, bounds_);
    opened(log)->add(owner_, *refused(std::string(body_bytes_kept_max / 2, 'x')));
    clock_.advance(std::chrono::seconds(1));
  }
  std::uint64_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder_)) bytes += file.file_size();
  EXPECT_LE(bytes, bounds_.bytes);
  EXPECT_GT(bytes, bounds_.bytes / 2);
  EXPECT_FALSE(after_restart().empty());
}

}  // namespace tradepost::request_log::refused_files_test
