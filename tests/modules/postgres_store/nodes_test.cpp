// Several nodes share one database.

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/tasks/manual_executor.hpp"
#include "polling.hpp"
#include "postgres_store/parcel.hpp"
#include "postgres_store/scratch_store.hpp"

// Covers contract 2.14.
namespace tradepost::store::postgres::testing {
namespace {

using exchange::TransactionId;

class Nodes : public ::testing::Test {
 protected:
  static constexpr std::size_t count = 3;

  Nodes() : scratch_(clock_) {
    for (std::size_t i = 0; i < count; ++i) {
      auto opened = PostgresStore::open(clock_, scratch_.options());
      if (opened) nodes_.push_back(*std::move(opened));
    }
  }
  void SetUp() override { ASSERT_EQ(nodes_.size(), count); }

  // Each node's thread does this at the same time.
  template <typename Do>
  void on_all(Do act) {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < count; ++i) {
      threads.emplace_back([this, act, i] { act(*nodes_[i], i); });
    }
  }

  template <typename T>
  static T run(base::ManualExecutor& executor, exchange::Answering<T> task) {
    base::Result<T> result = executor.run(std::move(task));
    EXPECT_TRUE(result.has_value()) << result.error().detail().str();
    return *std::move(result);
  }
  static exchange::Deadline deadline(base::ManualExecutor& executor) {
    return executor.now() + std::chrono::minutes(1);
  }

  base::ManualClock clock_{base::instant_of(1'772'000'000'000)};
  ScratchStore scratch_;
  std::vector<std::unique_ptr<PostgresStore>> nodes_;
};

TEST_F(Nodes, that_get_the_same_document_at_once_accept_it_once) {
  constexpr std::uint32_t documents = 40;
  std::mutex mutex;
  std::map<std::uint32_t, int> accepted;
  on_all([&](PostgresStore& node, std::size_t number) {
    base::ManualExecutor executor;
    for (std::uint32_t i = 0; i < documents; ++i) {
      const auto id = id_of<TransactionId>(1'000 * static_cast<std::uint32_t>(number + 1) + i);
      const auto answer =
          run(executor,
              node.submit(submission(id, "{\"n\":" + std::to_string(i) + "}"), deadline(executor)));
      const std::lock_guard lock(mutex);
      if (std::holds_alternative<exchange::Accepted>(answer)) {
        ++accepted[i];
      } else {
        EXPECT_TRUE(std::holds_alternative<exchange::Duplicate>(answer));
      }
    }
  });
  EXPECT_EQ(accepted.size(), documents);
  for (const auto& [document, times] : accepted) EXPECT_EQ(times, 1) << document;
}

TEST_F(Nodes, that_get_the_same_command_at_once_give_the_same_answer) {
  constexpr std::uint32_t documents = 40;
  on_all([&](PostgresStore& node, std::size_t /*number*/) {
    base::ManualExecutor executor;
    for (std::uint32_t i = 0; i < documents; ++i) {
      const auto id = id_of<TransactionId>(i);
      const auto answer =
          run(executor,
              node.submit(submission(id, "{\"n\":" + std::to_string(i) + "}"), deadline(executor)));
      const auto* const accepted = std::get_if<exchange::Accepted>(&answer);
      ASSERT_TRUE(accepted) << answer.index();
      EXPECT_EQ(accepted->id, id);
    }
  });
  base::ManualExecutor executor;
  const auto page = run(executor, nodes_[0]->pending(all_after(0), deadline(executor)));
  EXPECT_EQ(page.items.size(), documents);
}

TEST_F(Nodes, that_get_versions_at_once_make_one_chain) {
  constexpr std::uint32_t versions = 30;
  on_all([&](PostgresStore& node, std::size_t number) {
    base::ManualExecutor executor;
    for (std::uint32_t i = 0; i < versions; ++i) {
      const std::uint32_t id = 1'000 * static_cast<std::uint32_t>(number + 1) + i;
      run(executor, node.submit(version(id_of<TransactionId>(id), "N1", std::to_string(id)),
                                deadline(executor)));
    }
  });
  base::ManualExecutor executor;
  exchange::HistoryQuery query{.viewer = {.participant = sender, .flow = exchange::Flow::live},
                               .filter = {},
                               .before = {},
                               .count_max = 1'000};
  const auto page = run(executor, nodes_[1]->history(query, deadline(executor)));
  EXPECT_EQ(page.items.size(), versions * count);
  std::set<TransactionId> replaced;
  std::size_t firsts = 0;
  std::size_t lasts = 0;
  for (const auto& item : page.items) {
    if (!item.row->links.replaces) {
      ++firsts;
    } else {
      EXPECT_TRUE(replaced.insert(*item.row->links.replaces).second) << "two versions replace one";
    }
    lasts += item.row->links.replaced_by ? 0 : 1;
  }
  EXPECT_EQ(firsts, 1U);
  EXPECT_EQ(lasts, 1U);
}

TEST_F(Nodes, that_number_units_at_once_give_no_number_twice) {
  base::ManualExecutor executor;
  exchange::DirectoryChange change;
  change.entries.emplace_back(exchange::NumberRange{.id = id_of<exchange::RangeId>(1),
                                                    .revision = 1,
                                                    .participant = {},
                                                    .flow = exchange::Flow::live,
                                                    .prefix = "4012345",
                                                    .next = 0,
                                                    .end = 10'000});
  run(executor, nodes_[0]->change_directory(change, deadline(executor)));
  constexpr std::uint32_t documents = 30;
  on_all([&](PostgresStore& node, std::size_t number) {
    base::ManualExecutor own;
    for (std::uint32_t i = 0; i < documents; ++i) {
      const std::uint32_t id = 1'000 * static_cast<std::uint32_t>(number + 1) + i;
      exchange::Submission asked = submission(id_of<TransactionId>(id), std::to_string(id));
      // Each has a different recipient, so they share no lock of a queue.
      asked.transaction.recipient = id_of<exchange::ParticipantId>(id);
      asked.transaction.units.resize(2);
      asked.transaction.units[1].index = 1;
      run(own, node.submit(std::move(asked), deadline(own)));
    }
  });
  exchange::HistoryQuery query{.viewer = {.participant = sender, .flow = exchange::Flow::live},
                               .filter = {},
                               .before = {},
                               .count_max = 1'000};
  const auto page = run(executor, nodes_[1]->history(query, deadline(executor)));
  std::set<std::uint64_t> given;
  for (const auto& item : page.items) {
    for (const exchange::Unit& unit : item.row->units) {
      EXPECT_EQ(unit.numbering, exchange::UnitNumbering::given);
      EXPECT_TRUE(given.insert(unit.number).second);
    }
  }
  EXPECT_EQ(given.size(), 2 * documents * count);
}

// A commit of another node that comes later never has a lower position.
TEST_F(Nodes, that_deliver_at_once_hide_nothing_from_a_reader_behind_its_cursor) {
  constexpr std::uint32_t documents = 150;
  std::atomic<bool> is_over = false;
  std::set<TransactionId> seen;
  std::jthread reader([&] {
    base::ManualExecutor executor;
    exchange::Position after = 0;
    for (bool was_over = false; !was_over;) {
      was_over = is_over;
      const auto page =
          run(executor, scratch_.store().pending(all_after(after), deadline(executor)));
      for (const auto& item : page.items) {
        EXPECT_TRUE(seen.insert(item.row->id).second);
        after = item.row->position;
      }
    }
  });
  on_all([&](PostgresStore& node, std::size_t number) {
    base::ManualExecutor executor;
    for (std::uint32_t i = 0; i < documents; ++i) {
      const std::uint32_t id = 1'000 * static_cast<std::uint32_t>(number + 1) + i;
      run(executor, node.submit(submission(id_of<TransactionId>(id), std::to_string(id)),
                                deadline(executor)));
    }
  });
  is_over = true;
  reader.join();
  EXPECT_EQ(seen.size(), documents * count);
}

TEST_F(Nodes, wake_a_wait_at_another_node) {
  base::ManualExecutor executor;
  base::ManualExecutor other;
  auto waiting = nodes_[0]->wait(all_after(0), deadline(executor));
  waiting.begin(executor);
  run(other, nodes_[1]->submit(submission(id_of<TransactionId>(1), "{}"), deadline(other)));
  ASSERT_TRUE(is_soon([&] {
    executor.run_ready();
    return waiting.is_done();
  }));
  const auto woken = waiting.take();
  EXPECT_TRUE(woken.has_value() && *woken);
}

// The notifications of one node to the others about its changes.
class ReportedChanges : public Nodes {
 protected:
  using Viewer = exchange::ChangeViewer;

  // Opens a node that counts its changes.
  ReportedChanges() {
    PostgresOptions options = scratch_.options();
    options.changes = &changes_;
    auto opened = PostgresStore::open(clock_, std::move(options));
    if (opened) hearing_ = *std::move(opened);
  }
  void SetUp() override {
    Nodes::SetUp();
    ASSERT_NE(hearing_, nullptr);
  }

  void run_sql(const std::string& sql) {
    const auto connection = database::Connection::open(scratch_.options().link.database);
    ASSERT_TRUE(connection.has_value());
    const auto done = (*connection)->run(sql);
    ASSERT_TRUE(done.has_value()) << done.error().detail().str();
  }
  bool is_told(const Viewer& viewer) {
    return is_soon([&] { return changes_.number(viewer) != first; });
  }

  static constexpr exchange::Changes::Number first = 1;
  exchange::Changes changes_{first};
  std::unique_ptr<PostgresStore> hearing_;
};

TEST_F(ReportedChanges, change_of_another_node_is_reported_to_its_viewers) {
  base::ManualExecutor executor;
  const auto sent = submission(id_of<TransactionId>(1), "{}");
  const auto of = [](exchange::ParticipantId id) { return Viewer::of(id, exchange::Flow::live); };
  run(executor, nodes_[0]->submit(sent, deadline(executor)));
  EXPECT_TRUE(is_told(of(sent.transaction.recipient)));
  EXPECT_TRUE(is_told(Viewer::operators()));
  EXPECT_EQ(changes_.number(of(id_of<exchange::ParticipantId>(777))), first);
}

TEST_F(ReportedChanges, all_viewers_are_notified_if_a_row_is_lost) {
  run_sql(
      "INSERT INTO notice VALUES('00000000-0000-0000-0000-000000000009', 1, now(), "
      "ARRAY['00000000-0000-0000-0000-000000000777'::uuid], ARRAY[1])");
  const Viewer seen = Viewer::of(
      exchange::ParticipantId(*base::Uuid::parse("00000000-0000-0000-0000-000000000777")),
      exchange::Flow::live);
  EXPECT_TRUE(is_told(seen));
  EXPECT_EQ(changes_.number(Viewer::operators()), first);
  run_sql(
      "INSERT INTO notice VALUES('00000000-0000-0000-0000-000000000009', 3, now(), "
      "ARRAY['00000000-0000-0000-0000-000000000777'::uuid], ARRAY[1])");
  EXPECT_TRUE(is_told(Viewer::operators()));
}

}  // namespace
}  // namespace tradepost::store::postgres::testing
