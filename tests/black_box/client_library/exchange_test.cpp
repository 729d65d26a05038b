#include "tradepost/exchange.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "tests/source_dir.hpp"
#include "trade/trade.hpp"

// Tests the client library with a running exchange (docs/guides/clients.md).
namespace tradepost::client_library_tests {
namespace {

using client::ErrorKind;
using client::Exchange;
using std::chrono::seconds;
using trade::order;
using trade::unused_id;

class ClientLibrary : public testing::Test {
 public:
  trade::Trade trade;
  Exchange customer = open(trade.customer.token);
  Exchange supplier = open(trade.supplier.token);

  client::Settings settings(const std::string& token) {
    return {.url = fmt::format("http://127.0.0.1:{}", trade.exchange().port()), .token = token};
  }
  Exchange open(const std::string& token) { return *Exchange::open(settings(token)); }
};

std::vector<std::string> ids_of(Exchange& exchange, unsigned per_page) {
  std::vector<std::string> ids;
  auto walk = exchange.walk_pending({.per_page = per_page});
  while (!walk.is_over()) {
    const auto page = walk.next();
    if (!page) {
      ADD_FAILURE() << page.error().message;
      return ids;
    }
    for (const auto& item : page->items) ids.push_back(item.id);
  }
  return ids;
}

TEST_F(ClientLibrary, ping_says_whether_the_token_is_good) {
  EXPECT_TRUE(customer.ping());
  const auto refused = open("tp_live_unknown").ping();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::refused);
  EXPECT_EQ(refused.error().status, 401);
  EXPECT_EQ(refused.error().code, "unauthorized");
  EXPECT_FALSE(refused.error().is_worth_a_retry());
}

TEST_F(ClientLibrary, content_is_pulled_as_it_was_sent) {
  const std::string content = R"({"header":{"buyer":{"identifiers":[{"domain":"GS1",)"
                              R"("identifier":"9521002000009"}]},"supplier":{"identifiers":[)"
                              R"({"domain":"GS1","identifier":"9521001000000"}]},)"
                              R"("orderIdentifier":"B-1","orderDate":"2026-03-02"},)"
                              R"("items":[{"lineNumber":10,"quantity":40.500}]})";
  const auto sent = customer.send(R"({"type":"ORDER","content":)" + content + "}");
  ASSERT_TRUE(sent) << sent.error().message;
  const auto page = supplier.pending();
  ASSERT_TRUE(page) << page.error().message;
  ASSERT_EQ(page->items.size(), 1);
  EXPECT_EQ(page->items[0].id, sent->id);
  EXPECT_EQ(page->items[0].type, "ORDER");
  EXPECT_EQ(page->items[0].sender.name, "Kunde");
  EXPECT_EQ(page->items[0].content, content);
}

TEST_F(ClientLibrary, faults_of_a_refused_document_have_their_paths) {
  std::string text = order("B-1");
  text.erase(text.find(R"(,"orderDate":"2026-03-02")"), 25);
  const auto refused = customer.send(text);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, 422);
  ASSERT_EQ(refused.error().faults.size(), 1);
  EXPECT_EQ(refused.error().faults[0].path, "content.header.orderDate");
  const auto validation = customer.validate(text);
  ASSERT_TRUE(validation) << validation.error().message;
  EXPECT_FALSE(validation->is_valid);
  EXPECT_EQ(validation->fault_count, 1);
  EXPECT_EQ(validation->recipient.name, "Lieferant");
}

TEST_F(ClientLibrary, repeated_document_is_a_duplicate_with_the_id_of_the_first) {
  const auto first = customer.send(order("B-1"));
  const auto again = customer.send(order("B-1"));
  ASSERT_TRUE(first && again);
  EXPECT_FALSE(first->is_duplicate);
  EXPECT_TRUE(again->is_duplicate);
  EXPECT_EQ(again->id, first->id);
}

TEST_F(ClientLibrary, document_of_ubl_is_sent_and_both_sides_get_its_bytes) {
  const auto written = customer.content(trade.sends("B-1"), {.name = "ubl"});
  ASSERT_TRUE(written) << written.error().message;
  std::string xml = written->bytes;
  xml.replace(xml.find("B-1"), 3, "B-2");
  const auto sent = customer.send_xml(xml, {.idempotency_key = "k-1"});
  ASSERT_TRUE(sent) << sent.error().message;
  EXPECT_EQ(customer.send_xml(xml, {.idempotency_key = "k-1"})->id, sent->id);
  for (Exchange* side : {&customer, &supplier}) {
    const auto original = side->content(sent->id, {.name = "original"});
    ASSERT_TRUE(original) << original.error().message;
    EXPECT_EQ(original->bytes, xml);
  }
  const auto refused = customer.send_xml("<Order>");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, 400);
}

TEST_F(ClientLibrary, each_message_of_an_interchange_has_an_outcome) {
  const auto written = customer.content(trade.sends("B-1"), {.name = "edifact"});
  ASSERT_TRUE(written) << written.error().message;
  const std::string one = written->bytes;
  std::string other = one;
  other.replace(other.find("B-1"), 3, "B-2");
  std::string faulty = one;
  faulty.replace(faulty.find("DTM+137:2"), 9, "DTM+137:x");
  const auto outcomes = customer.send_interchange(one + other + faulty);
  ASSERT_TRUE(outcomes) << outcomes.error().message;
  ASSERT_EQ(outcomes->size(), 3);
  EXPECT_TRUE(outcomes->at(0).sent.has_value());
  EXPECT_EQ(outcomes->at(1).type, "ORDERS");
  EXPECT_EQ(outcomes->at(1).number, "B-2");
  const auto original = supplier.content(outcomes->at(1).sent->id, {.name = "original"});
  ASSERT_TRUE(original) << original.error().message;
  EXPECT_EQ(original->bytes, other);
  ASSERT_FALSE(outcomes->at(2).sent);
  EXPECT_EQ(outcomes->at(2).sent.error().status, 422);
  EXPECT_EQ(outcomes->at(2).sent.error().faults.at(0).code, "edifact.segment.malformed");
  const auto again = customer.send_interchange(other);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->at(0).sent->is_duplicate);
  const auto refused = customer.send_interchange("UNB+");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, 400);
}

TEST_F(ClientLibrary, walk_has_every_document_once_while_its_pages_are_reported) {
  std::vector<std::string> sent;
  for (int i = 0; i < 5; ++i) sent.push_back(trade.sends(fmt::format("B-{}", i)));
  EXPECT_EQ(ids_of(supplier, 2), sent);
  std::vector<std::string> seen;
  auto walk = supplier.walk_pending({.per_page = 2});
  while (!walk.is_over()) {
    const auto page = walk.next();
    ASSERT_TRUE(page) << page.error().message;
    for (const auto& item : page->items) {
      seen.push_back(item.id);
      EXPECT_TRUE(supplier.report(item.id, {.success = true}));
    }
  }
  EXPECT_EQ(seen, sent);
  EXPECT_EQ(ids_of(supplier, 2), std::vector<std::string>());
}

TEST_F(ClientLibrary, unknown_id_in_a_bulk_does_not_keep_the_others) {
  const std::string good = trade.sends("B-1");
  const std::vector<std::string> ids = {std::string(unused_id), good, "no id"};
  const auto reported = supplier.report_all(ids, {.success = true});
  ASSERT_TRUE(reported) << reported.error().message;
  ASSERT_EQ(reported->size(), 3);
  EXPECT_FALSE((*reported)[0].is_taken);
  EXPECT_EQ((*reported)[0].code, "unknown");
  EXPECT_TRUE((*reported)[1].is_taken);
  EXPECT_EQ((*reported)[1].id, good);
  EXPECT_FALSE((*reported)[2].is_taken);
  EXPECT_EQ(trade.status(good), "SUCCESS");
}

TEST_F(ClientLibrary, failure_opens_a_case_that_can_be_discussed_and_resolved) {
  const std::string id = trade.sends("B-1");
  const auto reported =
      supplier.report(id, {.success = false, .reason = "unknown article", .error_type = "DATA"});
  ASSERT_TRUE(reported) << reported.error().message;
  EXPECT_NE(reported->error_url, "");
  const auto cases = customer.cases({.status = "open"});
  ASSERT_TRUE(cases) << cases.error().message;
  ASSERT_EQ(cases->items.size(), 1);
  EXPECT_EQ(cases->items[0].transaction_id, id);
  EXPECT_EQ(cases->items[0].reason, "unknown article");
  EXPECT_EQ(cases->items[0].turn, "sender");
  const std::string of = cases->items[0].id;
  EXPECT_TRUE(customer.comment_on_case(of, "we look into it"));
  EXPECT_TRUE(customer.resolve_case(of, "sent again"));
  const auto shown = supplier.find_case(of);
  ASSERT_TRUE(shown) << shown.error().message;
  EXPECT_EQ(shown->status, "resolved");
  ASSERT_EQ(shown->comments.size(), 2);
  EXPECT_EQ(shown->comments[0].text, "we look into it");
  EXPECT_EQ(shown->comments[0].by.name, "Kunde");
}

TEST_F(ClientLibrary, walk_of_the_history_has_every_document_newest_first) {
  std::vector<std::string> newest_first;
  for (int i = 0; i < 5; ++i) {
    newest_first.insert(newest_first.begin(), trade.sends(fmt::format("B-{}", i)));
  }
  std::vector<std::string> seen;
  auto walk = customer.walk_all_transactions({.direction = "sent", .per_page = 2});
  while (!walk.is_over()) {
    const auto page = walk.next();
    ASSERT_TRUE(page) << page.error().message;
    for (const auto& item : page->items) seen.push_back(item.id);
  }
  EXPECT_EQ(seen, newest_first);
}

TEST_F(ClientLibrary, history_is_filtered_and_has_its_events) {
  const std::string first = trade.sends("B-1");
  const std::string second = trade.sends("B-2");
  trade.processes(second);
  const auto done = customer.all_transactions({.status = "SUCCESS", .direction = "sent"});
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(done->items.size(), 1);
  EXPECT_EQ(done->items[0].id, second);
  const auto one = customer.transaction(first);
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_EQ(one->status, "PENDING");
  EXPECT_EQ(one->recipient.name, "Lieferant");
  const auto events = customer.events(second);
  ASSERT_TRUE(events) << events.error().message;
  ASSERT_FALSE(events->empty());
  const auto missing = customer.transaction(unused_id);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().status, 404);
}

TEST_F(ClientLibrary, content_has_the_form_and_the_language_that_are_named) {
  const std::string id = trade.sends("B-1");
  const auto page = supplier.content(id, {.name = "html", .language = "de"});
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_EQ(page->media_type, "text/html; charset=utf-8");
  EXPECT_TRUE(page->bytes.contains("Bestellung B-1")) << page->bytes;
  const auto file = customer.content(id, {.name = "pdf"});
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->media_type, "application/pdf");
  EXPECT_TRUE(file->bytes.starts_with("%PDF-"));
  const auto text = customer.content(id);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(text->media_type, "application/json");
  const auto again = customer.send(text->bytes);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->id, id);
}

TEST_F(ClientLibrary, content_that_would_break_a_rule_of_its_form_is_refused_with_the_rule) {
  std::ifstream stream(source_dir() + "/examples/invoice/lifelike.json");
  const auto sent = supplier.send(std::string{std::istreambuf_iterator<char>(stream), {}});
  ASSERT_TRUE(sent) << sent.error().message;
  const auto invoice = customer.content(sent->id, {.name = "cii"});
  ASSERT_TRUE(invoice) << invoice.error().message;
  EXPECT_EQ(invoice->media_type, "application/xml");
  const auto refused = customer.content(sent->id, {.name = "xrechnung"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, 422);
  ASSERT_FALSE(refused.error().faults.empty());
  EXPECT_EQ(refused.error().faults[0].code, "e_invoice.BR-DE-2.broken_rule");
  EXPECT_EQ(refused.error().faults[0].path, "content.header.supplier.contacts");
}

TEST_F(ClientLibrary, content_in_an_unknown_form_or_of_others_is_refused) {
  const std::string id = trade.sends("B-1");
  const auto unknown = customer.content(id, {.name = "doc"});
  ASSERT_FALSE(unknown);
  ASSERT_EQ(unknown.error().faults.size(), 1);
  EXPECT_EQ(unknown.error().faults[0].path, "format");
  const auto of_others = open(trade.stranger.token).content(id, {.name = "pdf"});
  ASSERT_FALSE(of_others);
  EXPECT_EQ(of_others.error().status, 404);
  EXPECT_FALSE(of_others.error().is_worth_a_retry());
}

TEST_F(ClientLibrary, requeued_document_is_pending_again_under_a_new_id) {
  const std::string id = trade.fails("B-1").transaction;
  const auto again = supplier.requeue(id);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_NE(*again, id);
  EXPECT_EQ(ids_of(supplier, 100), std::vector<std::string>{*again});
}

TEST_F(ClientLibrary, waiting_pull_gets_the_next_document) {
  const std::jthread sender([this] { trade.sends("B-1"); });
  const auto page = supplier.pending({.wait = seconds(30)});
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_EQ(page->items.size(), 1);
}

TEST_F(ClientLibrary, stop_ends_a_waiting_pull_and_every_later_call) {
  std::stop_source stop;
  auto with_stop = settings(trade.supplier.token);
  with_stop.stop = stop.get_token();
  auto exchange = *Exchange::open(std::move(with_stop));
  const auto began = std::chrono::steady_clock::now();
  const std::jthread stopper([&] { stop.request_stop(); });
  const auto page = exchange.pending({.wait = seconds(60)});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().kind, ErrorKind::cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - began, seconds(30));
  EXPECT_EQ(exchange.ping().error().kind, ErrorKind::cancelled);
}

TEST_F(ClientLibrary, call_is_repeated_until_the_exchange_is_back) {
  trade.exchange().kill();
  auto patient = settings(trade.customer.token);
  std::vector<std::string> pauses;
  patient.on_pause = [&](const client::Pause& pause) {
    pauses.emplace_back(pause.why);
    if (pauses.size() == 1) trade.exchange().begin();
  };
  auto exchange = *Exchange::open(std::move(patient));
  const auto sent = exchange.send(order("B-1"));
  ASSERT_TRUE(sent) << sent.error().message;
  EXPECT_FALSE(pauses.empty());
  EXPECT_EQ(ids_of(supplier, 100), std::vector<std::string>{sent->id});
}

TEST(ClientLibrarySettings, unusable_ones_are_refused_before_anything_is_sent) {
  const auto kind_of = [](client::Settings settings) {
    const auto opened = Exchange::open(std::move(settings));
    return opened ? "good" : opened.error().kind == ErrorKind::bad_settings ? "bad" : "other";
  };
  EXPECT_STREQ(kind_of({.url = "ftp://exchange.test", .token = "t"}), "bad");
  EXPECT_STREQ(kind_of({.url = "http://exchange.test", .token = "t"}), "bad");
  EXPECT_STREQ(kind_of({.url = "https://exchange.test", .token = "two words"}), "bad");
  EXPECT_STREQ(kind_of({.url = "https://exchange.test", .token = ""}), "bad");
  EXPECT_STREQ(kind_of({.url = "https://exchange.test", .token = "t"}), "good");
}

TEST(ClientLibrarySettings, unreachable_exchange_is_an_error_that_is_worth_a_retry) {
  // No server listens on port 1.
  auto exchange =
      Exchange::open({.url = "http://127.0.0.1:1", .token = "t", .retry_for = seconds(0)});
  ASSERT_TRUE(exchange);
  const auto done = exchange->ping();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::unreachable);
  EXPECT_TRUE(done.error().is_worth_a_retry());
}

}  // namespace
}  // namespace tradepost::client_library_tests
