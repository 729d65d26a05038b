// Reads the views of participants page by page.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "conformance/words.hpp"
#include "served/json.hpp"
#include "serving_load/http_driver.hpp"
#include "traders/json_text.hpp"

namespace tradepost::serving_load {

using traders::elements_of;
using traders::member;
using traders::Members;
using traders::members_of;
using traders::Row;
using traders::row_of;
using traders::text_of;
using traders::whole_list;

using conformance::Caller;
using conformance::ErrorType;
using conformance::Place;
using conformance::Verdict;
using served::at;

namespace {

constexpr std::string_view largest_page = "?per_page=100";

// Counts the comments without an operator's reason for a requeue, which is a comment, too.
std::size_t comments_in(std::string_view list) {
  const auto comments = elements_of(list);
  return static_cast<std::size_t>(std::ranges::count_if(
      comments, [](const std::string& comment) { return at(comment, "text") != requeue_reason; }));
}

ErrorType error_type(std::string_view type) {
  return type == "INTERNAL" ? ErrorType::internal : ErrorType::data;
}

}  // namespace

std::vector<Row> HttpDriver::whole(Caller caller, std::string_view path) {
  return whole_list([&](std::string_view page) { return ask(caller, "GET", page); }, path, word_);
}

// The order of transactions with the same millisecond is not defined. The oracle has the later one
// first.
std::vector<Row> HttpDriver::newest_first(Caller caller, std::string_view path) {
  std::vector<Row> rows = whole(caller, path);
  EXPECT_TRUE(std::ranges::is_sorted(rows, std::ranges::greater{}, &Row::created)) << path;
  std::ranges::sort(rows, [&](const Row& one, const Row& other) {
    if (one.created != other.created) return one.created > other.created;
    return place_of(one.id) > place_of(other.id);
  });
  return rows;
}

std::vector<std::string> HttpDriver::pending(Caller caller) {
  std::vector<std::string> lines;
  for (const Row& row : whole(caller, fmt::format("/v2/transactions{}", largest_page))) {
    lines.push_back(words_of(conformance::PendingWords{
        .transaction = place_of(row.id).value_or(static_cast<std::size_t>(-1)),
        .kind = row.type,
        .sender = row.sender,
        .agent = row.agent,
        .replaces = place_of(row.replaces),
        .replaced_by = place_of(row.replaced_by),
        .created = time_,
        .content = row.content}));
  }
  return lines;
}

std::vector<std::string> HttpDriver::history(Caller caller) {
  std::vector<std::string> lines;
  for (const Row& row : newest_first(caller, fmt::format("/v2/all-transactions{}", largest_page))) {
    std::string report;
    if (row.report) {
      const bool is_members = row.report->by != "network" && row.report->by != "operator";
      report = words_of(conformance::ReportWords{
          .verdict = row.report->is_success ? Verdict::success : Verdict::failure,
          .type = error_type(row.report->type),
          .reason = is_members ? row.report->reason : "",
          .by = is_members ? row.report->by : "the network",
          .at = time_});
    }
    lines.push_back(words_of(conformance::HistoryWords{
        .transaction = place_of(row.id).value_or(static_cast<std::size_t>(-1)),
        .kind = row.type,
        .direction = row.direction,
        .status = row.status,
        .held = row.is_held,
        .sender = row.sender,
        .agent = row.agent,
        .recipient = row.recipient,
        .replaces = place_of(row.replaces),
        .replaced_by = place_of(row.replaced_by),
        .warnings = row.warnings,
        .report = report,
        .created = time_,
        .content = row.content}));
  }
  return lines;
}

// Omits `listed`, which is soft (contract 2.7).
std::string HttpDriver::events(Caller caller, Place transaction) {
  const std::string path =
      fmt::format("/v2/all-transactions/{}/events?per_page=100", transactions_[transaction]);
  const Answer answer = ask(caller, "GET", path);
  std::vector<std::string> types;
  for (const std::string& event : elements_of(member(members_of(answer.body), "items"))) {
    const std::string type = at(event, "type");
    if (type != "listed") types.push_back(type);
  }
  return fmt::format("T{}: {}", transaction, fmt::join(types, ", "));
}

std::string HttpDriver::case_line(const conformance::Oracle& oracle, Place case_place) {
  const auto known = cases_.find(case_place);
  if (known == cases_.end() || has_lost_cases_) return "";
  const conformance::KnownCase& expected = oracle.network().cases[case_place];
  const auto open = std::ranges::find_if(expected.owners, [&](conformance::Member member) {
    return !oracle.network().members[member].closed;
  });
  if (open == expected.owners.end()) return "";
  const Caller owner{.member = *open, .flow = expected.flow};
  const Answer answer = ask(owner, "GET", "/v2/errors/" + known->second);
  if (answer.status != 200) return fmt::format("{} {}", answer.status, answer.body);
  const Members members = members_of(member(members_of(answer.body), "data"));
  const std::string origin = text_of(member(members, "origin"));
  const bool is_open = text_of(member(members, "status")) == "open";
  std::string resolved_by = is_open ? "nobody" : text_of(member(members, "resolvedBy"));
  if (resolved_by == "newer_version") resolved_by = "newer version";
  const auto transaction = members.find("transaction");
  const std::string reason = at(answer.body, "data.reason");
  return words_of(conformance::CaseWords{
      .origin = origin,
      .transaction =
          transaction == members.end() ? std::nullopt : place_of(text_of(transaction->second)),
      .is_open = is_open,
      .resolved_by = resolved_by,
      .type = error_type(text_of(member(members, "type"))),
      .reason = origin == "failure" ? reason : "",
      .count = std::stoul(member(members, "count")),
      .comments = comments_in(member(members, "comments"))});
}

int HttpDriver::find(Caller caller, Place transaction) {
  const Answer answer = ask(caller, "GET", "/v2/all-transactions/" + transactions_[transaction]);
  if (answer.status != 200) return answer.status;
  EXPECT_EQ(row_of(member(members_of(answer.body), "data"), word_).id, transactions_[transaction]);
  return 200;
}

}  // namespace tradepost::serving_load
