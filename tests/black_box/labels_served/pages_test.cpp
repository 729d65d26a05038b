#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "labels_served/desk.hpp"
#include "served/json.hpp"

// Tests transportLabel in lists and single transactions (contract 3.3, 10.2).
// Covers contract 3.3, 4.4 and 10.2.
namespace tradepost::labels_served::pages_test {

using served::without_labels;
using trade::content_of_notice;
using trade::line_of_goods;
using trade::pallet_sscc;
using trade::unit;
using trade::unit_of;

namespace {

using served::at;

constexpr std::string_view inner_sscc = "395210010002089325";

class TransportLabels : public testing::Test {
 public:
  Desk desk;
  Trade& trade = desk.trade;

  // A pallet with two cartons, one of which has a number that is not an SSCC, and a carton.
  const std::vector<std::string> units = {
      unit_of(pallet_sscc, {unit(inner_sscc), unit("KARTON 7")}), unit("")};

  std::string pending() { return trade.gets(trade.customer, "/v2/transactions").body; }

  void expect_labels(const std::string& body, const std::string& content, const std::string& id) {
    const auto label = [&](std::string_view place, std::string_view member) {
      return at(body,
                fmt::format("{}.transportUnits.{}.transportLabel.{}", content, place, member));
    };
    const auto expect_at = [&](std::string_view path, std::string_view place) {
      const std::string url = fmt::format("http://exchange.test/v2/labels/{}/{}", id, place);
      EXPECT_TRUE(label(path, "zplUrl").starts_with(url + ".zpl?link=")) << body;
      EXPECT_TRUE(label(path, "pdfUrl").starts_with(url + ".pdf?link=")) << body;
    };
    expect_at("0", "0");
    expect_at("0.transportUnits.0", "0.0");
    expect_at("0.transportUnits.1", "0.1");
    expect_at("1", "1");
    EXPECT_EQ(label("0", "sscc"), pallet_sscc);
    EXPECT_EQ(label("0.transportUnits.0", "sscc"), inner_sscc);
    EXPECT_EQ(label("0.transportUnits.1", "sscc"), "absent");
    EXPECT_EQ(label("1", "sscc"), "absent");
  }
};

TEST_F(TransportLabels, are_of_every_unit_wherever_its_document_is_listed) {
  const std::string id = desk.sends(notice("1", units));
  expect_labels(pending(), "items.0.content", id);
  for (const served::Member* const viewer : {&trade.customer, &trade.supplier}) {
    expect_labels(desk.shown(*viewer, id), "data.content", id);
    expect_labels(trade.gets(*viewer, "/v2/all-transactions").body, "items.0.content", id);
  }
}

TEST_F(TransportLabels, are_all_that_is_added) {
  const std::string id = desk.sends(notice("1", units));
  const std::string sent = content_of_notice("1", units);
  for (const std::string& body : {pending(), desk.shown(trade.customer, id)}) {
    const std::string left = without_labels(body);
    EXPECT_LT(left.size(), body.size());
    EXPECT_NE(left.find(fmt::format(R"("content":{}}})", sent)), std::string::npos) << left;
  }
}

TEST_F(TransportLabels, stand_where_null_was_sent_and_white_space_between) {
  const std::string null_within =
      fmt::format(R"({{ "transportLabel" : null , "unitIdentifier":"{}", "items" : [ {} ] }})",
                  pallet_sscc, line_of_goods());
  const std::string id = desk.sends(notice("1", {null_within}));
  const std::string body = desk.shown(trade.customer, id);
  EXPECT_EQ(at(body, "data.content.transportUnits.0.transportLabel.sscc"), pallet_sscc);
  EXPECT_NE(without_labels(body).find(content_of_notice("1", {unit()})), std::string::npos) << body;
}

TEST_F(TransportLabels, are_of_dispatch_instruction_responses_too) {
  const std::string document = fmt::format(
      R"({{"type":"DISPATCH_INSTRUCTION_RESPONSE","content":{{"header":{{)"
      R"("shippingNoticeIdentifier":"7","supplier":{{"identifiers":[{{"identifier":"{}"}}]}}}},)"
      R"("transportUnits":[{{"unitIdentifier":"{}","transportUnits":[{{"a":1}}],"items":[{{}}]}}]}}}})",
      trade::supplier_gln, pallet_sscc);
  const std::string id =
      at(trade.does(trade.customer, "POST", "/v2/transactions", document), "platformTransactionId");
  const std::string body = desk.shown(trade.supplier, id);
  EXPECT_EQ(at(body, "data.content.transportUnits.0.transportLabel.sscc"), pallet_sscc) << body;
  // Units of this kind have no inner units, so this unknown member is stored unchanged.
  EXPECT_EQ(at(body, "data.content.transportUnits.0.transportUnits.0"), R"({"a":1})");
  EXPECT_EQ(desk.gets(trade.supplier, id, ".pdf").status, 200);
  EXPECT_EQ(desk.gets(trade.supplier, id, "/0.0.pdf").status, 404);
}

TEST_F(TransportLabels, are_of_no_other_kind) {
  trade.sends("1", R"(,"transportUnits":[{"unitIdentifier":"395210010002089318"}])");
  EXPECT_EQ(trade.gets(trade.supplier, "/v2/transactions").body.find("transportLabel"),
            std::string::npos);
}

TEST_F(TransportLabels, are_refused_where_they_are_sent) {
  const std::string labelled = fmt::format(
      R"({{"transportLabel":{{"zplUrl":"https://a.example"}},"items":[{}]}})", line_of_goods());
  const Answer refused =
      trade.asks(trade.supplier.token, "POST", "/v2/transactions", notice("1", {unit(), labelled}));
  EXPECT_EQ(refused.status, 422);
  EXPECT_NE(at(refused.body, "errors").find("content.transportUnits.1.transportLabel"),
            std::string::npos)
      << refused.body;
}

TEST_F(TransportLabels, are_not_shown_to_operators_who_have_no_link) {
  const std::string id = desk.sends(notice("1", units));
  const std::string body = trade.by().asks("GET", "/admin/transactions/" + id).body;
  EXPECT_EQ(body.find("transportLabel"), std::string::npos);
  EXPECT_NE(body.find(content_of_notice("1", units)), std::string::npos);
}

TEST_F(TransportLabels, come_with_the_announced_length_compressed_and_not) {
  desk.sends(notice("1", units));
  http_tests::Client client(trade.exchange().port());
  const auto ask = [&](std::string_view headers) {
    return served::ask(client, trade.customer.token, "GET", "/v2/transactions", "", headers);
  };
  const Answer plain = ask("");
  EXPECT_EQ(plain.header("content-length"), fmt::format("{}", plain.body.size()));
  const Answer coded = ask("Accept-Encoding: gzip\r\n");
  EXPECT_EQ(coded.header("content-encoding"), "gzip");
  EXPECT_EQ(coded.header("content-length"), fmt::format("{}", coded.body.size()));
  EXPECT_LT(coded.body.size(), plain.body.size());
}

TEST_F(TransportLabels, of_units_that_were_given_a_number_show_it) {
  trade.by().does(
      "POST", "/admin/sscc-ranges",
      fmt::format(R"({{"participant":"{}","prefix":"3952100","end":10}})", trade.supplier.id));
  const Labels labels = desk.sends_units("1", {unit("")});
  const std::string sscc = at(desk.shown(trade.customer, labels.id),
                              "data.content.transportUnits.0.transportLabel.sscc");
  EXPECT_EQ(sscc.size(), 18u) << sscc;
  EXPECT_NE(trade.opens(labels.zpl).body.find(sscc), std::string::npos);
}

}  // namespace
}  // namespace tradepost::labels_served::pages_test
