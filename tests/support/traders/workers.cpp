#include "traders/workers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "served/json.hpp"
#include "traders/json_text.hpp"
#include "traders/pages.hpp"

namespace tradepost::traders {

using conformance::Letter;
using served::at;
using std::chrono::steady_clock;

namespace {

bool is_customer(std::size_t member) {
  return member < 2;
}

std::string identifier_of(std::size_t town, std::size_t member) {
  return fmt::format("TRADER {} {}", town, member);
}

std::string key_line(const Sending& sending) {
  return sending.key.empty() ? "" : fmt::format("Idempotency-Key: {}\r\n", sending.key);
}

// Returns the same result for the same document, so that no two clients contradict each other.
Said said_of(const std::string& id) {
  return id.back() < '3' ? Said::failure : Said::success;
}

http_tests::Answer send_again(http_tests::Client& client, const Town& town,
                              const Sending& sending) {
  return served::ask(client, town.members[sending.sender].token, "POST", "/v2/transactions",
                     body_of(sending.letter), key_line(sending));
}

}  // namespace

std::vector<std::string> names_of_traders(std::size_t town) {
  return {fmt::format("Kunde {}", town), fmt::format("Kundin {}", town),
          fmt::format("Lieferant {}", town), fmt::format("Lieferantin {}", town)};
}

std::vector<served::Member> found_town(std::uint16_t port, std::size_t town) {
  served::Operator by(port);
  std::vector<served::Member> members;
  for (const std::string& name : names_of_traders(town)) {
    members.push_back(add_member(by, name, identifier_of(town, members.size())));
  }
  for (const std::size_t customer : {0u, 1u}) {
    for (const std::size_t supplier : {2u, 3u}) relate(by, members[customer], members[supplier]);
  }
  return members;
}

void compare(std::uint16_t port, Town& town) {
  http_tests::Client client(port);
  Memory::Seen seen;
  for (const served::Member& member : town.members) {
    const Get get = [&](std::string_view path) {
      return served::ask(client, member.token, "GET", path);
    };
    seen.sent.push_back(
        whole_list(get, "/v2/all-transactions?filter[direction]=sent&per_page=100"));
    seen.pending.push_back(whole_list(get, "/v2/transactions?per_page=100"));
  }
  town.memory.compare(seen);
}

std::size_t ask_again(std::uint16_t port, Town& town) {
  http_tests::Client client(port);
  std::size_t repeats = 0;
  for (auto& [sending, row] : town.memory.take_open()) {
    // A document that failed, or whose newer version may have failed, becomes a new version again.
    const bool is_sure =
        !row || !sending.key.empty() || row->status == "PENDING" || row->status == "SUCCESS";
    const bool is_latest = !row || row->is_latest;
    if (!is_sure || (sending.key.empty() && !is_latest)) continue;
    sending.begun = steady_clock::now();
    const auto answer = send_again(client, town, sending);
    sending.ended = steady_clock::now();
    if (!row) {
      EXPECT_EQ(answer.status, 201) << answer.body;
      town.memory.was_sent(id_in(answer.body), sending);
      continue;
    }
    EXPECT_EQ(answer.status, sending.key.empty() ? 400 : 201) << answer.body;
    EXPECT_EQ(id_in(answer.body), row->id);
    ++repeats;
  }
  return repeats;
}

Worker::Heard Worker::ask(std::string_view method, std::string_view path, std::string_view body,
                          std::string_view headers) {
  return client_.ask(town_.members[member_].token, method, path, body, headers);
}

bool Worker::is_open(const Heard& heard) const {
  return !heard || (town_.may_be_busy && heard->status == 503);
}

void Worker::work() {
  bool is_answered = true;
  while (is_answered && !testing::Test::HasFailure()) {
    const auto chosen = below(20);
    if (chosen < 11) {
      is_answered = send(new_sending());
    } else if (chosen < 13 && !with_key_.empty()) {
      is_answered = send_again();
    } else if (chosen < 14 && !failed_.empty()) {
      is_answered = mend();
    } else {
      is_answered = pull_and_report();
    }
  }
}

Sending Worker::new_sending() {
  Sending sending{.sender = member_,
                  .recipient = is_customer(member_) ? 2 + below(2) : below(2),
                  .letter = {},
                  .key = {}};
  Letter& letter = sending.letter;
  const bool is_order = is_customer(member_);
  letter.kind = is_order ? "ORDER" : "PRODUCT_CATALOG";
  if (is_order || below(2) == 0) letter.number = fmt::format("N{}", below(town_.numbers_count));
  letter.variant = ++town_.variants;
  const auto party = [&](const char* role, std::size_t member) {
    return conformance::Party{.role = role,
                              .identities = {{"GS1", identifier_of(town_.number, member)}}};
  };
  letter.parties = {party(is_order ? "buyer" : "sender", member_),
                    party(is_order ? "supplier" : "receiver", sending.recipient)};
  if (below(3) == 0) letter.spacing = Letter::Spacing::wide;
  if (below(2) == 0) sending.key = fmt::format("key {}", letter.variant);
  return sending;
}

bool Worker::send(Sending sending) {
  sending.begun = steady_clock::now();
  const auto heard = ask("POST", "/v2/transactions", body_of(sending.letter), key_line(sending));
  if (is_open(heard)) {
    town_.memory.was_not_answered(sending);
    return heard.has_value();
  }
  sending.ended = steady_clock::now();
  EXPECT_EQ(heard->status, 201) << heard->body;
  if (heard->status != 201) return false;
  const std::string id = id_in(heard->body);
  town_.memory.was_sent(id, sending);
  if (!sending.key.empty()) with_key_.push_back({.sending = sending, .id = id});
  return true;
}

// A repeat with its key gets the answer of the first request.
bool Worker::send_again() {
  const WithKey& first = with_key_[below(with_key_.size())];
  const auto heard =
      ask("POST", "/v2/transactions", body_of(first.sending.letter), key_line(first.sending));
  if (is_open(heard)) return heard.has_value();
  EXPECT_EQ(heard->status, 201) << heard->body;
  EXPECT_EQ(id_in(heard->body), first.id);
  town_.memory.was_answered();
  return true;
}

bool Worker::pull_and_report() {
  const auto asked = steady_clock::now();
  const auto heard = ask("GET", fmt::format("/v2/transactions?per_page={}", 1 + below(8)));
  if (is_open(heard)) return heard.has_value();
  const Page page = page_of({.status = heard->status, .headers = {}, .body = heard->body});
  town_.memory.was_answered();
  town_.memory.expect_not_reported_before(page.rows, asked);
  if (page.rows.empty()) return true;
  const std::string& one = page.rows[below(page.rows.size())].id;
  return below(2) == 0 ? report(one, said_of(one)) : report_many(page.rows);
}

bool Worker::report(const std::string& id, Said said) {
  const auto heard = ask(below(2) == 0 ? "POST" : "PUT", "/v2/transactions/" + id,
                         fmt::format(R"({{"success":{}}})", said == Said::success));
  if (is_open(heard)) {
    town_.memory.report_was_not_answered(id, said);
    return heard.has_value();
  }
  // Another client of this member has reported a success since.
  if (heard->status == 409 && said == Said::failure) return true;
  EXPECT_EQ(heard->status, 200) << heard->body;
  if (heard->status != 200) return false;
  keep(id, said, at(heard->body, "data.message"));
  return true;
}

bool Worker::report_many(const std::vector<Row>& rows) {
  std::string items;
  for (const Row& row : rows) {
    if (!items.empty()) items += ',';
    items += fmt::format(R"({{"platformTransactionId":"{}","success":{},"reason":"as it is"}})",
                         row.id, said_of(row.id) == Said::success);
  }
  const auto heard = ask("POST", "/v2/transactions/bulk/mark-processed",
                         fmt::format(R"({{"items":[{}]}})", items));
  if (is_open(heard)) {
    for (const Row& row : rows) town_.memory.report_was_not_answered(row.id, said_of(row.id));
    return heard.has_value();
  }
  if (heard->status == 422) {
    EXPECT_EQ(heard->body.find("\"unknown\""), std::string::npos) << heard->body;
    return true;
  }
  EXPECT_EQ(heard->status, 200) << heard->body;
  if (heard->status != 200) return false;
  const auto answers = elements_of(member(members_of(heard->body), "data"));
  EXPECT_EQ(answers.size(), rows.size());
  for (std::size_t i = 0; i < rows.size() && i < answers.size(); ++i) {
    EXPECT_EQ(id_in(answers[i]), rows[i].id);
    keep(rows[i].id, said_of(rows[i].id), at(answers[i], "message"));
  }
  return true;
}

void Worker::keep(const std::string& id, Said said, const std::string& message) {
  const auto outcome = message.starts_with("Recorded") ? Outcome::recorded
                       : message.starts_with("Already reported with the same result")
                           ? Outcome::same
                           : Outcome::done;
  town_.memory.was_reported(id, said, outcome);
  if (said == Said::failure) failed_.push_back(id);
}

// Reports a success for a failed document, as a clerk does after a correction.
bool Worker::mend() {
  const std::size_t place = below(failed_.size());
  const std::string id = failed_[place];
  failed_.erase(failed_.begin() + static_cast<std::ptrdiff_t>(place));
  return report(id, Said::success);
}

}  // namespace tradepost::traders
