// Tests contract 6.3 over HTTP: a client walks page by page while others send documents, new
// versions and reports.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "serving_load/concurrency_town.hpp"
#include "tests/support/run.hpp"

namespace tradepost::serving_load {

using traders::Page;
using traders::page_of;
using traders::Row;

namespace {

using http_tests::Client;
using served::ask;
using std::chrono::steady_clock;
using Moment = steady_clock::time_point;

constexpr std::size_t senders = 3;
constexpr std::size_t at_first = 60;  // of each sender, before the first walk

// The changes of a document. Each takes effect between its request and its answer.
struct Document {
  Moment sent_begun{};
  Moment sent_ended{};
  Moment gone_begun = Moment::max();  // a report or a newer version
  Moment gone_ended = Moment::max();
};

class Happenings {
 public:
  void was_sent(const std::string& id, Moment begun, const std::string& replaced) {
    const std::lock_guard lock(mutex_);
    Document& document = documents_[id];
    document.sent_begun = begun;
    document.sent_ended = steady_clock::now();
    if (!replaced.empty()) end(replaced, begun);
  }
  void was_reported(const std::string& id, Moment begun) {
    const std::lock_guard lock(mutex_);
    end(id, begun);
  }
  std::map<std::string, Document> all() {
    const std::lock_guard lock(mutex_);
    return documents_;
  }

 private:
  void end(const std::string& id, Moment begun) {
    Document& document = documents_[id];
    document.gone_begun = std::min(document.gone_begun, begun);
    document.gone_ended = std::min(document.gone_ended, steady_clock::now());
  }

  std::mutex mutex_;
  std::map<std::string, Document> documents_;  // guarded by mutex_
};

struct Shown {
  std::string id;
  Moment asked{};
  Moment answered{};
};
struct Walk {
  std::vector<Shown> shown;
  Moment begun{};
  Moment last_asked{};
};

// Sends orders to the first supplier. About a third are newer versions of the sender's own orders.
class Sender {
 public:
  Sender(ConcurrencyTown& town, Happenings& happenings, std::size_t place, std::uint64_t seed)
      : town_(town), happenings_(happenings), place_(place), random_(seed), client_(town.port()) {}

  void send_one(bool may_replace) {
    const bool replaces = may_replace && random_() % 3 == 0;
    if (!replaces) latest_.emplace_back();
    const std::size_t number = replaces ? random_() % latest_.size() : latest_.size() - 1;
    const auto begun = steady_clock::now();
    const std::string id =
        send(client_, town_.customer(place_),
             ConcurrencyTown::order(place_, 0, fmt::format("N{}", number), ++variant_));
    happenings_.was_sent(id, begun, std::exchange(latest_[number], id));
  }

 private:
  ConcurrencyTown& town_;
  Happenings& happenings_;
  const std::size_t place_;
  std::mt19937_64 random_;
  Client client_;
  int variant_ = 0;
  std::vector<std::string> latest_;  // by number
};

class Paging : public testing::Test {
 protected:
  Paging() : seed_(run::seed()) {}

  // Reports on random pending documents, one by one or many at once.
  void report_some(std::uint64_t seed, std::size_t rounds) {
    std::mt19937_64 random(seed);
    Client client(town_.port());
    for (std::size_t round = 0; round < rounds; ++round) {
      std::vector<std::string> ids;
      for (const Row& row : pending(client, town_.supplier(0))) {
        if (random() % 30 == 0) ids.push_back(row.id);
      }
      if (ids.empty()) continue;
      if (random() % 3 != 0) {
        report(client, ids);
        continue;
      }
      for (const std::string& id : ids) report(client, {id});
    }
  }

  void report(Client& client, const std::vector<std::string>& ids) {
    std::string items;
    for (const std::string& id : ids) {
      items += fmt::format(R"({}{{"platformTransactionId":"{}","success":{}}})",
                           items.empty() ? "" : ",", id, id.back() % 2 == 0);
    }
    const auto begun = steady_clock::now();
    const auto answer =
        ask(client, town_.supplier(0).token, "POST", "/v2/transactions/bulk/mark-processed",
            fmt::format(R"({{"items":[{}]}})", items));
    EXPECT_EQ(answer.status, 200) << answer.body;
    for (const std::string& id : ids) happenings_.was_reported(id, begun);
  }

  Walk walk(Client& client, std::mt19937_64& random) {
    Walk walk;
    walk.begun = steady_clock::now();
    std::string cursor;
    for (bool has_more = true; has_more && !HasFailure();) {
      const auto asked = steady_clock::now();
      const std::string path = fmt::format("/v2/transactions?per_page={}{}", 1 + random() % 9,
                                           cursor.empty() ? "" : "&cursor=" + cursor);
      const Page page = page_of(ask(client, town_.supplier(0).token, "GET", path));
      const auto answered = steady_clock::now();
      for (const Row& row : page.rows) {
        walk.shown.push_back({.id = row.id, .asked = asked, .answered = answered});
        EXPECT_TRUE(row.is_latest) << row.id;
      }
      walk.last_asked = asked;
      cursor = page.next_cursor;
      has_more = page.has_more;
    }
    return walk;
  }

  void expect_all_once(const Walk& walk, const std::map<std::string, Document>& documents,
                       Moment end) {
    std::set<std::string> shown;
    Moment earliest_end = Moment::max();
    for (auto at = walk.shown.rbegin(); at != walk.shown.rend(); ++at) {
      EXPECT_TRUE(shown.insert(at->id).second) << at->id << " is shown twice";
      const Document& document = documents.at(at->id);
      EXPECT_LE(document.sent_begun, at->answered) << at->id << " is shown before it was sent";
      EXPECT_GE(document.gone_ended, at->asked) << at->id << " is shown after it went";
      EXPECT_GE(earliest_end, document.sent_begun) << at->id << " is shown before older ones";
      earliest_end = std::min(earliest_end, document.sent_ended);
    }
    // A document that existed at the request for the last page and remained must be shown. This
    // includes documents that arrived during the walk, and newer versions of documents already
    // shown.
    for (const auto& [id, document] : documents) {
      const bool was_there = document.sent_ended <= walk.last_asked;
      const bool has_stayed = document.gone_begun >= end;
      EXPECT_TRUE(!was_there || !has_stayed || shown.contains(id)) << id << " is skipped";
    }
  }

  ConcurrencyTown town_;
  const std::uint64_t seed_;
  Happenings happenings_;
};

// Covers contract 6.3.
TEST_F(Paging, nothing_is_skipped_or_shown_twice_while_others_send_and_report) {
  const std::size_t rounds = (run::is_long() ? 2000 : 300) / (run::binary_is_slow() ? 3 : 1);
  SCOPED_TRACE(fmt::format("seed {}", seed_));
  std::vector<std::thread> threads;
  std::vector<Sender> at_work;
  for (std::size_t i = 0; i < senders; ++i) at_work.emplace_back(town_, happenings_, i, seed_ + i);
  for (Sender& sender : at_work) {
    for (std::size_t i = 0; i < at_first; ++i) sender.send_one(false);
  }
  for (Sender& sender : at_work) {
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < rounds; ++i) sender.send_one(true);
    });
  }
  threads.emplace_back([&] { report_some(seed_ + senders, rounds / 5); });
  std::atomic<bool> is_over = false;
  std::vector<std::pair<Walk, Moment>> walks;
  std::thread walker([&] {
    std::mt19937_64 random(seed_ + senders + 1);
    Client client(town_.port());
    while (!is_over) {
      Walk done = walk(client, random);
      walks.emplace_back(std::move(done), steady_clock::now());
    }
  });
  for (std::thread& thread : threads) thread.join();
  is_over = true;
  walker.join();

  const auto documents = happenings_.all();
  std::size_t shown = 0;
  for (const auto& [walk, end] : walks) {
    expect_all_once(walk, documents, end);
    shown += walk.shown.size();
  }
  std::printf("%zu walks over %zu documents, %zu shown\n", walks.size(), documents.size(), shown);
}

}  // namespace
}  // namespace tradepost::serving_load
