// Tests contract 4.4: the rules over more than one field, and the depth of nesting.
// (contract_rules_test.cpp tests the numbered rules; transportLabel and the warnings have separate
// files.)
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "document/changes_test_table.hpp"

// Covers contract 4.3.
namespace tradepost::document::rules_test {
namespace {

constexpr std::string_view shipped_item = "content.transportUnits.0.items.0";

std::vector<Change> quantities(std::string_view item, std::string ordered, std::string shipped,
                               std::string action) {
  const auto path = [&](std::string_view field) { return fmt::format("{}.{}", item, field); };
  return {{path("orderedQuantity"), std::move(ordered)},
          {path("shippedQuantity"), std::move(shipped)},
          {path("openQuantityAction"), std::move(action)}};
}

// Covers contract 4.4.
TEST(QuantitiesAndParts, open_quantity_action_is_required_where_quantities_differ) {
  const Found missing = {
      "shipping_notice.transportUnit.item.openQuantityAction.missing at "
      "content.transportUnits.0.items.0.openQuantityAction"};
  const auto discarded = in_quotes("DISCARDED");
  std::vector<ChangeRow> rows;
  for (const auto& [ordered, shipped] :
       {std::pair{"40", "39"}, std::pair{"40", "41"}, std::pair{"0", "1"}, std::pair{"1", "-1"},
        std::pair{"40", "40.0000000000000000000000000000000000001"}, std::pair{"1e3", "1e2"},
        std::pair{"9007199254740993", "9007199254740992"}, std::pair{"0.1", "0.10000000000000001"},
        std::pair{"1e308", "1e-308"}}) {
    rows.push_back({.changes = quantities(shipped_item, ordered, shipped, ""), .faults = missing});
    rows.push_back(
        {.changes = quantities(shipped_item, ordered, shipped, "null"), .faults = missing});
    rows.push_back(
        {.changes = quantities(shipped_item, ordered, shipped, discarded), .faults = {}});
  }
  expect_findings(Kind::shipping_notice, rows);
}

TEST(QuantitiesAndParts, open_quantity_action_is_prohibited_where_quantities_are_equal) {
  const Found prohibited = {
      "shipping_notice.transportUnit.item.openQuantityAction.prohibited at "
      "content.transportUnits.0.items.0.openQuantityAction"};
  const auto later = in_quotes("DELIVERED_LATER");
  std::vector<ChangeRow> rows;
  for (const auto& [ordered, shipped] :
       {std::pair{"40", "40"}, std::pair{"40", "40.00"}, std::pair{"40", "4e1"},
        std::pair{"0", "-0"}, std::pair{"0e5", "0.00"}, std::pair{"-1.50", "-15e-1"},
        std::pair{"1e308", "10e307"}}) {
    rows.push_back({.changes = quantities(shipped_item, ordered, shipped, ""), .faults = {}});
    rows.push_back({.changes = quantities(shipped_item, ordered, shipped, "null"), .faults = {}});
    rows.push_back(
        {.changes = quantities(shipped_item, ordered, shipped, later), .faults = prohibited});
  }
  expect_findings(Kind::shipping_notice, rows);
}

TEST(QuantitiesAndParts, open_quantity_rule_is_silent_where_a_quantity_is_no_number) {
  const auto rows = std::to_array<ChangeRow>({
      {.changes = quantities(shipped_item, R"("40")", "39", ""),
       .faults = {"shipping_notice.transportUnit.item.orderedQuantity.wrong_type at "
                  "content.transportUnits.0.items.0.orderedQuantity"}},
      {.changes = quantities(shipped_item, "40", "", ""),
       .faults = {"shipping_notice.transportUnit.item.shippedQuantity.missing at "
                  "content.transportUnits.0.items.0.shippedQuantity"}},
      {.changes = quantities(shipped_item, "40", repeated("9", 41), ""),
       .faults = {"shipping_notice.transportUnit.item.shippedQuantity.too_many_digits at "
                  "content.transportUnits.0.items.0.shippedQuantity"}},
  });
  expect_findings(Kind::shipping_notice, rows);
}

TEST(QuantitiesAndParts, open_quantity_action_of_a_wrong_value_is_one_fault) {
  const auto rows = std::to_array<ChangeRow>({
      {.changes = quantities(shipped_item, "40", "39", in_quotes("LATER")),
       .faults = {"shipping_notice.transportUnit.item.openQuantityAction.unknown_value at "
                  "content.transportUnits.0.items.0.openQuantityAction"}},
  });
  expect_findings(Kind::shipping_notice, rows);
}

TEST(QuantitiesAndParts, open_quantity_rule_concerns_inner_units_and_sub_items) {
  const auto item = [](std::string_view path, std::string_view action) {
    return Change{path, fmt::format(R"({{"lineNumber":1,"identifiers":[{{"identifier":"a"}}],)"
                                    R"("isDepositItem":false,"orderedQuantity":2,)"
                                    R"("shippedQuantity":1{}}})",
                                    action)};
  };
  constexpr std::string_view inner = "content.transportUnits.0.transportUnits.0.items.0";
  constexpr std::string_view sub = "content.transportUnits.0.items.0.subItems.0";
  const auto rows = std::to_array<ChangeRow>({
      {.changes = {item(inner, R"(,"openQuantityAction":"DISCARDED")")}, .faults = {}},
      {.changes = {item(sub, R"(,"openQuantityAction":"DISCARDED")")}, .faults = {}},
      {.changes = {item(inner, "")},
       .faults = {fmt::format("shipping_notice.transportUnit.transportUnit.item.openQuantityAction."
                              "missing at {}.openQuantityAction",
                              inner)}},
      {.changes = {item(sub, "")},
       .faults = {fmt::format("shipping_notice.transportUnit.item.subItem.openQuantityAction."
                              "missing at {}.openQuantityAction",
                              sub)}},
  });
  expect_findings(Kind::shipping_notice, rows);
}

ChangeRow response(std::string type, std::string items, Found faults) {
  return {
      .changes = {{"content.header.type", std::move(type)}, {"content.items", std::move(items)}},
      .faults = std::move(faults)};
}

TEST(QuantitiesAndParts, order_response_carries_items_according_to_its_type) {
  const Found prohibited = {"order_response.items.prohibited at content.items"};
  const Found missing = {"order_response.items.missing at content.items"};
  std::vector<ChangeRow> rows;
  for (const std::string none : {"", "null", "[]", "[null]"}) {
    rows.push_back(response("", none, {}));
    rows.push_back(response("null", none, {}));
    rows.push_back(response(R"("ACCEPT")", none, {}));
    rows.push_back(response(R"("REJECT")", none, {}));
    rows.push_back(response(R"("CHANGE")", none, missing));
    rows.push_back(response(R"("\u0043HANGE")", none, missing));
  }
  for (const std::string some : {"[{}]", "[null,{}]", R"([{"lineNumber":1},{"lineNumber":2}])"}) {
    rows.push_back(response("", some, prohibited));
    rows.push_back(response("null", some, prohibited));
    rows.push_back(response(R"("ACCEPT")", some, {}));
    rows.push_back(response(R"("REJECT")", some, prohibited));
    rows.push_back(response(R"("\u0052EJECT")", some, prohibited));
    rows.push_back(response(R"("CHANGE")", some, {}));
  }
  expect_findings(Kind::order_response, rows);
}

TEST(QuantitiesAndParts, order_response_of_a_wrong_type_is_reported_once) {
  const auto rows = std::to_array<ChangeRow>({
      response(R"("MAYBE")", "[{}]",
               {"order_response.header.type.unknown_value at content.header.type"}),
      response("1", "[{}]", {"order_response.header.type.wrong_type at content.header.type"}),
      response(R"("CHANGE")", "{}", {"order_response.items.wrong_type at content.items"}),
  });
  expect_findings(Kind::order_response, rows);
}

TEST(QuantitiesAndParts, modification_needs_percentage_or_amount) {
  struct Row {
    Kind kind;
    std::string_view path;
    std::string_view code;
  };
  for (const auto& row : {Row{Kind::order, "content.items.0", "order.item"},
                          Row{Kind::order_response, "content.items.0", "order_response.item"},
                          Row{Kind::invoice, "content.items.0", "invoice.item"},
                          Row{Kind::credit_note, "content.items.0", "credit_note.item"},
                          Row{Kind::product_catalog, "content.items.0", "product_catalog.item"},
                          Row{Kind::order, "content.summary", "order.summary"},
                          Row{Kind::order_response, "content.summary", "order_response.summary"},
                          Row{Kind::invoice, "content.summary", "invoice.summary"},
                          Row{Kind::credit_note, "content.summary", "credit_note.summary"}}) {
    const auto path = fmt::format("{}.modificationGroups.0.modifications.0", row.path);
    const Found needs = {fmt::format(
        "{}.modificationGroup.modification.needs_percentage_or_amount at {}", row.code, path)};
    const bool has_summary = row_of(row.kind).kind != Kind::product_catalog;
    const auto base =
        has_summary ? changed(good_with_item(row.kind), Change{"content.summary.dueAmount", "1"})
                    : good_with_item(row.kind);
    const auto with = [&](std::string json) {
      return faults_of(changed(base, Change{path, std::move(json)}));
    };
    EXPECT_EQ(with(R"({"percentage":1})"), Found{});
    EXPECT_EQ(with(R"({"amount":0})"), Found{});
    EXPECT_EQ(with(R"({"amount":1,"percentage":1})"), Found{});
    EXPECT_EQ(with(R"({"amount":null,"percentage":0})"), Found{});
    EXPECT_EQ(with("{}"), needs);
    EXPECT_EQ(with(R"({"type":"CHARGE","amount":null})"), needs);
    EXPECT_EQ(with(R"({"percentage":null,"amount":null})"), needs);
  }
}

TEST(QuantitiesAndParts, modification_with_an_amount_of_a_wrong_type_is_one_fault) {
  const auto rows = std::to_array<ChangeRow>({
      {.changes = {{"content.summary.dueAmount", "1"},
                   {"content.items.0.modificationGroups.0.modifications.0", R"({"amount":"1"})"}},
       .faults = {"order.item.modificationGroup.modification.amount.wrong_type at "
                  "content.items.0.modificationGroups.0.modifications.0.amount"}},
  });
  expect_findings(Kind::order, rows);
}

TEST(QuantitiesAndParts, invoice_with_modification_groups_needs_a_summary) {
  const std::string group = R"([{"modifications":[{"amount":1}]}])";
  const std::string sub_item =
      R"({"lineNumber":1,"identifiers":[{"identifier":"a"}],"isDepositItem":false,"quantity":1,)"
      R"("unitPrice":1,"tax":{},"modificationGroups":[{"modifications":[{"amount":1}]}]})";
  const Found missing = {"invoice.summary.missing at content.summary"};
  const auto groups = [](std::string json) {
    return Change{"content.items.0.modificationGroups", std::move(json)};
  };
  const auto rows = std::to_array<ChangeRow>({
      {.changes = {groups(group)}, .faults = missing},
      {.changes = {groups(group), {"content.summary", "null"}}, .faults = missing},
      {.changes = {groups(group), {"content.summary.dueAmount", "1"}}, .faults = {}},
      {.changes = {{"content.items.0.subItems.0", sub_item}}, .faults = missing},
      {.changes = {groups("[]")}, .faults = {}},
      {.changes = {groups("[null]")}, .faults = {}},
      {.changes = {groups("null")}, .faults = {}},
  });
  expect_findings(Kind::invoice, rows);
}

TEST(QuantitiesAndParts, transport_unit_without_inner_units_needs_items) {
  constexpr std::string_view units = "content.transportUnits";
  const auto row = [&](std::string json, Found faults) {
    return ChangeRow{.changes = {{units, std::move(json)}}, .faults = std::move(faults)};
  };
  const std::string item =
      R"({"lineNumber":1,"identifiers":[{"identifier":"a"}],"isDepositItem":false,)"
      R"("orderedQuantity":1,"shippedQuantity":1})";
  const Found missing = {
      "shipping_notice.transportUnit.items.missing at content.transportUnits.0.items"};
  const Found inner_missing = {
      "shipping_notice.transportUnit.transportUnit.items.missing at "
      "content.transportUnits.0.transportUnits.0.items"};
  const auto full = fmt::format(R"({{"items":[{}]}})", item);
  expect_findings(
      Kind::shipping_notice,
      std::to_array<ChangeRow>({
          row("[{}]", missing),
          row(R"([{"items":null,"transportUnits":null}])", missing),
          row(R"([{"items":[]}])", missing),
          row(R"([{"items":[null],"transportUnits":[null]}])", missing),
          row(R"([{"transportUnits":[]}])", missing),
          row(fmt::format(R"([{{"transportUnits":[{}]}}])", full), {}),
          row(fmt::format(R"([{{"items":[{}],"transportUnits":[{}]}}])", item, full), {}),
          row(fmt::format(R"([{{"items":[{}],"transportUnits":[{{}}]}}])", item), inner_missing),
          row(R"([{"transportUnits":[{}]}])", inner_missing),
          row(R"([{"items":{}}])", {"shipping_notice.transportUnit.items.wrong_type at "
                                    "content.transportUnits.0.items"}),
      }));
}

TEST(QuantitiesAndParts, transport_unit_of_the_other_kinds_needs_items_always) {
  for (const auto kind : {Kind::receival_notice, Kind::dispatch_instruction_response}) {
    const auto word = row_of(kind).word;
    const auto at = [&](std::string_view rule) {
      return Found{
          fmt::format("{}.transportUnit.items.{} at content.transportUnits.0.items", word, rule)};
    };
    const auto with = [&](std::string unit) {
      return faults_of(changed(good(kind), Change{"content.transportUnits.0", std::move(unit)}));
    };
    EXPECT_EQ(with("{}"), at("missing"));
    EXPECT_EQ(with(R"({"items":[]})"), at("too_few"));
    EXPECT_EQ(with(R"({"items":[{}]})"), Found{});
    // These kinds have no inner units, so such a field does not count.
    EXPECT_EQ(with(R"({"transportUnits":[{"items":[{}]}]})"), at("missing"));
  }
}

// A field that may have objects of the same type as its owner, up to a depth that the model
// defines.
struct Recursive {
  Kind kind;
  std::string_view root;  // the path of the first object
  std::string_view code;
  std::string_view field;
  std::size_t depth_max;
};
constexpr auto recursive_fields = std::to_array<Recursive>({
    {Kind::dispatch_instruction, "content.items.0", "dispatch_instruction.item", "subItems", 2},
    {Kind::shipping_notice, "content.transportUnits.0.items.0",
     "shipping_notice.transportUnit.item", "subItems", 2},
    {Kind::shipping_notice, "content.transportUnits.0", "shipping_notice.transportUnit",
     "transportUnits", 1},
    {Kind::invoice, "content.items.0", "invoice.item", "subItems", 2},
    {Kind::credit_note, "content.items.0", "credit_note.item", "subItems", 2},
    {Kind::product_catalog, "content.items.0", "product_catalog.item", "subItems", 2},
});

// Returns the object at `path`, which is an element or a member, as JSON.
std::string object_at(const Recursive& field) {
  switch (field.kind) {
    case Kind::dispatch_instruction:
      return R"({"shippingNoticeLineNumber":1,"shippedQuantity":1,"orderedQuantity":1})";
    case Kind::shipping_notice:
      if (field.field == "transportUnits")
        return R"({"items":[{"lineNumber":1,"identifiers":[{"identifier":"a"}],)"
               R"("isDepositItem":false,"orderedQuantity":1,"shippedQuantity":1}]})";
      return R"({"lineNumber":1,"identifiers":[{"identifier":"a"}],"isDepositItem":false,)"
             R"("orderedQuantity":1,"shippedQuantity":1})";
    case Kind::product_catalog:
      return R"({"lineNumber":1,"quantity":1,"identity":{}})";
    default:
      return R"({"lineNumber":1,"identifiers":[{"identifier":"a"}],"isDepositItem":false,)"
             R"("quantity":1,"unitPrice":1,"tax":{}})";
  }
}

TEST(QuantitiesAndParts, field_nested_deeper_than_its_depth_is_a_fault) {
  for (const auto& field : recursive_fields) {
    auto body = good(field.kind);
    std::string path(field.root);
    std::string code(field.code);
    for (std::size_t level = 1; level <= field.depth_max; ++level) {
      path += fmt::format(".{}.0", field.field);
      code += fmt::format(".{}", singular(field.field));
      body = changed(body, Change{path, object_at(field)});
      EXPECT_EQ(faults_of(body), Found{}) << row_of(field.kind).name << " level " << level;
    }
    path += fmt::format(".{}", field.field);
    const Found too_deep = {fmt::format("{}.{}.too_deep at {}", code, field.field, path)};
    // The inside is not checked; its presence is the fault.
    for (const std::string value : {"[{}]", "[]", "[null]", "{}", "1", "\"a\"", "1e309"}) {
      EXPECT_EQ(faults_of(changed(body, Change{path, value})), too_deep) << path << value;
    }
    EXPECT_EQ(faults_of(changed(body, Change{path, "null"})), Found{}) << path;
    EXPECT_EQ(unreadable_word(changed(body, Change{path, "[007]"})), "bad_number") << path;
  }
}

TEST(QuantitiesAndParts, every_field_with_a_depth_is_in_the_table) {
  std::size_t with_depth = 0;
  for (const auto& type : types()) {
    for (const auto& field : type.fields) with_depth += field.depth_max != 0 ? 1u : 0u;
  }
  EXPECT_EQ(with_depth, recursive_fields.size());
}

TEST(QuantitiesAndParts, depth_is_counted_per_branch) {
  const auto item = object_at(recursive_fields[3]);
  auto body = good(Kind::invoice);
  for (const std::string_view path :
       {"content.items.0.subItems.0", "content.items.0.subItems.0.subItems.0",
        "content.items.0.subItems.1", "content.items.0.subItems.1.subItems.0", "content.items.1",
        "content.items.1.subItems.0", "content.items.1.subItems.0.subItems.0"})
    body = changed(body, Change{path, item});
  EXPECT_EQ(faults_of(body), Found{});
}

}  // namespace
}  // namespace tradepost::document::rules_test
