#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "served/json.hpp"
#include "trade/trader.hpp"

// Tests the drafts of documents that people have begun.
// Covers contract 15.1, 15.2, 15.3.
namespace tradepost::api_tests {

using http_tests::Answer;
using served::at;
using trade::of_test_flow;
using trade::Trader;
using trade::unused_id;
using trade::UsualExchange;

namespace {

constexpr std::string_view drafts = "/v2/drafts";
// The document is not JSON.
constexpr std::string_view begun =
    R"({"kind":"INVOICE","name":"4711","partner":"Nord","document":"{\"a\": \u00e4\n"})";

struct Drafts : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};

  static std::string begin(Trader& trader) {
    const Answer answer = trader.posts(drafts, begun);
    EXPECT_EQ(answer.status, 201) << answer.body;
    return at(answer.body, "data.id");
  }
  static std::string path_of(std::string_view id) { return fmt::format("{}/{}", drafts, id); }
  static std::string change(std::uint64_t revision, std::string_view document) {
    return fmt::format(R"({{"revision":{},"kind":"INVOICE","document":"{}"}})", revision, document);
  }
};

TEST_F(Drafts, document_comes_back_byte_for_byte) {
  const std::string id = begin(customer);
  const std::string one = customer.gets(path_of(id)).body;
  EXPECT_EQ(at(one, "data.document"), "{\"a\": \xC3\xA4\n");
  EXPECT_EQ(at(one, "data.bytes"), "9");
  EXPECT_EQ(at(one, "data.kind"), "INVOICE");
  EXPECT_EQ(at(one, "data.name"), "4711");
  EXPECT_EQ(at(one, "data.partner"), "Nord");
  EXPECT_EQ(at(one, "data.revision"), "1");
  EXPECT_EQ(at(one, "data.caseId"), "null");
  EXPECT_EQ(at(one, "data.updatedBy.person"), "null");
  EXPECT_NE(at(one, "data.updatedBy.token.id"), "null");
  const std::string list = customer.gets(drafts).body;
  EXPECT_EQ(at(list, "data.drafts.0.id"), id);
  EXPECT_EQ(at(list, "data.drafts.0.document"), "absent");
}

TEST_F(Drafts, stale_change_is_refused_with_the_present_revision_and_its_editor) {
  const std::string id = begin(customer);
  const Answer first = customer.puts(path_of(id), change(1, "first"));
  EXPECT_EQ(first.status, 200) << first.body;
  EXPECT_EQ(at(first.body, "data.revision"), "2");
  const Answer repeated = customer.puts(path_of(id), change(1, "first"));
  EXPECT_EQ(repeated.status, 200) << repeated.body;
  EXPECT_EQ(at(repeated.body, "data.revision"), "2");
  Trader colleague(exchange, exchange.token(exchange.customer));
  EXPECT_EQ(colleague.puts(path_of(id), change(2, "second")).status, 200);
  const Answer stale = customer.puts(path_of(id), change(2, "third"));
  EXPECT_EQ(stale.status, 409) << stale.body;
  EXPECT_EQ(at(stale.body, "detailCode"), "draft_changed");
  EXPECT_EQ(at(stale.body, "revision"), "3");
  const std::string present = colleague.gets(path_of(id)).body;
  EXPECT_EQ(at(stale.body, "updatedBy"), at(present, "data.updatedBy"));
  EXPECT_NE(at(present, "data.updatedBy"), at(present, "data.createdBy"));
  EXPECT_EQ(at(present, "data.document"), "second");
}

TEST_F(Drafts, others_and_the_other_flow_see_none) {
  const std::string id = begin(customer);
  Trader supplier(exchange, exchange.supplier);
  Trader in_test(exchange, exchange.token(exchange.customer, of_test_flow));
  for (Trader* const trader : {&supplier, &in_test}) {
    EXPECT_EQ(at(trader->gets(drafts).body, "data.drafts.0"), "absent");
    for (const std::string& path : {path_of(id), path_of(unused_id)}) {
      EXPECT_EQ(trader->gets(path).status, 404);
      EXPECT_EQ(trader->puts(path, change(1, "")).status, 404);
      EXPECT_EQ(trader->asks("DELETE", path).status, 404);
    }
  }
  EXPECT_EQ(customer.asks("DELETE", path_of(id)).status, 200);
  EXPECT_EQ(customer.asks("DELETE", path_of(id)).status, 404);
}

TEST_F(Drafts, acknowledged_drafts_are_there_after_kill_9) {
  const std::string changed = begin(customer);
  const std::string removed = begin(customer);
  EXPECT_EQ(customer.puts(path_of(changed), change(1, "changed")).status, 200);
  EXPECT_EQ(customer.asks("DELETE", path_of(removed)).status, 200);
  exchange.process().kill();
  exchange.process().begin();
  Trader again(exchange, exchange.customer);
  EXPECT_EQ(at(again.gets(path_of(changed)).body, "data.document"), "changed");
  EXPECT_EQ(again.gets(path_of(removed)).status, 404);
}

}  // namespace
}  // namespace tradepost::api_tests
