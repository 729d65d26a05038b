// The COMMIT of each writing verb succeeds, but the node gets no answer to it. Its next try finds
// the effects of the first one, returns the answer that it would have returned, and does nothing
// twice.

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include "base/ground/limits.hpp"
#include "base/tasks/manual_executor.hpp"
#include "postgres/missing_standby.hpp"
#include "postgres/postgres_server.hpp"
#include "postgres_store/parcel.hpp"
#include "postgres_store/tenants.hpp"
#include "store/postgres/postgres_store.hpp"

namespace tradepost::store::postgres::testing::lost_commit_test {
namespace {

using exchange::CaseId;
using exchange::TransactionId;
using tradepost::postgres::MissingStandby;
using tradepost::postgres::PostgresServer;

const auto document = id_of<TransactionId>(1);
const auto case_id = id_of<CaseId>(2);
const auto by_operator = exchange::Actor::of(id_of<exchange::OperatorId>(3));

class LostCommit : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = std::make_unique<PostgresServer>(); }
  static void TearDownTestSuite() { server_.reset(); }

  void SetUp() override {
    static unsigned count = 0;
    const std::string name = "network_" + std::to_string(++count);
    server_->make_database(name);
    PostgresOptions options;
    options.link.database = {
        .address = server_->address(name),
        .application_name = "tradepost",
        .observer = [](const database::Statement& sent) { sent_statements().add(sent); }};
    options.connections = 2;
    auto opened = PostgresStore::open(clock_, options);
    ASSERT_TRUE(opened.has_value()) << opened.error().detail().str();
    store_ = *std::move(opened);
  }

  static Deadline soon(const base::ManualExecutor& executor) {
    return executor.now() + std::chrono::minutes(1);
  }
  // The function `ask` gets the deadline of the verb.
  template <typename Ask>
  static auto run(Ask ask) {
    base::ManualExecutor executor;
    auto answer = executor.run(ask(soon(executor)));
    EXPECT_TRUE(answer.has_value()) << (answer ? "" : answer.error().text().str());
    return answer ? *std::move(answer) : typename decltype(answer)::value_type();
  }
  // Runs it with a first COMMIT that succeeds and whose session ends before its answer.
  template <typename Ask>
  auto run_and_lose_the_commit(Ask ask) {
    decltype(run(ask)) answer;
    MissingStandby standby(*server_);
    std::jthread asking([&] { answer = run(ask); });
    standby.end_session_of_commit();
    standby.wait_for_commit();  // the commit of the next try
    standby.forget();
    asking.join();
    return answer;
  }

  exchange::SendAnswer send(exchange::Submission submission) {
    return run([&](Deadline by) { return store_->submit(std::move(submission), by); });
  }
  exchange::ReportCommand failure() const {
    exchange::ReportItem item;
    item.id = document;
    item.verdict = exchange::Verdict::failure;
    item.reason = "The price is wrong.";
    item.new_case = case_id;
    return {.recipient = recipient,
            .flow = exchange::Flow::live,
            .by = exchange::Actor::of(recipient),
            .items = {std::move(item)}};
  }
  void open_case_of_failure() {
    send(submission(document, "one"));
    run([&](Deadline by) { return store_->report(failure(), by); });
  }
  exchange::FoundCase found_case() {
    const exchange::CaseViewer viewer{.participant = {}, .flow = exchange::Flow::live};
    auto found = run([&](Deadline by) { return store_->find_case(case_id, viewer, by); });
    EXPECT_TRUE(found.has_value());
    return found ? *std::move(found) : exchange::FoundCase();
  }
  std::size_t pending() {
    return run([&](Deadline by) { return store_->pending(all_after(0), by); }).items.size();
  }
  exchange::DirectoryAnswer set(exchange::DirectoryEntry entry) {
    return run([&](Deadline by) { return store_->change_directory(change_to(entry), by); });
  }
  static exchange::DirectoryChange change_to(exchange::DirectoryEntry entry) {
    exchange::DirectoryChange change;
    change.by = by_operator;
    change.entries.push_back(std::move(entry));
    return change;
  }

  static std::unique_ptr<PostgresServer> server_;
  const base::SystemClock clock_;
  std::unique_ptr<PostgresStore> store_;
};
std::unique_ptr<PostgresServer> LostCommit::server_;

TEST_F(LostCommit, of_submit_sends_one_document) {
  const auto answer = run_and_lose_the_commit(
      [&](Deadline by) { return store_->submit(submission(document, "one"), by); });
  EXPECT_TRUE(std::holds_alternative<exchange::Accepted>(answer)) << answer.index();
  EXPECT_EQ(pending(), 1U);
}

TEST_F(LostCommit, of_report_opens_one_case) {
  send(submission(document, "one"));
  const auto answer =
      run_and_lose_the_commit([&](Deadline by) { return store_->report(failure(), by); });
  EXPECT_EQ(answer.at(0).case_id, case_id);
  EXPECT_EQ(found_case().value->revision, 1U);
}

TEST_F(LostCommit, of_open_case_opens_one_case) {
  const exchange::OpenPosted posted{.id = case_id,
                                    .reporter = sender,
                                    .flow = exchange::Flow::live,
                                    .reason = "The page is empty.",
                                    .context = {},
                                    .transaction_identifier = {},
                                    .kind = {},
                                    .key = {},
                                    .rules = {}};
  const auto answer =
      run_and_lose_the_commit([&](Deadline by) { return store_->open_case(posted, by); });
  ASSERT_TRUE(std::holds_alternative<exchange::CaseOpened>(answer)) << answer.index();
  EXPECT_EQ(std::get<exchange::CaseOpened>(answer).count, 1U);
  EXPECT_EQ(found_case().value->count, 1U);
}

TEST_F(LostCommit, of_a_comment_stores_it_once) {
  open_case_of_failure();
  const exchange::CaseChange comment{.id = case_id,
                                     .revision = {},
                                     .by = exchange::Actor::of(sender),
                                     .flow = exchange::Flow::live,
                                     .comment = "We correct it.",
                                     .status = {},
                                     .turn = {}};
  const auto answer =
      run_and_lose_the_commit([&](Deadline by) { return store_->change_case(comment, by); });
  ASSERT_TRUE(std::holds_alternative<exchange::Changed>(answer)) << answer.index();
  EXPECT_EQ(std::get<exchange::Changed>(answer).revision, 2U);
  EXPECT_EQ(found_case().comments.size(), 1U);
}

TEST_F(LostCommit, of_a_case_change_with_a_revision_is_no_conflict) {
  open_case_of_failure();
  const exchange::CaseChange resolve{.id = case_id,
                                     .revision = 1,
                                     .by = exchange::Actor::of(sender),
                                     .flow = exchange::Flow::live,
                                     .comment = {},
                                     .status = exchange::CaseStatus::resolved,
                                     .turn = {}};
  const auto answer =
      run_and_lose_the_commit([&](Deadline by) { return store_->change_case(resolve, by); });
  EXPECT_TRUE(std::holds_alternative<exchange::Changed>(answer)) << answer.index();
  EXPECT_EQ(found_case().value->revision, 2U);
}

TEST_F(LostCommit, of_a_directory_change_with_a_revision_is_no_conflict) {
  exchange::Participant changed{.id = sender,
                                .revision = 1,
                                .name = "Huber",
                                .identifiers = {},
                                .numbers = {},
                                .agents = {},
                                .requirements = {}};
  set(changed);
  changed.revision = 2;
  changed.name = "Huber & Sons";
  const auto answer = run_and_lose_the_commit(
      [&](Deadline by) { return store_->change_directory(change_to(changed), by); });
  EXPECT_TRUE(std::holds_alternative<exchange::DirectoryChanged>(answer)) << answer.index();
}

TEST_F(LostCommit, of_a_discard_is_no_wrong_state) {
  send(submission(document, "one"));
  const exchange::Discard discard{
      .id = document, .by = by_operator, .reason = "Sent by mistake.", .new_case = case_id};
  const auto answer =
      run_and_lose_the_commit([&](Deadline by) { return store_->move(discard, by); });
  EXPECT_TRUE(std::holds_alternative<exchange::DiscardDone>(answer)) << answer.index();
  EXPECT_EQ(pending(), 0U);
}

TEST_F(LostCommit, of_a_requeue_delivers_once_more) {
  open_case_of_failure();
  const exchange::Requeue requeue{.id = document,
                                  .new_id = id_of<TransactionId>(4),
                                  .by = by_operator,
                                  .seen = {},
                                  .key = {},
                                  .rules = {}};
  const auto answer =
      run_and_lose_the_commit([&](Deadline by) { return store_->move(requeue, by); });
  ASSERT_TRUE(std::holds_alternative<exchange::Requeued>(answer)) << answer.index();
  EXPECT_EQ(pending(), 1U);
}

TEST_F(LostCommit, of_a_release_counts_what_it_released) {
  // The change of the relationship releases all but one.
  constexpr std::uint32_t documents = base::limits::background_slice + 1;
  for (std::uint32_t number = 1; number <= documents; ++number) {
    exchange::Submission held =
        submission(id_of<TransactionId>(100 + number), std::to_string(number));
    held.delivery = exchange::Delivery::when_released;
    send(std::move(held));
  }
  set(exchange::Relationship{.from = sender,
                             .to = recipient,
                             .revision = 1,
                             .status = exchange::RelationshipStatus::active,
                             .kinds = {},
                             .requirements = {}});
  const exchange::Release release{.from = sender, .to = recipient, .flow = exchange::Flow::live};
  const auto answer =
      run_and_lose_the_commit([&](Deadline by) { return store_->move(release, by); });
  ASSERT_TRUE(std::holds_alternative<exchange::ReleaseDone>(answer)) << answer.index();
  EXPECT_EQ(std::get<exchange::ReleaseDone>(answer).count, 1U);
  EXPECT_EQ(pending(), documents);
}

TEST_F(LostCommit, of_a_step_counts_what_it_removed) {
  open_case_of_failure();
  const exchange::RetentionWork work{.kinds = {},
                                     .created_before = clock_.now() + std::chrono::hours(1),
                                     .what = exchange::Removal::content};
  const auto answer =
      run_and_lose_the_commit([&](Deadline by) { return store_->step(work, 10, by); });
  EXPECT_EQ(answer.count, 1U);
}

TEST_F(LostCommit, of_a_webhook_call_counts_one_failure) {
  const auto endpoint = id_of<exchange::EndpointId>(7);
  set(exchange::Endpoint{.id = endpoint,
                         .revision = 1,
                         .participant = recipient,
                         .url = "https://recipient.example/hook",
                         .sealed_secret = "secret"});
  send(submission(document, "one"));
  const exchange::CallPlaces places({.in_all = 5, .of_one = 5});
  const auto due = run([&](Deadline by) { return store_->deliveries_due(places, by); });
  ASSERT_EQ(due.size(), 1U);
  const exchange::Delivered failed{.endpoint = endpoint,
                                   .position = due[0].position,
                                   .outcome = exchange::Delivered::Outcome::failed,
                                   .fence = due[0].fence};
  EXPECT_TRUE(run_and_lose_the_commit([&](Deadline by) { return store_->delivered(failed, by); }));
  const auto standing =
      run([&](Deadline by) { return store_->endpoint_standings({endpoint}, by); });
  ASSERT_EQ(standing.size(), 1U);
  EXPECT_EQ(standing[0].progress.failures, 1U);
}

TEST_F(LostCommit, of_an_erasure_is_done) {
  send(submission(document, "one"));
  EXPECT_TRUE(run_and_lose_the_commit(
      [&](Deadline by) { return store_->erase(document, by_operator, by); }));
}

}  // namespace
}  // namespace tradepost::store::postgres::testing::lost_commit_test
