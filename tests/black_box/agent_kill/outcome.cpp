#include "agent_kill/outcome.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <charconv>

#include "served/json.hpp"

namespace tradepost::agent_kill_tests {
namespace {

using client::Case;
using client::Transaction;
using served::at;
using served::number_at;

std::map<std::string, Transaction> received_by(client::Exchange& supplier) {
  std::map<std::string, Transaction> all;
  auto walk = supplier.walk_all_transactions({.direction = "received"});
  while (!walk.is_over()) {
    const auto page = walk.next();
    if (!page) {
      ADD_FAILURE() << page.error().message;
      break;
    }
    for (const Transaction& one : page->items) all.emplace(one.id, one);
  }
  return all;
}

// Returns the cases of the supplier by the ids of their transactions.
std::multimap<std::string, Case> cases_of(client::Exchange& supplier) {
  std::multimap<std::string, Case> all;
  client::CaseQuery query;
  for (;;) {
    const auto page = supplier.cases(query);
    if (!page) {
      ADD_FAILURE() << page.error().message;
      return all;
    }
    for (const Case& one : page->items) all.emplace(one.transaction_id, one);
    if (!page->has_more) return all;
    query.cursor = page->next_cursor;
  }
}

// One row of the ledger, read after the agent has ended.
struct Kept {
  int standing = -1;
  bool success = false;
};
constexpr int reported = 4;
constexpr int withdrawn = 6;

std::map<std::string, Kept> kept_by(const Bridged& bridged) {
  const auto rows = bridged.desk.shell(
      "sqlite3 -readonly agent/ledger.db 'SELECT id, standing, success FROM document'");
  EXPECT_EQ(rows.exit_code, 0) << rows.err;
  std::map<std::string, Kept> all;
  for (const std::string& line : served::lines_of(rows.out)) {
    const auto first = line.find('|');
    all[line.substr(0, first)] = {.standing = line.at(first + 1) - '0',
                                  .success = line.ends_with("|1")};
  }
  return all;
}

bool is_refused_by(const OwnSystem& system, const std::string& number) {
  return system.refuses() && number.starts_with(letter::refused);
}

void expect_case(const std::multimap<std::string, Case>& cases, const std::string& id,
                 const std::string& number) {
  ASSERT_EQ(cases.count(id), 1) << number;
  const Case& one = cases.find(id)->second;
  EXPECT_EQ(one.reason, reason_of(number));
  EXPECT_EQ(one.type, "DATA") << number;
  EXPECT_EQ(one.transaction_identifier, number);
}

void expect_counts(const std::map<std::string, Kept>& ledger, const std::string& status) {
  std::uint64_t processed = 0;
  std::uint64_t failed = 0;
  std::uint64_t not_handed_over = 0;
  for (const auto& [id, kept] : ledger) {
    EXPECT_TRUE(kept.standing == reported || kept.standing == withdrawn)
        << id << " is open in the ledger: " << kept.standing;
    if (kept.standing == withdrawn) ++not_handed_over;
    if (kept.standing == reported) ++(kept.success ? processed : failed);
  }
  EXPECT_EQ(number_at(status, "bridges.0.processed"), processed);
  EXPECT_EQ(number_at(status, "bridges.0.failed"), failed);
  EXPECT_EQ(number_at(status, "bridges.0.withdrawn"), not_handed_over);
  EXPECT_EQ(number_at(status, "bridges.0.unreported"), 0);
  EXPECT_EQ(number_at(status, "bridges.0.waiting"), 0);
  EXPECT_EQ(number_at(status, "bridges.0.setAside"), 0);
  EXPECT_EQ(at(status, "running"), "true");
}

}  // namespace

std::string reason_of(const std::string& number) {
  return fmt::format("Order {} is refused.", number);
}

void expect_outcome(Bridged& bridged, OwnSystem& system, const Sent& sent,
                    const std::string& status) {
  const auto history = received_by(bridged.supplier);
  const auto cases = cases_of(bridged.supplier);
  const auto ledger = kept_by(bridged);
  const Times had = system.had();
  EXPECT_EQ(history.size(), sent.number_of.size());
  for (const auto& [id, times] : had) {
    EXPECT_EQ(times, 1) << id << " was handed over " << times << " times";
    EXPECT_TRUE(sent.number_of.contains(id)) << id << " was never sent";
  }
  for (const auto& [id, number] : sent.number_of) {
    ASSERT_TRUE(history.contains(id)) << number << " is not in the history";
    const Transaction& document = history.at(id);
    const bool is_latest = sent.latest_of.at(number) == id;
    EXPECT_EQ(document.is_latest_version, is_latest) << number;
    if (document.status == "DROPPED") {
      EXPECT_FALSE(is_latest) << number << " was dropped as " << id;
      continue;
    }
    const bool is_refused = is_refused_by(system, number);
    EXPECT_EQ(document.status, is_refused ? "FAILED" : "SUCCESS") << number << " as " << id;
    EXPECT_TRUE(had.contains(id)) << number << " as " << id << " is missing";
    const auto kept = ledger.find(id);
    ASSERT_TRUE(kept != ledger.end()) << number << " is not in the ledger";
    EXPECT_EQ(kept->second.standing, reported) << number;
    EXPECT_EQ(kept->second.success, !is_refused) << number;
    if (is_refused) {
      expect_case(cases, id, number);
    } else {
      EXPECT_EQ(cases.count(id), 0) << number;
    }
  }
  expect_counts(ledger, status);
}

}  // namespace tradepost::agent_kill_tests
