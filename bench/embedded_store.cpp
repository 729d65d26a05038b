// Measures the embedded store without the server, on the disk of DIR: sends, pages, reports and
// history, with HELD held documents. Alternates with pwrite and fdatasync of the same number of
// bytes, and prints rates and ratios.
//
//   embedded_store DIR [HELD]
#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/ground/check.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/manual_executor.hpp"
#include "journal/disk/posix_folder.hpp"
#include "store/embedded/embedded_store.hpp"

namespace {

namespace base = tradepost::base;
namespace exchange = tradepost::exchange;
namespace journal = tradepost::journal;
namespace embedded = tradepost::store::embedded;
using Clock = std::chrono::steady_clock;

constexpr std::size_t content_bytes = 3000;
constexpr std::size_t held_content_bytes = 200;  // for documents that are only stored
constexpr std::size_t outstanding = 64;
constexpr std::uint32_t partners = 200;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

exchange::ParticipantId participant(std::uint32_t number) {
  base::Uuid uuid;
  for (int i = 0; i < 4; ++i) uuid.bytes[i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
  uuid.bytes[15] = 1;
  return exchange::ParticipantId(uuid);
}

class Store {
 public:
  explicit Store(const std::string& path) {
    std::filesystem::create_directories(path);
    auto folder = journal::open_posix_folder(path + "/journal", journal::Missing::make);
    CHECK(folder.has_value());
    folder_ = *std::move(folder);
    const embedded::Environment environment{.folder = *folder_,
                                            .index_folder = path + "/index",
                                            .clock = clock_,
                                            .random = salts_,
                                            .on_failure = [](const base::Error&) { std::abort(); },
                                            .watch = {}};
    auto opened = embedded::EmbeddedStore::open(environment, {});
    if (!opened) fmt::print("{}\n", opened.error().detail().str());
    CHECK(opened.has_value());
    store_ = *std::move(opened);
  }

  // Runs as many concurrent tasks as `outstanding`. Returns the seconds.
  double send(std::size_t count, std::size_t bytes) {
    return at_once([this, count, bytes](std::size_t) { return send_many(count, bytes); });
  }
  // Reads the first page of each queue repeatedly.
  double pages(std::size_t count) {
    return alone([this, count] { return page_many(count); });
  }
  double report(std::size_t bulks, std::uint32_t of) {
    return alone([this, bulks, of] { return report_many(bulks, of); });
  }
  double report_singly(std::size_t count) {
    return at_once([this, count](std::size_t nth) { return report_some(nth, count); });
  }
  double history(std::size_t count) {
    return alone([this, count] { return history_many(count); });
  }
  // Returns the number of sends that were repeated because the index could not keep up.
  std::size_t refused() const { return refused_; }

 private:
  using Work = std::function<base::Task<>(std::size_t)>;

  double at_once(const Work& work) {
    base::Completion<bool> done(executor_);
    auto completer = done.completer();
    std::size_t left = outstanding;
    const auto begin = Clock::now();
    for (std::size_t i = 0; i < outstanding; ++i) {
      base::start(executor_, work(i), [&] {
        if (--left == 0) completer.fulfil(true);
      });
    }
    executor_.run(until(done));
    return seconds_since(begin);
  }
  double alone(const std::function<base::Task<>()>& work) {
    const auto begin = Clock::now();
    executor_.run(work());
    return seconds_since(begin);
  }
  static base::Task<> until(base::Completion<bool>& done) { co_await done.wait(); }
  exchange::Deadline deadline() const { return executor_.now() + std::chrono::hours(1); }

  exchange::Submission submission(std::uint32_t number, std::size_t bytes) {
    exchange::Submission made;
    exchange::Transaction& row = made.transaction;
    row.id = ids_.next_id<exchange::TransactionTag>();
    row.flow = exchange::Flow::live;
    row.kind = exchange::Kind::order;
    row.parties.principal.participant = participant(number % partners);
    row.recipient = participant(partners + number / partners % partners);
    row.parties.commercial.participant = row.recipient;
    row.viewers = {*row.parties.principal.participant, row.recipient};
    row.number = fmt::format("45{:08}", number);
    row.has_chain = true;
    row.routed_by = {.role = "supplier",
                     .identifier = {.domain = exchange::Domain::gs1, .text = "9521001000000"}};
    std::string content = fmt::format("ORDER\n{{\"number\":\"{}\",", row.number);
    content.resize(bytes, 'x');
    row.content.digest = base::sha256(content);
    made.content = exchange::bytes_of(content.substr(6));
    row.content.bytes = made.content.view.size();
    return made;
  }

  base::Task<> send_many(std::size_t count, std::size_t bytes) {
    for (std::size_t i = 0; i < count / outstanding; ++i) {
      exchange::Submission made = submission(next_++, bytes);
      while (true) {
        exchange::Submission asked = made;
        const auto answer = co_await store_->submit(std::move(asked), deadline());
        if (answer) {
          CHECK(std::holds_alternative<exchange::Accepted>(*answer));
          break;
        }
        CHECK(answer.error().code() == base::ErrorCode::unavailable);
        ++refused_;
        ::poll(nullptr, 0, 1);  // a client also waits before it retries
      }
    }
  }

  static exchange::PendingQuery front_of(std::uint32_t nth, std::uint32_t count) {
    return {.recipient = participant(partners + nth % partners),
            .flow = exchange::Flow::live,
            .kinds = {},
            .after = 0,
            .count_max = count,
            .bytes_max = 8u << 20};
  }

  base::Task<> page_many(std::size_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const exchange::PendingQuery query = front_of(i, 25);
      const auto page = co_await store_->pending(query, deadline());
      CHECK(page && page->items.size() == 25);
    }
  }

  base::Task<> report_front(std::uint32_t nth, std::uint32_t count) {
    const exchange::PendingQuery query = front_of(nth, count);
    const auto page = co_await store_->pending(query, deadline());
    CHECK(page && page->items.size() == count);
    exchange::ReportCommand command;
    command.recipient = query.recipient;
    command.flow = query.flow;
    command.by = exchange::Actor::of(query.recipient);
    for (const auto& item : page->items) {
      command.items.push_back({.id = item.row->id,
                               .verdict = exchange::Verdict::success,
                               .reason = {},
                               .type = exchange::ErrorType::data,
                               .context = {},
                               .new_case = {}});
    }
    const auto answer = co_await store_->report(std::move(command), deadline());
    CHECK(answer.has_value());
  }

  base::Task<> report_many(std::size_t bulks, std::uint32_t of) {
    for (std::uint32_t i = 0; i < bulks; ++i) co_await report_front(i, of);
  }
  // Each task has its own recipients, so that no two tasks report on the same document.
  base::Task<> report_some(std::size_t nth, std::size_t count) {
    for (std::size_t i = 0; i < count / outstanding; ++i) {
      co_await report_front(static_cast<std::uint32_t>(nth), 1);
    }
  }

  base::Task<> history_many(std::size_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      exchange::HistoryQuery query;
      query.viewer.participant = participant(i % partners);
      query.viewer.flow = exchange::Flow::live;
      query.count_max = 25;
      const auto page = co_await store_->history(query, deadline());
      CHECK(page && page->items.size() == 25);
    }
  }

  base::SystemClock clock_;
  base::SystemRandom salts_;
  base::SystemRandom random_;
  base::UuidGenerator ids_{clock_, random_};
  base::ManualExecutor executor_;
  std::uint32_t next_ = 0;
  std::size_t refused_ = 0;
  std::unique_ptr<journal::Folder> folder_;
  std::unique_ptr<embedded::EmbeddedStore> store_;
};

// Writes frames of the same size into space that was written before.
class Bare {
 public:
  explicit Bare(const std::string& path)
      : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600)),
        frame_(outstanding * (content_bytes + 250), 'x') {
    CHECK(file_ >= 0);
    const std::string zeros(1u << 20, '\0');
    for (std::size_t at = 0; at < file_bytes; at += zeros.size()) {
      CHECK(::pwrite(file_, zeros.data(), zeros.size(), static_cast<off_t>(at)) ==
            static_cast<ssize_t>(zeros.size()));
    }
    CHECK(::fdatasync(file_) == 0);
  }
  ~Bare() { ::close(file_); }
  Bare(const Bare&) = delete;
  Bare& operator=(const Bare&) = delete;

  // Returns documents per second.
  double turn(std::size_t frames) {
    const auto begin = Clock::now();
    for (std::size_t i = 0; i < frames; ++i) {
      if (at_ + frame_.size() > file_bytes) at_ = 0;
      CHECK(::pwrite(file_, frame_.data(), frame_.size(), static_cast<off_t>(at_)) ==
            static_cast<ssize_t>(frame_.size()));
      CHECK(::fdatasync(file_) == 0);
      at_ += frame_.size();
    }
    return static_cast<double>(frames * outstanding) / seconds_since(begin);
  }

 private:
  static constexpr std::size_t file_bytes = 128u << 20;
  const int file_;
  const std::string frame_;
  std::size_t at_ = 0;
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void show_rates(Store& store, Bare& bare) {
  constexpr int turns = 5;
  constexpr std::size_t sends = 64 * 300;
  constexpr std::size_t pages = 4000;
  constexpr std::size_t history_pages = 2000;
  constexpr std::size_t bulks = 20;
  std::vector<double> limit;
  std::vector<double> send;
  std::vector<double> page;
  std::vector<double> bulk;
  std::vector<double> single;
  std::vector<double> history;
  for (int turn = 0; turn < turns; ++turn) {
    limit.push_back(bare.turn(300));
    send.push_back(sends / store.send(sends, content_bytes));
    page.push_back(pages / store.pages(pages));
    history.push_back(history_pages / store.history(history_pages));
    single.push_back(64.0 * 30 / store.report_singly(64 * 30));
    bulk.push_back(bulks * 50 / store.report(bulks, 50));
  }
  fmt::print("bare, 64 x 3.2 KB a sync   {:>9.0f} documents/s\n", median(limit));
  fmt::print("send, 64 outstanding       {:>9.0f} /s      {:.2f} of bare\n", median(send),
             median(send) / median(limit));
  fmt::print("page of 25                 {:>9.0f} /s      {:.1f} us\n", median(page),
             1e6 / median(page));
  fmt::print("history page of 25         {:>9.0f} /s      {:.1f} us\n", median(history),
             1e6 / median(history));
  fmt::print("page and report, 64 at once{:>9.0f} /s\n", median(single));
  fmt::print("reports, pages and bulks of 50, one after the other {:>9.0f} /s\n", median(bulk));
}

// Measures a start after a process that ended without closing its store.
void show_start(const std::string& path, std::size_t documents) {
  const pid_t child = ::fork();
  CHECK(child >= 0);
  if (child == 0) {
    Store store(path);
    store.send(documents, content_bytes);
    ::_exit(0);
  }
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child && status == 0);
  const auto begin = Clock::now();
  const Store store(path);
  fmt::print("start after {} documents and a crash   {:.0f} ms\n", documents,
             seconds_since(begin) * 1e3);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    fmt::print(stderr, "usage: embedded_store DIR [HELD]\n");
    return 2;
  }
  const std::string folder = std::string(arguments[1]) + "/embedded-store-bench";
  const std::size_t held = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 0;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  show_start(folder + "/start", 64'000);
  {
    Store store(folder + "/store");
    if (held != 0) {
      const double took = store.send(held, held_content_bytes);
      fmt::print("{} held, brought there at {:.0f} /s, {} sends advised to retry\n", held,
                 static_cast<double>(held) / took, store.refused());
    }
    store.send(64 * 1600, content_bytes);
    Bare bare(folder + "/bare");
    show_rates(store, bare);
  }
  std::filesystem::remove_all(folder);
  return 0;
}
