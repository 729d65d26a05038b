#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "document/random_test_json.hpp"
#include "served/json.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"
#include "trade/trade.hpp"

// Tests POST /v2/transactions/validate (contract 2.5): it applies exactly the rules of sending, and
// stores nothing.
// Covers contract 2.5.
namespace tradepost::validation_tests {
namespace {

namespace fs = std::filesystem;
using document::Dice;
using http_tests::Answer;
using served::at;
using trade::order;
using trade::Trade;

constexpr std::string_view validate = "/v2/transactions/validate";
constexpr std::string_view send = "/v2/transactions";

std::vector<std::string> examples() {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_dir()) / "examples")) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<std::string> texts;
  for (const std::string& path : paths) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

// Changes a line, which is a member, or the begin or end of a value. A changed line is usually a
// fault, and a changed byte usually makes invalid JSON.
std::string mutated(const std::string& document, Dice& dice) {
  constexpr std::string_view values[] = {"null", "7",    "-1.5",           "\"\"", "\"x\"",
                                         "[]",   "true", "\"2023-02-30\"", "[{}]", "{\"a\":1}"};
  std::vector<std::string> lines;
  std::istringstream text(document);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  std::string& line = lines[dice.below(lines.size())];
  const auto colon = line.find("\": ");
  const auto last = line.find_last_not_of(" ,");
  const bool is_scalar = colon != std::string::npos && line[last] != '{' && line[last] != '[';
  if (dice.one_in(10)) {
    line.insert(dice.below(line.size() + 1), 1, "{}[],:\"x0"[dice.below(9)]);
  } else if (is_scalar && dice.one_in(4) && line.ends_with(',')) {
    line.clear();
  } else if (is_scalar) {
    const std::string_view value = dice.pick(values);
    line.replace(colon + 3, last + 1 - (colon + 3), value);
  }
  std::string out;
  for (const std::string& one : lines) out += one + "\n";
  return out;
}

// Returns "CODE at PATH" for each entry of a list, in its order.
std::vector<std::string> findings_in(std::string_view body, std::string_view list) {
  std::vector<std::string> all;
  for (int i = 0;; ++i) {
    const std::string code = at(body, fmt::format("{}.{}.code", list, i));
    if (code == "absent") return all;
    all.push_back(code + " at " + at(body, fmt::format("{}.{}.path", list, i)));
  }
}

struct Counts {
  int taken = 0;
  int faulty = 0;
  int duplicate = 0;
  int blocked = 0;
  int unreadable = 0;
};

class Validation : public testing::Test {
 public:
  Trade trade;

  Answer asks(const served::Member& member, std::string_view path, std::string_view body) {
    return trade.asks(member.token, "POST", path, body);
  }

  // Validates and sends a document, and compares the two answers.
  void compare(const served::Member& member, const std::string& document, Counts& counts) {
    const Answer judged = asks(member, validate, document);
    const Answer sent = asks(member, send, document);
    SCOPED_TRACE(fmt::format("{}\nvalidated: {} {}\nsent: {} {}", document, judged.status,
                             judged.body, sent.status, sent.body));
    const bool is_duplicate =
        sent.status == 400 && at(sent.body, "message") == "Payload already received";
    if (sent.status == 400 && !is_duplicate) {
      ++counts.unreadable;
      EXPECT_EQ(judged.status, 400);
      EXPECT_EQ(judged.body, sent.body);
      return;
    }
    ASSERT_EQ(judged.status, 200);
    const bool is_taken = sent.status == 201 || sent.status == 202;
    EXPECT_EQ(at(judged.body, "valid"), is_taken ? "true" : "false");
    EXPECT_EQ(at(judged.body, "faultCount") == "0", is_taken);
    if (is_taken) {
      ++counts.taken;
      compare_kept(member, judged, at(sent.body, "platformTransactionId"));
    } else if (sent.status == 422) {
      ++counts.faulty;
      compare_faults(judged, sent);
    } else {
      (is_duplicate ? counts.duplicate : counts.blocked) += 1;
      const auto faults = findings_in(judged.body, "faults");
      ASSERT_EQ(faults.size(), 1u);
      EXPECT_NE(faults[0].find(is_duplicate ? ".duplicate" : ".blocked"), std::string::npos);
      EXPECT_EQ(sent.status, is_duplicate ? 400 : 403);
    }
  }

 private:
  void compare_kept(const served::Member& member, const Answer& judged, const std::string& id) {
    const Answer kept = trade.gets(member, "/v2/all-transactions/" + id);
    EXPECT_EQ(findings_in(judged.body, "warnings"), findings_in(kept.body, "data.warnings"))
        << kept.body;
    EXPECT_EQ(at(judged.body, "recipient"), at(kept.body, "data.recipient"));
  }
  // Validation also reports a block by the recipient if sending answers 422 for other faults.
  static void compare_faults(const Answer& judged, const Answer& sent) {
    auto faults = findings_in(judged.body, "faults");
    auto count = served::number_at(judged.body, "faultCount");
    const auto sent_faults = findings_in(sent.body, "faults");
    if (faults.size() == sent_faults.size() + 1 &&
        faults.back().find(".blocked") != std::string::npos) {
      faults.pop_back();
      --count;
    }
    EXPECT_EQ(faults, sent_faults);
    EXPECT_EQ(count, served::number_at(sent.body, "faultCount"));
  }
};

TEST_F(Validation, says_of_every_example_and_of_what_becomes_of_it_what_sending_says) {
  trade.by().does("PATCH", "/admin/participants/" + trade.customer.id,
                  R"({"addIdentifiers":[{"domain":"VAT_DE","identifier":"DE022334455"}]})");
  trade.by().does("PATCH", "/admin/participants/" + trade.supplier.id,
                  R"({"addIdentifiers":[{"domain":"DUNS","identifier":"341999001"}]})");
  const served::Member hub = served::add_member(trade.by(), "Verteiler", "9521005000013");
  served::relate(trade.by(), trade.customer, hub);
  trade.does(trade.supplier, "PUT", "/v2/profile",
             R"({"requirements":[{"kind":"ORDER","path":"items.*.identifiers","domain":"GS1"}]})");
  trade.does(trade.customer, "PUT", "/v2/trade-partners/" + trade.supplier.id,
             R"({"status":"active","kinds":["ORDER_RESPONSE","SHIPPING_NOTICE","INVOICE"]})");
  const std::vector<std::string> all = examples();
  ASSERT_GT(all.size(), 100u);
  Dice dice(run::seed());
  Counts counts;
  const std::size_t more = run::is_long() ? 5'000 : 200;
  for (std::size_t i = 0; i < all.size() + more; ++i) {
    std::string document = i < all.size() ? all[i] : mutated(dice.pick(all), dice);
    const auto& member = dice.one_in(8) ? hub : dice.one_in(2) ? trade.customer : trade.supplier;
    compare(member, document, counts);
    // The other side sends the document, too, because the right to send it is a rule of sending.
    compare(member.id == trade.customer.id ? trade.supplier : trade.customer, document, counts);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(counts.taken, 20);
  EXPECT_GT(counts.faulty, 100);
  EXPECT_GT(counts.duplicate, 5);
  EXPECT_GT(counts.unreadable, 5);
}

TEST_F(Validation, predicts_the_answer_for_blocked_and_unknown_senders) {
  Counts counts;
  const std::string document = order("1", "", trade::stranger_gln, trade::supplier_gln);
  compare(trade.stranger, document, counts);
  EXPECT_EQ(counts.taken, 1);
  trade.does(trade.supplier, "PUT", "/v2/trade-partners/" + trade.stranger.id,
             R"({"status":"blocked"})");
  compare(trade.stranger, order("2", "", trade::stranger_gln, trade::supplier_gln), counts);
  EXPECT_EQ(counts.blocked, 1);
  compare(trade.stranger, order("3", R"(,"items":7)", trade::stranger_gln, trade::supplier_gln),
          counts);
}

TEST_F(Validation, predicts_the_answer_for_versions_and_duplicates) {
  Counts counts;
  const auto version = [](int number) {
    std::string text = order("1");
    constexpr std::string_view place = R"("orderIdentifier")";
    return text.insert(text.find(place), fmt::format(R"("version":{},)", number));
  };
  compare(trade.customer, version(2), counts);
  compare(trade.customer, version(2), counts);
  compare(trade.customer, version(1), counts);
  compare(trade.customer, version(3), counts);
  EXPECT_EQ(counts.taken, 2);
  EXPECT_EQ(counts.duplicate, 1);
  EXPECT_EQ(counts.faulty, 1);
}

TEST_F(Validation, keeps_nothing) {
  const auto seen = [&] {
    std::string all;
    for (const auto* const member : {&trade.customer, &trade.supplier, &trade.stranger}) {
      for (const auto* const path : {"/v2/all-transactions", "/v2/errors", "/v2/trade-partners"}) {
        all += trade.gets(*member, path).body + "\n";
      }
    }
    return all;
  };
  const std::string before = seen();
  EXPECT_EQ(at(asks(trade.customer, validate, order("1")).body, "valid"), "true");
  EXPECT_EQ(at(asks(trade.customer, validate, R"({"type":"ORDER","content":{}})").body, "valid"),
            "false");
  const Answer held =
      asks(trade.stranger, validate, order("2", "", trade::stranger_gln, trade::supplier_gln));
  EXPECT_EQ(at(held.body, "valid"), "true");
  EXPECT_EQ(at(held.body, "recipient.id"), trade.supplier.id);
  EXPECT_EQ(seen(), before);
  EXPECT_EQ(trade.pending(trade.supplier), std::vector<std::string>{});
  // The document is new: the validation has not stored it.
  EXPECT_EQ(asks(trade.customer, send, order("1")).status, 201);
}

TEST_F(Validation, needs_the_scope_of_sending) {
  const std::string reads = trade.token(trade.customer, R"(,"scopes":["read","report"])");
  EXPECT_EQ(trade.asks(reads, "POST", validate, order("1")).status, 403);
}

TEST_F(Validation, recipient_that_is_not_found_is_null) {
  const Answer judged =
      asks(trade.customer, validate, order("1", "", trade::customer_gln, "9521009000002"));
  EXPECT_EQ(at(judged.body, "recipient"), "null") << judged.body;
  EXPECT_EQ(at(judged.body, "faults.0.path"), "content.header.supplier");
}

TEST_F(Validation, answer_has_the_sums_of_an_invoice) {
  const Answer judged = asks(trade.supplier, validate,
                             R"({"type":"INVOICE","content":{"items":[)"
                             R"({"quantity":3,"unitPrice":1.10,"tax":{"percentage":19}}]}})");
  EXPECT_EQ(at(judged.body, "summary.netAmount"), "3.3") << judged.body;
  EXPECT_EQ(at(judged.body, "summary.dueAmount"), "3.93");
  EXPECT_EQ(at(judged.body, "summary.tax.items.0.taxAmount"), "0.63");
  EXPECT_EQ(at(asks(trade.customer, validate, order("1")).body, "summary"), "null");
}

}  // namespace
}  // namespace tradepost::validation_tests
