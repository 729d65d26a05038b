// Commands that wait together are decided in one transaction. An embedded store gets the same
// commands one after the other, and both stores must have the same answers and documents.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/crypto/random.hpp"
#include "base/tasks/manual_executor.hpp"
#include "base/tasks/round_robin_queue.hpp"
#include "conformance/plan.hpp"
#include "polling.hpp"
#include "postgres_store/parcel.hpp"
#include "postgres_store/scratch_store.hpp"
#include "scratch_store/store_in_memory.hpp"
#include "tests/support/run.hpp"

namespace tradepost::store::postgres::testing {
namespace {

using exchange::ParticipantId;
using exchange::ReportCommand;
using exchange::Submission;
using exchange::TransactionId;
using Command = std::variant<Submission, ReportCommand>;

exchange::Actor requester_of(const Command& command) {
  if (const auto* const report = std::get_if<ReportCommand>(&command)) return report->by;
  return exchange::Actor::of(
      *std::get<Submission>(command).transaction.parties.principal.participant);
}

std::string text_of(const base::Uuid& uuid) {
  std::string text;
  for (std::size_t i = 12; i < 16; ++i) text += fmt::format("{:02x}", uuid.bytes[i]);
  return text;
}

std::string_view word_of(exchange::Given given) {
  return given == exchange::Given::again ? "replayed " : "";
}

struct Words {
  std::string operator()(const exchange::Accepted& it) const {
    return fmt::format("{}accepted {} {}", word_of(it.given), text_of(it.id.uuid()),
                       it.warnings.list().size());
  }
  std::string operator()(const exchange::HeldBack& it) const {
    return fmt::format("{}held {}", word_of(it.given), text_of(it.id.uuid()));
  }
  std::string operator()(const exchange::Refused& it) const {
    return "refused: " + it.faults.at(0).message;
  }
  std::string operator()(const exchange::Duplicate& it) const {
    return "duplicate " + text_of(it.id.uuid());
  }
  std::string operator()(const exchange::KeyMismatch&) const { return "key mismatch"; }
  std::string operator()(const exchange::KeyRunning&) const { return "key running"; }
  std::string operator()(const exchange::KeysFull&) const { return "keys full"; }
  std::string operator()(const exchange::DirectoryStale&) const { return "stale"; }
  std::string operator()(const exchange::BehindHeld&) const { return "behind held"; }
  std::string operator()(const document::Unreadable&) const { return "unreadable"; }
  std::string operator()(const exchange::Blocked&) const { return "blocked"; }
};

std::string words_of(const base::Result<exchange::SendAnswer>& answer) {
  return answer ? std::visit(Words(), *answer) : answer.error().detail().str();
}

std::string words_of(const base::Result<exchange::ReportAnswer>& answer) {
  if (!answer) return answer.error().detail().str();
  std::string words = "reported";
  for (const exchange::ReportItemAnswer& item : *answer) {
    words += fmt::format(" {}", static_cast<int>(item.outcome));
    if (item.case_id) words += " " + text_of(item.case_id->uuid());
  }
  return words;
}

// Random commands about few documents, so that many depend on earlier ones.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Command next() {
    if (!sent_.empty() && below(4) == 0) return report();
    // Repeats a command, as a client does after a lost answer.
    if (!sent_.empty() && below(20) == 0) return sent_[below(sent_.size())];
    sent_.push_back(submission_of_its_own());
    return sent_.back();
  }
  const std::vector<Submission>& sent() const { return sent_; }
  static ParticipantId recipient_of(std::size_t number) {
    return id_of<ParticipantId>(static_cast<std::uint32_t>(2'000'000 + number));
  }
  static constexpr std::size_t recipients = 3;

 private:
  std::size_t below(std::size_t bound) { return random_.next_uint64() % bound; }

  Submission submission_of_its_own() {
    const auto id = id_of<TransactionId>(++last_id_);
    const std::string content = fmt::format("content {}", below(6));
    Submission asked = submission(id, content);
    exchange::Transaction& row = asked.transaction;
    row.parties.principal.participant =
        id_of<ParticipantId>(static_cast<std::uint32_t>(1'000 + below(2)));
    row.recipient = recipient_of(below(recipients));
    row.parties.commercial.participant = row.recipient;
    row.viewers = {*row.parties.principal.participant, row.recipient};
    if (below(4) != 0) {
      row.number = fmt::format("N{}", below(3));
      row.has_chain = true;
      if (below(3) == 0) {
        asked.chaining = exchange::Chaining::explicit_version;
        row.version = static_cast<std::int64_t>(below(4));
      }
    }
    if (below(3) == 0) asked.delivery = exchange::Delivery::when_released;
    if (below(20) == 0) asked.purpose = exchange::Purpose::validate_only;
    if (below(3) == 0) {
      asked.key = exchange::KeyUse{.participant = *row.parties.principal.participant,
                                   .flow = row.flow,
                                   .path = exchange::KeyPath::send,
                                   .key = base::sha256(fmt::format("key {}", below(12))),
                                   .payload = base::sha256(fmt::format("payload {}", below(3)))};
      asked.rules.keys_max = 4;
    }
    if (below(3) == 0) {
      row.units.resize(1 + below(2));
      for (std::size_t i = 0; i < row.units.size(); ++i) {
        exchange::Unit& unit = row.units[i];
        unit.index = static_cast<std::uint32_t>(i);
        unit.digest = below(3);
        if (below(2) == 0) continue;
        unit.numbering = exchange::UnitNumbering::own;
        unit.number = 39'521'001'000'000'000 + below(5);
      }
    }
    return asked;
  }

  ReportCommand report() {
    const ParticipantId recipient = sent_[below(sent_.size())].transaction.recipient;
    ReportCommand command{.recipient = recipient,
                          .flow = exchange::Flow::live,
                          .by = exchange::Actor::of(recipient),
                          .items = {}};
    const std::size_t newest = sent_.size() - 1 - below(std::min<std::size_t>(sent_.size(), 12));
    for (std::size_t i = newest; i < sent_.size() && command.items.size() < 2; ++i) {
      if (sent_[i].transaction.recipient != recipient) continue;
      command.items.push_back(
          {.id = sent_[i].transaction.id,
           .verdict = below(2) == 0 ? exchange::Verdict::success : exchange::Verdict::failure,
           .reason = "",
           .context = {},
           .new_case = id_of<exchange::CaseId>(++last_id_)});
    }
    return command;
  }

  base::SeededRandom random_;
  std::uint32_t last_id_ = 0;
  std::vector<Submission> sent_;
};

class Batches : public ::testing::Test {
 protected:
  Batches() : scratch_(clock_), embedded_(clock_), blocker_(connected()) {
    exchange::DirectoryChange change;
    change.entries.emplace_back(exchange::NumberRange{.id = id_of<exchange::RangeId>(1),
                                                      .revision = 1,
                                                      .participant = {},
                                                      .flow = exchange::Flow::live,
                                                      .prefix = "4012345",
                                                      .next = 0,
                                                      .end = 10'000});
    run(scratch_.store().change_directory(change, deadline()));
    run(embedded_.store().change_directory(change, deadline()));
  }

  std::unique_ptr<database::Connection> connected() {
    auto opened = database::Connection::open(scratch_.database());
    EXPECT_TRUE(opened.has_value());
    return *std::move(opened);
  }
  exchange::Deadline deadline() const { return executor_.now() + std::chrono::minutes(1); }
  template <typename T>
  T run(exchange::Answering<T> task) {
    base::Result<T> result = executor_.run(std::move(task));
    EXPECT_TRUE(result.has_value()) << result.error().detail().str();
    return *std::move(result);
  }
  std::int64_t number(std::string_view sql, database::Parameters parameters = {}) {
    const auto rows = blocker_->ask({.sql = sql, .parameters = std::move(parameters)});
    EXPECT_TRUE(rows.has_value()) << rows.error().detail().str();
    return rows->number(0, 0);
  }
  template <typename Is>
  void wait_until(Is is) {
    EXPECT_TRUE(is_soon(is, std::chrono::seconds(30)));
  }

  // A command in progress in the PostgreSQL store.
  struct UnderWay {
    std::optional<exchange::Answering<exchange::SendAnswer>> submit;
    std::optional<exchange::Answering<exchange::ReportAnswer>> report;

    bool is_done() const { return submit ? submit->is_done() : report->is_done(); }
    std::string words() { return submit ? words_of(submit->take()) : words_of(report->take()); }
  };
  void begin(std::deque<UnderWay>& all, const Command& command) {
    UnderWay& next = all.emplace_back();
    if (const auto* const submission = std::get_if<Submission>(&command)) {
      next.submit.emplace(scratch_.store().submit(*submission, deadline()));
      next.submit->begin(executor_);
    } else {
      next.report.emplace(scratch_.store().report(std::get<ReportCommand>(command), deadline()));
      next.report->begin(executor_);
    }
  }

  // Sends commands while all threads that decide wait for a lock.
  void begin_at_once(std::deque<UnderWay>& all, const std::vector<Command>& commands) {
    constexpr std::string_view waiting =
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND database = "
        "(SELECT oid FROM pg_database WHERE datname = current_database())";
    EXPECT_TRUE(blocker_->run("BEGIN; SELECT pg_advisory_xact_lock(29808, 2)").has_value());
    for (std::int64_t threads = 1; threads <= 2; ++threads) {
      Submission filler = submission(id_of<TransactionId>(++last_filler_), "{}");
      filler.transaction.recipient = id_of<ParticipantId>(last_filler_);  // each has a queue
      begin(fillers_, filler);
      wait_until([&] { return number(waiting) == threads; });
    }
    for (const Command& command : commands) begin(all, command);
    EXPECT_TRUE(blocker_->run("ROLLBACK").has_value());
  }
  void wait_for(const UnderWay& one) {
    wait_until([&] {
      executor_.run_ready();
      return one.is_done();
    });
  }
  std::vector<std::string> answers_at_once(const std::vector<Command>& commands) {
    std::deque<UnderWay> all;
    begin_at_once(all, commands);
    std::vector<std::string> words;
    for (UnderWay& each : all) {
      wait_for(each);
      words.push_back(each.words());
    }
    for (const UnderWay& filler : fillers_) wait_for(filler);
    fillers_.clear();
    return words;
  }

  // Runs the commands in the order in which their senders have turns.
  std::vector<std::string> answers_one_by_one(const std::vector<Command>& commands) {
    base::RoundRobinQueue<exchange::Actor, std::size_t> turns;
    for (std::size_t i = 0; i < commands.size(); ++i) turns.add(requester_of(commands[i]), i);
    std::vector<std::string> words(commands.size());
    while (!turns.is_empty()) {
      const std::size_t i = turns.take();
      if (const auto* const submission = std::get_if<Submission>(&commands[i])) {
        words[i] = words_of(executor_.run(embedded_.store().submit(*submission, deadline())));
      } else {
        words[i] = words_of(executor_.run(
            embedded_.store().report(std::get<ReportCommand>(commands[i]), deadline())));
      }
    }
    return words;
  }

  std::vector<std::string> pending_of(exchange::Store& store, ParticipantId recipient) {
    exchange::PendingQuery query = all_after(0);
    query.recipient = recipient;
    std::vector<std::string> ids;
    for (const auto& item : run(store.pending(query, deadline())).items) {
      ids.push_back(text_of(item.row->id.uuid()));
    }
    return ids;
  }
  static std::vector<int> types_of(const std::vector<exchange::Event>& events) {
    std::vector<int> types;
    for (const exchange::Event& event : events) types.push_back(static_cast<int>(event.type));
    return types;
  }
  void expect_same_documents(const std::vector<Submission>& sent) {
    for (const Submission& each : sent) {
      const exchange::FindQuery query{.id = each.transaction.id,
                                      .viewer = {.participant = {}, .flow = exchange::Flow::live},
                                      .content = exchange::WithContent::yes};
      const auto expected = run(embedded_.store().find(query, deadline()));
      const auto got = run(scratch_.store().find(query, deadline()));
      ASSERT_EQ(got.has_value(), expected.has_value()) << text_of(query.id.uuid());
      if (!got) continue;
      exchange::Transaction row = *got->row;
      row.position = expected->row->was_delivered() && row.was_delivered()
                         ? expected->row->position  // refused ones leave gaps
                         : row.position;
      EXPECT_TRUE(row == *expected->row) << text_of(query.id.uuid());
      EXPECT_EQ(got->content.view, expected->content.view);
      EXPECT_EQ(types_of(got->events), types_of(expected->events)) << text_of(query.id.uuid());
    }
    for (std::size_t i = 0; i < Generator::recipients; ++i) {
      EXPECT_EQ(pending_of(scratch_.store(), Generator::recipient_of(i)),
                pending_of(embedded_.store(), Generator::recipient_of(i)));
    }
  }
  static constexpr std::string_view waiting_for_locks =
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
      "AND wait_event_type = 'Lock'";
  // Returns the number of transactions that wrote the rows of these commands.
  std::int64_t transactions_of(const std::vector<Command>& commands) {
    database::List ids(database::Type::uuid);
    for (const Command& command : commands) {
      const auto* const submission = std::get_if<Submission>(&command);
      if (submission != nullptr) ids.add(submission->transaction.id.uuid());
    }
    return number("SELECT count(DISTINCT xmin::text) FROM transaction WHERE id = ANY($1)",
                  database::Parameters().list(std::move(ids)));
  }

  base::ManualClock clock_{base::instant_of(1'772'000'000'000)};
  base::ManualExecutor executor_;
  ScratchStore scratch_;
  store::embedded::testing::StoreInMemory embedded_;
  std::unique_ptr<database::Connection> blocker_;
  std::deque<UnderWay> fillers_;
  std::uint32_t last_filler_ = 5'000'000;
};

TEST_F(Batches, answer_and_keep_what_one_by_one_does) {
  const std::uint64_t seed = run::seed();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Generator generator(seed);
  for (int round = 0; round < 12; ++round) {
    std::vector<Command> commands;
    for (int i = 0; i < 40; ++i) commands.push_back(generator.next());
    const auto got = answers_at_once(commands);
    const auto expected = answers_one_by_one(commands);
    ASSERT_EQ(got, expected) << "round " << round;
    // A day later keys have expired. The embedded store counts them by the hour.
    clock_.advance(std::chrono::hours(round % 4 == 3 ? 25 : 0));
    clock_.advance(std::chrono::milliseconds(1));
  }
  expect_same_documents(generator.sent());
}

TEST_F(Batches, of_new_documents_are_one_transaction) {
  std::vector<Command> commands;
  for (std::uint32_t i = 1; i <= 100; ++i) {
    commands.emplace_back(submission(id_of<TransactionId>(i), std::to_string(i)));
  }
  answers_at_once(commands);
  EXPECT_EQ(transactions_of(commands), 1);
}

TEST_F(Batches, of_which_one_waits_for_a_lock_answer_the_others) {
  const auto to = [](std::uint32_t number, std::size_t recipient) {
    Submission asked = submission(id_of<TransactionId>(number), std::to_string(number));
    asked.transaction.recipient = Generator::recipient_of(recipient);
    return asked;
  };
  run(scratch_.store().submit(to(1, 0), deadline()));
  const auto other = connected();
  ASSERT_TRUE(other->run("BEGIN; SELECT FROM queue FOR UPDATE").has_value());
  std::deque<UnderWay> all;
  begin_at_once(all, {to(2, 1), to(3, 1), to(4, 0)});
  wait_for(all[0]);
  wait_for(all[1]);
  EXPECT_FALSE(all[2].is_done());
  ASSERT_TRUE(other->run("ROLLBACK").has_value());
  wait_for(all[2]);
  for (UnderWay& each : all) EXPECT_EQ(each.words().substr(0, 8), "accepted");
  for (const UnderWay& filler : fillers_) wait_for(filler);
}

TEST_F(Batches, that_wait_for_the_lock_of_another_node_take_later_commands) {
  const auto numbered = [](std::uint32_t number) {
    return submission(id_of<TransactionId>(number), std::to_string(number));
  };
  const auto other_node = PostgresStore::open(clock_, scratch_.options());
  ASSERT_TRUE(other_node.has_value()) << other_node.error().detail().str();
  run(scratch_.store().submit(numbered(1), deadline()));
  run((*other_node)->submit(numbered(2), deadline()));
  run(scratch_.store().submit(numbered(3), deadline()));
  const auto lock = connected();
  ASSERT_TRUE(lock->run("BEGIN; SELECT FROM queue FOR UPDATE").has_value());
  std::deque<UnderWay> all;
  std::vector<Command> commands;
  for (std::uint32_t i = 4; i <= 24; ++i) {
    commands.emplace_back(numbered(i));
    begin(all, commands.back());
    if (i == 4) wait_until([&] { return number(waiting_for_locks) == 1; });
  }
  ASSERT_TRUE(lock->run("ROLLBACK").has_value());
  for (UnderWay& each : all) {
    wait_for(each);
    EXPECT_EQ(each.words().substr(0, 8), "accepted");
  }
  EXPECT_EQ(transactions_of(commands), 1);
  EXPECT_EQ(pending_of(scratch_.store(), recipient).size(), 24U);
}

TEST_F(Batches, that_wait_for_another_node_hold_up_no_other_queue) {
  const auto to = [](std::uint32_t number, std::size_t recipient) {
    Submission asked = submission(id_of<TransactionId>(number), std::to_string(number));
    asked.transaction.recipient = Generator::recipient_of(recipient);
    return asked;
  };
  const auto other_node = PostgresStore::open(clock_, scratch_.options());
  ASSERT_TRUE(other_node.has_value()) << other_node.error().detail().str();
  run(scratch_.store().submit(to(1, 0), deadline()));
  run((*other_node)->submit(to(2, 0), deadline()));
  run(scratch_.store().submit(to(3, 0), deadline()));
  const auto paused_node = connected();
  ASSERT_TRUE(paused_node->run("BEGIN; SELECT FROM queue FOR UPDATE").has_value());
  std::deque<UnderWay> all;
  begin(all, to(4, 0));
  wait_until([&] { return number(waiting_for_locks) == 1; });
  begin(all, to(5, 1));
  wait_for(all[1]);
  EXPECT_FALSE(all[0].is_done());
  ASSERT_TRUE(paused_node->run("ROLLBACK").has_value());
  wait_for(all[0]);
  for (UnderWay& each : all) EXPECT_EQ(each.words().substr(0, 8), "accepted");
}

TEST_F(Batches, wait_for_the_lock_while_the_one_before_them_commits) {
  const auto numbered = [](std::uint32_t number) {
    return submission(id_of<TransactionId>(number), std::to_string(number));
  };
  run(scratch_.store().submit(numbered(1), deadline()));
  const auto lock = connected();
  ASSERT_TRUE(
      lock->run("CREATE FUNCTION wait_for_a_lock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                "PERFORM pg_advisory_xact_lock_shared(7); RETURN NULL; END $$; "
                "CREATE CONSTRAINT TRIGGER of_the_commit AFTER INSERT ON pending "
                "INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_for_a_lock()")
          .has_value());
  ASSERT_TRUE(lock->run("BEGIN; SELECT FROM queue FOR UPDATE").has_value());
  const auto lock_of_commit = connected();
  ASSERT_TRUE(lock_of_commit->run("BEGIN; SELECT pg_advisory_xact_lock(7)").has_value());
  std::deque<UnderWay> all;
  begin(all, numbered(2));
  wait_until([&] { return number(waiting_for_locks) == 1; });
  begin(all, numbered(3));
  begin(all, numbered(4));
  EXPECT_EQ(number(waiting_for_locks), 1);
  ASSERT_TRUE(lock->run("ROLLBACK").has_value());
  wait_until([&] { return number(waiting_for_locks) == 2; });
  ASSERT_TRUE(lock_of_commit->run("ROLLBACK").has_value());
  for (UnderWay& each : all) {
    wait_for(each);
    EXPECT_EQ(each.words().substr(0, 8), "accepted");
  }
  const std::vector<std::string> in_order{
      text_of(id_of<TransactionId>(1).uuid()), text_of(id_of<TransactionId>(2).uuid()),
      text_of(id_of<TransactionId>(3).uuid()), text_of(id_of<TransactionId>(4).uuid())};
  EXPECT_EQ(pending_of(scratch_.store(), recipient), in_order);
}

TEST_F(Batches, are_decided_with_prepared_statements_on_each_new_connection) {
  PostgresOptions options = scratch_.options();
  options.link.database.address += "&prepared=on";
  const auto store = PostgresStore::open(clock_, options);
  ASSERT_TRUE(store.has_value()) << store.error().detail().str();
  for (std::uint32_t i = 1; i <= 20; ++i) {
    const auto answer = run(
        (*store)->submit(version(id_of<TransactionId>(i), "N1", std::to_string(i)), deadline()));
    EXPECT_TRUE(std::holds_alternative<exchange::Accepted>(answer)) << i;
    if (i != 10) continue;
    number(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()");
  }
  EXPECT_EQ(run((*store)->pending(all_after(0), deadline())).items.size(), 1U);
}

TEST_F(Batches, command_refused_by_a_full_queue_is_never_done) {
  auto opened = PostgresStore::open(
      clock_, {.link = scratch_.options().link, .connections = 1, .waiting_max = 2});
  ASSERT_TRUE(opened.has_value());
  PostgresStore& store = **opened;
  const auto locker = connected();
  EXPECT_TRUE(locker->run("BEGIN; LOCK TABLE pending").has_value());
  std::deque<exchange::Answering<std::vector<exchange::QueueState>>> reads;
  for (int i = 0; i < 3; ++i) {
    reads.push_back(store.queues({}, deadline()));
    reads.back().begin(executor_);
    wait_until([&] { return number(waiting_for_locks) == 1; });
  }
  const Submission refused = submission(id_of<TransactionId>(1), "{}");
  EXPECT_FALSE(executor_.run(store.submit(refused, deadline())).has_value());
  EXPECT_TRUE(locker->run("ROLLBACK").has_value());
  for (auto& read : reads) {
    wait_until([&] {
      executor_.run_ready();
      return read.is_done();
    });
  }
  const Submission taken = submission(id_of<TransactionId>(2), "{}");
  EXPECT_TRUE(executor_.run(store.submit(taken, deadline())).has_value());
  EXPECT_EQ(transactions_of({Command(refused)}), 0);
  EXPECT_EQ(transactions_of({Command(taken)}), 1);
}

}  // namespace
}  // namespace tradepost::store::postgres::testing
