#include "api/health/checks.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/source_dir.hpp"

namespace tradepost::api {
namespace {

using exchange::Subject;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr base::Instant now_of_checks = base::instant_of(1'772'000'000'000);

HealthFacts good_facts() {
  HealthFacts facts{.version = "1.0", .started_at = now_of_checks - hours(1)};
  facts.folder =
      FolderFacts{.free_bytes = 20ull << 30, .last_record_at = now_of_checks - minutes(1)};
  facts.backup = {.reading = BackupFacts::Reading::done, .newest = now_of_checks - hours(29)};
  facts.certificate_ends_at = now_of_checks + std::chrono::days(15);
  facts.clock = {.is_synchronised = true};
  facts.mail = {.is_on = true,
                .queue = RetriedWork{.waiting = 1, .oldest = now_of_checks - minutes(1)}};
  return facts;
}

HealthFacts good_facts_of_database() {
  HealthFacts facts = good_facts();
  facts.folder.reset();
  DatabaseFacts& database = facts.database.emplace();
  database.answered_at = now_of_checks;
  DatabaseNodes& nodes = database.nodes.emplace();
  nodes.read_at = now_of_checks - seconds(10);
  nodes.nodes = {{.id = "a", .version = "1.0", .is_this = true}, {.id = "b", .version = "1.0"}};
  return facts;
}

HealthState state_of(const HealthFacts& facts, std::string_view code) {
  const auto checks = checks_of(facts, now_of_checks);
  const auto found = std::ranges::find(checks, code, &HealthCheck::code);
  EXPECT_NE(found, checks.end()) << code;
  return found == checks.end() ? HealthState::unknown : found->state;
}

TEST(HealthChecks, all_are_ok_if_nothing_is_wrong) {
  for (const HealthFacts& facts : {good_facts(), good_facts_of_database()}) {
    for (const HealthCheck& check : checks_of(facts, now_of_checks)) {
      EXPECT_EQ(check.state, HealthState::ok) << check.code;
      EXPECT_EQ(check.help, "") << check.code;
    }
    EXPECT_EQ(work_of(facts, now_of_checks), std::vector<Subject>());
  }
}

struct Change {
  std::string_view code;
  HealthState state{};
  std::function<void(HealthFacts&)> change;
};

const std::vector<Change>& changes_of_folder() {
  using enum HealthState;
  using enum BackupFacts::Reading;
  static const std::vector<Change> changes = {
      {"disk", warning, [](auto& facts) { facts.folder->free_bytes = (10ull << 30) - 1; }},
      {"disk", failing, [](auto& facts) { facts.folder->has_room = false; }},
      {"journal", failing, [](auto& facts) { facts.folder->has_room = false; }},
      {"journal", failing, [](auto& facts) { facts.has_failed = true; }},
      {"index", warning, [](auto& facts) { facts.folder->index = IndexState::behind; }},
      {"index", warning, [](auto& facts) { facts.folder->index = IndexState::rebuilt; }},
      {"index", failing, [](auto& facts) { facts.folder->index = IndexState::damaged; }},
      {"backup", unknown, [](auto& facts) { facts.backup = {.reading = off}; }},
      {"backup", unknown, [](auto& facts) { facts.backup = {.reading = not_yet}; }},
      {"backup", failing, [](auto& facts) { facts.backup = {.reading = refused}; }},
      {"backup", failing, [](auto& facts) { facts.backup = {.reading = done}; }},
      {"backup", warning, [](auto& facts) { facts.backup.newest = now_of_checks - hours(31); }},
      {"backup", warning, [](auto& facts) { facts.backup.newest = now_of_checks + hours(31); }},
      {"certificate", warning, [](auto& facts) { *facts.certificate_ends_at -= hours(48); }},
      {"certificate", failing, [](auto& facts) { *facts.certificate_ends_at -= hours(361); }},
      {"clock", warning,
       [](auto& facts) { facts.folder->last_record_at = now_of_checks + seconds(6); }},
      {"clock", warning, [](auto& facts) { facts.clock.has_jumped = true; }},
      {"clock", warning, [](auto& facts) { facts.clock.is_synchronised = false; }},
      {"clock", unknown, [](auto& facts) { facts.clock.is_synchronised.reset(); }},
      {"format", ok, [](auto& facts) { facts.format = exchange::newest_format - 1; }},
      {"webhooks", warning, [](auto& facts) { facts.webhooks = {1, now_of_checks - minutes(61)}; }},
      {"mail", warning,
       [](auto& facts) { facts.mail.queue->oldest = now_of_checks - minutes(61); }},
      {"mail", failing, [](auto& facts) { facts.mail.queue.reset(); }},
      {"request_log", warning, [](auto& facts) { facts.loses_requests = true; }}};
  return changes;
}

const std::vector<Change>& changes_of_database() {
  using enum HealthState;
  static const std::vector<Change> changes = {
      {"database", failing, [](auto& facts) { facts.database->is_away = true; }},
      {"backup", unknown, [](auto& facts) { facts.backup = {}; }},
      {"clock", warning, [](auto& facts) { facts.database->nodes->ahead = -seconds(6); }},
      {"nodes", warning, [](auto& facts) { facts.database->nodes->nodes[1].version = "0.9"; }},
      {"nodes", unknown, [](auto& facts) { facts.database->nodes->read_at -= minutes(1); }},
      {"nodes", unknown, [](auto& facts) { facts.database->nodes.reset(); }},
      {"format", warning, [](auto& facts) {
         facts.format = exchange::newest_format - 1;
         facts.is_format_refused = true;
       }}};
  return changes;
}

TEST(HealthChecks, change_of_a_fact_changes_the_state_of_its_check) {
  for (const Change& one : changes_of_folder()) {
    HealthFacts facts = good_facts();
    one.change(facts);
    EXPECT_EQ(state_of(facts, one.code), one.state) << one.code;
  }
  for (const Change& one : changes_of_database()) {
    HealthFacts facts = good_facts_of_database();
    one.change(facts);
    EXPECT_EQ(state_of(facts, one.code), one.state) << one.code;
  }
}

TEST(HealthChecks, messages_to_operators_are_about_disk_index_certificate_and_backup) {
  HealthFacts facts = good_facts();
  facts.folder->free_bytes = 0;
  facts.folder->index = IndexState::behind;
  facts.webhooks.oldest = now_of_checks - hours(2);
  EXPECT_EQ(work_of(facts, now_of_checks), std::vector<Subject>({Subject::little_space}));
  facts.folder->index = IndexState::damaged;
  facts.certificate_ends_at = now_of_checks;
  facts.backup.newest.reset();
  EXPECT_EQ(work_of(facts, now_of_checks),
            std::vector<Subject>({Subject::little_space, Subject::index_damaged,
                                  Subject::backup_old, Subject::certificate_ends}));
}

TEST(HealthChecks, node_that_has_not_read_the_others_shows_itself) {
  HealthFacts facts = good_facts_of_database();
  EXPECT_EQ(nodes_of(facts, now_of_checks).size(), 2U);
  facts.database->nodes->read_at -= minutes(1);
  const auto nodes = nodes_of(facts, now_of_checks);
  ASSERT_EQ(nodes.size(), 1U);
  EXPECT_TRUE(nodes[0].is_this);
  EXPECT_EQ(nodes[0].version, "1.0");
}

// Returns the anchors of a page's headings: lower case, with a hyphen for each space.
std::set<std::string> anchors_in(const std::string& path) {
  std::ifstream file(path);
  std::set<std::string> anchors;
  for (std::string line; std::getline(file, line);) {
    const auto begin = line.find_first_not_of('#');
    if (begin == 0 || begin == std::string::npos) continue;
    std::string anchor;
    for (const char letter : line.substr(begin + 1)) {
      const auto byte = static_cast<unsigned char>(letter);
      if (std::isalnum(byte) != 0 || letter == '-') anchor += static_cast<char>(std::tolower(byte));
      if (letter == ' ') anchor += '-';
    }
    anchors.insert(anchor);
  }
  return anchors;
}

TEST(HealthChecks, help_is_a_section_of_the_documentation) {
  std::set<std::string_view> helps;
  const auto add = [&](HealthFacts facts, const std::vector<Change>& changes) {
    for (const Change& one : changes) {
      HealthFacts changed = facts;
      one.change(changed);
      for (const HealthCheck& check : checks_of(changed, now_of_checks)) helps.insert(check.help);
    }
  };
  add(good_facts(), changes_of_folder());
  add(good_facts_of_database(), changes_of_database());
  helps.erase("");
  EXPECT_GT(helps.size(), 10U);
  for (const std::string_view help : helps) {
    const auto hash = help.find('#');
    ASSERT_NE(hash, std::string_view::npos) << help;
    const std::string page = source_dir() + std::string(help.substr(0, hash)) + ".md";
    EXPECT_TRUE(anchors_in(page).contains(std::string(help.substr(hash + 1)))) << help;
  }
}

}  // namespace
}  // namespace tradepost::api
