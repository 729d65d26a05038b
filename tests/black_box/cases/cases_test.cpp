#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "served/json.hpp"
#include "trade/trade.hpp"

// Tests /v2/errors and /admin/cases (contract 4.2, 8.4).
// Covers contract 4.9, 8.2 and 8.4.
namespace tradepost::cases_tests {

using trade::Answer;
using trade::Failed;
using trade::listed;
using trade::order;
using trade::path_of;
using trade::Trade;
using trade::unused_id;

namespace {

using served::at;
using Ids = std::vector<std::string>;

class Cases : public testing::Test {
 public:
  Trade trade;

  Ids cases_of(const served::Member& member, std::string_view query = "") {
    return listed(trade, member.token, fmt::format("/v2/errors{}", query), "id");
  }
  Answer patches(const served::Member& member, std::string_view id, std::string_view body) {
    return trade.asks(member.token, "PATCH", fmt::format("/v2/errors/{}", id), body);
  }
  // Returns the value at a path of a case that the member requests.
  std::string of(const served::Member& member, std::string_view id, std::string_view path) {
    return at(trade.gets(member, fmt::format("/v2/errors/{}", id)).body,
              fmt::format("data.{}", path));
  }
  Answer posts(std::string_view body, std::string_view headers = "") {
    return trade.asks(trade.customer.token, "POST", "/v2/errors", body, headers);
  }
  static std::string id_in(const Answer& posted) {
    const std::string path = path_of(at(posted.body, "errorUrl"));
    return path.substr(0, path.find('?')).substr(path.rfind('/') + 1);
  }
};

// Returns an order without its date.
std::string faulty(std::string_view number) {
  std::string text = order(number);
  constexpr std::string_view date = R"(,"orderDate":"2026-03-02")";
  return text.erase(text.find(date), date.size());
}

TEST_F(Cases, failure_is_listed_for_both_sides_only) {
  const Failed failed = trade.fails("1");
  EXPECT_EQ(cases_of(trade.customer), Ids{failed.case_id});
  EXPECT_EQ(cases_of(trade.supplier), Ids{failed.case_id});
  EXPECT_EQ(cases_of(trade.stranger), Ids{});
  const Answer page = trade.gets(trade.customer, "/v2/errors");
  EXPECT_EQ(at(page.body, "items.0.origin"), "failure");
  EXPECT_EQ(at(page.body, "items.0.reason"), "unbekannt");
  EXPECT_EQ(at(page.body, "items.0.transaction"), failed.transaction);
  EXPECT_EQ(at(page.body, "items.0.participants.0.name"), "Kunde");
  EXPECT_EQ(at(page.body, "items.0.participants.1.name"), "Lieferant");
  EXPECT_EQ(at(page.body, "items.0.comments"), "absent");
}

TEST_F(Cases, transaction_names_the_case_of_its_failure_to_both_sides) {
  const Failed failed = trade.fails("1");
  const std::string path = "/v2/all-transactions/" + failed.transaction;
  EXPECT_EQ(at(trade.gets(trade.customer, path).body, "data.case"), failed.case_id);
  EXPECT_EQ(at(trade.gets(trade.supplier, path).body, "data.case"), failed.case_id);
}

TEST_F(Cases, list_goes_by_pages_newest_first_and_by_status) {
  Ids all;
  for (int i = 0; i < 5; ++i) all.insert(all.begin(), trade.fails(fmt::format("{}", i)).case_id);
  EXPECT_EQ(cases_of(trade.customer, "?per_page=2"), all);
  EXPECT_EQ(patches(trade.supplier, all[3], R"({"status":"resolved"})").status, 200);
  EXPECT_EQ(cases_of(trade.customer, "?filter%5Bstatus%5D=resolved"), Ids{all[3]});
  EXPECT_EQ(cases_of(trade.customer, "?per_page=1&filter%5Bstatus%5D=open"),
            (Ids{all[0], all[1], all[2], all[4]}));
}

TEST_F(Cases, filters_find_the_cases_that_match_all_of_them) {
  const std::string of_supplier = trade.fails("1", "INTERNAL").case_id;
  const std::string of_customer = trade.fails("2").case_id;
  const std::string posted = id_in(posts(R"({"errorReason":"?","transactionType":"INVOICE"})"));
  const std::string supplier = "filter[partner]=" + trade.supplier.id;
  const std::string today = of(trade.customer, posted, "openedAt").substr(0, 10);
  const std::vector<std::pair<std::string, Ids>> rows = {
      {"filter[turn]=own", {posted, of_customer}},
      {"filter[turn]=others", {of_supplier}},
      {"filter[type]=ORDER", {of_customer, of_supplier}},
      {"filter[type]=INVOICE", {posted}},
      {"filter[type]=REMITTANCE_ADVICE", {}},
      {supplier, {of_customer, of_supplier}},
      {supplier + "&filter[turn]=own", {of_customer}},
      {"filter[partner]=" + std::string(unused_id), {}},
      {"filter[status]=resolved&filter[turn]=own", {}},
      {"filter[opened_between]=" + today + ",9999-12-31", {posted, of_customer, of_supplier}},
      {"filter[opened_between]=2020-01-01,2020-01-31", {}},
  };
  for (const auto& [query, ids] : rows) {
    EXPECT_EQ(cases_of(trade.customer, "?" + query), ids) << query;
    EXPECT_EQ(cases_of(trade.customer, "?per_page=1&" + query), ids) << query;
  }
  EXPECT_EQ(cases_of(trade.supplier, "?filter[turn]=own"), Ids{of_supplier});
  EXPECT_EQ(patches(trade.customer, posted, R"({"status":"resolved"})").status, 200);
  EXPECT_EQ(cases_of(trade.customer, "?filter[turn]=own"), Ids{of_customer});
  EXPECT_EQ(cases_of(trade.customer, "?filter[turn]=others"), (Ids{posted, of_supplier}));
  EXPECT_EQ(cases_of(trade.stranger, "?filter[turn]=others"), Ids{});
}

TEST_F(Cases, full_page_has_a_next_one_only_if_another_case_matches) {
  trade.fails("1", "INTERNAL");
  trade.fails("2");
  trade.fails("3");
  const auto more = [&](std::string_view query) {
    return at(trade.gets(trade.customer, fmt::format("/v2/errors?{}", query)).body, "hasMore");
  };
  EXPECT_EQ(more("filter[turn]=own&per_page=2"), "false");
  EXPECT_EQ(more("filter[turn]=own&per_page=1"), "true");
  EXPECT_EQ(more("per_page=2"), "true");
  EXPECT_EQ(more("per_page=3"), "false");
}

TEST_F(Cases, reporter_of_an_error_has_the_turn_whatever_its_type) {
  const std::string id = id_in(posts(R"({"errorReason":"?","errorType":"INTERNAL"})"));
  EXPECT_EQ(cases_of(trade.customer, "?filter[turn]=own"), Ids{id});
}

TEST_F(Cases, filter_finds_the_own_turn_of_operators) {
  const std::string id = trade.fails("1").case_id;
  const auto own = [&] {
    return at(trade.by().asks("GET", "/admin/cases?filter[turn]=own").body, "count");
  };
  EXPECT_EQ(own(), "0");
  const std::string path = fmt::format("/admin/cases/{}", id);
  EXPECT_EQ(trade.by().asks("PATCH", path, R"({"turn":"operator"})").status, 200);
  EXPECT_EQ(own(), "1");
}

TEST_F(Cases, filters_with_another_value_are_422_by_their_name) {
  for (const auto* const query :
       {"filter[turn]=mine", "filter[type]=BILL", "filter[partner]=Kunde",
        "filter[opened_between]=2026-03-01", "filter[opened_between]=2026-03-02,2026-03-01"}) {
    const Answer refused = trade.gets(trade.customer, fmt::format("/v2/errors?{}", query));
    EXPECT_EQ(refused.status, 422) << query;
    EXPECT_EQ(at(refused.body, "faults.0.path"),
              std::string_view(query).substr(0, std::string_view(query).find('=')));
  }
}

TEST_F(Cases, cursor_is_good_for_its_own_participant_and_filter_alone) {
  trade.fails("1");
  trade.fails("2");
  const std::string cursor =
      at(trade.gets(trade.customer, "/v2/errors?per_page=1").body, "nextCursor");
  const auto status_with = [&](const served::Member& member, std::string_view more) {
    return trade.gets(member, fmt::format("/v2/errors?cursor={}{}", cursor, more)).status;
  };
  EXPECT_EQ(status_with(trade.customer, ""), 200);
  EXPECT_EQ(status_with(trade.customer, "&filter%5Bstatus%5D=open"), 422);
  EXPECT_EQ(status_with(trade.customer, "&filter%5Bturn%5D=own"), 422);
  EXPECT_EQ(status_with(trade.supplier, ""), 422);
  EXPECT_EQ(trade.by().asks("GET", "/admin/cases?cursor=" + cursor).status, 422);
}

TEST_F(Cases, turn_begins_with_the_side_that_the_failure_names) {
  EXPECT_EQ(of(trade.customer, trade.fails("1", "DATA").case_id, "turn"), "sender");
  EXPECT_EQ(of(trade.customer, trade.fails("2", "INTERNAL").case_id, "turn"), "recipient");
}

TEST_F(Cases, comment_hands_the_turn_to_the_other_side) {
  const std::string id = trade.fails("1").case_id;
  EXPECT_EQ(at(patches(trade.customer, id, R"({"comment":"Nachfolger ist 7"})").body, "data.turn"),
            "recipient");
  EXPECT_EQ(at(patches(trade.supplier, id, R"({"comment":"Danke"})").body, "data.turn"), "sender");
  EXPECT_EQ(of(trade.customer, id, "comments.0.text"), "Nachfolger ist 7");
  EXPECT_EQ(of(trade.customer, id, "comments.0.by.id"), trade.customer.id);
  EXPECT_EQ(of(trade.supplier, id, "comments.1.by.name"), "Lieferant");
  EXPECT_EQ(of(trade.supplier, id, "comments.2"), "absent");
}

TEST_F(Cases, both_sides_resolve_and_reopen) {
  const std::string id = trade.fails("1").case_id;
  for (const auto* const member : {&trade.customer, &trade.supplier}) {
    const Answer resolved = patches(*member, id, R"({"status":"resolved","comment":"erledigt"})");
    EXPECT_EQ(at(resolved.body, "data.status"), "resolved") << resolved.body;
    EXPECT_EQ(at(resolved.body, "data.resolvedBy"), "person");
    const Answer open = patches(*member, id, R"({"status":"open"})");
    EXPECT_EQ(at(open.body, "data.status"), "open") << open.body;
    EXPECT_EQ(at(open.body, "data.resolvedBy"), "absent");
    EXPECT_EQ(at(open.body, "data.changedBy.id"), member->id);
  }
}

TEST_F(Cases, change_of_a_revision_that_is_past_is_409_and_keeps_nothing) {
  const std::string id = trade.fails("1").case_id;
  EXPECT_EQ(of(trade.supplier, id, "revision"), "1");
  EXPECT_EQ(patches(trade.customer, id, R"({"comment":"a","revision":1})").status, 200);
  const Answer late = patches(trade.supplier, id, R"({"comment":"b","revision":1})");
  EXPECT_EQ(late.status, 409);
  EXPECT_EQ(at(late.body, "detailCode"), "case_changed");
  EXPECT_EQ(at(late.body, "revision"), "2");
  EXPECT_EQ(of(trade.supplier, id, "comments.1"), "absent");
}

TEST_F(Cases, newer_version_resolves_the_case_of_the_older_one) {
  const std::string id = trade.fails("1").case_id;
  trade.sends("1", R"(,"note":"zweite")");
  EXPECT_EQ(of(trade.supplier, id, "status"), "resolved");
  EXPECT_EQ(of(trade.customer, id, "resolvedBy"), "newer_version");
}

TEST_F(Cases, later_success_resolves_the_case) {
  const Failed failed = trade.fails("1");
  trade.processes(failed.transaction);
  EXPECT_EQ(of(trade.customer, failed.case_id, "resolvedBy"), "success");
  EXPECT_EQ(trade.status(failed.transaction), "SUCCESS");
}

TEST_F(Cases, change_of_a_case_of_others_is_404_as_of_one_that_never_was) {
  const std::string id = trade.fails("1").case_id;
  const std::string tests = trade.token(trade.customer, R"(,"flow":"TEST")");
  const Answer unknown = patches(trade.stranger, unused_id, R"({"comment":"?"})");
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(patches(trade.stranger, id, R"({"comment":"?"})").body, unknown.body);
  EXPECT_EQ(patches(trade.stranger, "4711", R"({"comment":"?"})").body, unknown.body);
  EXPECT_EQ(trade.asks(tests, "PATCH", "/v2/errors/" + id, R"({"comment":"?"})").body,
            unknown.body);
  EXPECT_EQ(of(trade.customer, id, "comments"), "[]");
  EXPECT_EQ(of(trade.customer, id, "revision"), "1");
}

TEST_F(Cases, who_may_trade_on_either_side_may_change_and_who_only_reads_may_not) {
  const std::string path = "/v2/errors/" + trade.fails("1").case_id;
  const auto status_with = [&](std::string_view scope) {
    const std::string token =
        trade.token(trade.supplier, fmt::format(R"(,"scopes":["{}"])", scope));
    return trade.asks(token, "PATCH", path, R"({"comment":"!"})").status;
  };
  EXPECT_EQ(status_with("report"), 200);
  EXPECT_EQ(status_with("send"), 200);
  EXPECT_EQ(status_with("read"), 403);
  EXPECT_EQ(status_with("admin"), 403);
  const std::string sends = trade.token(trade.supplier, R"(,"scopes":["send"])");
  EXPECT_EQ(trade.asks(sends, "GET", "/v2/errors").status, 403);
}

TEST_F(Cases, all_faults_of_a_change_are_reported_at_once) {
  const std::string id = trade.fails("1").case_id;
  const Answer bad = patches(trade.customer, id,
                             R"({"comment":" ","status":"new","turn":"sender","revision":"1"})");
  EXPECT_EQ(bad.status, 422);
  EXPECT_EQ(at(bad.body, "faultCount"), "4") << bad.body;
  for (const auto* const path : {"comment", "status", "turn", "revision"}) {
    EXPECT_NE(at(bad.body, fmt::format("errors.{}", path)), "absent") << path;
  }
  EXPECT_EQ(at(patches(trade.customer, id, R"({"comment":null})").body, "faults.0.code"),
            "case.empty");
  EXPECT_EQ(patches(trade.customer, id, "[]").status, 422);
  EXPECT_EQ(patches(trade.customer, id, "{").status, 400);
  EXPECT_EQ(of(trade.customer, id, "revision"), "1");
}

TEST_F(Cases, rejection_is_its_senders_alone_and_counts_repeats) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(trade.asks(trade.customer.token, "POST", "/v2/transactions", faulty("1")).status,
              422);
  }
  const Answer page = trade.gets(trade.customer, "/v2/errors");
  EXPECT_EQ(at(page.body, "count"), "1");
  EXPECT_EQ(at(page.body, "items.0.origin"), "rejection");
  EXPECT_EQ(at(page.body, "items.0.count"), "3");
  EXPECT_EQ(at(page.body, "items.0.turn"), "sender");
  EXPECT_EQ(at(page.body, "items.0.document"), "absent");
  EXPECT_EQ(at(page.body, "items.0.transactionIdentifier"), "1");
  EXPECT_EQ(cases_of(trade.supplier), Ids{});
  const std::string id = at(page.body, "items.0.id");
  EXPECT_EQ(at(patches(trade.customer, id, R"({"status":"resolved"})").body,
               "data.document.faults.0.path"),
            "content.header.orderDate");
}

TEST_F(Cases, error_that_is_reported_is_the_reporters_own) {
  const Answer posted = posts(
      R"({"errorReason":"Preis fehlt","errorType":"INTERNAL","errorContext":{"zeile":"10","x":null},)"
      R"("transactionIdentifier":"4500","transactionType":"ORDER","was":"wir nicht kennen"})");
  ASSERT_EQ(posted.status, 201) << posted.body;
  EXPECT_NE(at(posted.body, "message"), "absent");
  const std::string id = id_in(posted);
  EXPECT_EQ(of(trade.customer, id, "origin"), "posted");
  EXPECT_EQ(of(trade.customer, id, "type"), "INTERNAL");
  EXPECT_EQ(of(trade.customer, id, "turn"), "recipient");
  EXPECT_EQ(of(trade.customer, id, "reason"), "Preis fehlt");
  EXPECT_EQ(of(trade.customer, id, "context"), R"({"zeile":"10"})");
  EXPECT_EQ(of(trade.customer, id, "transactionIdentifier"), "4500");
  EXPECT_EQ(of(trade.customer, id, "transactionType"), "ORDER");
  EXPECT_EQ(cases_of(trade.customer), Ids{id});
  EXPECT_EQ(cases_of(trade.supplier), Ids{});
  EXPECT_EQ(trade.opens(path_of(at(posted.body, "errorUrl"))).status, 200);
}

TEST_F(Cases, error_needs_a_reason_and_nothing_else) {
  const std::string id = id_in(posts(R"({"errorReason":"Preis fehlt"})"));
  EXPECT_EQ(of(trade.customer, id, "type"), "DATA");
  EXPECT_EQ(of(trade.customer, id, "turn"), "sender");
  const Answer bad = posts(
      R"({"errorType":"BAD","errorContext":{"zeile":10},"transactionIdentifier":7,"transactionType":"BRIEF"})");
  EXPECT_EQ(bad.status, 422);
  EXPECT_EQ(at(bad.body, "faultCount"), "5") << bad.body;
  EXPECT_EQ(posts(R"({"errorReason":" \t"})").status, 422);
  EXPECT_EQ(cases_of(trade.customer), Ids{id});
}

TEST_F(Cases, texts_of_an_error_that_are_too_long_are_cut) {
  const std::string id = id_in(posts(fmt::format(
      R"({{"errorReason":"{}","transactionIdentifier":"{}","errorContext":{{"a":"{}"}}}})",
      std::string(10'001, 'r'), std::string(1'001, 'i'), std::string(1'001, 'c'))));
  EXPECT_EQ(of(trade.customer, id, "reason").size(), 10'000u);
  EXPECT_EQ(of(trade.customer, id, "transactionIdentifier").size(), 1'000u);
  EXPECT_EQ(of(trade.customer, id, "context.a").size(), 1'000u);
}

TEST_F(Cases, error_with_the_same_key_is_kept_once_also_after_a_restart) {
  constexpr std::string_view body = R"({"errorReason":"Preis fehlt"})";
  constexpr std::string_view key = "Idempotency-Key: preis\r\n";
  const std::string id = id_in(posts(body, key));
  EXPECT_EQ(id_in(posts(body, key)), id);
  trade.exchange().kill();
  trade.exchange().begin();
  const Answer again = posts(body, key);
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(id_in(again), id);
  EXPECT_EQ(again.header("idempotency-replayed"), "true");
  const Answer other = posts(R"({"errorReason":"Anderes"})", key);
  EXPECT_EQ(other.status, 422);
  EXPECT_EQ(at(other.body, "detailCode"), "key_reused");
  EXPECT_EQ(cases_of(trade.customer), Ids{id});
  EXPECT_NE(id_in(posts(body)), id);
}

TEST_F(Cases, comments_and_status_outlive_the_death_of_the_process) {
  const std::string id = trade.fails("1").case_id;
  patches(trade.supplier, id, R"({"comment":"gesehen","status":"resolved"})");
  const Answer before = trade.gets(trade.customer, "/v2/errors/" + id);
  trade.exchange().kill();
  trade.exchange().begin();
  EXPECT_EQ(trade.gets(trade.customer, "/v2/errors/" + id).body, before.body);
  EXPECT_EQ(at(before.body, "data.comments.0.text"), "gesehen");
}

TEST_F(Cases, discarded_document_is_a_case_of_its_sender) {
  const std::string id = trade.sends("1");
  trade.by().does("POST", fmt::format("/admin/transactions/{}/discard", id),
                  R"({"reason":"Irrtum"})");
  const Answer page = trade.gets(trade.customer, "/v2/errors");
  EXPECT_EQ(at(page.body, "items.0.origin"), "discard");
  EXPECT_EQ(at(page.body, "items.0.type"), "INTERNAL");
  EXPECT_EQ(at(page.body, "items.0.reason"), "Irrtum");
  EXPECT_EQ(cases_of(trade.supplier), Ids{});
  const std::string path = "/v2/all-transactions/" + id;
  EXPECT_EQ(at(trade.gets(trade.customer, path).body, "data.case"), at(page.body, "items.0.id"));
  EXPECT_EQ(at(trade.gets(trade.supplier, path).body, "data.case"), "absent");
  trade.processes(id);  // a report that comes too late
  EXPECT_EQ(at(trade.gets(trade.supplier, path).body, "data.report.success"), "true");
  EXPECT_EQ(at(trade.gets(trade.supplier, path).body, "data.case"), "absent");
}

TEST_F(Cases, case_takes_a_thousand_comments_and_no_more) {
  const std::string path = "/v2/errors/" + trade.fails("1").case_id;
  http_tests::Client client(trade.exchange().port());
  constexpr int comments_max = 1'000;
  for (int i = 0; i < comments_max; ++i) {
    ASSERT_EQ(served::ask(client, trade.customer.token, "PATCH", path, R"({"comment":"c"})").status,
              200)
        << i;
  }
  const Answer full =
      served::ask(client, trade.customer.token, "PATCH", path, R"({"comment":"c"})");
  EXPECT_EQ(full.status, 409);
  EXPECT_EQ(at(full.body, "code"), "conflict");
  EXPECT_EQ(
      served::ask(client, trade.customer.token, "PATCH", path, R"({"status":"resolved"})").status,
      200);
}

TEST_F(Cases, operator_sees_everybodys_and_says_whose_turn_it_is) {
  const std::string failure = trade.fails("1").case_id;
  const std::string posted = id_in(posts(R"({"errorReason":"Preis fehlt"})"));
  const std::string tests = trade.token(trade.supplier, R"(,"flow":"TEST")");
  const Answer of_tests = trade.asks(tests, "POST", "/v2/errors", R"({"errorReason":"Probe"})");
  const std::string all = trade.by().asks("GET", "/admin/cases").body;
  EXPECT_EQ(at(all, "items.0.id"), id_in(of_tests));
  EXPECT_EQ(at(all, "items.0.flow"), "TEST");
  EXPECT_EQ(at(all, "items.1.id"), posted);
  EXPECT_EQ(at(all, "items.2.id"), failure);
  const Answer changed =
      trade.by().asks("PATCH", "/admin/cases/" + failure,
                      R"({"turn":"operator","comment":"Wir fragen nach","revision":1})");
  ASSERT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(of(trade.customer, failure, "turn"), "operator");
  EXPECT_EQ(of(trade.supplier, failure, "comments.0.by"),
            R"({"id":null,"name":"operator","person":null})");
  EXPECT_EQ(trade.by().asks("GET", "/admin/cases/" + failure).body, changed.body);
  EXPECT_EQ(trade.by().asks("GET", fmt::format("/admin/cases/{}", unused_id)).status, 404);
  EXPECT_EQ(trade.asks(trade.customer.token, "GET", "/admin/cases").status, 403);
}

}  // namespace
}  // namespace tradepost::cases_tests
