#include "traders/memory.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>
#include <tuple>
#include <utility>

namespace tradepost::traders {
namespace {

constexpr std::chrono::seconds patience(5);

}  // namespace

void Memory::was_sent(const std::string& id, const Sending& sending) {
  const std::lock_guard lock(mutex_);
  EXPECT_TRUE(sent_.emplace(id, sending).second) << id << " was given twice";
  ++acknowledged_;
  ++answers_;
  more_answers_.notify_all();
}

void Memory::was_not_answered(const Sending& sending) {
  const std::lock_guard lock(mutex_);
  open_.push_back({.sending = sending, .row = {}});
  ++unanswered_;
}

void Memory::was_reported(const std::string& id, Said said, Outcome outcome) {
  const std::lock_guard lock(mutex_);
  Told& told = told_[id];
  told.said.insert(said);
  told.outcomes.insert(outcome);
  told.ended = std::chrono::steady_clock::now();
  ++acknowledged_;
  ++answers_;
  more_answers_.notify_all();
}

void Memory::report_was_not_answered(const std::string& id, Said said) {
  const std::lock_guard lock(mutex_);
  open_reports_[id].insert(said);
}

void Memory::was_answered() {
  const std::lock_guard lock(mutex_);
  ++answers_;
  more_answers_.notify_all();
}

void Memory::expect_not_reported_before(const std::vector<Row>& rows, Moment asked) {
  const std::lock_guard lock(mutex_);
  for (const Row& row : rows) {
    const auto told = told_.find(row.id);
    if (told == told_.end()) continue;
    EXPECT_GT(told->second.ended, asked) << row.id << " was reported on, and is listed";
  }
}

void Memory::wait_for_answers(std::size_t count) {
  std::unique_lock lock(mutex_);
  more_answers_.wait_for(lock, patience, [&] { return answers_ >= count; });
}

std::size_t Memory::answers() {
  const std::lock_guard lock(mutex_);
  return answers_;
}

std::size_t Memory::acknowledged() {
  const std::lock_guard lock(mutex_);
  return acknowledged_;
}

std::vector<Memory::Open> Memory::take_open() {
  return std::exchange(open_, {});
}

void Memory::compare(const Seen& seen) {
  const std::lock_guard lock(mutex_);
  const Rows rows = rows_once(seen.sent);
  compare_sent(rows);
  compare_reports(rows);
  compare_pending(seen, rows);
  compare_chains(rows);
}

Memory::Rows Memory::rows_once(const std::vector<std::vector<Row>>& lists) {
  Rows rows;
  for (std::size_t member = 0; member < lists.size(); ++member) {
    for (const Row& row : lists[member]) {
      EXPECT_EQ(row.sender, names_[member]) << row.id;
      EXPECT_TRUE(rows.emplace(row.id, row).second) << row.id << " is listed twice";
    }
  }
  return rows;
}

// Every request has a unique content, so the content of a row identifies its request.
void Memory::compare_sent(const Rows& rows) {
  for (const auto& [id, sending] : sent_) {
    const auto row = rows.find(id);
    if (row == rows.end()) {
      ADD_FAILURE() << "lost: " << id << " " << sentence(sending.letter);
      continue;
    }
    EXPECT_EQ(row->second.content, content_of(sending.letter)) << id;
    EXPECT_EQ(row->second.type, sending.letter.kind) << id;
    EXPECT_EQ(row->second.recipient, names_[sending.recipient]) << id;
  }
  for (const auto& [id, row] : rows) {
    if (sent_.contains(id)) continue;
    const auto open = std::ranges::find_if(open_, [&](const Open& unanswered) {
      return content_of(unanswered.sending.letter) == row.content;
    });
    if (open == open_.end()) {
      ADD_FAILURE() << "nobody sent " << id << ", or it is there twice: " << row.content;
      continue;
    }
    EXPECT_FALSE(open->row) << "one request was kept twice: " << row.content;
    open->row = row;
    sent_.emplace(id, open->sending);
    ++unanswered_kept_;
  }
}

void Memory::compare_reports(const Rows& rows) {
  for (const auto& [id, row] : rows) {
    const auto known = told_.find(id);
    const Told told = known == told_.end() ? Told{} : known->second;
    const auto open = open_reports_.contains(id) ? open_reports_[id] : std::set<Said>{};
    const auto may_be = [&](Said said) { return told.said.contains(said) || open.contains(said); };
    SCOPED_TRACE(fmt::format("{} {}", id, row.status));
    if (row.status == "PENDING") {
      EXPECT_TRUE(told.said.empty()) << "a report is lost";
      EXPECT_FALSE(row.report);
      EXPECT_TRUE(row.is_latest);
    } else if (row.status == "SUCCESS") {
      EXPECT_TRUE(may_be(Said::success)) << "nobody reported that";
    } else if (row.status == "FAILED") {
      EXPECT_TRUE(may_be(Said::failure)) << "nobody reported that";
      EXPECT_FALSE(told.said.contains(Said::success)) << "a report is lost";
    } else {
      EXPECT_EQ(row.status, "DROPPED");
      EXPECT_FALSE(row.is_latest) << "it gave way to nothing";
      EXPECT_FALSE(told.outcomes.contains(Outcome::done)) << "a report is lost";
      EXPECT_TRUE(told.said.empty() || row.report) << "a report is lost";
    }
    if (row.report) {
      EXPECT_TRUE(may_be(row.report->is_success ? Said::success : Said::failure));
      EXPECT_EQ(row.report->by, row.recipient);
      // For a dropped document the last report counts.
      const bool is_final = row.status != "DROPPED" && told.said.contains(Said::success);
      EXPECT_TRUE(!is_final || row.report->is_success) << "a report is lost";
    }
    // The row shows the outcome of the report that had no answer.
    if (row.report && !open.empty()) {
      told_[id].said.insert(row.report->is_success ? Said::success : Said::failure);
      if (row.status != "DROPPED") told_[id].outcomes.insert(Outcome::done);
    }
  }
  open_reports_.clear();
}

void Memory::compare_pending(const Seen& seen, const Rows& rows) {
  for (std::size_t member = 0; member < names_.size(); ++member) {
    std::set<std::string> expected;
    for (const auto& [id, row] : rows) {
      if (row.recipient == names_[member] && row.status == "PENDING") expected.insert(id);
    }
    std::set<std::string> listed;
    for (const Row& row : seen.pending[member]) {
      EXPECT_TRUE(listed.insert(row.id).second) << row.id << " is listed twice";
      const auto sent = rows.find(row.id);
      EXPECT_TRUE(sent == rows.end() || row.content == sent->second.content) << row.id;
    }
    EXPECT_EQ(listed, expected) << "what waits for " << names_[member];
    expect_order(seen.pending[member]);
  }
}

// A document that was answered before another was sent must precede it.
void Memory::expect_order(const std::vector<Row>& pending) const {
  Moment earliest_end = Moment::max();
  for (const Row& row : std::views::reverse(pending)) {
    const auto known = sent_.find(row.id);
    if (known == sent_.end()) continue;
    EXPECT_GE(earliest_end, known->second.begun) << row.id << " is listed before older ones";
    earliest_end = std::min(earliest_end, known->second.ended);
  }
}

void Memory::compare_chains(const Rows& rows) {
  std::map<std::tuple<std::string, std::string, std::string, std::string>, std::size_t> latest;
  std::set<std::string> replaced;
  for (const auto& [id, row] : rows) {
    const auto sending = sent_.find(id);
    if (sending == sent_.end()) continue;
    const std::string& number = sending->second.letter.number;
    if (number.empty()) {
      EXPECT_TRUE(row.replaces.empty() && row.replaced_by.empty()) << id;
      continue;
    }
    auto& count = latest[{row.sender, row.recipient, row.type, number}];
    if (row.is_latest) ++count;
    if (row.replaces.empty()) continue;
    EXPECT_TRUE(replaced.insert(row.replaces).second) << row.replaces << " was replaced twice";
    const auto older = rows.find(row.replaces);
    if (older == rows.end()) {
      ADD_FAILURE() << id << " replaces one that is not there";
    } else {
      EXPECT_EQ(older->second.replaced_by, id);
    }
  }
  for (const auto& [chain, count] : latest) {
    EXPECT_EQ(count, 1u) << std::get<0>(chain) << " " << std::get<3>(chain);
  }
}

}  // namespace tradepost::traders
