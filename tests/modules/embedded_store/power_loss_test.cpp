// The store on a disk that loses unsynced data, or refuses a call: every answered command persists
// once in the next life, whose index equals one that is built from the journal.

#include <gtest/gtest.h>
#include <rocksdb/env.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "embedded_store/fresh_index.hpp"
#include "embedded_store/ledger.hpp"
#include "embedded_store/trading.hpp"
#include "exchange/administration/settings.hpp"
#include "exchange/trade/send.hpp"
#include "faulty_disk/faulty_disk.hpp"
#include "polling.hpp"
#include "scratch_store/scratch_store.hpp"
#include "tests/support/run.hpp"

// Covers contract 4.8, 4.10 and 8.1.
namespace tradepost::store::embedded::testing {
namespace {

const std::string index_folder = "/index";

constexpr std::uint64_t slowness = run::is_sanitized ? 3 : 1;

// Small limits, so that segments end, buffers fill and the index is flushed every few commits.
EmbeddedOptions tiny_options(rocksdb::Env& env) {
  EmbeddedOptions options = small_options();
  options.journal = {.first_segment_bytes = 192 << 10,
                     .segment_bytes = 192 << 10,
                     .frame_bytes_max = 128 << 10,
                     .tail_bytes = 48 << 10,
                     .slab_bytes = 12 << 10,
                     .fill_ahead_bytes = 24 << 10,
                     .fill_step_bytes = 8 << 10,
                     .space_bytes_min = 64 << 10,
                     .idle_proof_after = std::chrono::milliseconds(5),
                     .reserve_bytes_max = 1 << 20,
                     .reserve_divisor = 50,
                     .ballast_bytes = 64 << 10};
  options.index.env = &env;
  options.flush = {.journal_bytes = 16 << 10,
                   .every = std::chrono::milliseconds(10),
                   .poll_interval = std::chrono::milliseconds(1)};
  options.read_threads = 1;
  return options;
}

// The store's process in one life, which may end early.
class Life {
 public:
  explicit Life(FaultyDisk& disk)
      : folder_(disk.journal_folder()), data_folder_(disk.index_folder()), env_(disk.index_env()) {}

  // Returns an error if it can't be opened.
  base::Done open() {
    TRY_ASSIGN(store_, EmbeddedStore::open({.folder = *folder_,
                                            .index_folder = index_folder,
                                            .clock = clock_,
                                            .random = random_,
                                            .on_failure = [this](const auto&) { ++failures_; },
                                            .watch = {},
                                            .data = data_folder_.get()},
                                           tiny_options(*env_)));
    town_ = std::make_unique<Town>(*store_, clock_);
    return {};
  }

  // Trades on several threads, with this number of things each, or until the store stops.
  void trade(Ledger& ledger, const TraderOptions& options, std::size_t things) {
    if (!found(*town_)) return;
    std::mutex mutex;
    const auto on_word = [&](const Word& word) {
      const std::lock_guard lock(mutex);
      ledger.hear(word);
    };
    std::vector<std::jthread> threads;
    for (std::size_t nth = 0; nth < options.of; ++nth) {
      threads.emplace_back([this, &on_word, things, options, nth] {
        Trader trader(*store_, clock_,
                      {.nth = nth, .of = options.of, .life = options.life, .seed = options.seed},
                      on_word);
        for (std::size_t i = 0; i < things && trader.trade(); ++i) continue;
      });
    }
  }

  // Returns true if the store still answers changes of the network.
  bool takes_more() {
    Seat seat(*town_);
    const auto answer = seat.run(
        exchange::set_network(seat.desk(), {}, exchange::NetworkMode::approved, seat.deadline()));
    return answer.has_value();
  }

  void compare(Ledger& ledger) { ledger.compare(*town_); }
  std::string difference_of_index() {
    return difference_from_fresh_index(*folder_, index_folder, tiny_options(*env_));
  }

  void close() {
    town_.reset();
    store_.reset();
  }
  int failures() const { return failures_; }
  Town& town() { return *town_; }
  bool has_failed() const { return store_->has_failed(); }

 private:
  const base::SystemClock clock_;
  base::SystemRandom random_;
  std::atomic<int> failures_ = 0;
  std::unique_ptr<journal::Folder> folder_;
  std::unique_ptr<journal::Folder> data_folder_;
  std::unique_ptr<rocksdb::Env> env_;
  std::unique_ptr<EmbeddedStore> store_;
  std::unique_ptr<Town> town_;
};

// A disk, the answers of its stores, and its random events.
class World {
 public:
  World(std::uint64_t seed, std::uint64_t nth) : seed_(seed + nth), random_(seed_), disk_(seed_) {}

  FaultyDisk& disk() { return disk_; }
  Ledger& ledger() { return ledger_; }
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  void trade(Life& life, std::uint64_t nth, std::size_t traders, std::size_t things) {
    life.trade(ledger_, {.nth = 0, .of = traders, .life = nth, .seed = seed_}, things);
  }

  // Either the disk stops first, or the store closes first: a process may die either way.
  void die(Life& life) {
    const bool disk_first = below(2) == 0;
    if (disk_first) disk_.lose_power();
    life.close();
    if (!disk_first) disk_.lose_power();
  }

  void lose_power_at(std::uint64_t calls, std::uint64_t nth) {
    Life life(disk_);
    disk_.lose_power_after(calls);
    if (life.open()) trade(life, nth, 3, 12);
    die(life);
    compare();
  }

  // Runs a life without faults, and compares it with all earlier answers.
  void compare() {
    ledger_.end_life();
    Life life(disk_);
    const auto opened = life.open();
    ASSERT_TRUE(opened) << opened.error().text().str() << " " << opened.error().detail().str();
    life.compare(ledger_);
    EXPECT_EQ(life.failures(), 0);
    life.close();
    EXPECT_EQ(life.difference_of_index(), "");
    disk_.lose_power();
  }

 private:
  const std::uint64_t seed_;
  std::mt19937_64 random_;
  FaultyDisk disk_;
  Ledger ledger_;
};

class StoreOnFaultyDisk : public ::testing::Test {
 protected:
  // Worlds are independent and mostly wait, so many run in parallel. `live` returns false when
  // enough have run.
  template <typename Live>
  void in_worlds(std::uint64_t count, Live live) {
    constexpr std::size_t at_a_time = 16;
    std::atomic<std::uint64_t> next = 0;
    std::atomic<bool> is_enough = false;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < at_a_time; ++i) {
      threads.emplace_back([&] {
        for (auto nth = next++; nth < count && !is_enough && !HasFailure(); nth = next++) {
          SCOPED_TRACE("seed " + std::to_string(seed_) + ", world " + std::to_string(nth));
          World world(seed_, nth);
          if (!live(world, nth)) is_enough = true;
          answers_ += world.ledger().answers();
        }
      });
    }
  }

  const std::uint64_t seed_ = run::seed();
  std::atomic<std::size_t> answers_ = 0;
};

TEST_F(StoreOnFaultyDisk, has_all_that_it_answered_wherever_its_first_life_ends) {
  constexpr std::uint64_t calls_max = 150;
  in_worlds(calls_max, [](World& world, std::uint64_t call) {
    world.lose_power_at(call, 0);
    return true;
  });
}

TEST_F(StoreOnFaultyDisk, has_all_that_it_answered_life_after_life) {
  constexpr std::uint64_t lives = 8;
  constexpr std::uint64_t calls_max = 400;
  const std::uint64_t worlds = run::is_long() ? 400 : 24 / slowness;
  in_worlds(worlds, [](World& world, std::uint64_t) {
    for (std::uint64_t nth = 0; nth < lives && !HasFailure(); ++nth) {
      const std::uint64_t call = world.below(calls_max);
      SCOPED_TRACE("life " + std::to_string(nth) + ", call " + std::to_string(call));
      world.lose_power_at(call, nth);
    }
    return true;
  });
  std::printf("%llu worlds, %zu answers\n", static_cast<unsigned long long>(worlds),
              answers_.load());
}

struct Tally {
  std::atomic<std::size_t> faults = 0;
  std::atomic<std::size_t> stops = 0;
  std::atomic<std::size_t> openings_refused = 0;
};

// Returns false if the life ended before the fault.
bool meet(World& world, const Fault& fault, Tally& tally) {
  Life life(world.disk());
  world.disk().fail(fault);
  const auto opened = life.open();
  bool is_met = true;
  if (opened) {
    world.trade(life, 1, 2, 8);
    const std::string failed_call = world.disk().failed_call();
    SCOPED_TRACE(failed_call);
    is_met = !failed_call.empty();
    if (is_met && fault.lasting == Lasting::from_then_on) {
      // Each change needs the disk, so the fault stops the second change at the latest.
      EXPECT_FALSE(life.takes_more() && life.takes_more());
      EXPECT_TRUE(life.has_failed());
    }
    EXPECT_FALSE(life.has_failed() && life.takes_more());
    // A thread of the store reports the failure a moment later.
    EXPECT_TRUE(is_soon([&] { return life.failures() == (life.has_failed() ? 1 : 0); }))
        << life.failures();
    if (life.has_failed()) ++tally.stops;
  } else {
    ++tally.openings_refused;
    EXPECT_NE(opened.error().code(), base::ErrorCode::damaged);
    EXPECT_FALSE(opened.error().detail().str().empty());
  }
  if (is_met) ++tally.faults;
  world.die(life);
  return is_met;
}

// Runs one life first, so that a later start has something to read.
void live_quietly(World& world) {
  Life life(world.disk());
  ASSERT_TRUE(life.open());
  world.trade(life, 0, 2, 6);
  life.close();
  world.disk().kill();
  world.ledger().end_life();
}

TEST_F(StoreOnFaultyDisk, stops_at_an_error_and_has_all_that_it_answered_before) {
  // In a long run each call meets both kinds of fault, otherwise one of them.
  constexpr std::uint64_t ways = 2;
  constexpr std::uint64_t calls_max = 2000;
  constexpr std::uint64_t unmet_max = 8;
  const std::uint64_t tries = run::is_long() ? ways : 1;
  Tally tally;
  std::atomic<std::uint64_t> unmet = 0;
  in_worlds(calls_max * tries, [&](World& world, std::uint64_t nth) {
    const std::uint64_t way = (run::is_long() ? nth : nth + seed_) % ways;
    const Fault fault{.after = nth / tries,
                      .error_number = EIO,
                      .calls = Calls::changes,
                      .lasting = way == 0 ? Lasting::once : Lasting::from_then_on};
    SCOPED_TRACE("call " + std::to_string(fault.after) + ", way " + std::to_string(way));
    live_quietly(world);
    const bool is_met = meet(world, fault, tally);
    world.compare();
    if (!is_met) ++unmet;
    return unmet < unmet_max;
  });
  EXPECT_GT(tally.faults, 50U);
  std::printf("%zu faults met, %zu stops, %zu openings refused\n", tally.faults.load(),
              tally.stops.load(), tally.openings_refused.load());
}

TEST_F(StoreOnFaultyDisk, does_not_stop_on_a_full_disk_and_continues_with_space) {
  // A life has about 27 calls that grow a file, so two of three lives reach the end of the space.
  constexpr std::uint64_t calls_max = 40;
  const std::uint64_t worlds = run::is_long() ? 1000 : 90 / slowness;
  std::atomic<std::uint64_t> full = 0;
  in_worlds(worlds, [&](World& world, std::uint64_t nth) {
    live_quietly(world);
    world.disk().fail({.after = world.below(calls_max),
                       .error_number = ENOSPC,
                       .calls = Calls::growth,
                       .lasting = nth % 3 == 0 ? Lasting::once : Lasting::from_then_on});
    Life life(world.disk());
    if (life.open()) {
      world.trade(life, 1, 3, 12);
      if (!world.disk().failed_call().empty()) ++full;
      SCOPED_TRACE(world.disk().failed_call());
      world.disk().mend();
      EXPECT_TRUE(is_soon([&] { return life.takes_more(); }, std::chrono::seconds(5)));
      EXPECT_FALSE(life.has_failed());
      world.trade(life, 2, 3, 6);
    }
    world.die(life);
    world.compare();
    return true;
  });
  std::printf("%llu of %llu lives met the end of the space\n",
              static_cast<unsigned long long>(full), static_cast<unsigned long long>(worlds));
  EXPECT_GT(full, worlds / 5);
}

// Documents that the slice of a refused batch has searched are searched again.
TEST_F(StoreOnFaultyDisk, closing_that_meets_a_full_disk_fails_every_pending_document) {
  constexpr std::size_t documents = 80 * base::limits::background_slice;
  const std::uint64_t worlds = run::is_long() ? 200 : 24 / slowness;
  std::atomic<std::uint64_t> full = 0;
  std::atomic<std::uint64_t> closed = 0;
  in_worlds(worlds, [&](World& world, std::uint64_t nth) {
    Life life(world.disk());
    CHECK(life.open().has_value());
    CHECK(found(life.town()).has_value());
    Seat seat(life.town());
    std::size_t sent = 0;
    const auto is_sent_to = [&](const std::string& recipient) {
      const std::string number = "fails-" + std::to_string(++sent);
      return seat
          .run(exchange::send(seat.desk(),
                              request_of(life.town(), {"send", number, "1", recipient, "-"}),
                              seat.deadline()))
          .has_value();
    };
    while (sent < documents) CHECK(is_sent_to("BUYER"));
    const Fault fault{.after = 2 + nth % 24,
                      .error_number = ENOSPC,
                      .calls = Calls::growth,
                      .lasting = Lasting::from_then_on};
    world.disk().fail(fault);
    const auto buyer = *life.town().find("BUYER");
    std::jthread closing([&] {
      Seat other(life.town());
      static_cast<void>(other.run(exchange::close_participant(
          other.desk(), {}, buyer, exchange::OnPending::fail, other.deadline())));
    });
    // Between refusals of others, the closing meets the full disk too.
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(is_soon([&] { return !is_sent_to("HOLDER"); }));
    if (!world.disk().failed_call().empty()) ++full;
    world.disk().mend();
    closing.join();
    EXPECT_TRUE(is_soon([&] { return life.takes_more(); }, std::chrono::seconds(5)));
    const auto is_closed = [&] {
      CHECK(
          seat.run(life.town().directory.catch_up(life.town().store, seat.deadline())).has_value());
      return life.town().directory.current()->participant(buyer)->state ==
             exchange::ParticipantState::closed;
    };
    if (!is_closed()) return true;  // the closing itself was refused
    ++closed;
    const exchange::PendingQuery query{.recipient = buyer,
                                       .flow = exchange::Flow::live,
                                       .kinds = {},
                                       .after = 0,
                                       .count_max = 1,
                                       .bytes_max = 1};
    const auto pending = seat.run(life.town().store.pending(query, seat.deadline()));
    EXPECT_TRUE(pending && pending->items.empty()) << world.disk().failed_call();
    return true;
  });
  std::printf("%llu of %llu closings met the end of the space, %llu of them began\n",
              static_cast<unsigned long long>(full), static_cast<unsigned long long>(worlds),
              static_cast<unsigned long long>(closed));
  EXPECT_GT(closed, worlds / 5);
}

TEST_F(StoreOnFaultyDisk, stops_at_what_it_can_not_read_and_has_all_that_it_answered_before) {
  constexpr std::uint64_t calls_max = 250;
  const std::uint64_t worlds = run::is_long() ? 2000 : 150 / slowness;
  Tally tally;
  in_worlds(worlds, [&](World& world, std::uint64_t nth) {
    const Fault fault{.after = world.below(calls_max),
                      .error_number = EIO,
                      .calls = Calls::all,
                      .lasting = nth % 2 == 0 ? Lasting::once : Lasting::from_then_on};
    SCOPED_TRACE("call " + std::to_string(fault.after));
    live_quietly(world);
    meet(world, fault, tally);
    world.compare();
    return true;
  });
  std::printf("%zu faults met, %zu stops, %zu openings refused\n", tally.faults.load(),
              tally.stops.load(), tally.openings_refused.load());
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
