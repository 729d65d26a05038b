// Tests contract 4.3: duplicate names in one object, nesting over 64 levels, numbers beyond their
// bounds.
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "document/changes_test_table.hpp"

namespace tradepost::document {
namespace {

std::string order_with(std::string_view path, std::string json) {
  return changed(good(Kind::order), Change{path, std::move(json)});
}

constexpr std::string_view least_order =
    R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"domain":"GS1","identifier":"a"}]},)"
    R"("supplier":{"identifiers":[{"identifier":"b"}]},"orderIdentifier":"c","orderDate":"2026-03-02"},)"
    R"("items":[{}]}})";

// Returns the order with the first `from` replaced by `to`.
std::string rewritten(std::string_view from, std::string_view to) {
  std::string body(least_order);
  const auto at = body.find(from);
  return body.replace(at, from.size(), to);
}

struct Twice {
  std::string_view from;
  std::string_view to;
};

// Covers contract 4.3.
TEST(NamesAndDepth, name_twice_in_one_object_is_refused_at_each_level) {
  constexpr auto rows = std::to_array<Twice>({
      {R"("type":"ORDER")", R"("type":"ORDER","type":"ORDER")"},
      {R"("type":"ORDER")", R"("type":null,"type":"ORDER")"},
      {R"("type":"ORDER")", R"("content":{},"type":"ORDER")"},
      {R"("type":"ORDER")", R"("content":null,"type":"ORDER")"},
      {R"("type":"ORDER")", R"("x":1,"type":"ORDER","x":1)"},
      {R"("header":{)", R"("header":null,"header":{)"},
      {R"("items":[)", R"("items":[],"items":[)"},
      {R"("items":[)", R"("x":[],"x":{},"items":[)"},
      {R"("orderDate":)", R"("orderDate":"2026-03-02","orderDate":)"},
      {R"("orderDate":)", R"("orderDate":null,"orderDate":)"},
      {R"("orderDate":)", R"("orderDate":7,"orderDate":)"},
      {R"("orderDate":)", R"("x":1,"y":2,"z":3,"x":4,"orderDate":)"},
      {R"("buyer":{)", R"("buyer":{"name":"a","name":"a",)"},
      {R"("domain":)", R"("domain":"GS1","domain":)"},
      {R"("domain":)", R"("x":"GS1","x":"GS1","domain":)"},
      {R"([{}])", R"([{"quantity":1,"quantity":1}])"},
      {R"([{}])", R"([{"":1,"":2}])"},
      {R"([{}])", R"([{"x":{"y":[{"z":1,"z":1}]}}])"},
      {R"([{}])", R"([{"attachments":[{"url":"https://a.example","url":"https://a.example"}]}])"},
      {R"([{}])", R"([{"description":{"a":1,"a":2}}])"},  // inside a value of a wrong type
      {R"([{}])", R"([{"transportLabel":1,"transportLabel":1}])"},
  });
  EXPECT_EQ(unreadable_word(least_order), "");
  for (const auto& row : rows) {
    EXPECT_EQ(unreadable_word(rewritten(row.from, row.to)), "name_twice") << row.to;
  }
}

TEST(NamesAndDepth, name_twice_is_found_despite_escapes) {
  constexpr auto rows = std::to_array<Twice>({
      {R"("type":"ORDER")", R"("type":"ORDER","t\u0079pe":"ORDER")"},
      {R"("type":"ORDER")", R"("typ\u0065":"ORDER","type":"ORDER")"},
      {R"("header":{)", R"("he\u0061der":{},"header":{)"},
      {R"("orderDate":)", R"("\u006frderDate":null,"orderDate":)"},
      {R"("orderDate":)", R"("a/b":1,"a\/b":2,"orderDate":)"},
      {R"("orderDate":)", R"("\n":1,"\u000a":2,"orderDate":)"},
      {R"("orderDate":)", R"("\u000A":1,"\u000a":2,"orderDate":)"},
      {R"("orderDate":)", R"("ä":1,"\u00e4":2,"orderDate":)"},
      {R"("orderDate":)", R"("😀":1,"\ud83d\ude00":2,"orderDate":)"},
      {R"([{}])", R"([{"x":{"\u0079":1,"y":1}}])"},
  });
  EXPECT_EQ(unreadable_word(least_order), "");
  for (const auto& row : rows) {
    EXPECT_EQ(unreadable_word(rewritten(row.from, row.to)), "name_twice") << row.to;
  }
}

TEST(NamesAndDepth, names_that_differ_are_read) {
  constexpr auto rows = std::to_array<std::string_view>({
      R"({"quantity":1,"Quantity":2,"QUANTITY":3,"quantity ":4," quantity":5,"quantit":6,"":7})",
      R"({"x":{"x":{"x":[{"x":1},{"x":1}]}}})",
      R"({"a\\u0062":1,"ab":2,"a\u0000":3,"a":4})",
      R"({"ä":1,"a\u0308":2})",
  });
  for (const auto item : rows)
    EXPECT_EQ(faults_of(order_with("content.items.0", std::string(item))), Found{}) << item;
}

TEST(NamesAndDepth, name_twice_is_found_among_thousands) {
  std::string members;
  for (int member = 0; member < 5000; ++member) members += fmt::format("\"n{}\":0,", member);
  EXPECT_EQ(unreadable_word(order_with("content.items.0", "{" + members + "\"m\":0}")), "");
  EXPECT_EQ(unreadable_word(order_with("content.items.0", "{" + members + "\"n2500\":0}")),
            "name_twice");
}

TEST(NamesAndDepth, name_twice_points_to_the_second_one) {
  const auto body = order_with("content.items.0", R"({"x":1,"y":2,"x":3})");
  const auto reading = Reader().read(body);
  ASSERT_FALSE(reading);
  EXPECT_EQ(reading.error().offset, body.rfind("\"x\""));
}

// The texts that open and close one level.
struct Level {
  std::string_view open;
  std::string_view close;
};
constexpr Level object_level{R"({"a":)", "}"};
constexpr Level list_level{"[", "]"};

std::string nested(std::size_t levels, Level even, Level odd) {
  std::string open;
  std::string close;
  for (std::size_t level = 0; level < levels; ++level) {
    open += level % 2 == 0 ? even.open : odd.open;
    close.insert(0, level % 2 == 0 ? even.close : odd.close);
  }
  return open + "1" + close;
}

TEST(NamesAndDepth, nesting_of_64_levels_is_read_and_65_refused) {
  struct Row {
    std::string_view place;
    std::size_t around;  // levels around the value at the place
  };
  for (const Row& row : {Row{"extra", 1}, Row{"content.extra", 2}, Row{"content.header.extra", 3},
                         Row{"content.header.buyer.extra", 4}, Row{"content.items.0.extra", 4},
                         Row{"content.items.0.description", 4}, Row{"content.items.0.tax.extra", 5},
                         Row{"content.header.paymentTerms.0.extra", 5}}) {
    for (const auto& [even, odd] :
         {std::pair{list_level, list_level}, std::pair{object_level, object_level},
          std::pair{list_level, object_level}, std::pair{object_level, list_level}}) {
      const auto fits = nested(64 - row.around, even, odd);
      const auto beyond = nested(65 - row.around, even, odd);
      // The enclosing objects may lack required fields: they are faulty then, but readable.
      EXPECT_EQ(unreadable_word(order_with(row.place, fits)), "") << row.place;
      EXPECT_EQ(unreadable_word(order_with(row.place, beyond)), "nested_too_deep") << row.place;
    }
  }
}

TEST(NamesAndDepth, empty_object_and_list_are_levels_too) {
  for (const std::string_view empty : {"[]", "{}"}) {
    const auto inside = [&](std::size_t levels) {
      return order_with("extra",
                        repeated("[", levels) + std::string(empty) + repeated("]", levels));
    };
    EXPECT_EQ(unreadable_word(inside(62)), "") << empty;
    EXPECT_EQ(unreadable_word(inside(63)), "nested_too_deep") << empty;
  }
}

TEST(NamesAndDepth, nesting_counts_levels_and_not_brackets) {
  EXPECT_EQ(unreadable_word(order_with("extra", "[" + repeated("[],{},", 10'000) + "1]")), "");
  EXPECT_EQ(unreadable_word(order_with("extra", in_quotes(repeated("[{", 10'000)))), "");
}

TEST(NamesAndDepth, nesting_without_measure_is_refused_at_once) {
  EXPECT_EQ(unreadable_word(order_with("extra", nested(10'000, list_level, object_level))),
            "nested_too_deep");
  EXPECT_EQ(unreadable_word(order_with("content", nested(10'000, object_level, object_level))),
            "nested_too_deep");
  EXPECT_EQ(unreadable_word(repeated("[", 100'000)), "nested_too_deep");
  EXPECT_EQ(unreadable_word(repeated(R"({"a":)", 100'000)), "nested_too_deep");
  EXPECT_EQ(unreadable_word(repeated("]", 100'000)), "value_expected");
}

TEST(NamesAndDepth, number_beyond_its_bounds_is_a_fault_in_a_known_field) {
  const auto digits = [](std::size_t count) { return repeated("9", count); };
  const auto quantity = [](std::string value) {
    return Change{"content.items.0.quantity", std::move(value)};
  };
  const Found too_many = {"order.item.quantity.too_many_digits at content.items.0.quantity"};
  const Found out_of_range = {"order.item.quantity.out_of_range at content.items.0.quantity"};
  const auto rows = std::to_array<ChangeRow>({
      {.changes = {quantity(digits(40))}, .faults = {}},
      {.changes = {quantity("-" + digits(40))}, .faults = {}},
      {.changes = {quantity(digits(20) + "." + digits(20))}, .faults = {}},
      {.changes = {quantity("0." + digits(40))}, .faults = {}},
      {.changes = {quantity("0.000" + digits(40))}, .faults = {}},
      {.changes = {quantity(digits(40) + "e-100")}, .faults = {}},
      {.changes = {quantity(digits(41))}, .faults = too_many},
      {.changes = {quantity("-" + digits(41))}, .faults = too_many},
      {.changes = {quantity(digits(20) + "." + digits(21))}, .faults = too_many},
      {.changes = {quantity("1." + repeated("0", 40))}, .faults = too_many},
      {.changes = {quantity("1" + repeated("0", 40))}, .faults = too_many},
      {.changes = {quantity("0.000" + digits(41))}, .faults = too_many},
      {.changes = {quantity(digits(5000))}, .faults = too_many},
      {.changes = {quantity("1e308")}, .faults = {}},
      {.changes = {quantity("1E+308")}, .faults = {}},
      {.changes = {quantity("1e-308")}, .faults = {}},
      {.changes = {quantity("0e308")}, .faults = {}},
      {.changes = {quantity("1e309")}, .faults = out_of_range},
      {.changes = {quantity("-1e309")}, .faults = out_of_range},
      {.changes = {quantity("1e-309")}, .faults = out_of_range},
      {.changes = {quantity("1e99999999999999999999")}, .faults = out_of_range},
      {.changes = {quantity("1e-99999999999999999999")}, .faults = out_of_range},
  });
  expect_findings(Kind::order, rows);
}

TEST(NamesAndDepth, number_beyond_its_bounds_is_a_fault_in_a_known_field_of_another_type) {
  for (const auto& number : {repeated("9", 41), std::string("1e309"), std::string("1e-309")}) {
    const auto rows = std::to_array<ChangeRow>({
        {.changes = {{"content.header.comments", number}},
         .faults = {"order.header.comments.wrong_type at content.header.comments"}},
        {.changes = {{"content.header.paymentTerms", number}},
         .faults = {"order.header.paymentTerms.wrong_type at content.header.paymentTerms"}},
        {.changes = {{"content.header.paymentTerms.0", number}},
         .faults = {"order.header.paymentTerm.wrong_type at content.header.paymentTerms.0"}},
        {.changes = {{"content.header", number}},
         .faults = {"order.header.wrong_type at content.header"}},
        {.changes = {{"content.items.0.isDepositItem", number}},
         .faults = {"order.item.isDepositItem.wrong_type at content.items.0.isDepositItem"}},
        {.changes = {{"content", number}}, .faults = {"order.content.wrong_type at content"}},
        {.changes = {{"type", number}}, .faults = {"document.type.wrong_type at type"}},
    });
    expect_findings(Kind::order, rows);
  }
}

TEST(NamesAndDepth, number_beyond_its_bounds_is_unreadable_in_an_unknown_field) {
  for (const std::string_view place :
       {"extra", "content.extra", "content.items.0.extra", "content.extra.0.inner.0"}) {
    EXPECT_EQ(unreadable_word(order_with(place, repeated("9", 40))), "") << place;
    EXPECT_EQ(unreadable_word(order_with(place, repeated("9", 41))), "number_too_long") << place;
    EXPECT_EQ(unreadable_word(order_with(place, "1e308")), "") << place;
    EXPECT_EQ(unreadable_word(order_with(place, "-1e-308")), "") << place;
    EXPECT_EQ(unreadable_word(order_with(place, "1e309")), "number_too_long") << place;
    EXPECT_EQ(unreadable_word(order_with(place, "1e-309")), "number_too_long") << place;
  }
}

}  // namespace
}  // namespace tradepost::document
