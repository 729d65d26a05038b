// Tests transportLabel (contract 4.4 rule 7): it is refused if it is sent, and cut out if it is
// null, before the digest and storing.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "document/changes_test_table.hpp"

namespace tradepost::document {
namespace {

constexpr auto kinds_with_units = std::to_array<Kind>(
    {Kind::shipping_notice, Kind::dispatch_instruction_response, Kind::receival_notice});

struct Kept {
  std::string content;
  base::Digest digest;

  bool operator==(const Kept&) const = default;
};

Kept kept(std::string_view body) {
  const auto reading = Reader().read(body);
  EXPECT_TRUE(reading && reading->valid()) << body;
  if (!reading) return {};
  return {std::string(reading->document.content), reading->document.digest};
}

// Returns a shipping notice whose first unit and inner unit have these members.
std::string notice(std::string_view unit, std::string_view inner_unit) {
  const auto body = changed(good(Kind::shipping_notice),
                            Change{"content.transportUnits.0", fmt::format("{{{}}}", unit)});
  return changed(body, Change{"content.transportUnits.1",
                              fmt::format(R"({{"transportUnits":[{{{}}}]}})", inner_unit)});
}

constexpr std::string_view items =
    R"("items":[{"lineNumber":1,"identifiers":[{"identifier":"a"}],"isDepositItem":false,)"
    R"("orderedQuantity":1,"shippedQuantity":1}])";
constexpr std::string_view null_label = R"("transportLabel":null)";

// Covers contract 4.4.
TEST(TransportLabel, null_label_is_cut_at_any_position) {
  const auto plain = kept(notice(items, items));
  const auto with_type = kept(notice(fmt::format(R"({},"unitType":"CARTON")", items), items));
  struct Row {
    std::string unit;
    const Kept& expected;
  };
  const auto rows = std::to_array<Row>({
      {fmt::format("{},{}", null_label, items), plain},
      {fmt::format("{},{}", items, null_label), plain},
      {fmt::format("{} , {}", items, null_label), plain},
      {fmt::format("\n{}\n,\n{}\n", items, null_label), plain},
      {fmt::format("\t\"transportLabel\" :\r\n null ,{}", items), plain},
      {fmt::format(R"("transport\u004cabel":null,{})", items), plain},
      {fmt::format(R"({},{},"unitType":"CARTON")", items, null_label), with_type},
      {fmt::format(R"({} , {} , "unitType" : "CARTON")", items, null_label), with_type},
  });
  for (const auto& row : rows) {
    EXPECT_EQ(kept(notice(row.unit, items)), row.expected) << row.unit;
  }
  for (const auto& row : rows) {
    const auto in_both = row.expected == plain ? row.unit : std::string(items);
    EXPECT_EQ(kept(notice(items, in_both)), plain) << row.unit;
    EXPECT_EQ(kept(notice(in_both, in_both)), plain) << row.unit;
  }
}

// An empty unit is faulty, but its stored form can still be seen.
TEST(TransportLabel, single_null_label_leaves_an_empty_unit) {
  for (const std::string_view unit :
       {"{\"transportLabel\":null}", "{ \"transportLabel\" : null }"}) {
    const auto body =
        changed(good(Kind::receival_notice), Change{"content.transportUnits.0", std::string(unit)});
    const auto reading = Reader().read(body);
    ASSERT_TRUE(reading);
    EXPECT_TRUE(reading->document.content.ends_with(R"("transportUnits":[{}]})"))
        << reading->document.content;
  }
}

TEST(TransportLabel, null_label_is_cut_from_every_kind_with_transport_units) {
  for (const auto kind : kinds_with_units) {
    const auto body = good(kind);
    const auto with_label =
        changed(body, Change{"content.transportUnits.0.transportLabel", "null"});
    EXPECT_NE(with_label, body);
    EXPECT_EQ(kept(with_label), kept(body)) << row_of(kind).name;
    auto spaced_out = with_label;
    for (auto at = spaced_out.find(','); at != std::string::npos; at = spaced_out.find(',', at + 3))
      spaced_out.replace(at, 1, " , ");
    EXPECT_EQ(kept(spaced_out), kept(body)) << row_of(kind).name;
  }
}

TEST(TransportLabel, null_label_is_cut_from_every_unit) {
  auto body = good(Kind::shipping_notice);
  const auto unit = fmt::format("{{{}}}", items);
  for (int index = 1; index < 5; ++index)
    body = changed(body, Change{fmt::format("content.transportUnits.{}", index), unit});
  body = changed(body, Change{"content.transportUnits.4.transportUnits.0", unit});
  auto labelled = body;
  for (const std::string_view path : {"0", "1", "3", "4", "4.transportUnits.0"})
    labelled = changed(
        labelled, Change{fmt::format("content.transportUnits.{}.transportLabel", path), "null"});
  EXPECT_EQ(kept(labelled), kept(body));
}

TEST(TransportLabel, label_outside_of_a_transport_unit_is_an_unknown_field_and_stays) {
  for (const std::string_view path : {"content.transportLabel", "content.header.transportLabel",
                                      "content.transportUnits.0.items.0.transportLabel",
                                      "content.transportUnits.0.carrier.transportLabel"}) {
    for (const std::string_view value : {"null", R"({"sscc":"1"})"}) {
      const auto body = changed(good(Kind::shipping_notice), Change{path, std::string(value)});
      EXPECT_TRUE(kept(body).content.contains(fmt::format("\"transportLabel\":{}", value))) << path;
    }
  }
  const auto order = changed(good(Kind::order), Change{"content.items.0.transportLabel", "null"});
  EXPECT_TRUE(kept(order).content.contains("transportLabel"));
}

TEST(TransportLabel, label_is_refused_in_any_unit_of_any_kind_at_any_depth) {
  for (const auto kind : kinds_with_units) {
    for (const std::string value :
         {"{}", R"({"sscc":"395210010000000013"})", "[]", "false", "0", R"("")", "1e309"}) {
      EXPECT_EQ(
          faults_of(changed(good(kind), Change{"content.transportUnits.0.transportLabel", value})),
          (Found{fmt::format("{}.transportUnit.transportLabel.read_only at "
                             "content.transportUnits.0.transportLabel",
                             row_of(kind).word)}))
          << value;
    }
  }
  EXPECT_EQ(faults_of(notice(items, fmt::format(R"({},"transport\u004cabel":{{}})", items))),
            (Found{"shipping_notice.transportUnit.transportUnit.transportLabel.read_only at "
                   "content.transportUnits.1.transportUnits.0.transportLabel"}));
}

TEST(TransportLabel, label_that_is_refused_must_be_readable_still) {
  for (const std::string broken : {"{\"a\":007}", "[", "{\"a\":1,\"a\":1}", "007", "nul"}) {
    for (const auto kind : kinds_with_units) {
      EXPECT_NE(unreadable_word(
                    changed(good(kind), Change{"content.transportUnits.0.transportLabel", broken})),
                "")
          << broken;
    }
  }
}

TEST(TransportLabel, example_with_null_labels_is_kept_without_them) {
  const auto body = example(Kind::shipping_notice, "transport_label_null");
  const auto reading = Reader().read(body);
  ASSERT_TRUE(reading && reading->valid());
  EXPECT_FALSE(reading->document.content.contains("transportLabel"));
}

}  // namespace
}  // namespace tradepost::document
