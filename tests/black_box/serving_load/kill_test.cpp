// The binary is killed with -9 while clients trade over HTTP, again and again: whatever it answered
// is there when it serves again, once, and as it was answered.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "api/json.hpp"
#include "served/binary.hpp"
#include "served/network.hpp"
#include "served/process.hpp"
#include "serving_load/json_text.hpp"
#include "serving_load/memory.hpp"
#include "serving_load/mortal_client.hpp"
#include "serving_load/pages.hpp"
#include "serving_load/plan.hpp"

namespace tradepost::serving_load {
namespace {

using api_tests::at;
using conformance::Letter;
using served::ask;
using std::chrono::steady_clock;

constexpr std::size_t clients = 8;

// Two customers, and two suppliers.
struct Trader {
  std::string_view name;
  std::string_view gln;
};
constexpr std::array<Trader, 4> traders = {{{"Kunde", "9521002000009"},
                                            {"Kundin", "9521002000016"},
                                            {"Lieferant", "9521001000000"},
                                            {"Lieferantin", "9521001000017"}}};

bool is_customer(std::size_t member) {
  return member < 2;
}

// What a network is to its clients.
struct Town {
  std::uint16_t port = 0;
  std::vector<served::Member> members;
  Memory& memory;
  std::atomic<int>& variants;
};

std::string key_line(const Sending& sending) {
  return sending.key.empty() ? "" : fmt::format("Idempotency-Key: {}\r\n", sending.key);
}

// One client at work, until nobody answers any more.
class Worker {
 public:
  Worker(Town& town, std::size_t member, std::uint64_t seed)
      : town_(town), member_(member), random_(seed), client_(town.port) {}

  void work() {
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

 private:
  struct WithKey {
    Sending sending;
    std::string id;
  };

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  std::optional<http_tests::Answer> ask(std::string_view method, std::string_view path,
                                        std::string_view body = "", std::string_view headers = "") {
    return client_.ask(town_.members[member_].token, method, path, body, headers);
  }

  Sending new_sending() {
    Sending sending{.sender = member_,
                    .recipient = is_customer(member_) ? 2 + below(2) : below(2),
                    .letter = {},
                    .key = {}};
    Letter& letter = sending.letter;
    const bool is_order = is_customer(member_);
    letter.kind = is_order ? "ORDER" : "PRODUCT_CATALOG";
    if (is_order || below(2) == 0) letter.number = fmt::format("N{}", below(60));
    letter.variant = ++town_.variants;
    const auto party = [](const char* role, std::size_t member) {
      return conformance::Party{.role = role,
                                .identities = {{"GS1", std::string(traders[member].gln)}}};
    };
    letter.parties = {party(is_order ? "buyer" : "sender", member_),
                      party(is_order ? "supplier" : "receiver", sending.recipient)};
    if (below(3) == 0) letter.spacing = Letter::Spacing::wide;
    if (below(2) == 0) sending.key = fmt::format("key {}", letter.variant);
    return sending;
  }

  bool send(Sending sending) {
    sending.begun = steady_clock::now();
    const auto heard = ask("POST", "/v2/transactions", body_of(sending.letter), key_line(sending));
    if (!heard) {
      town_.memory.was_not_answered(sending);
      return false;
    }
    sending.ended = steady_clock::now();
    EXPECT_EQ(heard->status, 201) << heard->body;
    if (heard->status != 201) return false;
    const std::string id = id_in(heard->body);
    town_.memory.was_sent(id, sending);
    if (!sending.key.empty()) with_key_.push_back({.sending = sending, .id = id});
    return true;
  }

  // With its key a repeat is what the first was.
  bool send_again() {
    const WithKey& first = with_key_[below(with_key_.size())];
    const auto heard =
        ask("POST", "/v2/transactions", body_of(first.sending.letter), key_line(first.sending));
    if (!heard) return false;
    EXPECT_EQ(heard->status, 201) << heard->body;
    EXPECT_EQ(id_in(heard->body), first.id);
    town_.memory.was_answered();
    return true;
  }

  bool pull_and_report() {
    const auto asked = steady_clock::now();
    const auto heard = ask("GET", fmt::format("/v2/transactions?per_page={}", 1 + below(8)));
    if (!heard) return false;
    const Page page = page_of({.status = heard->status, .headers = {}, .body = heard->body});
    town_.memory.was_answered();
    town_.memory.expect_not_reported_before(page.rows, asked);
    if (page.rows.empty()) return true;
    const std::string& one = page.rows[below(page.rows.size())].id;
    return below(2) == 0 ? report(one, said_of(one)) : report_many(page.rows);
  }

  // Always the same of the same document, so that no two clients contradict each other.
  static Said said_of(const std::string& id) {
    return id.back() < '3' ? Said::failure : Said::success;
  }

  bool report(const std::string& id, Said said) {
    const auto heard = ask(below(2) == 0 ? "POST" : "PUT", "/v2/transactions/" + id,
                           fmt::format(R"({{"success":{}}})", said == Said::success));
    if (!heard) {
      town_.memory.report_was_not_answered(id, said);
      return false;
    }
    // Another client of this member has mended it in between.
    if (heard->status == 409 && said == Said::failure) return true;
    EXPECT_EQ(heard->status, 200) << heard->body;
    if (heard->status != 200) return false;
    keep(id, said, at(heard->body, "data.message"));
    return true;
  }

  bool report_many(const std::vector<Row>& rows) {
    std::string items;
    for (const Row& row : rows) {
      if (!items.empty()) items += ',';
      items += fmt::format(R"({{"platformTransactionId":"{}","success":{},"reason":"as it is"}})",
                           row.id, said_of(row.id) == Said::success);
    }
    const auto heard = ask("POST", "/v2/transactions/bulk/mark-processed",
                           fmt::format(R"({{"items":[{}]}})", items));
    if (!heard) {
      for (const Row& row : rows) town_.memory.report_was_not_answered(row.id, said_of(row.id));
      return false;
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

  void keep(const std::string& id, Said said, const std::string& message) {
    const auto outcome = message.starts_with("Recorded") ? Outcome::recorded
                         : message.starts_with("Already reported with the same result")
                             ? Outcome::same
                             : Outcome::done;
    town_.memory.was_reported(id, said, outcome);
    if (said == Said::failure) failed_.push_back(id);
  }

  // A clerk has mended what failed.
  bool mend() {
    const std::size_t place = below(failed_.size());
    const std::string id = failed_[place];
    failed_.erase(failed_.begin() + static_cast<std::ptrdiff_t>(place));
    return report(id, Said::success);
  }

  Town& town_;
  const std::size_t member_;
  std::mt19937_64 random_;
  MortalClient client_;
  std::vector<WithKey> with_key_;
  std::vector<std::string> failed_;
};

class Killing : public testing::Test {
 protected:
  Killing()
      : seed_(seed_of_environment()),
        random_(seed_),
        exchange_({.data = folder_.path() + "/network"}),
        memory_({"Kunde", "Kundin", "Lieferant", "Lieferantin"}),
        town_{.port = exchange_.port(), .members = {}, .memory = memory_, .variants = variants_} {
    served::Operator by(town_.port);
    for (const Trader& trader : traders) {
      town_.members.push_back(add_member(by, trader.name, trader.gln));
    }
    for (const std::size_t customer : {0u, 1u}) {
      for (const std::size_t supplier : {2u, 3u}) {
        relate(by, town_.members[customer], town_.members[supplier]);
      }
    }
  }

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  void trade_and_kill(std::size_t life) {
    const std::uint64_t many = served::binary_is_slow() ? 500 : 2000;
    const std::size_t enough = memory_.answers() + 1 + below(below(2) == 0 ? 60 : many);
    const auto later = std::chrono::microseconds(below(30'000));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < clients; ++i) {
      threads.emplace_back([&, seed = seed_ + life * clients + i, member = i % traders.size()] {
        Worker(town_, member, seed).work();
      });
    }
    memory_.wait_for_answers(enough);
    // Awake, so that the kill falls anywhere, and not where the scheduler likes.
    const auto until = steady_clock::now() + later;
    while (steady_clock::now() < until) continue;
    exchange_.kill();
    for (std::thread& thread : threads) thread.join();
  }

  void compare() {
    http_tests::Client client(town_.port);
    Memory::Seen seen;
    for (const served::Member& member : town_.members) {
      const Get get = [&](std::string_view path) { return ask(client, member.token, "GET", path); };
      seen.sent.push_back(
          whole_list(get, "/v2/all-transactions?filter[direction]=sent&per_page=100"));
      seen.pending.push_back(whole_list(get, "/v2/transactions?per_page=100"));
    }
    memory_.compare(seen);
  }

  // A request without an answer is repeated, and gets the answer that holds.
  void ask_again() {
    http_tests::Client client(town_.port);
    for (auto& [sending, row] : memory_.take_open()) {
      // What has failed, or gave way to a newer version that may have, is a new version again.
      const bool is_sure =
          !row || !sending.key.empty() || row->status == "PENDING" || row->status == "SUCCESS";
      const bool is_latest = !row || row->is_latest;
      if (!is_sure || (sending.key.empty() && !is_latest)) continue;
      sending.begun = steady_clock::now();
      const auto answer = ask(client, town_.members[sending.sender].token, "POST",
                              "/v2/transactions", body_of(sending.letter), key_line(sending));
      sending.ended = steady_clock::now();
      if (!row) {
        EXPECT_EQ(answer.status, 201) << answer.body;
        memory_.was_sent(id_in(answer.body), sending);
        continue;
      }
      EXPECT_EQ(answer.status, sending.key.empty() ? 400 : 201) << answer.body;
      EXPECT_EQ(id_in(answer.body), row->id);
      ++repeats_;
    }
  }

  served::ScratchFolder folder_;
  const std::uint64_t seed_;
  std::mt19937_64 random_;
  served::ServedExchange exchange_;
  Memory memory_;
  std::atomic<int> variants_ = 0;
  Town town_;
  std::size_t repeats_ = 0;
};

TEST_F(Killing, a_killed_exchange_has_all_that_it_answered) {
  const std::size_t lives = is_long() ? 50 : 10;
  for (std::size_t life = 0; life < lives && !HasFailure(); ++life) {
    SCOPED_TRACE(fmt::format("seed {}, life {}", seed_, life));
    trade_and_kill(life);
    exchange_.begin();
    compare();
    ask_again();
  }
  compare();
  EXPECT_GT(memory_.documents(), lives);
  EXPECT_EQ(exchange_.end(), 0);
  const auto checked =
      served::Workplace().tradepost(fmt::format("check '{}/network'", folder_.path()));
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
  std::printf(
      "%zu lives, %zu answers: %zu documents, %zu reported on; %zu sent and not answered, of which "
      "%zu were kept and %zu told again\n",
      lives, memory_.answers(), memory_.documents(), memory_.reports(), memory_.unanswered(),
      memory_.unanswered_kept(), repeats_);
}

}  // namespace
}  // namespace tradepost::serving_load
