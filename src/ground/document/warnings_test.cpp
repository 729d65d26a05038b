// Tests the warnings of contract 4.4: common defects of real master data, which are never faults.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "document/changes_test_table.hpp"

namespace tradepost::document {
namespace {

// A change to a good document that causes this one warning, or none if `warning` is empty.
struct WarningRow {
  Kind kind;
  std::vector<Change> changes;
  std::string_view warning;
};

void expect_warnings(std::span<const WarningRow> rows) {
  for (const auto& row : rows) {
    const auto rows_of_one = std::to_array<ChangeRow>(
        {{.changes = row.changes,
          .faults = {},
          .warnings = row.warning.empty() ? Found{} : Found{std::string(row.warning)}}});
    expect_findings(good_with_item(row.kind), rows_of_one);
  }
}

WarningRow in_order(std::string_view path, std::string json, std::string_view warning) {
  return {.kind = Kind::order, .changes = {{path, std::move(json)}}, .warning = warning};
}

// Covers contract 4.4.
TEST(Warnings, wrong_check_digit_of_an_items_gtin_is_a_warning) {
  constexpr std::string_view path = "content.items.0.identifiers.0";
  constexpr std::string_view odd =
      "order.item.identifier.identifier.wrong_check_digit at "
      "content.items.0.identifiers.0.identifier";
  const auto row = [&](std::string_view identifier, std::string_view warning) {
    return in_order(path, fmt::format(R"({{"identifier":"{}"}})", identifier), warning);
  };
  expect_warnings(std::to_array<WarningRow>({
      row("9521001010016", ""),
      row("9521001010017", odd),
      row("09521001010016", ""),
      row("09521001010017", odd),
      row("96385074", ""),
      row("96385075", odd),
      row("036000291452", ""),
      row("036000291453", odd),
      row("952100101001", odd),    // 12 digits, but not a GTIN-12
      row("95210010100167", odd),  // 14
      row("952100101001666", ""),  // 15: not a GS1 number
      row("9521001", ""),          // 7
      row("ART-4711", ""),         //
      row("952100101001X", ""),    //
      row(" 9521001010017", ""),   //
      row("9521001010017 ", ""),   //
      row("", ""),                 //
      in_order(path, R"({"identifier":"9521001010017","domain":"GS1"})", odd),
      in_order(path, R"({"identifier":"9521001010017","domain":null})", odd),
      in_order(path, R"({"identifier":"9521001010017","domain":"BUYER"})", ""),
      in_order(path, R"({"identifier":"9521001010017","domain":"SUPPLIER"})", ""),
  }));
}

TEST(Warnings, wrong_check_digit_of_a_partys_gln_is_a_warning) {
  constexpr std::string_view path = "content.header.buyer.identifiers.0";
  constexpr std::string_view odd =
      "order.header.buyer.identifier.identifier.wrong_check_digit at "
      "content.header.buyer.identifiers.0.identifier";
  expect_warnings(std::to_array<WarningRow>({
      in_order(path, R"({"identifier":"9521002000009"})", ""),
      in_order(path, R"({"identifier":"9521002000001"})", odd),
      in_order(path, R"({"identifier":"9521002000001","domain":"GS1"})", odd),
      in_order(path, R"({"identifier":"9521002000001","domain":"DUNS"})", ""),
      in_order(path, R"({"identifier":"9521002000001","domain":"SENDER_INTERNAL"})", ""),
      in_order(path, R"({"identifier":"96385075"})", ""),  // 8 digits are not a GLN
      in_order("content.header.shipTo.identifiers.0", R"({"identifier":"9521002000001"})",
               "order.header.shipTo.identifier.identifier.wrong_check_digit at "
               "content.header.shipTo.identifiers.0.identifier"),
      {.kind = Kind::sales_report,
       .changes = {{"content.locations.0.location.identifiers.0.identifier", R"("9521002000001")"}},
       .warning = "sales_report.location.location.identifier.identifier.wrong_check_digit at "
                  "content.locations.0.location.identifiers.0.identifier"},
      {.kind = Kind::shipping_notice,
       .changes = {{"content.transportUnits.0.items.0.breeder.identifiers.0",
                    R"({"identifier":"9521002000001"})"}},
       .warning = "shipping_notice.transportUnit.item.breeder.identifier.identifier."
                  "wrong_check_digit at "
                  "content.transportUnits.0.items.0.breeder.identifiers.0.identifier"},
      {.kind = Kind::shipping_notice,
       .changes = {{"content.transportUnits.0.items.0.breeder.identifiers.0",
                    R"({"identifier":"9521002000001","domain":"VVVO"})"}},
       .warning = ""},
  }));
}

TEST(Warnings, wrong_check_digit_of_a_units_sscc_is_a_warning) {
  for (const auto kind :
       {Kind::shipping_notice, Kind::dispatch_instruction_response, Kind::receival_notice}) {
    const auto odd = fmt::format(
        "{}.transportUnit.unitIdentifier.wrong_check_digit at "
        "content.transportUnits.0.unitIdentifier",
        row_of(kind).word);
    const auto row = [&](std::string identifier, std::string_view warning) {
      return WarningRow{
          .kind = kind,
          .changes = {{"content.transportUnits.0.unitIdentifier", std::move(identifier)}},
          .warning = warning};
    };
    expect_warnings(std::to_array<WarningRow>({
        row(R"("340123450000000000")", ""),
        row(R"("340123450000000001")", odd),
        row(R"("00340123450000000000")", ""),  // with its application identifier: 20 digits
        row(R"("Palette 7")", ""),
        row(R"("")", ""),
    }));
  }
}

TEST(Warnings, wrong_check_digit_of_a_products_gtin_is_a_warning) {
  constexpr std::string_view odd =
      "product_catalog.item.identity.gtin.wrong_check_digit at "
      "content.items.0.identity.gtin";
  const auto row = [](Kind kind, std::string gtin, std::string_view warning) {
    return WarningRow{.kind = kind,
                      .changes = {{"content.items.0.identity.gtin", std::move(gtin)}},
                      .warning = warning};
  };
  expect_warnings(std::to_array<WarningRow>({
      row(Kind::product_catalog, R"("9521001010016")", ""),
      row(Kind::product_catalog, R"("9521001010017")", odd),
      row(Kind::product_catalog, R"("no GTIN")", ""),
      row(Kind::inventory_report, R"("9521001010017")",
          "inventory_report.item.identity.gtin.wrong_check_digit at "
          "content.items.0.identity.gtin"),
  }));
}

TEST(Warnings, odd_email_is_a_warning) {
  constexpr std::string_view path = "content.header.buyer.contacts.0.email";
  constexpr std::string_view odd =
      "order.header.buyer.contact.email.odd at content.header.buyer.contacts.0.email";
  expect_warnings(std::to_array<WarningRow>({
      in_order(path, R"("a@b.example")", ""),
      in_order(path, R"("anna.müller+x@einkauf.shop.example")", ""),
      in_order(path, R"("\"a b\"@b.example")", odd),  // legal in RFC 5322, but has a blank
      in_order(path, R"("\"a@c\"@b.example")", ""),
      in_order(path, R"("a@b")", odd),
      in_order(path, R"("a@.example")", odd),
      in_order(path, R"("a@b.")", odd),
      in_order(path, R"("a@b..example")", odd),
      in_order(path, R"("@b.example")", odd),
      in_order(path, R"("a@b@c.example")", odd),
      in_order(path, R"("a b@c.example")", odd),
      in_order(path, R"("a.example")", odd),
      in_order(path, R"("")", odd),
      in_order(path, R"("-")", odd),
  }));
}

TEST(Warnings, odd_uri_is_a_warning) {
  constexpr std::string_view path = "content.header.attachments.0.url";
  constexpr std::string_view odd =
      "order.header.attachment.url.odd at content.header.attachments.0.url";
  expect_warnings(std::to_array<WarningRow>({
      in_order(path, R"("https://a.example/b?c=d#e")", ""),
      in_order(path, R"("ftp://a.example")", ""),
      in_order(path, R"("urn:isbn:123")", ""),
      in_order(path, R"("mailto:a@b.example")", ""),
      in_order(path, R"("https:\/\/a.example")", ""),
      in_order(path, R"("www.a.example")", odd),
      in_order(path, R"("a.pdf")", odd),
      in_order(path, R"("//a.example/b")", odd),
      in_order(path, R"("https://")", odd),
      in_order(path, R"("https:///b")", odd),
      in_order(path, R"("https://a.example/b c")", odd),
      in_order(path, R"("https:")", odd),
      in_order(path, R"("1https://a.example")", odd),
      in_order(path, R"(":a")", odd),
      in_order(path, R"("")", odd),
  }));
}

TEST(Warnings, odd_origin_country_is_a_warning) {
  constexpr std::string_view path = "content.items.0.originCountryCode";
  constexpr std::string_view odd =
      "order.item.originCountryCode.odd at content.items.0.originCountryCode";
  expect_warnings(std::to_array<WarningRow>({
      in_order(path, R"("DE")", ""),
      in_order(path, R"("de")", odd),
      in_order(path, R"("DEU")", odd),
      in_order(path, R"("276")", odd),
      in_order(path, R"("Germany")", odd),
      in_order(path, R"("")", odd),
  }));
}

std::vector<Change> batches(std::string_view item, std::string_view quantity_name,
                            std::string quantity, std::string list) {
  return {{fmt::format("{}.{}", item, quantity_name), std::move(quantity)},
          {fmt::format("{}.batches", item), std::move(list)}};
}

TEST(Warnings, batches_that_do_not_add_up_are_a_warning) {
  constexpr std::string_view item = "content.transportUnits.0.items.0";
  constexpr std::string_view odd =
      "dispatch_instruction_response.transportUnit.item.batches.sum_differs at "
      "content.transportUnits.0.items.0.batches";
  const auto row = [&](std::string shipped, std::string list, std::string_view warning) {
    return WarningRow{
        .kind = Kind::dispatch_instruction_response,
        .changes = batches(item, "shippedQuantity", std::move(shipped), std::move(list)),
        .warning = warning};
  };
  expect_warnings(std::to_array<WarningRow>({
      row("5", R"([{"quantity":2},{"quantity":3}])", ""),
      row("5", R"([{"quantity":2},null,{"quantity":3}])", ""),
      row("5.0", R"([{"quantity":2.50},{"quantity":25e-1}])", ""),
      row("0.3", R"([{"quantity":0.1},{"quantity":0.2}])", ""),  // binary fractions would differ
      row("5", R"([{"quantity":2},{"quantity":2}])", odd),
      row("5", R"([{"quantity":5},{"quantity":0.00000000000000000001}])", odd),
      row("5", R"([{"quantity":6},{"quantity":-1}])", ""), row("0", R"([{"quantity":1}])", odd),
      row("5", R"([{"quantity":2},{}])", ""),  // a batch without a quantity: nothing to add up
      row("5", R"([{"quantity":null}])", ""),  //
      row("5", "[]", ""),                      //
      row("5", "null", ""),                    //
      row("", R"([{"quantity":2}])", ""),      //
      row("5", R"([{"quantity":1e308},{"quantity":1e-308}])", ""),  // no exact sum
  }));
}

TEST(Warnings, batches_are_added_up_on_each_kind_that_ships_or_receives) {
  struct Row {
    Kind kind;
    std::string_view quantity;
  };
  for (const auto& row : {Row{Kind::shipping_notice, "shippedQuantity"},
                          Row{Kind::dispatch_instruction, "shippedQuantity"},
                          Row{Kind::dispatch_instruction_response, "shippedQuantity"},
                          Row{Kind::receival_notice, "receivedQuantity"}}) {
    const auto& item = item_place(row.kind);
    const auto odd = fmt::format("{}.batches.sum_differs at {}.batches", item.code, item.path);
    auto off = batches(item.path, row.quantity, "5", R"([{"quantity":4}])");
    auto right = batches(item.path, row.quantity, "5", R"([{"quantity":5}])");
    if (row.kind != Kind::receival_notice) {
      for (auto* changes : {&off, &right})
        changes->emplace_back(fmt::format("{}.orderedQuantity", item.path), "5");
    }
    expect_warnings(std::to_array<WarningRow>({{row.kind, off, odd}, {row.kind, right, ""}}));
  }
}

TEST(Warnings, batches_of_what_was_received_are_those_of_the_received_quantity) {
  expect_warnings(std::to_array<WarningRow>({
      {.kind = Kind::receival_notice,
       .changes = {{"content.transportUnits.0.items.0",
                    R"({"shippedQuantity":9,"receivedQuantity":5,"batches":[{"quantity":5}]})"}},
       .warning = ""},
  }));
}

TEST(Warnings, modification_groups_without_a_summary_are_a_warning_on_the_other_kinds) {
  const std::string group = R"([{"modifications":[{"amount":1}]}])";
  for (const auto kind : {Kind::order, Kind::order_response, Kind::credit_note}) {
    const auto odd = fmt::format("{}.summary.missing at content.summary", row_of(kind).word);
    const auto groups = [&](std::string json) {
      return Change{"content.items.0.modificationGroups", std::move(json)};
    };
    expect_warnings(std::to_array<WarningRow>({
        {kind, {groups(group)}, odd},
        {kind, {groups(group), {"content.summary", "null"}}, odd},
        {kind, {groups(group), {"content.summary.dueAmount", "1"}}, ""},
        {kind, {groups("[]")}, ""},
        {kind, {groups("null")}, ""},
    }));
  }
  // A catalogue has no summary, so none can be missing.
  expect_warnings(std::to_array<WarningRow>(
      {{Kind::product_catalog, {{"content.items.0.modificationGroups", group}}, ""}}));
}

TEST(Warnings, open_quantity_action_is_a_warning_on_the_other_kinds) {
  for (const auto kind :
       {Kind::dispatch_instruction, Kind::dispatch_instruction_response, Kind::receival_notice}) {
    const auto& item = item_place(kind);
    const auto row = [&](std::string_view shipped, std::string_view action,
                         std::string_view warning) {
      return WarningRow{
          .kind = kind,
          .changes = {{fmt::format("{}.orderedQuantity", item.path), "5"},
                      {fmt::format("{}.shippedQuantity", item.path), std::string(shipped)},
                      {fmt::format("{}.openQuantityAction", item.path), std::string(action)}},
          .warning = warning};
    };
    const auto missing = fmt::format("{0}.openQuantityAction.missing at {1}.openQuantityAction",
                                     item.code, item.path);
    const auto prohibited = fmt::format(
        "{0}.openQuantityAction.prohibited at {1}.openQuantityAction", item.code, item.path);
    expect_warnings(std::to_array<WarningRow>({
        row("4", "", missing),
        row("4", "null", missing),
        row("4", R"("DISCARDED")", ""),
        row("5.0", "", ""),
        row("5.0", R"("DISCARDED")", prohibited),
    }));
  }
}

TEST(Warnings, line_number_that_occurs_twice_is_a_warning) {
  constexpr std::string_view odd = "order.item.lineNumber.repeated at content.items.1.lineNumber";
  constexpr std::string_view odd_third =
      "order.item.lineNumber.repeated at content.items.2.lineNumber";
  constexpr std::string_view path = "content.items";
  expect_warnings(std::to_array<WarningRow>({
      in_order(path, R"([{"lineNumber":1},{"lineNumber":2}])", ""),
      in_order(path, R"([{"lineNumber":2},{"lineNumber":1}])", ""),
      in_order(path, R"([{"lineNumber":1},{"lineNumber":1}])", odd),
      in_order(path, R"([{"lineNumber":1},{"lineNumber":1.0}])", odd),
      in_order(path, R"([{"lineNumber":10},{"lineNumber":1e1}])", odd),
      in_order(path, R"([{"lineNumber":0},{"lineNumber":-0}])", odd),
      in_order(path, R"([{"lineNumber":1},{"lineNumber":2},{"lineNumber":1}])", odd_third),
      in_order(path, R"([{"lineNumber":3},{"lineNumber":2},{"lineNumber":3}])", odd_third),
      in_order(path, R"([{},{}])", ""),
      in_order(path, R"([{"lineNumber":null},{"lineNumber":null}])", ""),
      in_order(path, R"([{"lineNumber":9223372036854775807},{"lineNumber":9223372036854775806}])",
               ""),
  }));
}

TEST(Warnings, line_number_thrice_is_two_warnings_and_several_are_reported_in_order) {
  const auto rows = std::to_array<ChangeRow>({
      {.changes = {{"content.items",
                    R"([{"lineNumber":2},{"lineNumber":1},{"lineNumber":2},{"lineNumber":2},)"
                    R"({"lineNumber":1}])"}},
       .faults = {},
       .warnings = {"order.item.lineNumber.repeated at content.items.2.lineNumber",
                    "order.item.lineNumber.repeated at content.items.3.lineNumber",
                    "order.item.lineNumber.repeated at content.items.4.lineNumber"}},
  });
  expect_findings(Kind::order, rows);
}

TEST(Warnings, line_numbers_are_compared_within_their_list) {
  const std::string item =
      R"({"lineNumber":1,"identifiers":[{"identifier":"a"}],"isDepositItem":false,"quantity":1,)"
      R"("unitPrice":1,"tax":{}})";
  expect_warnings(std::to_array<WarningRow>({
      {Kind::invoice, {{"content.items.0.subItems.0", item}}, ""},
      {Kind::invoice,
       {{"content.items.0.subItems.0", item}, {"content.items.0.subItems.1", item}},
       "invoice.item.subItem.lineNumber.repeated at content.items.0.subItems.1.lineNumber"},
  }));
}

TEST(Warnings, line_number_of_a_wrong_type_is_a_fault_and_no_warning) {
  const auto rows = std::to_array<ChangeRow>({
      {.changes = {{"content.items",
                    R"([{"lineNumber":"1"},{"lineNumber":1},{"lineNumber":1.5}])"}},
       .faults = {"order.item.lineNumber.wrong_type at content.items.0.lineNumber",
                  "order.item.lineNumber.not_whole at content.items.2.lineNumber"}},
  });
  expect_findings(Kind::order, rows);
}

TEST(Warnings, warnings_never_make_a_document_bad) {
  for (const auto& kind : kinds()) {
    const auto body = example(kind.kind, "warnings");
    const auto reading = Reader().read(body);
    ASSERT_TRUE(reading);
    EXPECT_TRUE(reading->valid()) << kind.name;
    EXPECT_FALSE(reading->warnings.empty()) << kind.name;
  }
}

}  // namespace
}  // namespace tradepost::document
