// Fills a folder with the network of another store.
#include "store/embedded/offline/filling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/ground/check.hpp"
#include "base/tasks/manual_executor.hpp"
#include "embedded_store/kept_effects.hpp"
#include "store/embedded/offline/rebuild.hpp"

namespace tradepost::store::embedded::testing::filling_test {
namespace {

using exchange::Effect;
using exchange::EventType;
using exchange::State;

constexpr exchange::Instant noon = base::instant_of(1'700'000'000'000);
constexpr std::uint64_t sender = 1;
constexpr std::uint64_t recipient = 2;
constexpr std::uint64_t first_sequence = 1'000;

exchange::Sent carried(std::uint64_t id, State state, exchange::Position position) {
  exchange::Sent effect = sent({.id = id,
                                .from = sender,
                                .to = recipient,
                                .created = noon + std::chrono::milliseconds(id),
                                .number = "Re-" + std::to_string(id),
                                .kind = {},
                                .state = state});
  effect.transaction.position = position;
  effect.carried.emplace();
  effect.carried->events.push_back({.at = noon,
                                    .type = EventType::received,
                                    .by = exchange::Actor::of(participant(sender)),
                                    .detail = "buyer"});
  return effect;
}

exchange::Sent failed_without_content(std::uint64_t id) {
  exchange::Sent effect = carried(id, State::failed, 5);
  effect.transaction.feedback.report =
      reported(id, recipient, exchange::Verdict::failure, noon).report;
  effect.transaction.content.removed_at = noon;
  effect.content = {};
  effect.carried->events.push_back({.at = noon,
                                    .type = EventType::reported,
                                    .by = exchange::Actor::of(participant(recipient)),
                                    .detail = "failure"});
  return effect;
}

class FillingTest : public ::testing::Test {
 protected:
  void fill(const std::vector<Effect>& effects) {
    const DataFolder data{scratch_.folder().path()};
    const auto filling = Filling::begin(data, {.epoch = 7, .first_sequence = first_sequence},
                                        {.clock = clock_, .random = random_});
    ASSERT_TRUE(filling) << filling.error().detail().str();
    ASSERT_TRUE((*filling)->take(effects));
    ASSERT_TRUE((*filling)->finish());
    scratch_.open();
  }

  template <typename T>
  T run(exchange::Answering<T> task) {
    base::Result<T> result = executor_.run(std::move(task));
    if (!result) ADD_FAILURE() << result.error().detail().str();
    CHECK(result.has_value());
    return *std::move(result);
  }
  exchange::Deadline deadline() const { return executor_.now() + std::chrono::minutes(1); }

  std::vector<exchange::Position> pending_after(exchange::Position after) {
    const auto page = run(scratch_.store().pending({.recipient = participant(recipient),
                                                    .flow = exchange::Flow::live,
                                                    .kinds = {},
                                                    .after = after,
                                                    .count_max = 100,
                                                    .bytes_max = 1u << 20},
                                                   deadline()));
    std::vector<exchange::Position> positions;
    for (const auto& item : page.items) positions.push_back(item.row->position);
    return positions;
  }
  std::optional<exchange::Found> find(std::uint64_t id) {
    return run(scratch_.store().find(
        {.id = transaction(id),
         .viewer = {.participant = participant(sender), .flow = exchange::Flow::live},
         .content = exchange::WithContent::yes},
        deadline()));
  }
  // Reads pages of one.
  std::vector<exchange::Sent> all_sent() {
    std::vector<exchange::Sent> all;
    std::uint64_t after = 0;
    for (bool more = true; more;) {
      const auto page = run(scratch_.store().effects(after, 1, deadline()));
      for (const auto& [sequence, effect] : page.effects) {
        EXPECT_GT(sequence, std::max(after, first_sequence));
        after = sequence;
        if (const auto* const one = std::get_if<exchange::Sent>(&effect)) all.push_back(*one);
      }
      more = page.more;
    }
    return all;
  }

  const base::SystemClock clock_;
  base::SystemRandom random_;
  base::ManualExecutor executor_;
  ScratchStore scratch_{clock_, ScratchStore::Begins::later};
};

TEST_F(FillingTest, queue_has_the_positions_that_were_given_out) {
  fill({carried(1, State::pending, 7), carried(2, State::pending, 3),
        carried(3, State::success, 5)});
  EXPECT_EQ(scratch_.store().epoch(), 7u);
  EXPECT_EQ(pending_after(0), (std::vector<exchange::Position>{3, 7}));
  EXPECT_EQ(pending_after(3), std::vector<exchange::Position>{7});
  EXPECT_EQ(pending_after(7), std::vector<exchange::Position>{});
}

TEST_F(FillingTest, index_that_is_made_again_of_the_journal_says_the_same) {
  fill({carried(1, State::pending, 7), failed_without_content(2), carried(3, State::pending, 3)});
  scratch_.close();
  const auto rebuilt = rebuild_index({scratch_.folder().path()}, {});
  ASSERT_TRUE(rebuilt) << rebuilt.error().detail().str();
  EXPECT_EQ(rebuilt->epoch, 7u);
  scratch_.open();
  EXPECT_EQ(pending_after(0), (std::vector<exchange::Position>{3, 7}));
  ASSERT_TRUE(find(2));
  EXPECT_EQ(find(2)->row->feedback.report->reason, "Nobody ordered this.");
}

TEST_F(FillingTest, past_is_shown_as_it_was_and_nothing_is_added_to_it) {
  fill({carried(1, State::pending, 7), failed_without_content(2)});
  const auto pending = find(1);
  ASSERT_TRUE(pending);
  ASSERT_EQ(pending->events.size(), 1u);
  EXPECT_EQ(pending->events.front().detail, "buyer");
  EXPECT_FALSE(pending->content.view.empty());
  const auto failed = find(2);
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->events.size(), 2u);
  EXPECT_TRUE(failed->content.view.empty());
  EXPECT_EQ(failed->row->state, State::failed);
}

TEST_F(FillingTest, digest_of_a_content_that_was_removed_is_kept) {
  const exchange::Sent without = failed_without_content(1);
  fill({without});
  const auto all = all_sent();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all.front().transaction.content.digest, without.transaction.content.digest);
}

TEST_F(FillingTest, entries_without_viewers_stay_hidden) {
  exchange::Sent removed = carried(1, State::failed, 3);
  removed.transaction.viewers.clear();
  removed.carried->is_removed = true;
  fill({removed});
  EXPECT_FALSE(find(1));
  const auto queues = run(scratch_.store().queues(
      {.participant = participant(recipient), .after = {}, .count_max = {}}, deadline()));
  EXPECT_TRUE(queues.empty());
  EXPECT_TRUE(all_sent().at(0).carried->is_removed);
}

TEST_F(FillingTest, words_of_the_last_effect_of_a_page_come_with_it) {
  exchange::Sent warned = sent({.id = 2,
                                .from = sender,
                                .to = recipient,
                                .created = noon,
                                .number = "Re-2",
                                .kind = {},
                                .state = State::pending});
  warned.transaction.warnings = exchange::Warnings(
      {{.code = "order.items.missing", .path = "items", .message = "Name an item."}});
  fill({carried(1, State::pending, 7), warned});
  const auto all = all_sent();
  ASSERT_EQ(all.size(), 2u);
  ASSERT_TRUE(all[0].carried);
  EXPECT_EQ(all[0].carried->events.size(), 1u);
  EXPECT_EQ(all[1].transaction.warnings.list().size(), 1u);
}

}  // namespace
}  // namespace tradepost::store::embedded::testing::filling_test
