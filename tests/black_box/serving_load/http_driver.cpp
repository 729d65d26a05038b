#include "serving_load/http_driver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

#include "conformance/words.hpp"
#include "served/json.hpp"
#include "traders/json_text.hpp"

namespace tradepost::serving_load {

using traders::elements_of;
using traders::id_in;
using traders::member;
using traders::Members;
using traders::members_of;
using traders::Page;
using traders::page_of;
using traders::Row;
using traders::text_of;

using conformance::Caller;
using conformance::Flow;
using conformance::Keep;
using conformance::Member;
using conformance::no_member;
using conformance::Place;
using conformance::Verdict;
using served::at;

namespace {

constexpr std::string_view unused_id = "0190f3a8-7c11-7aaa-8bbb-0123456789ab";

std::string member_id_of(const std::string& url) {
  constexpr std::string_view before = "/v2/errors/";
  constexpr std::size_t id_bytes = 36;
  const auto begin = url.find(before);
  EXPECT_NE(begin, std::string::npos) << url;
  return begin == std::string::npos ? "" : url.substr(begin + before.size(), id_bytes);
}

std::string_view word_of_message(std::string_view message) {
  if (message.starts_with("Marked as processed. The earlier failure is resolved")) return "mended";
  if (message.starts_with("Marked as")) return "done";
  if (message.starts_with("Already reported with the same result")) return "same";
  if (message.starts_with("Recorded")) return "recorded";
  return "a message without a word";
}

}  // namespace

HttpDriver::HttpDriver(std::string word, conformance::Milliseconds time)
    : word_(std::move(word)),
      time_(time),
      exchange_({.data = folder_.path() + "/network",
                 .flags = {"--field-word", word_, "--log-level", "error"}}) {
  connect();
}

void HttpDriver::connect() {
  operator_ = std::make_unique<served::Operator>(exchange_.port());
  client_ = std::make_unique<http_tests::Client>(exchange_.port());
}

std::string HttpDriver::apply(const conformance::Numbered& numbered,
                              const conformance::Answer& expected,
                              const conformance::Oracle& oracle) {
  const Said said{.number = numbered.number, .expected = expected, .oracle = oracle};
  return std::visit([&](const auto& command) { return apply_one(command, said); },
                    numbered.command);
}

HttpDriver::Answer HttpDriver::ask(Caller caller, std::string_view method, std::string_view path,
                                   std::string_view body, std::string_view headers) {
  const Known& member = members_[caller.member];
  const std::string& token = caller.flow == Flow::test ? member.test_token : member.live_token;
  return served::ask(*client_, token, method, path, body, headers);
}

HttpDriver::Answer HttpDriver::ask_as_operator(std::string_view method, std::string_view path,
                                               std::string_view body) {
  return operator_->asks(method, path, body);
}

HttpDriver::Answer HttpDriver::patch(Member member, std::string_view more, std::string_view body) {
  return ask_as_operator("PATCH",
                         fmt::format("/admin/participants/{}{}", members_[member].id, more), body);
}

std::string HttpDriver::id_of(const Said& said, conformance::Made made) const {
  const auto place = said.oracle.transaction_of(made);
  return place && *place < transactions_.size() ? transactions_[*place] : std::string(unused_id);
}

// Returns the name of a transaction. If the command was expected to create it, the driver stores
// its id.
std::string HttpDriver::learn(const std::string& id, const Said& said) {
  const auto& made = said.expected.made_transactions;
  if (!made.empty() && !places_.contains(id) && made.front() == transactions_.size()) {
    transactions_.push_back(id);
    places_.emplace(id, made.front());
  }
  return name_of(id);
}

std::string HttpDriver::learn_case(const std::string& error_url, std::size_t nth,
                                   const Said& said) {
  const std::string id = member_id_of(error_url);
  if (const auto known = case_places_.find(id); known != case_places_.end()) {
    return fmt::format("C{}", known->second);
  }
  if (nth >= said.expected.made_cases.size()) return "a stranger";
  const Place place = said.expected.made_cases[nth];
  case_places_.emplace(id, place);
  cases_.emplace(place, id);
  return fmt::format("C{}", place);
}

std::string HttpDriver::name_of(const std::string& id) const {
  const auto known = places_.find(id);
  return known == places_.end() ? "a stranger" : fmt::format("T{}", known->second);
}

std::optional<std::size_t> HttpDriver::place_of(const std::string& id) const {
  if (id.empty()) return std::nullopt;
  const auto known = places_.find(id);
  return known == places_.end() ? static_cast<std::size_t>(-1) : known->second;
}

std::string HttpDriver::apply_one(const conformance::Send& command, const Said& said) {
  const std::string key =
      command.key.empty() ? "" : fmt::format("Idempotency-Key: {}\r\n", command.key);
  const Answer answer =
      ask(command.caller, "POST", "/v2/transactions", body_of(command.letter), key);
  switch (answer.status) {
    case 201:
      return "accepted " + learn(id_in(answer.body, word_), said);
    case 202:
      EXPECT_NE(at(answer.body, "message"), "absent");
      return "held " + learn(id_in(answer.body, word_), said);
    case 400: {
      const std::string first = at(answer.body, word_ + "TransactionId");
      if (first == "absent") return "unreadable";
      EXPECT_EQ(at(answer.body, "message"), "Payload already received");
      return "duplicate of " + name_of(first);
    }
    case 403:
      return "blocked";
    case 422:
      return refused(command, answer, said);
    default:
      return fmt::format("{} {}", answer.status, answer.body);
  }
}

std::string HttpDriver::refused(const conformance::Send& command, const Answer& answer,
                                const Said& said) {
  const Members members = members_of(answer.body);
  if (!members.contains("errors")) return "another payload under this key";
  ++refusals_[{command.caller.member, command.caller.flow}];
  std::vector<std::string> paths;
  for (const auto& [path, sentences] : members_of(member(members, "errors"))) {
    paths.push_back(path);
    EXPECT_FALSE(elements_of(sentences).empty());
  }
  std::ranges::sort(paths);
  EXPECT_EQ(member(members, "faultCount"),
            std::to_string(elements_of(member(members, "faults")).size()));
  const std::string words = fmt::format("refused for {}", fmt::join(paths, " and "));
  const auto url = members.find("errorUrl");
  if (url == members.end()) {
    if (!is_beyond_the_cases_of_a_minute(command.caller)) return words + ", without a case";
    has_lost_cases_ = true;
  }
  // The oracle does not know which refusals have no case. From then on it is enough if the paths
  // agree.
  if (has_lost_cases_) {
    return said.expected.words.starts_with(words + ", case ") ? said.expected.words : words;
  }
  return fmt::format("{}, case {}", words, learn_case(text_of(url->second), 0, said));
}

// The exchange keeps 60 refusals a minute of a sender and flow (contract 4.2).
bool HttpDriver::is_beyond_the_cases_of_a_minute(Caller caller) const {
  constexpr std::size_t kept_max = 60;
  const auto refusals = refusals_.find({caller.member, caller.flow});
  return refusals != refusals_.end() && refusals->second > kept_max;
}

std::string HttpDriver::apply_one(const conformance::Report& command, const Said& said) {
  const bool is_single = command.lines.size() == 1 && said.number % 2 == 0;
  return is_single ? report_one(command, said) : report_many(command, said);
}

namespace {

std::string report_members(const conformance::ReportLine& line) {
  std::string json = fmt::format(R"("success":{})", line.verdict == Verdict::success);
  if (!line.reason.empty()) json += fmt::format(R"(,"reason":"{}")", line.reason);
  json += fmt::format(R"(,"errorType":"{}")",
                      line.type == conformance::ErrorType::data ? "DATA" : "INTERNAL");
  return json;
}

}  // namespace

std::string HttpDriver::outcome(std::string_view answer, const Said& said, std::size_t& opened) {
  const Members members = members_of(answer);
  const std::string message(text_of(member(members, "message")));
  const auto url = members.find("errorUrl");
  if (url != members.end()) {
    const bool is_new = !case_places_.contains(member_id_of(text_of(url->second)));
    EXPECT_NE(learn_case(text_of(url->second), opened, said), "a stranger") << answer;
    if (is_new) ++opened;
  }
  return std::string(word_of_message(message));
}

std::string HttpDriver::report_one(const conformance::Report& command, const Said& said) {
  const conformance::ReportLine& line = command.lines.front();
  const Answer answer = ask(command.caller, said.number % 4 == 0 ? "POST" : "PUT",
                            "/v2/transactions/" + id_of(said, line.transaction),
                            fmt::format("{{{}}}", report_members(line)));
  if (answer.status == 404) return "bad: 0 unknown";
  if (answer.status == 409) return "bad: 0 conflict";
  if (answer.status != 200) return fmt::format("{} {}", answer.status, answer.body);
  std::size_t opened = 0;
  return outcome(member(members_of(answer.body), "data"), said, opened);
}

std::string HttpDriver::report_many(const conformance::Report& command, const Said& said) {
  std::vector<std::string> items;
  for (const conformance::ReportLine& line : command.lines) {
    items.push_back(fmt::format(R"({{"{}TransactionId":"{}",{}}})", word_,
                                id_of(said, line.transaction), report_members(line)));
  }
  const bool is_bare = said.number % 3 == 0;
  const Answer answer = ask(command.caller, "POST", "/v2/transactions/bulk/mark-processed",
                            fmt::format("{}[{}]{}", is_bare ? "" : R"({"items":)",
                                        fmt::join(items, ","), is_bare ? "" : "}"));
  std::vector<std::string> words;
  const Members members = members_of(answer.body);
  if (answer.status == 422) {
    const Members errors = members_of(member(members, "errors"));
    for (const std::string& item : elements_of(member(members, "items"))) {
      const std::string index = at(item, "index");
      EXPECT_TRUE(errors.contains(fmt::format("items.{}.{}TransactionId", index, word_)))
          << answer.body;
      words.push_back(fmt::format("{} {}", index, at(item, "code")));
    }
    return fmt::format("bad: {}", fmt::join(words, ", "));
  }
  if (answer.status != 200) return fmt::format("{} {}", answer.status, answer.body);
  std::size_t opened = 0;
  const auto kept = elements_of(member(members, "data"));
  for (std::size_t i = 0; i < kept.size() && i < command.lines.size(); ++i) {
    EXPECT_EQ(id_in(kept[i], word_), id_of(said, command.lines[i].transaction)) << answer.body;
    words.push_back(outcome(kept[i], said, opened));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string HttpDriver::apply_one(const conformance::PullPage& command, const Said& /*said*/) {
  const WalkKey key{command.caller.member, {command.caller.flow, command.kind}};
  std::optional<std::string> cursor;
  if (command.from == conformance::PullPage::From::cursor) cursor = walks_[key];
  if (command.from == conformance::PullPage::From::foreign_cursor) {
    const auto foreign = std::ranges::find_if(
        walks_, [&](const auto& walk) { return walk.first != key && walk.second; });
    if (foreign != walks_.end()) cursor = foreign->second;
  }
  std::string path = fmt::format("/v2/transactions?per_page={}", command.count_max);
  if (!command.kind.empty()) path += "&filter[type]=" + command.kind;
  if (cursor) path += "&cursor=" + *cursor;
  const Answer answer = ask(command.caller, "GET", path);
  if (answer.status == 422) {
    const Members errors = members_of(member(members_of(answer.body), "errors"));
    return errors.contains("cursor") && errors.size() == 1 ? "bad cursor" : answer.body;
  }
  const Page page = page_of(answer, word_);
  EXPECT_EQ(page.per_page, command.count_max);
  walks_[key] = page.has_more ? std::optional(page.next_cursor) : std::nullopt;
  std::string words;
  for (const Row& row : page.rows) words += name_of(row.id) + " ";
  return words + (page.has_more ? "and more" : "and no more");
}

std::string HttpDriver::apply_one(const conformance::HistoryPage& command, const Said& /*said*/) {
  std::string path = fmt::format("/v2/all-transactions?per_page={}", command.count_max);
  if (!command.kind.empty()) path += "&filter[type]=" + command.kind;
  if (!command.status.empty()) path += "&filter%5Bstatus%5D=" + command.status;
  if (!command.direction.empty()) path += "&filter[direction]=" + command.direction;
  if (!command.number.empty()) path += "&filter[identifier]=" + command.number;
  if (command.partner != no_member) path += "&filter[partner]=" + members_[command.partner].id;
  std::string words;
  for (const Row& row : newest_first(command.caller, path)) words += name_of(row.id) + " ";
  return words + "and no more";
}

std::string HttpDriver::apply_one(const conformance::Requeue& command, const Said& said) {
  const Answer answer = ask_as_operator(
      "POST", fmt::format("/admin/transactions/{}/requeue", id_of(said, command.transaction)),
      fmt::format(R"({{"reason":"{}"}})", requeue_reason));
  if (answer.status == 404) return "unknown";
  if (answer.status == 409) return "wrong state";
  if (answer.status == 403) return "blocked";
  if (answer.status != 201) return fmt::format("{} {}", answer.status, answer.body);
  const bool is_held = at(answer.body, "held") == "true";
  return (is_held ? "requeued, held " : "requeued ") + learn(id_in(answer.body, word_), said);
}

std::string HttpDriver::apply_one(const conformance::Discard& command, const Said& said) {
  const Answer answer = ask_as_operator(
      "POST", fmt::format("/admin/transactions/{}/discard", id_of(said, command.transaction)),
      fmt::format(R"({{"reason":"{}"}})", command.reason));
  if (answer.status == 404) return "unknown";
  if (answer.status == 409) return "wrong state";
  if (answer.status != 200) return fmt::format("{} {}", answer.status, answer.body);
  return "discarded";
}

std::string HttpDriver::apply_one(const conformance::Restart& /*command*/, const Said& said) {
  operator_.reset();
  client_.reset();
  if (said.number % 2 == 0) {
    EXPECT_EQ(exchange_.end(), 0);
  } else {
    exchange_.kill();
  }
  exchange_.begin();
  connect();
  return "restarted";
}

}  // namespace tradepost::serving_load
