// The rules of contract 4.4, each under its number, for every kind that it concerns.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "document/changes_test_table.hpp"

// Covers contract 1.2, 4.2 and 4.7.
namespace tradepost::document {
namespace {

constexpr auto kinds_that_need_identifiers = std::to_array<Kind>(
    {Kind::invoice, Kind::credit_note, Kind::shipping_notice, Kind::sales_report});
constexpr auto kinds_that_need_none =
    std::to_array<Kind>({Kind::order, Kind::order_response, Kind::dispatch_instruction,
                         Kind::dispatch_instruction_response, Kind::receival_notice});

std::string in_item(Kind kind, std::string_view rest) {
  return fmt::format("{}.{}", item_place(kind).path, rest);
}

Found with_item(Kind kind, std::string_view rest, std::string json) {
  const auto path = in_item(kind, rest);
  return faults_of(changed(good_with_item(kind), Change{path, std::move(json)}));
}

Found at_identifiers(Kind kind, std::string_view rule) {
  const auto& item = item_place(kind);
  return {fmt::format("{}.identifiers.{} at {}.identifiers", item.code, rule, item.path)};
}

std::string response(std::string_view type, std::string_view header_rest, std::string_view items) {
  auto body = good(Kind::order_response);
  if (!type.empty()) body = changed(body, Change{"content.header.type", in_quotes(type)});
  if (!header_rest.empty()) {
    body = changed(body, Change{header_rest, R"("2026-03-09")"});
  }
  return items.empty() ? body : changed(body, Change{"content.items", std::string(items)});
}

// Covers contract 4.4.
TEST(FieldRules, rule_1_change_needs_no_confirmed_date) {
  EXPECT_EQ(faults_of(response("CHANGE", "", "[{}]")), Found{});
}

TEST(FieldRules, rule_1_change_may_have_a_confirmed_shipment_date_alone) {
  EXPECT_EQ(faults_of(response("CHANGE", "content.header.confirmedShipmentDate", "[{}]")), Found{});
  EXPECT_EQ(faults_of(response("CHANGE", "", R"([{"confirmedShipmentDate":"2026-03-09"}])")),
            Found{});
}

TEST(FieldRules, rule_1_change_may_have_confirmed_dates) {
  EXPECT_EQ(faults_of(response("CHANGE", "content.header.confirmedDeliveryDate",
                               R"([{"confirmedDeliveryDate":"2026-03-09"}])")),
            Found{});
}

TEST(FieldRules, rule_2_reject_prohibits_a_confirmed_delivery_date) {
  EXPECT_EQ(faults_of(response("REJECT", "content.header.confirmedDeliveryDate", "")),
            (Found{"order_response.header.confirmedDeliveryDate.prohibited at "
                   "content.header.confirmedDeliveryDate"}));
  EXPECT_EQ(faults_of(response("REJECT", "", R"([{"confirmedDeliveryDate":"2026-03-09"}])")),
            (Found{"order_response.items.prohibited at content.items",
                   "order_response.item.confirmedDeliveryDate.prohibited at "
                   "content.items.0.confirmedDeliveryDate"}));
}

TEST(FieldRules, rule_2_reject_is_read_with_its_escapes) {
  EXPECT_EQ(faults_of(response(R"(REJ\u0045CT)", "content.header.confirmedDeliveryDate", "")),
            (Found{"order_response.header.confirmedDeliveryDate.prohibited at "
                   "content.header.confirmedDeliveryDate"}));
}

TEST(FieldRules, rule_2_date_of_a_wrong_form_on_a_reject_is_two_faults) {
  const auto body = changed(response("REJECT", "", ""),
                            Change{"content.header.confirmedDeliveryDate", R"("soon")"});
  EXPECT_EQ(faults_of(body), (Found{"order_response.header.confirmedDeliveryDate.not_a_datetime at "
                                    "content.header.confirmedDeliveryDate",
                                    "order_response.header.confirmedDeliveryDate.prohibited at "
                                    "content.header.confirmedDeliveryDate"}));
}

TEST(FieldRules, rule_2_concerns_neither_null_nor_other_dates_nor_other_types) {
  EXPECT_EQ(faults_of(changed(response("REJECT", "", ""),
                              Change{"content.header.confirmedDeliveryDate", "null"})),
            Found{});
  for (const std::string_view field : {"confirmedShipmentDate", "requestedDeliveryDate"}) {
    EXPECT_EQ(faults_of(response("REJECT", fmt::format("content.header.{}", field), "")), Found{})
        << field;
  }
  EXPECT_EQ(faults_of(response("ACCEPT", "content.header.confirmedDeliveryDate", "")), Found{});
  EXPECT_EQ(faults_of(response("", "content.header.confirmedDeliveryDate", "")), Found{});
}

// This tests the dates of each kind's header; every_field_test.cpp tests all others.
TEST(FieldRules, rule_3_supplied_date_must_be_a_valid_date) {
  for (const auto& kind : kinds()) {
    const auto& header = types()[kind.header_type];
    for (const auto& field : header.fields) {
      if (field.value != ValueType::datetime) continue;
      const auto path = fmt::format("content.header.{}", field.name);
      const auto fault =
          fmt::format("{0}.header.{1}.not_a_datetime at content.header.{1}", kind.word, field.name);
      for (const std::string_view bad :
           {"2023-02-30", "2026-13-01", "2026-03-02T24:00", "03.02.26", "", "tomorrow"}) {
        EXPECT_EQ(faults_of(changed(good(kind.kind), Change{path, in_quotes(bad)})), Found{fault})
            << bad;
      }
      EXPECT_EQ(faults_of(changed(good(kind.kind), Change{path, R"("2026-03-31")"})), Found{});
    }
  }
}

TEST(FieldRules, rule_4_supplier_identifier_alone_is_accepted_on_every_kind) {
  for (const std::span<const Kind> some : {std::span<const Kind>(kinds_that_need_identifiers),
                                           std::span<const Kind>(kinds_that_need_none)}) {
    for (const auto kind : some) {
      for (const std::string_view domain : {"SUPPLIER", "BUYER", "GS1"}) {
        const auto list = fmt::format(R"([{{"identifier":"A-1","domain":"{}"}}])", domain);
        EXPECT_EQ(with_item(kind, "identifiers", list), Found{}) << row_of(kind).name << domain;
      }
    }
  }
}

TEST(FieldRules, rule_4_sales_report_location_needs_neither_gs1_nor_buyer) {
  for (const std::string_view domain : {"SUPPLIER", "SENDER_INTERNAL", "DUNS", "BUYER", "GS1"}) {
    const auto body =
        changed(good(Kind::sales_report),
                Change{"content.locations.0.location.identifiers",
                       fmt::format(R"([{{"identifier":"Filiale 7","domain":"{}"}}])", domain)});
    EXPECT_EQ(faults_of(body), Found{}) << domain;
  }
}

TEST(FieldRules, rule_5_item_needs_an_identifier) {
  for (const auto kind : kinds_that_need_identifiers) {
    EXPECT_EQ(with_item(kind, "identifiers", ""), at_identifiers(kind, "missing"));
    EXPECT_EQ(with_item(kind, "identifiers", "null"), at_identifiers(kind, "missing"));
    EXPECT_EQ(with_item(kind, "identifiers", "[]"), at_identifiers(kind, "too_few"));
    EXPECT_EQ(with_item(kind, "identifiers", "[null,null]"), at_identifiers(kind, "too_few"));
  }
}

TEST(FieldRules, rule_5_identifier_that_is_empty_does_not_count) {
  constexpr auto empty = std::to_array<std::string_view>({
      R"([{}])",
      R"([{"identifier":null}])",
      R"([{"identifier":""}])",
      R"([{"identifier":" \t"}])",
      R"([{"identifier":"\u00a0"}])",
      R"([{"domain":"BUYER"}])",
      R"([{},{"identifier":""},null,{"domain":"GS1"}])",
  });
  constexpr auto filled = std::to_array<std::string_view>({
      R"([{"identifier":"a"}])",
      R"([{},{"identifier":"a"}])",
      R"([{"identifier":""},{"identifier":"\u0061"},null])",
  });
  for (const auto kind : kinds_that_need_identifiers) {
    for (const auto list : empty)
      EXPECT_EQ(with_item(kind, "identifiers", std::string(list)), at_identifiers(kind, "blank"))
          << list;
    for (const auto list : filled)
      EXPECT_EQ(with_item(kind, "identifiers", std::string(list)), Found{}) << list;
  }
}

TEST(FieldRules, rule_5_is_silent_where_an_identifier_is_of_a_wrong_type) {
  for (const auto kind : kinds_that_need_identifiers) {
    const auto& item = item_place(kind);
    EXPECT_EQ(
        with_item(kind, "identifiers", R"([{"identifier":4711}])"),
        (Found{fmt::format("{}.identifier.identifier.wrong_type at {}.identifiers.0.identifier",
                           item.code, item.path)}));
    EXPECT_EQ(
        with_item(kind, "identifiers", R"(["4711"])"),
        (Found{fmt::format("{}.identifier.wrong_type at {}.identifiers.0", item.code, item.path)}));
    EXPECT_EQ(with_item(kind, "identifiers", R"("4711")"), at_identifiers(kind, "wrong_type"));
  }
}

TEST(FieldRules, rule_5_concerns_every_item_and_its_sub_items) {
  for (const auto kind : {Kind::invoice, Kind::credit_note, Kind::shipping_notice}) {
    const auto& item = item_place(kind);
    const auto good_item = good_with_item(kind);
    const auto identifiers = in_item(kind, "subItems.0.subItems.0.identifiers");
    auto body = good_item;
    for (const std::string_view nested : {"subItems.0", "subItems.0.subItems.0"}) {
      for (const auto& [name, value] :
           {std::pair{"lineNumber", "1"}, std::pair{"isDepositItem", "true"},
            std::pair{"identifiers", R"([{"identifier":"a"}])"}, std::pair{"quantity", "1"},
            std::pair{"unitPrice", "1"}, std::pair{"tax", "{}"}, std::pair{"orderedQuantity", "1"},
            std::pair{"shippedQuantity", "1"}}) {
        body = changed(body, Change{in_item(kind, fmt::format("{}.{}", nested, name)), value});
      }
    }
    EXPECT_EQ(faults_of(body), Found{});
    EXPECT_EQ(faults_of(changed(body, Change{identifiers, ""})),
              (Found{fmt::format("{}.subItem.subItem.identifiers.missing at {}", item.code,
                                 identifiers)}));
    EXPECT_EQ(
        faults_of(changed(body, Change{identifiers, "[{}]"})),
        (Found{fmt::format("{}.subItem.subItem.identifiers.blank at {}", item.code, identifiers)}));
  }
}

TEST(FieldRules, rule_5_sales_report_location_needs_an_identifier) {
  const auto row = [](std::string json, std::string_view fault) {
    return ChangeRow{.changes = {{"content.locations.0.location.identifiers", std::move(json)}},
                     .faults = {std::string(fault)}};
  };
  constexpr std::string_view list =
      "sales_report.location.location.identifiers.{} at content.locations.0.location.identifiers";
  constexpr std::string_view one =
      "sales_report.location.location.identifier.identifier.{} at "
      "content.locations.0.location.identifiers.0.identifier";
  expect_findings(Kind::sales_report, std::to_array<ChangeRow>({
                                          row("", fmt::format(list, "missing")),
                                          row("null", fmt::format(list, "missing")),
                                          row("[]", fmt::format(list, "too_few")),
                                          row("[{}]", fmt::format(one, "missing")),
                                          row(R"([{"identifier":" "}])", fmt::format(one, "blank")),
                                          {.changes = {{"content.locations.0.location", ""}},
                                           .faults = {"sales_report.location.location.missing at "
                                                      "content.locations.0.location"}},
                                      }));
}

TEST(FieldRules, rule_6_identifiers_may_be_empty_on_the_way_of_the_order) {
  for (const auto kind : kinds_that_need_none) {
    for (const std::string list :
         {"", "null", "[]", "[null]", "[{}]", R"([{"identifier":""}])", R"([{"domain":"GS1"}])"})
      EXPECT_EQ(with_item(kind, "identifiers", list), Found{}) << row_of(kind).name << " " << list;
  }
}

TEST(FieldRules, rule_7_transport_label_is_not_accepted) {
  for (const auto kind : {Kind::shipping_notice, Kind::dispatch_instruction_response}) {
    const auto body = changed(good(kind), Change{"content.transportUnits.0.transportLabel", "{}"});
    EXPECT_EQ(faults_of(body), (Found{fmt::format("{}.transportUnit.transportLabel.read_only at "
                                                  "content.transportUnits.0.transportLabel",
                                                  row_of(kind).word)}));
  }
}

// The requirements in a partner's profile decide which of these a partner demands.
TEST(FieldRules, rule_8_what_a_partner_may_demand_is_no_fault_in_itself) {
  EXPECT_EQ(faults_of(response("CHANGE", "", "[{}]")), Found{});
  EXPECT_EQ(faults_of(response("ACCEPT", "", "")), Found{});
  EXPECT_EQ(with_item(Kind::order, "identifiers", R"([{"identifier":"1","domain":"SUPPLIER"}])"),
            Found{});
}

}  // namespace
}  // namespace tradepost::document
