#include "agent/ledger/ledger.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>

namespace tradepost::agent {
namespace {

using client::Transaction;

class LedgerOfABridge : public testing::Test {
 public:
  LedgerOfABridge() {
    EXPECT_NE(::mkdtemp(folder.data()), nullptr);
    opens();
  }
  ~LedgerOfABridge() override { std::filesystem::remove_all(folder); }

  // Opens the ledger like the next agent.
  void opens() {
    ledger.reset();
    auto opened = Ledger::open(folder + "/agent", clock);
    ASSERT_TRUE(opened);
    ledger.emplace(*std::move(opened));
  }
  void begins(const std::string& id, unsigned attempt = 1) {
    const Transaction document{.id = id, .type = "ORDER", .sender = {.name = "Huber"}};
    const std::array batch{Delivery{.document = &document, .attempt = attempt}};
    EXPECT_TRUE(ledger->begin_handing_over("one", batch));
  }
  void settles(const std::string& id, Standing standing, client::Report report = {}) {
    const std::array all{Ledger::Settled{
        .id = id, .type = "ORDER", .standing = standing, .report = report, .attempts = 1}};
    EXPECT_TRUE(ledger->settle("one", all));
  }
  std::vector<std::string> ids(Standing standing, std::string_view bridge = "one") {
    std::vector<std::string> ids;
    const auto all = ledger->all(bridge, standing, 100);
    EXPECT_TRUE(all);
    for (const Entry& entry : *all) ids.push_back(entry.id);
    return ids;
  }
  Outgoing sends(std::string_view file, std::string_view digest, std::string_view new_key) {
    const auto outgoing = ledger->begin_sending("one", file, digest, new_key);
    EXPECT_TRUE(outgoing);
    return *outgoing;
  }

  const base::SystemClock clock;
  std::string folder = testing::TempDir() + "tradepost-ledger-XXXXXX";
  std::optional<Ledger> ledger;
};

using Ids = std::vector<std::string>;

// Two documents with one number wait for an APERAK.
struct LedgerWithAwaited : LedgerOfABridge {
  LedgerWithAwaited() {
    for (const char* const id : {"a", "b"}) {
      begins(id);
      const std::array all{Ledger::Settled{
          .id = id,
          .standing = Standing::awaited,
          .message = {
              .interchange = std::string("I-") + id, .number = "7", .awaited = Awaited::aperak}}};
      EXPECT_TRUE(ledger->settle("one", all));
    }
  }
  std::string answers(std::size_t place, std::string interchange, std::string number = "",
                      Awaited kind = Awaited::aperak, std::string key = "k") {
    const auto id = ledger->answer("one", {.file_key = std::move(key),
                                           .place = place,
                                           .kind = kind,
                                           .interchange = std::move(interchange),
                                           .number = std::move(number),
                                           .report = {.success = true}});
    return id ? *id : "later";
  }
};

TEST_F(LedgerWithAwaited, answer_of_a_repeated_file_decides_no_other_document) {
  EXPECT_EQ(answers(1, "I-b"), "b");
  EXPECT_EQ(ids(Standing::processed), Ids{"b"});
  opens();
  EXPECT_EQ(answers(1, "I-b", "7"), "b");
  EXPECT_EQ(ids(Standing::awaited), Ids{"a"});
  EXPECT_EQ(answers(2, "", "7"), "a");
}

TEST_F(LedgerWithAwaited, answer_is_forgotten_with_its_file) {
  sends("1.edi", "digest", "k");
  EXPECT_EQ(answers(1, "I-b"), "b");
  ASSERT_TRUE(ledger->end_sending("one", "1.edi"));
  EXPECT_EQ(answers(1, "I-b"), "");
}

TEST_F(LedgerWithAwaited, number_of_several_documents_decides_none) {
  EXPECT_EQ(answers(1, "", "7"), "");
  EXPECT_EQ(answers(2, "elsewhere", "7"), "");
  EXPECT_EQ(answers(3, "", ""), "");
  EXPECT_EQ(ids(Standing::awaited), (Ids{"a", "b"}));
}

TEST_F(LedgerWithAwaited, good_contrl_decides_nothing_where_an_aperak_follows) {
  EXPECT_EQ(answers(1, "I-a", "", Awaited::contrl), "");
  EXPECT_EQ(ids(Standing::awaited), (Ids{"a", "b"}));
}

TEST_F(LedgerWithAwaited, answer_waits_for_a_hand_over_that_is_not_settled) {
  begins("c");
  EXPECT_EQ(answers(1, "I-a"), "later");
  settles("c", Standing::processed);
  EXPECT_EQ(answers(1, "I-a"), "a");
}

TEST_F(LedgerWithAwaited, one_document_is_tried_again_on_demand_and_awaits_no_more) {
  EXPECT_EQ(*ledger->try_again("one", ""), 0);
  EXPECT_EQ(*ledger->try_again("one", "a"), 1);
  EXPECT_EQ(ids(Standing::waiting), Ids{"a"});
  EXPECT_EQ(answers(1, "I-a"), "");
  EXPECT_EQ(ledger->counts("one")->unreported, 1);
}

TEST_F(LedgerOfABridge, has_the_files_that_are_set_aside_now_and_no_others) {
  EXPECT_EQ(*ledger->set_aside_files("one"), SetAsideFiles{});
  ASSERT_TRUE(ledger->keep_set_aside_files("one", {{"a", "a link"}, {"b", "a folder"}}));
  ASSERT_TRUE(ledger->keep_set_aside_files("two", {{"c", "a link"}}));
  ASSERT_TRUE(ledger->keep_set_aside_files("one", {{"b", "a FIFO"}}));
  opens();
  EXPECT_EQ(*ledger->set_aside_files("one"), (SetAsideFiles{{"b", "a FIFO"}}));
  EXPECT_EQ(*ledger->set_aside_files("two"), (SetAsideFiles{{"c", "a link"}}));
}

TEST_F(LedgerOfABridge, knows_after_a_restart_what_was_being_handed_over) {
  begins("b");
  begins("a", 3);
  opens();
  EXPECT_EQ(ids(Standing::handing), (Ids{"a", "b"}));
  EXPECT_EQ(ids(Standing::handing, "two"), Ids{});
  const auto entry = ledger->find("one", "a");
  ASSERT_TRUE(entry && *entry);
  EXPECT_EQ((*entry)->attempts, 3u);
  EXPECT_EQ((*entry)->type, "ORDER");
  EXPECT_EQ((*entry)->sender, "Huber");
  EXPECT_FALSE((*entry)->changed_at.empty());
  EXPECT_FALSE(*ledger->find("one", "c"));
  EXPECT_FALSE(*ledger->find("two", "a"));
}

TEST_F(LedgerOfABridge, keeps_a_report_with_all_its_fields) {
  begins("a");
  const client::Report report{.success = false,
                              .reason = "Artikel \"7\"\nunbekannt \xff",
                              .error_type = "INTERNAL",
                              .context = {{"line", "10"}, {"", "\"'"}}};
  settles("a", Standing::refused, report);
  opens();
  const auto all = ledger->all("one", Standing::refused, 100);
  ASSERT_EQ(all->size(), 1u);
  const client::Report& kept = all->front().report;
  EXPECT_FALSE(kept.success);
  EXPECT_EQ(kept.reason, report.reason);
  EXPECT_EQ(kept.error_type, report.error_type);
  EXPECT_EQ(kept.context, report.context);
}

TEST_F(LedgerOfABridge, tries_again_only_what_is_set_aside) {
  for (const char* const id : {"a", "b", "c"}) begins(id);
  settles("a", Standing::set_aside);
  settles("b", Standing::set_aside);
  settles("c", Standing::processed);
  EXPECT_EQ(*ledger->try_again("one", "c"), 0);
  EXPECT_EQ(*ledger->try_again("two", ""), 0);
  EXPECT_EQ(*ledger->try_again("one", "b"), 1);
  EXPECT_EQ(ids(Standing::waiting), Ids{"b"});
  EXPECT_EQ((*ledger->find("one", "b"))->attempts, 0u);
  EXPECT_EQ(*ledger->try_again("one", ""), 1);
  EXPECT_EQ(ids(Standing::set_aside), Ids{});
}

TEST_F(LedgerOfABridge, counts_what_is_open_and_what_is_done) {
  for (const char* const id : {"a", "b", "c", "d", "e", "f"}) begins(id);
  settles("a", Standing::waiting);
  settles("b", Standing::set_aside);
  settles("c", Standing::processed);
  settles("d", Standing::reported);
  settles("e", Standing::reported, {.success = false});
  settles("f", Standing::withdrawn);
  const auto counts = ledger->counts("one");
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->waiting, 1);
  EXPECT_EQ(counts->set_aside, 1);
  EXPECT_EQ(counts->unreported, 1);
  EXPECT_EQ(counts->processed, 1);
  EXPECT_EQ(counts->refused, 1);
  EXPECT_EQ(counts->withdrawn, 1);
}

TEST_F(LedgerOfABridge, key_of_a_file_stays_until_its_answer_is_put_away) {
  EXPECT_EQ(sends("a.json", "digest", "first").key, "first");
  opens();
  EXPECT_EQ(sends("a.json", "digest", "second").key, "first");
  // This is a different file of the same name.
  Outgoing outgoing = sends("a.json", "other digest", "third");
  EXPECT_EQ(outgoing.key, "third");
  outgoing.answer = "{}";
  outgoing.target = "sent/a.json";
  ASSERT_TRUE(ledger->keep_answer("one", outgoing, Ledger::Sending::sent));
  opens();
  EXPECT_EQ(sends("a.json", "other digest", "fourth").target, "sent/a.json");
  ASSERT_TRUE(ledger->end_sending("one", "a.json"));
  EXPECT_EQ(sends("a.json", "other digest", "fifth").key, "fifth");
  EXPECT_EQ(ledger->counts("one")->sent, 1);
}

TEST_F(LedgerOfABridge, forgets_files_that_are_not_there) {
  sends("a.json", "1", "key of a");
  sends("b.json", "2", "key of b");
  const std::array<std::string, 1> there{"b.json"};
  ASSERT_TRUE(ledger->end_sending_but("one", there));
  EXPECT_EQ(ledger->counts("one")->outgoing, 1);
  EXPECT_EQ(sends("b.json", "2", "new").key, "key of b");
  EXPECT_EQ(sends("a.json", "1", "new").key, "new");
}

TEST_F(LedgerOfABridge, health_is_that_of_a_direction) {
  ASSERT_TRUE(ledger->keep_health(
      "one", Direction::send, {.contact_at = "now", .problem = "away", .problem_since = "then"}));
  opens();
  EXPECT_EQ(ledger->health("one", Direction::send)->problem, "away");
  EXPECT_EQ(ledger->health("one", Direction::receive)->problem, "");
}

TEST_F(LedgerOfABridge, newer_one_is_too_new_for_writers_and_readers) {
  ledger.reset();
  {
    auto database = sqlite::Database::open(folder + "/agent/ledger.db");
    ASSERT_TRUE(database && database->run("PRAGMA user_version = 3"));
  }
  EXPECT_EQ(Ledger::open(folder + "/agent", clock).error().code(), base::ErrorCode::too_new);
  EXPECT_EQ(Ledger::look_at(folder + "/agent", clock).error().code(), base::ErrorCode::too_new);
  EXPECT_EQ(Ledger::look_at(folder, clock).error().code(), base::ErrorCode::not_found);
}

}  // namespace
}  // namespace tradepost::agent
