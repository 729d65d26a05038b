#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "served/json.hpp"
#include "trade/trade.hpp"

// Tests /v2/trade-partners (contract 4.7, 5.4 to 5.6).
// Covers contract 5.4 and 8.2.
namespace tradepost::partners_tests {
namespace {

using http_tests::Answer;
using served::at;
using served::Member;
using trade::listed;
using trade::order;
using trade::stranger_gln;
using trade::supplier_gln;
using trade::Trade;
using Ids = std::vector<std::string>;

class Partners : public testing::Test {
 public:
  Trade trade;

  Answer puts(const Member& member, const Member& partner, std::string_view body) {
    return trade.asks(member.token, "PUT", "/v2/trade-partners/" + partner.id, body);
  }
  // Sends an order from the stranger to the supplier.
  Answer stranger_sends(std::string_view number, std::string_view more = "") {
    return trade.asks(trade.stranger.token, "POST", "/v2/transactions",
                      order(number, more, stranger_gln));
  }
  std::string held_by_stranger(std::string_view number) {
    const Answer answer = stranger_sends(number);
    EXPECT_EQ(answer.status, 202) << answer.body;
    return at(answer.body, "platformTransactionId");
  }
  // Returns the value at a path of the partner in the member's list.
  std::string of(const Member& member, const Member& partner, std::string_view path) {
    const Answer page = trade.gets(member, "/v2/trade-partners?per_page=100");
    for (std::uint64_t i = 0; i < served::number_at(page.body, "count"); ++i) {
      if (at(page.body, fmt::format("items.{}.id", i)) != partner.id) continue;
      return at(page.body, fmt::format("items.{}.{}", i, path));
    }
    return "no partner";
  }
};

TEST_F(Partners, list_has_both_directions_of_those_with_a_relationship) {
  EXPECT_EQ(of(trade.customer, trade.supplier, "name"), "Lieferant");
  EXPECT_EQ(of(trade.customer, trade.supplier, "incoming.status"), "active");
  EXPECT_EQ(of(trade.customer, trade.supplier, "outgoing.status"), "active");
  EXPECT_EQ(of(trade.customer, trade.stranger, "name"), "no partner");
  held_by_stranger("1");
  EXPECT_EQ(of(trade.stranger, trade.supplier, "outgoing.status"), "requested");
  EXPECT_EQ(of(trade.stranger, trade.supplier, "incoming"), "null");
  EXPECT_EQ(of(trade.supplier, trade.stranger, "incoming.status"), "requested");
  EXPECT_EQ(of(trade.supplier, trade.stranger, "outgoing"), "null");
}

TEST_F(Partners, held_documents_are_counted_for_both_sides_and_their_flow) {
  held_by_stranger("1");
  held_by_stranger("2");
  EXPECT_EQ(of(trade.supplier, trade.stranger, "incoming.held"), "2");
  EXPECT_EQ(of(trade.stranger, trade.supplier, "outgoing.held"), "2");
  const std::string tests = trade.token(trade.supplier, R"(,"flow":"TEST")");
  EXPECT_EQ(at(trade.asks(tests, "GET", "/v2/trade-partners?filter%5Bstatus%5D=requested").body,
               "items.0.incoming.held"),
            "0");
}

TEST_F(Partners, list_goes_by_pages_and_by_the_status_of_the_incoming_direction) {
  held_by_stranger("1");
  Ids both{trade.customer.id, trade.stranger.id};
  std::ranges::sort(both);
  const std::string& token = trade.supplier.token;
  EXPECT_EQ(listed(trade, token, "/v2/trade-partners?per_page=1", "id"), both);
  EXPECT_EQ(listed(trade, token, "/v2/trade-partners?filter%5Bstatus%5D=requested", "id"),
            Ids{trade.stranger.id});
  EXPECT_EQ(listed(trade, token, "/v2/trade-partners?filter%5Bstatus%5D=blocked", "id"), Ids{});
  const std::string cursor =
      at(trade.gets(trade.supplier, "/v2/trade-partners?per_page=1").body, "nextCursor");
  EXPECT_EQ(trade.gets(trade.supplier, "/v2/trade-partners?cursor=" + cursor).status, 200);
  EXPECT_EQ(trade.gets(trade.customer, "/v2/trade-partners?cursor=" + cursor).status, 422);
  EXPECT_EQ(
      trade.gets(trade.supplier, "/v2/trade-partners?filter%5Bstatus%5D=active&cursor=" + cursor)
          .status,
      422);
}

TEST_F(Partners, one_that_is_accepted_delivers_what_was_held_in_its_order) {
  const std::string first = held_by_stranger("1");
  const std::string second = held_by_stranger("2");
  EXPECT_EQ(trade.pending(trade.supplier), Ids{});
  const Answer put = puts(trade.supplier, trade.stranger, R"({"status":"active"})");
  ASSERT_EQ(put.status, 200) << put.body;
  EXPECT_EQ(at(put.body, "data.incoming.status"), "active");
  EXPECT_EQ(at(put.body, "data.incoming.held"), "0");
  EXPECT_EQ(at(put.body, "data.released"), "2");
  const Answer third = stranger_sends("3");
  EXPECT_EQ(third.status, 201);
  EXPECT_EQ(trade.pending(trade.supplier),
            (Ids{first, second, at(third.body, "platformTransactionId")}));
}

TEST_F(Partners, kinds_that_are_not_taken_stay_held_and_are_422_from_then_on) {
  held_by_stranger("1");
  const Answer put =
      puts(trade.supplier, trade.stranger, R"({"status":"active","kinds":["INVOICE"]})");
  EXPECT_EQ(at(put.body, "data.incoming.kinds"), R"(["INVOICE"])") << put.body;
  EXPECT_EQ(at(put.body, "data.released"), "0");
  EXPECT_EQ(at(put.body, "data.incoming.held"), "1");
  const Answer refused = stranger_sends("2");
  EXPECT_EQ(refused.status, 422);
  EXPECT_EQ(at(refused.body, "faults.0.path"), "type");
  // Kinds that are not named do not change. An empty list means all kinds.
  EXPECT_EQ(at(puts(trade.supplier, trade.stranger, R"({"status":"active"})").body,
               "data.incoming.kinds"),
            R"(["INVOICE"])");
  const Answer all = puts(trade.supplier, trade.stranger, R"({"status":"active","kinds":[]})");
  EXPECT_EQ(at(all.body, "data.incoming.kinds"), "absent");
  EXPECT_EQ(at(all.body, "data.released"), "1");
}

TEST_F(Partners, one_that_is_blocked_is_403_and_what_was_delivered_stays) {
  const std::string id = trade.sends("1");
  const Answer put = puts(trade.supplier, trade.customer, R"({"status":"blocked"})");
  EXPECT_EQ(at(put.body, "data.incoming.status"), "blocked") << put.body;
  EXPECT_EQ(at(put.body, "data.outgoing.status"), "active");
  EXPECT_EQ(trade.asks(trade.customer.token, "POST", "/v2/transactions", order("2")).status, 403);
  EXPECT_EQ(trade.pending(trade.supplier), Ids{id});
}

TEST_F(Partners, one_that_is_put_off_is_held_again) {
  const Answer put = puts(trade.supplier, trade.customer, R"({"status":"requested"})");
  EXPECT_EQ(at(put.body, "data.incoming.status"), "requested") << put.body;
  EXPECT_EQ(trade.asks(trade.customer.token, "POST", "/v2/transactions", order("1")).status, 202);
}

TEST_F(Partners, one_can_be_accepted_before_it_has_ever_asked) {
  EXPECT_EQ(puts(trade.supplier, trade.stranger, R"({"status":"active"})").status, 200);
  EXPECT_EQ(stranger_sends("1").status, 201);
}

TEST_F(Partners, asking_makes_a_request_that_the_partner_sees) {
  constexpr std::string_view ask = R"({"status":"requested","direction":"outgoing"})";
  const Answer put = puts(trade.stranger, trade.supplier, ask);
  ASSERT_EQ(put.status, 200) << put.body;
  EXPECT_EQ(at(put.body, "data.outgoing.status"), "requested");
  EXPECT_EQ(of(trade.supplier, trade.stranger, "incoming.status"), "requested");
  puts(trade.supplier, trade.stranger, R"({"status":"active"})");
  // A repeated request does not change the partner's decision.
  EXPECT_EQ(at(puts(trade.stranger, trade.supplier, ask).body, "data.outgoing.status"), "active");
  EXPECT_EQ(stranger_sends("1").status, 201);
}

TEST_F(Partners, asking_one_who_has_blocked_is_403) {
  puts(trade.supplier, trade.stranger, R"({"status":"blocked"})");
  EXPECT_EQ(puts(trade.stranger, trade.supplier, R"({"status":"requested","direction":"outgoing"})")
                .status,
            403);
  EXPECT_EQ(of(trade.supplier, trade.stranger, "incoming.status"), "blocked");
}

TEST_F(Partners, partner_alone_can_accept) {
  for (const auto* const body :
       {R"({"status":"active","direction":"outgoing"})",
        R"({"status":"blocked","direction":"outgoing"})",
        R"({"status":"requested","direction":"outgoing","kinds":["ORDER"]})",
        R"({"status":"requested","direction":"outgoing","requirements":[]})"}) {
    const Answer refused = puts(trade.stranger, trade.supplier, body);
    EXPECT_EQ(refused.status, 422) << body;
    EXPECT_TRUE(at(refused.body, "faults.0.code").ends_with(".prohibited")) << refused.body;
  }
  EXPECT_EQ(of(trade.supplier, trade.stranger, "name"), "no partner");
}

TEST_F(Partners, requirement_says_what_it_would_have_refused_and_holds_from_then_on) {
  trade.sends("1");
  trade.sends("2", R"(,"attachments":[])");
  const Answer put = puts(
      trade.supplier, trade.customer,
      R"({"status":"active","requirements":[{"kind":"ORDER","path":"items.*.identifiers","domain":"GS1"}]})");
  ASSERT_EQ(put.status, 200) << put.body;
  EXPECT_EQ(at(put.body, "data.wouldHaveRefused"), R"({"of":2,"refused":2})");
  EXPECT_EQ(at(put.body, "data.incoming.requirements.0.path"), "items.*.identifiers");
  const Answer refused = trade.asks(trade.customer.token, "POST", "/v2/transactions", order("3"));
  EXPECT_EQ(refused.status, 422);
  EXPECT_EQ(at(refused.body, "faults.0.path"), "content.items.0.identifiers") << refused.body;
  // The partner sees the requirements that its documents must meet.
  EXPECT_EQ(of(trade.customer, trade.supplier, "outgoing.requirements.0.domain"), "GS1");
  EXPECT_EQ(at(puts(trade.supplier, trade.customer, R"({"status":"active"})").body,
               "data.wouldHaveRefused"),
            "absent");
}

TEST_F(Partners, all_faults_of_a_body_are_reported_at_once) {
  const Answer bad =
      puts(trade.supplier, trade.customer,
           R"({"status":"maybe","kinds":["BRIEF"],"flows":["LIVE"],"direction":"sideways",)"
           R"("requirements":[{"kind":"ORDER","path":"nowhere"}]})");
  EXPECT_EQ(bad.status, 422);
  for (const auto* const path : {"status", "kinds.0", "flows", "direction"}) {
    EXPECT_NE(bad.body.find(fmt::format(R"("path":"{}")", path)), std::string::npos) << path;
  }
  EXPECT_NE(bad.body.find("requirements.0.path"), std::string::npos) << bad.body;
  EXPECT_EQ(puts(trade.supplier, trade.customer, "{}").status, 422);
  EXPECT_EQ(of(trade.supplier, trade.customer, "incoming.requirements"), "[]");
}

TEST_F(Partners, oneself_and_who_is_not_there_are_404) {
  const auto status_of = [&](std::string_view id, std::string_view body) {
    return trade.asks(trade.supplier.token, "PUT", fmt::format("/v2/trade-partners/{}", id), body)
        .status;
  };
  for (const auto* const body :
       {R"({"status":"active"})", R"({"status":"requested","direction":"outgoing"})"}) {
    EXPECT_EQ(status_of(trade::unused_id, body), 404);
    EXPECT_EQ(status_of(trade.supplier.id, body), 404);
    EXPECT_EQ(status_of("4711", body), 404);
  }
}

TEST_F(Partners, one_who_has_left_is_not_asked) {
  const Member leaving = served::add_member(trade.by(), "Auf dem Weg", "9521004000007");
  trade.by().does("DELETE", "/admin/participants/" + leaving.id, "");
  EXPECT_EQ(
      puts(trade.supplier, leaving, R"({"status":"requested","direction":"outgoing"})").status,
      404);
}

TEST_F(Partners, looking_needs_read_or_admin_and_changing_admin) {
  const auto answers = [&](std::string_view scope) {
    const std::string token =
        trade.token(trade.supplier, fmt::format(R"(,"scopes":["{}"])", scope));
    return std::pair(
        trade.asks(token, "GET", "/v2/trade-partners").status,
        trade
            .asks(token, "PUT", "/v2/trade-partners/" + trade.customer.id, R"({"status":"active"})")
            .status);
  };
  EXPECT_EQ(answers("read"), std::pair(200, 403));
  EXPECT_EQ(answers("admin"), std::pair(200, 200));
  EXPECT_EQ(answers("send"), std::pair(403, 403));
}

}  // namespace
}  // namespace tradepost::partners_tests
