#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "document/random_test_json.hpp"
#include "served/json.hpp"
#include "strangers/description.hpp"
#include "tests/support/run.hpp"
#include "trade/notices.hpp"
#include "trade/trade.hpp"

// A participant outside of a trade tries its ids, cursors and links. The answer is the same as for
// ids that do not exist, byte for byte.
namespace tradepost::strangers_tests {
namespace {

using document::Dice;
using http_tests::Answer;
using served::at;
using served::Member;
using trade::notice;
using trade::order;
using trade::path_of;
using trade::stranger_gln;
using trade::Trade;
using trade::unit;

std::string with(std::string text, std::string_view from, std::string_view to) {
  if (from.empty()) return text;
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// Replaces {id} by the id, and every other placeholder by a plausible value.
std::string filled(const std::string& path, const std::string& id) {
  std::string out = with(path, "{id}", id);
  while (out.find('{') != std::string::npos) {
    const auto begin = out.find('{');
    out.replace(begin, out.find('}') + 1 - begin, "0");
  }
  return out;
}

// An answer without the values that identify its request.
struct Reaction {
  int status = 0;
  std::map<std::string, std::string> headers;
  std::string body;

  bool operator==(const Reaction&) const = default;
};
Reaction reaction(const Answer& answer, const std::string& id) {
  Reaction reaction{.status = answer.status, .headers = answer.headers, .body = answer.body};
  reaction.headers.erase("x-request-id");
  reaction.headers.erase("date");
  // Some answers repeat the id of the request.
  reaction.body = with(reaction.body, id, "the id");
  return reaction;
}
std::ostream& operator<<(std::ostream& out, const Reaction& reaction) {
  return out << reaction.status << " " << reaction.body;
}

// Returns an id in the form that the exchange uses, so that its form reveals nothing.
std::string random_id(Dice& dice) {
  const auto digits = [&](std::size_t count) {
    std::string text;
    while (text.size() < count) text += "0123456789abcdef"[dice.below(16)];
    return text;
  };
  return fmt::format("{}-{}-7{}-{}{}-{}", digits(8), digits(4), digits(3), "89ab"[dice.below(4)],
                     digits(3), digits(12));
}

class Strangers : public testing::Test {
 public:
  Trade trade;
  const std::vector<Way> ways = ways_in(trade.asks("", "GET", "/openapi.json").body);
  Dice dice{run::seed()};

  // Tokens without access to the trade of the customer and the supplier: the stranger's token, a
  // token of the stranger with few rights, and a token of the customer in the other flow.
  const std::vector<std::string> tokens = {trade.stranger.token,
                                           trade.token(trade.stranger, R"(,"scopes":["send"])"),
                                           trade.token(trade.customer, R"(,"flow":"TEST")")};

  void SetUp() override {
    trade.sends("pending");
    trade.processes(trade.sends("processed"));
    trade.fails("failed");
    trade.sends("failed", R"(,"note":"again")");
    trade.by().does("POST", fmt::format("/admin/transactions/{}/discard", trade.sends("discarded")),
                    R"({"reason":"Irrtum"})");
    trade.does(trade.supplier, "POST", "/v2/transactions", notice("1", {unit()}));
    trade.does(trade.customer, "POST", "/v2/errors", R"({"errorReason":"Preis fehlt"})");
    trade.asks(trade.customer.token, "POST", "/v2/transactions",
               R"({"type":"ORDER","content":{}})");
    trade.does(trade.customer, "POST", "/v2/drafts", R"({"kind":"ORDER","document":"{}"})");
    trade.by().does(
        "POST", "/admin/sscc-ranges",
        fmt::format(R"({{"participant":"{}","prefix":"3952100","end":10}})", trade.supplier.id));
    make_endpoint();
    make_held();
  }

  // Returns the ids in every list that the traders and the operator see, without the stranger's
  // own.
  std::set<std::string> foreign_ids() {
    std::set<std::string> ids;
    for (const Way& way : ways) {
      if (way.method != "GET" || way.has_place()) continue;
      for (const std::string& token :
           {trade.customer.token, trade.supplier.token, std::string(served::operator_token)}) {
        const Answer answer = trade.asks(token, "GET", way.path);
        if (answer.header("content-type") != "application/json" || way.path == "/openapi.json") {
          continue;
        }
        for (const std::string& id : ids_in(answer.body)) ids.insert(id);
      }
    }
    for (const std::string& id : ids_in(trade.gets(trade.stranger, "/v2/profile").body)) {
      ids.erase(id);
    }
    for (const std::string& token : tokens) {
      const Answer own = trade.asks(token, "GET", "/v2/profile/tokens?per_page=100");
      for (std::size_t i = 0; at(own.body, fmt::format("items.{}.id", i)) != "absent"; ++i) {
        ids.erase(at(own.body, fmt::format("items.{}.id", i)));
      }
    }
    return ids;
  }
  // The ids of participants are not secret: anyone who has an identifier can send to its owner.
  std::set<std::string> participants() {
    const std::string all = trade.by().does("GET", "/admin/participants?per_page=100", "");
    std::set<std::string> ids;
    for (const std::string& id : ids_in(all)) ids.insert(id);
    return ids;
  }

  std::string all_that_the_traders_see() {
    std::string all;
    for (const Member* const member : {&trade.customer, &trade.supplier}) {
      for (const auto* const path : {"/v2/all-transactions?per_page=100", "/v2/errors?per_page=100",
                                     "/v2/trade-partners", "/v2/profile"}) {
        all += trade.gets(*member, path).body;
      }
    }
    // Links differ at every listing.
    for (auto at = all.find("?link="); at != all.npos; at = all.find("?link=", at)) {
      all.erase(at, all.find('"', at) - at);
    }
    return all;
  }

  Reaction asked(const std::string& token, const Way& way, const std::string& id,
                 const std::string& body) {
    return reaction(trade.asks(token, way.method, filled(way.path, id) + way.query, body), id);
  }

 private:
  bool has(std::string_view method, std::string_view path) const {
    return std::ranges::any_of(
        ways, [&](const Way& way) { return way.method == method && way.path == path; });
  }
  void make_endpoint() {
    if (!has("POST", "/v2/profile/webhooks")) return;
    trade.by().does("PUT", "/admin/webhook-targets", R"({"targets":["127.0.0.1"]})");
    trade.does(trade.supplier, "POST", "/v2/profile/webhooks",
               R"({"url":"http://127.0.0.1:9/without-listener"})");
  }
  // Sends a document that the supplier has to release.
  void make_held() {
    const Member other = served::add_member(trade.by(), "Vierte", "9521004000007");
    const std::string body =
        trade.does(other, "POST", "/v2/transactions", order("held", "", "9521004000007"));
    EXPECT_NE(at(body, "platformTransactionId"), "absent");
  }
};

TEST_F(Strangers, ids_of_others_are_answered_like_unknown_ids) {
  std::vector<Way> with_place;
  std::ranges::copy_if(ways, std::back_inserter(with_place),
                       [](const Way& way) { return way.has_place(); });
  ASSERT_GE(with_place.size(), 10u);
  const auto ids = foreign_ids();
  const auto known = participants();
  ASSERT_GE(ids.size(), 15u);
  const std::vector<std::string> foreign(ids.begin(), ids.end());
  const std::string before = all_that_the_traders_see();
  const std::size_t attempts = run::is_long() ? 20'000 : 1'000;
  std::map<int, int> statuses;
  std::set<std::string> tried;
  for (std::size_t i = 0; i < attempts; ++i) {
    // Uses each operation and each id in turn, so that coverage does not depend on chance.
    const Way& way = with_place[i % with_place.size()];
    const std::string& id = foreign[(i / with_place.size()) % foreign.size()];
    const std::string& token = dice.pick(tokens);
    const std::string body = dice.one_in(5) ? "{}" : way.body;
    if (way.path == "/v2/trade-partners/{id}" && known.contains(id)) continue;
    const Reaction to_foreign_id = asked(token, way, id, body);
    const Reaction to_unused_id = asked(token, way, random_id(dice), body);
    SCOPED_TRACE(fmt::format("{} {} with {} {}", way.method, way.path, id, body));
    ASSERT_EQ(to_foreign_id, to_unused_id);
    const bool is_hidden = to_foreign_id.status == 404 || to_foreign_id.status == 403;
    // Tokens have no account.
    const bool is_account = way.path.starts_with("/v2/me/") && to_foreign_id.status == 401;
    // The same file, or the address of one, for everyone.
    const bool is_page = way.path.starts_with("/console/") || to_foreign_id.status == 302;
    EXPECT_TRUE(is_hidden || is_account || is_page || body != way.body) << to_foreign_id;
    EXPECT_EQ(to_foreign_id.body.find("Lieferant"), std::string::npos);
    ++statuses[to_foreign_id.status];
    tried.insert(way.method + way.path);
  }
  EXPECT_EQ(tried.size(), with_place.size());
  EXPECT_GT(statuses[404], 100);
  EXPECT_GT(statuses[403], 100);
  EXPECT_EQ(all_that_the_traders_see(), before);
}

TEST_F(Strangers, cursors_of_others_are_answered_as_what_is_none) {
  std::vector<std::string> cursors;
  for (const Way& way : ways) {
    if (!way.is_list()) continue;
    for (const std::string& token :
         {trade.customer.token, trade.supplier.token, std::string(served::operator_token)}) {
      const Answer page = trade.asks(token, "GET", way.path + "?per_page=1");
      if (page.status != 200) continue;
      const std::string cursor = at(page.body, "nextCursor");
      if (cursor != "null") cursors.push_back(cursor);
    }
  }
  ASSERT_GE(cursors.size(), 6u);
  for (const Way& way : ways) {
    if (!way.is_list()) continue;
    for (const std::string& token : tokens) {
      const std::string garbage(cursors.front().size(), 'A');
      const Reaction to_unused_id =
          reaction(trade.asks(token, "GET", way.path + "?cursor=" + garbage), garbage);
      EXPECT_TRUE(to_unused_id.status == 422 || to_unused_id.status == 403) << way.path;
      for (const std::string& cursor : cursors) {
        EXPECT_EQ(reaction(trade.asks(token, "GET", way.path + "?cursor=" + cursor), cursor),
                  to_unused_id)
            << way.path;
      }
    }
  }
}

TEST_F(Strangers, ids_of_others_in_a_body_or_filter_are_answered_like_unknown_ids) {
  const auto ids = foreign_ids();
  const auto known = participants();
  for (const std::string& id : ids) {
    const std::string random = random_id(dice);
    const auto compare = [&](std::string_view method, const std::string& path,
                             const std::string& body) {
      const std::string& token = trade.stranger.token;
      EXPECT_EQ(
          reaction(trade.asks(token, method, with(path, "ID", id), with(body, "ID", id)), id),
          reaction(trade.asks(token, method, with(path, "ID", random), with(body, "ID", random)),
                   random))
          << method << " " << path << " " << body;
    };
    compare("POST", "/v2/transactions/bulk/mark-processed",
            R"({"items":[{"platformTransactionId":"ID","success":true}]})");
    compare("GET", "/v2/all-transactions?filter%5Bpartner%5D=ID", "");
    compare("GET", "/v2/all-transactions?filter%5Bidentifier%5D=ID", "");
    if (known.contains(id)) continue;
    compare("PUT", "/v2/profile", R"({"agents":[{"participant":"ID"}]})");
    compare("PUT", "/v2/profile", R"({"numbers":[{"participant":"ID","number":"1"}]})");
  }
}

TEST_F(Strangers, link_to_a_case_does_not_open_it_for_another_token) {
  const std::string link = path_of(trade.fails("link").url);
  const auto seal = link.substr(link.find('?'));
  for (const std::string& token : {tokens[0], tokens[2]}) {
    EXPECT_EQ(trade.asks(token, "GET", link).status, 404);
  }
  for (const std::string& id : foreign_ids()) {
    const std::string path = "/v2/errors/" + id + seal;
    if (link.find(id) != std::string::npos) continue;
    EXPECT_EQ(reaction(trade.opens(path), id),
              reaction(trade.opens("/v2/errors/" + random_id(dice) + seal), ""));
  }
}

// The supplier's pallet is not found by its SSCC, and the sender of another unit with the same
// number does not learn of that pallet.
TEST_F(Strangers, sscc_of_a_foreign_unit_is_as_unknown_as_any_other) {
  const std::string foreign(trade::pallet_sscc);
  const std::string nobodys = "340123450000000000";
  for (const std::string& token : tokens) {
    for (const auto* const rest : {".zpl", ".pdf", "/0.zpl"}) {
      const auto shown = [&](const std::string& sscc) {
        return reaction(trade.asks(token, "GET", fmt::format("/v2/labels/{}{}", sscc, rest)), sscc);
      };
      EXPECT_EQ(shown(foreign), shown(nobodys)) << rest;
    }
  }
  const std::string own = with(notice("own", {unit(foreign)}), trade::supplier_gln, stranger_gln);
  const Answer sent = trade.asks(trade.stranger.token, "POST", "/v2/transactions", own);
  EXPECT_EQ(sent.status / 100, 2) << sent.body;
  EXPECT_EQ(sent.body.find("of_other_document"), std::string::npos) << sent.body;
}

TEST_F(Strangers, link_to_labels_opens_those_of_no_other_transaction) {
  const std::string id =
      at(trade.does(trade.supplier, "POST", "/v2/transactions", notice("link", {unit()})),
         "platformTransactionId");
  const std::string body = trade.gets(trade.customer, "/v2/all-transactions/" + id).body;
  const std::string link = path_of(at(body, "data.content.transportUnits.0.transportLabel.pdfUrl"));
  EXPECT_EQ(trade.opens(link).status, 200);
  const auto seal = link.substr(link.find('?'));
  for (const std::string& other : foreign_ids()) {
    if (other == id) continue;
    for (const auto* const rest : {".zpl", "/0.pdf"}) {
      const auto opened = [&](const std::string& tried) {
        return reaction(trade.opens(fmt::format("/v2/labels/{}{}{}", tried, rest, seal)), tried);
      };
      EXPECT_EQ(opened(other), opened(random_id(dice)));
    }
  }
}

}  // namespace
}  // namespace tradepost::strangers_tests
