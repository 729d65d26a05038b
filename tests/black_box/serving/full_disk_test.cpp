// Tests a real file system that other files fill to the last block while participants trade.

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "polling.hpp"
#include "served/desk.hpp"
#include "served/json.hpp"
#include "served/small_disk.hpp"
#include "tests/support/run.hpp"
#include "trade/partners.hpp"

namespace tradepost::serving::full_disk_test {

using served::SmallDisk;
using trade::order;
using trade::Partners;
using trade::pending;
using trade::sends;

namespace {

using http_tests::Client;
using served::ask;
using served::at;
using served::number_at;
using served::ServedExchange;
using std::chrono::steady_clock;

constexpr std::uint64_t MiB = 1u << 20;
constexpr std::chrono::seconds patience{60};

// Files that do not belong to the exchange.
class Hog {
 public:
  // `once` takes nearly all free space at once. `for_ever` takes every free block during the whole
  // lifetime, also blocks that others release.
  enum class Hunger : std::uint8_t { once, for_ever };

  Hog(const SmallDisk& disk, Hunger hunger) : folder_(disk.path() + "/somebody-elses") {
    std::filesystem::create_directory(folder_);
    if (hunger == Hunger::once) {
      // Others take space at the same time, so it is tried repeatedly.
      EXPECT_TRUE(is_soon([this] { return leaves_little(); }, patience));
      return;
    }
    take_all();
    thread_ = std::jthread([this](const std::stop_token& stopped) {
      std::mutex mutex;
      std::unique_lock lock(mutex);
      while (!stopped.stop_requested()) {
        take_all();
        pause_.wait_for(lock, stopped, std::chrono::milliseconds(20), [] { return false; });
      }
    });
  }
  ~Hog() {
    if (thread_.joinable()) {
      thread_.request_stop();
      thread_.join();
    }
    std::filesystem::remove_all(folder_);
  }

 private:
  bool takes(std::uint64_t bytes) {
    const std::string name = fmt::format("{}/{}", folder_, files_++);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return false;
    const bool is_taken = ::posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0;
    ::close(file);
    if (!is_taken) ::unlink(name.c_str());
    return is_taken;
  }
  bool leaves_little() {
    constexpr std::uint64_t left = 4 * MiB;
    const auto free = std::filesystem::space(folder_).available;
    return free <= left || takes(free - left);
  }
  void take_all() {
    constexpr std::uint64_t block = 4096;
    for (std::uint64_t piece = 64 * MiB; piece >= block;) {
      if (!takes(piece)) piece /= 2;
    }
  }

  const std::string folder_;
  int files_ = 0;
  std::condition_variable_any pause_;
  std::jthread thread_;
};

// A network folder on a small disk. The exchange's log is outside, on a disk with space.
class NetworkOnSmallDisk {
 public:
  explicit NetworkOnSmallDisk(const SmallDisk& disk) {
    std::filesystem::create_directory(disk.path() + "/network");
    std::filesystem::create_directory_symlink(disk.path() + "/network", data());
  }
  std::string data() const { return outside_.path() + "/network"; }

 private:
  const served::ScratchFolder outside_;
};

// Concurrent work, each on a thread: a sender, a recipient that reports on pulled documents, a
// reader, and backups to the same disk.
class Traffic {
 public:
  Traffic(std::uint16_t port, const Partners& trade, const std::string& data, const SmallDisk& disk)
      : port_(port), trade_(trade), data_(data), backup_(disk.path() + "/backup") {
    start(&Traffic::send);
    start(&Traffic::report);
    start(&Traffic::read);
    start(&Traffic::back_up);
  }
  ~Traffic() { end(); }
  void end() {
    is_over_ = true;
    threads_.clear();
  }

  std::size_t sent() const { return count_of(sent_); }
  std::size_t reported() const { return count_of(reported_); }
  std::uint64_t refused() const { return refused_; }
  std::uint64_t read_again() const { return read_; }
  std::uint64_t backups() const { return backups_; }

  // Reports on another pending document and returns the status of the answer.
  int status_of_another_report() {
    Client client(port_);
    const auto page = ask(client, trade_.supplier.token, "GET", "/v2/transactions?per_page=1");
    const std::string id = at(page.body, "items.0.platformTransactionId");
    return ask(client, trade_.supplier.token, "POST", "/v2/transactions/" + id, done).status;
  }

  std::string last_refusal() const {
    const std::lock_guard lock(mutex_);
    return last_refusal_;
  }

  // Expects every acknowledged document to exist once. Called after end().
  void compare(const ServedExchange& exchange) {
    Client client(exchange.port());
    const auto waiting = pending(client, trade_);
    const std::set<std::string> waits(waiting.begin(), waiting.end());
    EXPECT_EQ(waits.size(), waiting.size());
    for (const std::string& id : sent_) {
      const auto shown = ask(client, trade_.customer.token, "GET", "/v2/all-transactions/" + id);
      EXPECT_EQ(shown.status, 200) << id << " is lost";
      const bool is_reported = at(shown.body, "data.status") == "SUCCESS";
      EXPECT_NE(is_reported, waits.contains(id)) << id;
    }
    for (const std::string& id : reported_) EXPECT_FALSE(waits.contains(id)) << id;
  }

 private:
  static constexpr std::string_view done = R"({"success":true})";

  void start(void (Traffic::*work)(Client&, std::mt19937_64&)) {
    threads_.emplace_back([this, work, seed = threads_.size()] {
      Client client(port_);
      std::mt19937_64 random(seed);
      while (!is_over_ && !testing::Test::HasFailure()) (this->*work)(client, random);
    });
  }

  template <typename Ids>
  std::size_t count_of(const Ids& ids) const {
    const std::lock_guard lock(mutex_);
    return ids.size();
  }

  // Expects a refusal that a program understands: 503 with Retry-After.
  void expect_refusal(const http_tests::Answer& answer) {
    EXPECT_EQ(answer.status, 503) << answer.body;
    EXPECT_NE(answer.header("retry-after"), "") << answer.body;
    ++refused_;
    const std::lock_guard lock(mutex_);
    last_refusal_ = answer.body;
  }

  void send(Client& client, std::mt19937_64& random) {
    const auto answer = ask(client, trade_.customer.token, "POST", "/v2/transactions",
                            order(fmt::format("N-{}", ++number_),
                                  2'000 + random() % (random() % 8 == 0 ? 900'000 : 30'000)));
    if (answer.status != 201) return expect_refusal(answer);
    const std::lock_guard lock(mutex_);
    sent_.push_back(at(answer.body, "platformTransactionId"));
  }

  void report(Client& client, std::mt19937_64&) {
    const auto page = ask(client, trade_.supplier.token, "GET", "/v2/transactions?per_page=10");
    EXPECT_EQ(page.status, 200) << page.body;
    const std::uint64_t count = page.status == 200 ? number_at(page.body, "count") : 0;
    // Two documents stay pending, so that a list is never empty.
    for (std::uint64_t i = 0; i + 2 < count; ++i) {
      const std::string id = at(page.body, fmt::format("items.{}.platformTransactionId", i));
      const auto answer =
          ask(client, trade_.supplier.token, "POST", "/v2/transactions/" + id, done);
      if (answer.status != 200) return expect_refusal(answer);
      const std::lock_guard lock(mutex_);
      reported_.insert(id);
    }
  }

  void read(Client& client, std::mt19937_64& random) {
    std::string id;
    {
      const std::lock_guard lock(mutex_);
      if (sent_.empty()) return;
      id = sent_[random() % sent_.size()];
    }
    for (const std::string& path :
         {"/v2/all-transactions/" + id, std::string("/v2/all-transactions?per_page=20")}) {
      const auto answer = ask(client, trade_.customer.token, "GET", path);
      EXPECT_EQ(answer.status, 200) << path << answer.body;
    }
    ++read_;
  }

  void back_up(Client&, std::mt19937_64&) {
    for (const char* const suffix : {"", ".unfinished"})
      std::filesystem::remove_all(backup_ + suffix);
    const auto ended = place_.tradepost(fmt::format("backup '{}' '{}'", data_, backup_));
    EXPECT_TRUE(ended.exit_code == 0 || (ended.exit_code == 3 && !ended.err.empty()))
        << ended.exit_code << ended.out << ended.err;
    ++backups_;
  }

  const std::uint16_t port_;
  const Partners& trade_;
  const std::string data_;
  const std::string backup_;
  const served::Desk place_;
  int number_ = 0;  // used by send() only
  std::atomic<std::uint64_t> refused_ = 0;
  std::atomic<std::uint64_t> read_ = 0;
  std::atomic<std::uint64_t> backups_ = 0;
  std::atomic<bool> is_over_ = false;

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::vector<std::string> sent_;
  std::set<std::string> reported_;
  std::string last_refusal_;

  std::vector<std::jthread> threads_;
};

TEST(FullDisk, of_a_real_file_system_ends_nothing_loses_nothing_and_is_forgotten_in_five_seconds) {
  const SmallDisk disk(1'200 * MiB, SmallDisk::Kind::ext4);
  if (testing::Test::HasFailure()) return;
  const NetworkOnSmallDisk network(disk);
  ServedExchange exchange({.data = network.data()});
  const Partners trade(exchange);
  Traffic traffic(exchange.port(), trade, network.data(), disk);
  for (int round = 0; round < 5 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(fmt::format("round {}", round));
    const auto sent = traffic.sent();
    ASSERT_TRUE(is_soon([&] { return traffic.sent() >= sent + 100; }, patience));
    {
      const bool is_patient = round % 2 == 0;
      const Hog hog(disk, is_patient ? Hog::Hunger::once : Hog::Hunger::for_ever);
      const auto refused = traffic.refused();
      const auto read = traffic.read_again();
      const auto backups = traffic.backups();
      EXPECT_TRUE(is_soon([&] { return traffic.refused() > refused + 20; }, patience));
      EXPECT_TRUE(is_soon([&] { return traffic.read_again() > read + 50; }, patience));
      EXPECT_TRUE(is_soon([&] { return traffic.backups() > backups + 1; }, patience));
      // A long run waits until the index is due to be written to the disk.
      const auto flush_is_due = steady_clock::now() + std::chrono::seconds(run::is_long() ? 35 : 0);
      EXPECT_TRUE(is_soon([&] { return steady_clock::now() > flush_is_due; }, patience));
      if (is_patient) {
        // The ballast makes reports and settings possible.
        EXPECT_EQ(traffic.status_of_another_report(), 200);
        served::Operator by(exchange.port());
        by.does("PUT", "/admin/network", R"({"mode":"approved"})");
      }
    }
    const auto before = traffic.sent();
    EXPECT_TRUE(is_soon([&] { return traffic.sent() > before; }, std::chrono::seconds(5)))
        << std::filesystem::space(network.data()).available / MiB << " MiB are free, "
        << traffic.refused() << " refused: " << traffic.last_refusal();
  }
  traffic.end();
  traffic.compare(exchange);
  exchange.kill();
  exchange.begin();
  traffic.compare(exchange);
  EXPECT_EQ(exchange.end(), 0);
  const auto checked = served::Desk().tradepost(fmt::format("check '{}'", network.data()));
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
}

TEST(FullDisk, a_start_gives_up_the_ballast_and_serves_or_says_that_the_disk_is_full) {
  const SmallDisk disk(800 * MiB, SmallDisk::Kind::ext4);
  if (testing::Test::HasFailure()) return;
  const NetworkOnSmallDisk network(disk);
  ServedExchange exchange({.data = network.data()});
  const Partners trade(exchange);
  std::vector<std::string> sent;
  {
    Client client(exchange.port());
    for (int i = 0; i < 20; ++i)
      sent.push_back(sends(client, trade, order(fmt::format("N-{}", i), 20'000)));
  }
  ASSERT_TRUE(is_soon(
      [&] { return std::filesystem::exists(disk.path() + "/network/journal/ballast"); }, patience));
  exchange.kill();
  {
    const Hog hog(disk, Hog::Hunger::once);
    exchange.begin();
    Client client(exchange.port());
    EXPECT_EQ(pending(client, trade), sent);
    EXPECT_EQ(ask(client, trade.supplier.token, "POST", "/v2/transactions/" + sent[0],
                  R"({"success":true})")
                  .status,
              200);
    const auto refused = ask(client, trade.customer.token, "POST", "/v2/transactions", order("M"));
    EXPECT_EQ(refused.status, 503) << refused.body;
    sent.erase(sent.begin());
  }
  exchange.kill();
  {
    const Hog hog(disk, Hog::Hunger::for_ever);
    // Exit code 124 means that the exchange served until the time limit ended it.
    const auto ended = served::Desk().tradepost(
        fmt::format("serve --data '{}' --listen 127.0.0.1:0", network.data()), {},
        "timeout --signal TERM 5");
    EXPECT_TRUE(ended.exit_code == 3 || ended.exit_code == 124) << ended.exit_code << ended.err;
    EXPECT_TRUE(ended.exit_code == 124 || ended.err.contains("full")) << ended.err;
  }
  exchange.begin();
  Client client(exchange.port());
  EXPECT_EQ(pending(client, trade), sent);
}

}  // namespace
}  // namespace tradepost::serving::full_disk_test
