// Cases that the conformance suite does not cover, so that a test sends each statement of the
// store.

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.hpp"
#include "base/tasks/manual_executor.hpp"
#include "polling.hpp"
#include "postgres_store/parcel.hpp"
#include "postgres_store/scratch_store.hpp"
#include "postgres_store/tenants.hpp"
#include "store/postgres/moving/filling.hpp"
#include "store/postgres/node/durability.hpp"
#include "store/postgres/node/lock_monitor.hpp"

namespace tradepost::store::postgres::testing {
namespace {

using exchange::TransactionId;
using std::chrono::hours;

const auto endpoint_id = id_of<exchange::EndpointId>(7);

exchange::Endpoint endpoint() {
  return {.id = endpoint_id,
          .revision = 1,
          .participant = recipient,
          .url = "https://recipient.example/hook",
          .sealed_secret = "secret"};
}

constexpr const char* search =
    "SELECT sequence, removed, value, units_sequence FROM transaction WHERE id = ANY($1)";

exchange::Original original(const std::string& text) {
  return {.form = exchange::OriginalForm::xml, .text = exchange::bytes_of(text)};
}

class RareVerbs : public ::testing::Test {
 protected:
  template <typename Answer>
  Answer done(exchange::Answering<Answer> asked) {
    auto answer = executor_.run(std::move(asked));
    EXPECT_TRUE(answer.has_value()) << (answer ? "" : answer.error().detail().str());
    return answer ? *std::move(answer) : Answer();
  }
  Deadline deadline() const { return executor_.now() + std::chrono::minutes(1); }
  exchange::Store& store() { return scratch_.store(); }
  exchange::SendAnswer send(exchange::Submission submission) {
    return done(store().submit(std::move(submission), deadline()));
  }
  void report(TransactionId id, exchange::Verdict verdict = exchange::Verdict::success) {
    exchange::ReportCommand command{.recipient = recipient,
                                    .flow = exchange::Flow::live,
                                    .by = exchange::Actor::of(recipient),
                                    .items = {}};
    exchange::ReportItem item;
    item.id = id;
    item.verdict = verdict;
    item.new_case = id_of<exchange::CaseId>(1);
    command.items.push_back(std::move(item));
    EXPECT_EQ(done(store().report(std::move(command), deadline())).at(0).outcome,
              exchange::ReportOutcome::done);
  }
  std::optional<exchange::Found> find(TransactionId id,
                                      std::optional<exchange::ParticipantId> viewer) {
    return done(store().find({.id = id,
                              .viewer = {.participant = viewer, .flow = exchange::Flow::live},
                              .content = exchange::WithContent::yes,
                              .with_original = true},
                             deadline()));
  }

  base::ManualClock clock_{base::instant_of(1'772'000'000'000)};
  ScratchStore scratch_{clock_};
  base::ManualExecutor executor_;
};

TEST_F(RareVerbs, webhook_is_leased_and_continues) {
  exchange::DirectoryChange change;
  change.entries.emplace_back(endpoint());
  done(store().change_directory(std::move(change), deadline()));
  send(submission(id_of<TransactionId>(1), "one"));
  const exchange::CallPlaces places({.in_all = 5, .of_one = 5});
  const auto due = done(store().deliveries_due(places, deadline()));
  ASSERT_EQ(due.size(), 1U);
  EXPECT_EQ(due[0].entry.id, id_of<TransactionId>(1).uuid());
  EXPECT_TRUE(done(store().delivered({.endpoint = endpoint_id,
                                      .position = due[0].position,
                                      .outcome = exchange::Delivered::Outcome::taken,
                                      .fence = due[0].fence},
                                     deadline())));
  const auto standings = done(store().endpoint_standings({endpoint_id}, deadline()));
  ASSERT_EQ(standings.size(), 1U);
  EXPECT_EQ(standings[0].waiting, 0U);
}

TEST_F(RareVerbs, content_goes_by_retention_and_by_an_operator) {
  const auto kept = id_of<TransactionId>(1);
  const auto old = id_of<TransactionId>(2);
  for (const auto& [id, content] : {std::pair(kept, "one"), std::pair(old, "two")}) {
    exchange::Submission asked = submission(id, content);
    asked.original = original(content);
    send(std::move(asked));
  }
  report(old);
  const exchange::RetentionWork work{
      .kinds = {}, .created_before = clock_.now() + hours(1), .what = exchange::Removal::content};
  EXPECT_EQ(done(store().step(work, 10, deadline())).count, 1U);
  EXPECT_TRUE(find(old, sender)->content.view.empty());
  EXPECT_FALSE(find(old, sender)->original);
  EXPECT_EQ(find(kept, sender)->content.view, "one");
  EXPECT_EQ(find(kept, sender)->original, original("one"));
  const auto by = exchange::Actor::of(id_of<exchange::OperatorId>(5));
  EXPECT_TRUE(done(store().erase(kept, by, deadline())));
  EXPECT_TRUE(find(kept, {})->content.view.empty());
  EXPECT_FALSE(find(kept, {})->original);
  const auto connection = database::Connection::open(scratch_.database());
  ASSERT_TRUE(connection.has_value());
  const auto rows = (*connection)->ask({.sql = "SELECT count(*) FROM original"});
  ASSERT_TRUE(rows.has_value());
  EXPECT_EQ(rows->number(0, 0), 0);
}

TEST_F(RareVerbs, sender_requeues_a_failed_document_with_its_unit) {
  const auto failed = id_of<TransactionId>(1);
  const auto again = id_of<TransactionId>(2);
  exchange::Submission asked = submission(failed, "one");
  exchange::Unit unit;
  unit.numbering = exchange::UnitNumbering::own;
  unit.number = 40'123'450'000'000'001;
  asked.transaction.units.push_back(unit);
  asked.original = original("<one/>");
  send(std::move(asked));
  report(failed, exchange::Verdict::failure);
  const exchange::Requeue requeue{.id = failed,
                                  .new_id = again,
                                  .by = exchange::Actor::of(sender),
                                  .flow = exchange::Flow::live,
                                  .seen = {},
                                  .key = {},
                                  .rules = {}};
  const auto answer = done(store().move(requeue, deadline()));
  EXPECT_TRUE(std::holds_alternative<exchange::Requeued>(answer)) << answer.index();
  const auto found = find(again, recipient);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->row->units.size(), 1U);
  EXPECT_EQ(found->row->units[0].number, unit.number);
  EXPECT_EQ(found->original, original("<one/>"));
}

// A failed document with a unit, and a held one.
class Reads : public RareVerbs {
 protected:
  Reads() {
    exchange::Submission failed = submission(id_of<TransactionId>(1), "one");
    exchange::Unit unit;
    unit.numbering = exchange::UnitNumbering::own;
    unit.number = sscc;
    failed.transaction.units.push_back(unit);
    send(std::move(failed));
    report(id_of<TransactionId>(1), exchange::Verdict::failure);
    exchange::Submission held = submission(id_of<TransactionId>(2), "two");
    held.delivery = exchange::Delivery::when_released;
    send(std::move(held));
  }
  // Returns the number of transactions that the viewer sees in this hour.
  std::uint64_t count_for(std::optional<exchange::ParticipantId> viewer) {
    const auto hour = std::chrono::floor<hours>(clock_.now());
    const auto counts =
        done(store().statistics({.viewer = {.participant = viewer, .flow = exchange::Flow::live},
                                 .span = {.from = hour, .before = hour + hours(1)}},
                                deadline()));
    std::uint64_t count = 0;
    for (const auto& one : counts) count += one.count;
    return count;
  }

  static constexpr std::uint64_t sscc = 40'123'450'000'000'001;
  const exchange::Viewer by_sender{.participant = sender, .flow = exchange::Flow::live};
};

TEST_F(Reads, held_documents_are_found_for_each_viewer) {
  exchange::HistoryQuery query;
  query.count_max = 10;
  const auto found_by = [&](std::optional<exchange::ParticipantId> viewer, bool held) {
    query.viewer = {.participant = viewer, .flow = exchange::Flow::live};
    query.filter.held = held;
    std::vector<TransactionId> ids;
    for (const auto& item : done(store().history(query, deadline())).items) {
      ids.push_back(item.row->id);
    }
    return ids;
  };
  for (const auto& viewer : {std::optional(sender), std::optional<exchange::ParticipantId>()}) {
    EXPECT_EQ(found_by(viewer, true), std::vector{id_of<TransactionId>(2)});
    EXPECT_EQ(found_by(viewer, false), std::vector{id_of<TransactionId>(1)});
  }
  EXPECT_TRUE(found_by(recipient, true).empty());
}

TEST_F(Reads, count_transactions_for_a_participant_and_an_operator) {
  EXPECT_EQ(count_for(sender), 2U);
  EXPECT_EQ(count_for(std::nullopt), 2U);
}

TEST_F(Reads, find_a_unit_and_the_contents_of_the_history) {
  EXPECT_EQ(done(store().find_by_sscc({.number = sscc, .viewer = by_sender}, deadline())),
            id_of<TransactionId>(1));
  exchange::HistoryQuery query;
  query.viewer = by_sender;
  query.count_max = 10;
  query.content = exchange::WithContent::yes;
  query.bytes_max = 1'000'000;
  const auto items = done(store().history(query, deadline())).items;
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].content.view, "two");
  EXPECT_EQ(items[1].content.view, "one");
}

TEST_F(Reads, list_the_cases_of_a_participant) {
  const exchange::CaseQuery query{.viewer = {.participant = sender, .flow = exchange::Flow::live},
                                  .status = {},
                                  .before = {},
                                  .count_max = 10};
  EXPECT_EQ(done(store().cases(query, deadline())).cases.size(), 1U);
}

TEST_F(Reads, count_held_documents_and_used_numbers) {
  const auto held = done(store().held(recipient, deadline()));
  ASSERT_EQ(held.size(), 1U);
  EXPECT_EQ(held[0].held.count, 1U);
  EXPECT_TRUE(done(store().next_numbers(deadline())).empty());
}

TEST_F(RareVerbs, overdue_documents_open_a_case) {
  send(submission(id_of<TransactionId>(1), "one"));
  clock_.set(clock_.now() + hours(24 * 5));
  const exchange::OverdueWork work{
      .recipient = recipient, .flow = exchange::Flow::live, .rules = {}};
  EXPECT_EQ(done(store().step(work, 10, deadline())).count, 1U);
  store().mark_seen({.participant = recipient,
                     .flow = exchange::Flow::live,
                     .last_poll = clock_.now(),
                     .listed_up_to = 0,
                     .tokens = {}});
  scratch_.restart();
  const exchange::QueuesQuery query{.participant = recipient, .after = {}, .count_max = {}};
  const auto queues = done(store().queues(query, deadline()));
  ASSERT_EQ(queues.size(), 1U);
  EXPECT_EQ(queues[0].last_poll, clock_.now());
  EXPECT_EQ(queues[0].pending, 1U);
}

TEST_F(RareVerbs, history_is_found_by_a_number_its_beginning_and_an_sscc) {
  exchange::Submission asked = version(id_of<TransactionId>(1), "A-17", "one");
  exchange::Unit unit;
  unit.numbering = exchange::UnitNumbering::own;
  unit.number = 40'123'450'000'000'001;
  asked.transaction.units.push_back(unit);
  send(std::move(asked));
  exchange::HistoryQuery query;
  query.viewer = {.participant = sender, .flow = exchange::Flow::live};
  query.count_max = 10;
  query.filter.number_prefix = "a-1";
  EXPECT_EQ(done(store().history(query, deadline())).items.size(), 1U);
  query.filter = {};
  query.filter.number = "a-17";
  EXPECT_EQ(done(store().history(query, deadline())).items.size(), 1U);
  query.filter = {};
  query.filter.sscc = 40'123'450'000'000'001;
  EXPECT_EQ(done(store().history(query, deadline())).items.size(), 1U);
  query.viewer.participant.reset();
  EXPECT_EQ(done(store().history(query, deadline())).items.size(), 1U);
  query.filter = {};
  EXPECT_EQ(done(store().history(query, deadline())).items.size(), 1U);
}

TEST_F(RareVerbs, history_is_found_by_the_document_that_it_names) {
  exchange::Submission asked = version(id_of<TransactionId>(1), "A-17", "one");
  asked.references = {{.number = "p-1", .kinds = 1 | 2}};
  send(std::move(asked));
  exchange::HistoryQuery query;
  query.count_max = 10;
  for (const auto viewer : {sender, recipient}) {
    query.viewer = {.participant = viewer, .flow = exchange::Flow::live};
    query.filter.naming = {.number = "p-1", .kinds = 2 | 8};
    EXPECT_EQ(done(store().history(query, deadline())).items.size(), 1U);
    query.filter.naming = {.number = "P-1", .kinds = 4};
    EXPECT_TRUE(done(store().history(query, deadline())).items.empty());
    query.filter.naming = {.number = "P-2", .kinds = 1};
    EXPECT_TRUE(done(store().history(query, deadline())).items.empty());
  }
  EXPECT_TRUE(done(store().erase(id_of<TransactionId>(1), exchange::Actor::network(), deadline())));
  query.filter.naming = {.number = "p-1", .kinds = 1};
  EXPECT_TRUE(done(store().history(query, deadline())).items.empty());
}

TEST_F(RareVerbs, oldest_rejection_makes_room_with_its_case) {
  for (std::uint32_t i = 1; i <= 2; ++i) {
    exchange::Rejected rejected{.id = id_of<exchange::CaseId>(i),
                                .sender = sender,
                                .flow = exchange::Flow::live,
                                .kind = {},
                                .at = {},
                                .payload = base::sha256(std::to_string(i)),
                                .content = std::string(9'000'000, 'x'),
                                .faults = {},
                                .fault_count = 0};
    done(store().open_case(exchange::OpenRejection{std::move(rejected)}, deadline()));
  }
  const exchange::CaseViewer viewer{.participant = sender, .flow = exchange::Flow::live};
  const auto found = [&](std::uint32_t id) {
    return done(store().find_case(id_of<exchange::CaseId>(id), viewer, deadline()));
  };
  EXPECT_FALSE(found(1).has_value());
  ASSERT_TRUE(found(2).has_value());
  EXPECT_TRUE(found(2)->rejected.has_value());
}

TEST_F(RareVerbs, key_is_shared_and_risks_are_named) {
  base::SystemRandom random;
  const auto key = scratch_.postgres().shared_key({}, random);
  ASSERT_TRUE(key.has_value());
  EXPECT_EQ(*scratch_.postgres().shared_key({}, random), *key);
  const auto connection = database::Connection::open(scratch_.options().link.database);
  ASSERT_TRUE(connection.has_value());
  EXPECT_FALSE(risks_of(**connection)->empty());
}

TEST_F(RareVerbs, network_with_a_webhook_moves_here) {
  scratch_.close();
  auto filling =
      Filling::open(clock_, scratch_.options().link.database, {.identity = "another", .epoch = 3});
  ASSERT_TRUE(filling.has_value()) << filling.error().detail().str();
  exchange::Transaction sent = submission(id_of<TransactionId>(1), "one").transaction;
  sent.created = clock_.now();
  std::vector<std::pair<std::uint64_t, exchange::Effect>> effects;
  effects.emplace_back(1,
                       exchange::DirectorySet{.entry = endpoint(), .at = clock_.now(), .by = {}});
  effects.emplace_back(2, exchange::Sent{.transaction = sent, .content = {}});
  effects.emplace_back(3, exchange::Seen{.participant = recipient,
                                         .flow = exchange::Flow::live,
                                         .last_poll = clock_.now(),
                                         .listed_up_to = 0,
                                         .tokens = {}});
  EXPECT_TRUE((*filling)->take(effects).has_value());
  EXPECT_TRUE((*filling)->note_verified(3).has_value());
  EXPECT_TRUE((*filling)->finish(base::SealKey{}).has_value());
  scratch_.restart();
  const auto standings = done(store().endpoint_standings({endpoint_id}, deadline()));
  ASSERT_EQ(standings.size(), 1U);
  EXPECT_EQ(standings[0].waiting, 1U);
}

TEST_F(RareVerbs, taken_documents_lie_with_who_took_them) {
  const exchange::Identifier identifier{.text = "4012345000009"};
  const auto taker = id_of<exchange::ParticipantId>(1'000'003);
  exchange::Submission first = version(id_of<TransactionId>(1), "A-17", "one");
  exchange::Unit unit;
  unit.numbering = exchange::UnitNumbering::own;
  unit.number = 40'123'450'000'000'001;
  first.transaction.units.push_back(unit);
  exchange::Submission second = submission(id_of<TransactionId>(2), "two");
  for (exchange::Submission* each : {&first, &second}) {
    each->transaction.routed_by.identifier = identifier;
    each->original = original(std::string(each->content.view));
    send(*each);
  }
  exchange::DirectoryChange change;
  exchange::Participant entry;
  entry.id = taker;
  entry.revision = 1;
  change.entries.emplace_back(std::move(entry));
  change.leaving.push_back({.from = recipient, .identifiers = {identifier}});
  const exchange::IntentId intent = id_of<exchange::IntentId>(9);
  change.intent = exchange::Intent{.id = intent,
                                   .type = exchange::IntentType::take,
                                   .from = recipient,
                                   .to = taker,
                                   .identifiers = {identifier},
                                   .by = {}};
  done(store().change_directory(std::move(change), deadline()));
  EXPECT_TRUE(done(store().step(exchange::IntentWork{.id = intent}, 1, deadline())).more);
  EXPECT_FALSE(done(store().step(exchange::IntentWork{.id = intent}, 1, deadline())).more);
  for (std::uint32_t id = 1; id <= 2; ++id) {
    const auto found = find(id_of<TransactionId>(id), taker);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->row->recipient, taker);
    EXPECT_EQ(found->content.view, id == 1 ? "one" : "two");
    EXPECT_EQ(found->original, original(std::string(found->content.view)));
    EXPECT_FALSE(find(id_of<TransactionId>(id), recipient).has_value());
  }
  // The same document finds the moved one, and the next version finds the one that it replaces.
  const auto before = sent_statements().count(search);
  EXPECT_TRUE(std::holds_alternative<exchange::Accepted>(send(std::move(first))));
  EXPECT_TRUE(std::holds_alternative<exchange::Accepted>(send(std::move(second))));
  send(version(id_of<TransactionId>(3), "A-17", "three"));
  EXPECT_EQ(find(id_of<TransactionId>(1), sender)->row->links.replaced_by, id_of<TransactionId>(3));
  EXPECT_EQ(sent_statements().count(search), before);
}

TEST_F(RareVerbs, key_counts_for_24_hours) {
  const auto send_with_key = [this](std::uint32_t id, std::string_view key) {
    auto asked = submission(id_of<TransactionId>(id), std::to_string(id));
    asked.key = exchange::KeyUse{.participant = sender,
                                 .flow = exchange::Flow::live,
                                 .path = exchange::KeyPath::send,
                                 .key = base::sha256(key),
                                 .payload = base::sha256(key)};
    asked.rules.keys_max = 1;
    return send(std::move(asked));
  };
  EXPECT_TRUE(std::holds_alternative<exchange::Accepted>(send_with_key(1, "a")));
  clock_.advance(hours(24) - std::chrono::milliseconds(1));
  EXPECT_TRUE(std::holds_alternative<exchange::KeysFull>(send_with_key(2, "b")));
  clock_.advance(std::chrono::milliseconds(1));
  EXPECT_TRUE(std::holds_alternative<exchange::Accepted>(send_with_key(2, "b")));
}

// A command in slices has begun to fail the documents one and two.
class Closing : public RareVerbs {
 protected:
  Closing() {
    send(submission(id_of<TransactionId>(1), "one"));
    send(submission(id_of<TransactionId>(2), "two"));
    exchange::DirectoryChange change;
    change.on_pending = exchange::OnPending::fail;
    change.intent = exchange::Intent{.id = intent,
                                     .type = exchange::IntentType::close,
                                     .from = recipient,
                                     .to = {},
                                     .identifiers = {},
                                     .by = {}};
    done(store().change_directory(std::move(change), deadline()));
  }

  const exchange::IntentId intent = id_of<exchange::IntentId>(9);
};

TEST_F(Closing, documents_are_failed_slice_by_slice) {
  EXPECT_TRUE(done(store().step(exchange::IntentWork{.id = intent}, 1, deadline())).more);
  EXPECT_FALSE(done(store().step(exchange::IntentWork{.id = intent}, 1, deadline())).more);
  for (std::uint32_t id = 1; id <= 2; ++id) {
    EXPECT_EQ(find(id_of<TransactionId>(id), sender)->row->state, exchange::State::failed);
  }
}

TEST_F(Closing, that_a_process_left_between_two_slices_goes_on_where_it_was) {
  EXPECT_TRUE(done(store().step(exchange::IntentWork{.id = intent}, 1, deadline())).more);
  scratch_.restart();
  EXPECT_EQ(done(store().intents(deadline())).size(), 1U);
  EXPECT_FALSE(done(store().step(exchange::IntentWork{.id = intent}, 1, deadline())).more);
  EXPECT_TRUE(done(store().intents(deadline())).empty());
  for (std::uint32_t id = 1; id <= 2; ++id) {
    EXPECT_EQ(find(id_of<TransactionId>(id), sender)->row->state, exchange::State::failed);
  }
}

TEST_F(Closing, a_read_shows_what_the_work_will_have_done) {
  for (std::uint32_t id = 1; id <= 2; ++id) {
    EXPECT_EQ(find(id_of<TransactionId>(id), sender)->row->state, exchange::State::failed);
  }
  EXPECT_TRUE(done(store().pending(all_after(0), deadline())).items.empty());
}

TEST_F(RareVerbs, participant_with_newer_versions_and_reports_reads_only_its_shard) {
  const auto before = sent_statements().count(search);
  const auto first = id_of<TransactionId>(1);
  send(version(first, "A-17", "one"));
  report(first);
  send(version(id_of<TransactionId>(2), "A-17", "two"));
  send(version(id_of<TransactionId>(2), "A-17", "two"));
  send(submission(id_of<TransactionId>(3), "three"));
  send(submission(id_of<TransactionId>(3), "three"));
  EXPECT_EQ(find(first, sender)->row->links.replaced_by, id_of<TransactionId>(2));
  EXPECT_EQ(sent_statements().count(search), before);
}

TEST_F(RareVerbs, version_is_found_whose_place_a_node_of_the_version_before_did_not_keep) {
  const auto connection = database::Connection::open(scratch_.database());
  ASSERT_TRUE(connection.has_value());
  send(version(id_of<TransactionId>(1), "A-17", "one"));
  EXPECT_TRUE((*connection)->run("UPDATE version SET recipient = NULL").has_value());
  send(version(id_of<TransactionId>(2), "A-17", "two"));
  EXPECT_EQ(find(id_of<TransactionId>(1), sender)->row->links.replaced_by, id_of<TransactionId>(2));
  // Simulates a move by a node of the earlier version.
  EXPECT_TRUE((*connection)->run("UPDATE version SET recipient = gen_random_uuid()").has_value());
  send(version(id_of<TransactionId>(3), "A-17", "three"));
  EXPECT_EQ(find(id_of<TransactionId>(2), sender)->row->links.replaced_by, id_of<TransactionId>(3));
}

class Lines final : public base::LogSink {
 public:
  void write(base::LogLevel /*level*/, std::string_view lines) override { all += lines; }
  std::string all;
};

TEST_F(RareVerbs, session_that_blocks_another_for_a_second_is_reported_once) {
  const auto holder = database::Connection::open(
      {.address = scratch_.database().address, .application_name = "other program"});
  const auto watcher = database::Connection::open(scratch_.options().link.database);
  ASSERT_TRUE(holder.has_value() && watcher.has_value());
  ASSERT_TRUE((*holder)->run("BEGIN; LOCK TABLE queue").has_value());
  std::jthread waiting([this] {
    const auto waiter = database::Connection::open(scratch_.database());
    EXPECT_TRUE((*waiter)->run("SELECT FROM queue").has_value());
  });
  Lines lines;
  const base::Log log(clock_, lines);
  LockMonitor lock_monitor(log);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (lines.all.empty() && std::chrono::steady_clock::now() < until) {
    pause_between_looks();
    const auto found = lock_monitor.ask(**watcher);
    ASSERT_TRUE(found.has_value()) << found.error().detail().str();
    lock_monitor.log(*found);
  }
  EXPECT_TRUE(lines.all.contains("application=\"other program\"")) << lines.all;
  const std::string once = lines.all;
  const auto again = lock_monitor.ask(**watcher);
  ASSERT_TRUE(again.has_value() && again->count() == 1);
  lock_monitor.log(*again);
  EXPECT_EQ(lines.all, once);
  EXPECT_TRUE((*holder)->run("COMMIT").has_value());
}

}  // namespace
}  // namespace tradepost::store::postgres::testing
