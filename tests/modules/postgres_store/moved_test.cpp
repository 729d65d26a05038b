#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "app/migrate/comparison.hpp"
#include "base/crypto/random.hpp"
#include "base/crypto/sha256.hpp"
#include "base/tasks/manual_executor.hpp"
#include "conformance/plan.hpp"
#include "postgres_store/parcel.hpp"
#include "postgres_store/scratch_store.hpp"
#include "scratch_store/scratch_store.hpp"
#include "store/embedded/offline/filling.hpp"
#include "store/postgres/moving/filling.hpp"
#include "store/postgres/moving/leaving.hpp"
#include "tests/support/run.hpp"

namespace tradepost::store::postgres::testing {
namespace {

using exchange::Effect;
using EmbeddedScratch = embedded::testing::ScratchStore;

constexpr std::uint32_t effects_at_once = 100;

// Reads all effects after `after` from a store that does not change.
void for_all_effects(
    exchange::Store& store, std::uint64_t after,
    const std::function<void(std::span<const std::pair<std::uint64_t, Effect>>)>& take) {
  base::ManualExecutor executor;
  while (true) {
    const auto page = executor.run(
        store.effects(after, effects_at_once, executor.now() + std::chrono::minutes(1)));
    ASSERT_TRUE(page.has_value()) << page.error().detail().str();
    if (page->effects.empty()) return;
    take(page->effects);
    after = page->effects.back().first;
    if (!page->more) return;
  }
}

void fill(exchange::Store& from, const database::Options& to, const base::Clock& clock) {
  auto filling = Filling::open(clock, to, {.identity = "the embedded one", .epoch = from.epoch()});
  ASSERT_TRUE(filling.has_value()) << filling.error().text().str();
  for_all_effects(from, (*filling)->taken(), [&](const auto& effects) {
    const auto done = (*filling)->take(effects);
    ASSERT_TRUE(done.has_value()) << done.error().text().str() << done.error().detail().str();
  });
}

// Finishes the filling, and opens the result as a store.
void finish(std::uint64_t epoch, ScratchStore& filled, const base::Clock& clock) {
  auto filling = Filling::open(clock, filled.options().link.database,
                               {.identity = "the embedded one", .epoch = epoch});
  ASSERT_TRUE(filling.has_value()) << filling.error().text().str();
  ASSERT_TRUE((*filling)->finish({}).has_value());
  filled.open(HalfMoved::refused);
}

// Returns the differences, one per line.
std::string compared(exchange::Store& one, exchange::Store& other) {
  app::Comparison comparison(one, other, {});
  const auto done = comparison.lists(app::Comparison::Extent::all);
  if (!done) return done.error().text().str() + done.error().detail().str();
  for_all_effects(one, 0, [&](const auto& effects) {
    for (const auto& [sequence, effect] : effects) {
      if (const auto* const used = std::get_if<exchange::KeyUsed>(&effect)) {
        EXPECT_TRUE(comparison.key(used->use).has_value());
      } else if (const auto* const sent = std::get_if<exchange::Sent>(&effect)) {
        EXPECT_TRUE(comparison.transaction(sent->transaction.id).has_value());
      }
    }
  });
  std::string lines;
  for (const std::string& difference : comparison.compared().differences) {
    lines += difference + "\n";
  }
  return lines;
}

// An embedded store that moves to PostgreSQL at one of its restarts, in two parts.
class Moving final : public conformance::StoreUnderTest {
 public:
  explicit Moving(const base::Clock& clock)
      : clock_(clock), embedded_(std::make_unique<EmbeddedScratch>(clock)), postgres_(clock) {}

  exchange::Store& store() override {
    return embedded_ ? static_cast<exchange::Store&>(embedded_->store()) : postgres_.store();
  }

  void restart() override {
    if (!embedded_) return postgres_.restart();
    ++restarts_;
    embedded_->reopen();
    postgres_.close();
    fill(embedded_->store(), postgres_.options().link.database, clock_);
    if (restarts_ == 1) return;
    postgres_.open(HalfMoved::opened);
    EXPECT_EQ(compared(embedded_->store(), postgres_.store()), "");
    postgres_.close();
    finish(embedded_->store().epoch(), postgres_, clock_);
    embedded_.reset();
  }

 private:
  const base::Clock& clock_;
  std::unique_ptr<EmbeddedScratch> embedded_;
  ScratchStore postgres_;
  int restarts_ = 0;
};

// Fills a folder with the effects of a store that does not change.
void fill(exchange::Store& from, const database::Options& of, const std::string& path,
          const base::Clock& clock) {
  auto leaving = Leaving::begin(of);
  ASSERT_TRUE(leaving.has_value())
      << leaving.error().text().str() << leaving.error().detail().str();
  base::SystemRandom random;
  auto filling = embedded::Filling::begin(
      {path}, {.epoch = (*leaving)->epoch(), .first_sequence = (*leaving)->next_number()},
      {.clock = clock, .random = random});
  ASSERT_TRUE(filling.has_value()) << filling.error().text().str();
  for_all_effects(from, 0, [&](const auto& effects) {
    std::vector<Effect> next;
    for (const auto& [sequence, effect] : effects) next.push_back(effect);
    const auto done = (*filling)->take(next);
    ASSERT_TRUE(done.has_value()) << done.error().text().str() << done.error().detail().str();
  });
  const auto done = (*filling)->finish();
  ASSERT_TRUE(done.has_value()) << done.error().text().str();
}

bool is_empty(ScratchStore& scratch) {
  base::ManualExecutor executor;
  const auto news =
      executor.run(scratch.store().directory(0, executor.now() + std::chrono::minutes(1)));
  return news.has_value() && news->revision == 0;
}

// A store in PostgreSQL that moves to a folder at its first restart, and at the third one to
// another PostgreSQL.
class MovingBack final : public conformance::StoreUnderTest {
 public:
  explicit MovingBack(const base::Clock& clock)
      : clock_(clock), postgres_(std::make_unique<ScratchStore>(clock)) {}

  exchange::Store& store() override {
    return embedded_ ? static_cast<exchange::Store&>(embedded_->store()) : postgres_->store();
  }

  void restart() override {
    // A network begins with its first directory entry.
    if (restarts_ == 0 && is_empty(*postgres_)) return postgres_->restart();
    ++restarts_;
    if (restarts_ == 1) return move_to_folder();
    if (restarts_ == 2) return embedded_->reopen();
    if (restarts_ == 3) return move_to_database();
    if (embedded_) return embedded_->reopen();
    postgres_->restart();
  }

 private:
  void move_to_folder() {
    postgres_->restart();
    auto embedded = std::make_unique<EmbeddedScratch>(clock_, EmbeddedScratch::Begins::later);
    fill(postgres_->store(), postgres_->options().link.database, embedded->folder().path(), clock_);
    embedded->open();
    EXPECT_EQ(compared(postgres_->store(), embedded->store()), "");
    postgres_.reset();
    embedded_ = std::move(embedded);
  }

  void move_to_database() {
    embedded_->reopen();
    auto next = std::make_unique<ScratchStore>(clock_);
    next->close();
    const database::Options& database = next->options().link.database;
    fill(embedded_->store(), database, clock_);
    next->open(HalfMoved::opened);
    EXPECT_EQ(compared(embedded_->store(), next->store()), "");
    next->close();
    finish(embedded_->store().epoch(), *next, clock_);
    embedded_.reset();
    postgres_ = std::move(next);
  }

  const base::Clock& clock_;
  std::unique_ptr<EmbeddedScratch> embedded_;
  std::unique_ptr<ScratchStore> postgres_;
  int restarts_ = 0;
};

void move(EmbeddedScratch& from, ScratchStore& to, const base::Clock& clock) {
  to.close();
  fill(from.store(), to.options().link.database, clock);
  finish(from.store().epoch(), to, clock);
}

TEST(MovedStore, keeps_the_instant_of_a_change_of_its_directory_while_the_clock_falls) {
  const exchange::Instant noon = base::instant_of(1'772'000'000'000);
  base::ManualClock clock(noon);
  EmbeddedScratch first(clock);
  embedded::testing::change_directory_alone(first.store());
  clock.advance(-std::chrono::minutes(19));

  ScratchStore there(clock);
  move(first, there, clock);
  EXPECT_EQ(there.postgres().about_now(), noon);

  EmbeddedScratch back(clock, EmbeddedScratch::Begins::later);
  fill(there.store(), there.options().link.database, back.folder().path(), clock);
  back.open();
  EXPECT_EQ(back.store().about_now(), noon);

  ScratchStore there_again(clock);
  move(back, there_again, clock);
  EXPECT_EQ(there_again.postgres().about_now(), noon);
}

TEST(MovedStore, knows_a_key_that_a_falling_clock_makes_live_again) {
  base::ManualClock clock(base::instant_of(1'772'000'000'000));
  base::ManualExecutor executor;
  const auto deadline = executor.now() + std::chrono::minutes(1);
  EmbeddedScratch first(clock);
  exchange::Submission asked = submission(id_of<exchange::TransactionId>(1), "{}");
  asked.key = exchange::KeyUse{.participant = *asked.transaction.parties.principal.participant,
                               .flow = asked.transaction.flow,
                               .path = exchange::KeyPath::send,
                               .key = base::sha256("key"),
                               .payload = base::sha256("{}")};
  const auto kept = executor.run(first.store().submit(asked, deadline));
  ASSERT_TRUE(kept.has_value() && std::holds_alternative<exchange::Accepted>(*kept));
  embedded::testing::change_directory_alone(first.store());  // makes it a network
  const auto is_known_to = [&](exchange::Store& store) {
    const auto fact = executor.run(store.key(*asked.key, deadline));
    return fact.has_value() && fact->has_value();
  };

  EXPECT_TRUE(is_known_to(first.store()));
  clock.advance(std::chrono::hours(25));
  ScratchStore there(clock);
  move(first, there, clock);
  EXPECT_FALSE(is_known_to(there.store()));
  EmbeddedScratch back(clock, EmbeddedScratch::Begins::later);
  fill(there.store(), there.options().link.database, back.folder().path(), clock);
  back.open();
  EXPECT_FALSE(is_known_to(back.store()));
  clock.advance(-std::chrono::hours(2));
  EXPECT_TRUE(is_known_to(there.store()));
  EXPECT_TRUE(is_known_to(back.store()));
}

TEST(MovedStore, takes_a_key_that_was_used_again_after_its_day) {
  base::ManualClock clock(base::instant_of(1'772'000'000'000));
  base::ManualExecutor executor;
  const auto deadline = executor.now() + std::chrono::minutes(1);
  EmbeddedScratch first(clock);
  exchange::Submission asked;
  for (const int document : {1, 2}) {
    const std::string content = fmt::format("{{\"n\":{}}}", document);
    asked = submission(id_of<exchange::TransactionId>(document), content);
    asked.key = exchange::KeyUse{.participant = *asked.transaction.parties.principal.participant,
                                 .flow = asked.transaction.flow,
                                 .path = exchange::KeyPath::send,
                                 .key = base::sha256("key"),
                                 .payload = base::sha256(content)};
    const auto kept = executor.run(first.store().submit(asked, deadline));
    ASSERT_TRUE(kept.has_value() && std::holds_alternative<exchange::Accepted>(*kept));
    clock.advance(std::chrono::hours(25));
  }
  clock.advance(-std::chrono::hours(25));
  embedded::testing::change_directory_alone(first.store());  // makes it a network

  ScratchStore there(clock);
  move(first, there, clock);
  const auto fact = executor.run(there.store().key(*asked.key, deadline));
  ASSERT_TRUE(fact.has_value() && fact->has_value());
  EXPECT_EQ((*fact)->payload, asked.key->payload);
}

TEST(MovedStore, has_the_keys_of_people_of_the_last_attempt) {
  base::ManualClock clock(base::instant_of(1'772'000'000'000));
  const auto key_of = [](std::uint32_t person, std::string_view address) {
    return exchange::PersonKey{.person = id_of<exchange::PersonId>(person),
                               .key = {static_cast<std::uint8_t>(person)},
                               .address = base::sha256(address)};
  };
  const exchange::PersonKey erased = key_of(1, "ada@example.com");
  const exchange::PersonKey ada = key_of(2, "ada@example.com");
  const exchange::PersonKey bob = key_of(3, "bob@example.com");
  EmbeddedScratch first(clock);
  embedded::testing::change_directory_alone(first.store());
  ScratchStore there(clock);
  there.close();
  fill(first.store(), there.options().link.database, clock);
  {
    const auto filling =
        Filling::open(clock, there.options().link.database,
                      {.identity = "the embedded one", .epoch = first.store().epoch()});
    ASSERT_TRUE(filling.has_value());
    ASSERT_TRUE((*filling)->take_person_keys(std::vector{erased}).has_value());
    ASSERT_TRUE((*filling)->take_person_keys(std::vector{ada, bob}).has_value());
  }
  finish(first.store().epoch(), there, clock);
  base::ManualExecutor executor;
  auto found = executor.run(there.postgres().person_keys().of(
      {erased.person, ada.person, bob.person}, executor.now() + std::chrono::minutes(1)));
  ASSERT_TRUE(found.has_value());
  std::ranges::sort(*found, {}, &exchange::PersonKey::person);
  EXPECT_EQ(*found, (std::vector{ada, bob}));

  const auto leaving = Leaving::begin(there.options().link.database);
  ASSERT_TRUE(leaving.has_value());
  auto leaves = (*leaving)->person_keys();
  ASSERT_TRUE(leaves.has_value());
  std::ranges::sort(*leaves, {}, &exchange::PersonKey::person);
  EXPECT_EQ(*leaves, (std::vector{ada, bob}));
}

TEST(MovedStore, continues_after_moving_back_and_forth) {
  conformance::Plan plan = conformance::plan_of_environment();
  plan.at_once = 2;
  if (!run::is_long()) plan.commands = 1'500;
  const auto make = [](const base::Clock& clock) { return std::make_unique<MovingBack>(clock); };
  const conformance::Tally tally = conformance::run_plan(make, plan);
  std::cout << tally.sentence() << "\n";
  EXPECT_EQ(tally.story, "");
}

// Covers contract 6.2.
TEST(MovedStore, continues_as_if_it_had_never_moved) {
  conformance::Plan plan = conformance::plan_of_environment();
  plan.at_once = 2;
  if (!run::is_long()) plan.commands = 1'500;
  const auto make = [](const base::Clock& clock) { return std::make_unique<Moving>(clock); };
  const conformance::Tally tally = conformance::run_plan(make, plan);
  std::cout << tally.sentence() << "\n";
  EXPECT_EQ(tally.story, "");
}

}  // namespace
}  // namespace tradepost::store::postgres::testing
