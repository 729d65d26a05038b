// Each example of an invoice or a credit note becomes an e-invoice and a document again, or is
// refused with the rules that it breaks.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/text/decimal.hpp"
#include "document/json_reader.hpp"
#include "document/read.hpp"
#include "forms/forms.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::forms::round_trip_test {
namespace {

using document::Reader;

std::string example(std::string_view name) {
  std::ifstream file(std::filesystem::path(source_dir()) / "examples" / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

using Leaves = std::map<std::string, std::string>;

// Adds the texts, numbers and flags of a value by their paths. Leaves out default values.
void add_leaves(const document::View& value, const document::TypeRow* type,
                const document::FieldRow* field, const std::string& path, Leaves& leaves) {
  const auto path_of = [&](const std::string& name) {
    return path.empty() ? name : path + '.' + name;
  };
  if (value.is_object()) {
    value.each_member([&](const document::View& name, const document::View& member) {
      const auto slot = type == nullptr ? document::no_slot : type->find(name.text());
      const auto* const row = slot == document::no_slot ? nullptr : &type->fields[slot];
      const bool is_object = row != nullptr && row->value == document::ValueType::object;
      add_leaves(member, is_object ? &document::type_of(*row) : nullptr, row, path_of(name.text()),
                 leaves);
    });
  } else if (value.is_list()) {
    value.each([&](std::uint32_t index, const document::View& element) {
      add_leaves(element, type, field, path_of(std::to_string(index)), leaves);
    });
  } else if (value) {
    const std::string text = value.is_text() ? value.text() : std::string(value.scalar());
    if (field == nullptr || text != field->default_value) leaves[path] = text;
  }
}

Leaves leaves_of(const document::KindRow& kind, const document::View& content) {
  Leaves leaves;
  add_leaves(content, &document::types()[kind.type], nullptr, "", leaves);
  return leaves;
}

// Numbers are equal by their value: 5 and 5.00.
bool is_equal(const std::string& one, const std::string& other) {
  const auto left = base::Decimal::parse(one);
  const auto right = base::Decimal::parse(other);
  return one == other || (left && right && *left == *right);
}

std::string rules_of(const Written& written) {
  std::string rules;
  for (const Objection& one : written.objections) rules += one.rule + ' ' + one.path + '\n';
  return rules;
}

void come_back(const FormRow& form, const std::string& body) {
  Reader reader;
  const auto reading = reader.read(body);
  ASSERT_TRUE(reading && reading->valid());
  const document::KindRow& kind = document::row_of(*reading->document.kind);
  const Written written = write(form, kind, reader.content());
  ASSERT_EQ(rules_of(written), "");
  ASSERT_TRUE(written.losses.empty());
  const auto back = read(written.text);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->form, &form);
  for (const FormFault& fault : back->faults) ADD_FAILURE() << fault.xpath << fault.message;
  for (const Loss& loss : back->losses) ADD_FAILURE() << loss.path;
  document::JsonReader other;
  const auto body_of_back = other.read(back->body);
  ASSERT_TRUE(body_of_back);
  const Leaves sent = leaves_of(kind, reader.content());
  const Leaves came = leaves_of(kind, body_of_back->member("content"));
  for (const auto& [path, text] : sent) {
    ASSERT_TRUE(came.contains(path)) << path;
    EXPECT_TRUE(is_equal(came.at(path), text)) << path << ": " << came.at(path) << ", " << text;
  }
  EXPECT_EQ(came.size(), sent.size());
}

TEST(RoundTrip, documents_with_all_fields_come_back_in_each_form) {
  for (const FormRow& form : forms()) {
    if (form.is_in_pdf) continue;  // its text is the one of cii
    for (const std::string_view name : {"invoice/full.json", "credit_note/full.json"}) {
      SCOPED_TRACE(std::string(form.name) + ' ' + std::string(name));
      come_back(form, example(name));
    }
  }
}

// Many empty elements before an element are a place that a reader refuses.
TEST(RoundTrip, element_after_many_empty_ones_comes_back_or_is_a_loss) {
  std::string body = example("invoice/full.json");
  const std::string_view list = "\"identifiers\": [";
  const std::size_t at = body.find(list);
  ASSERT_NE(at, std::string::npos);
  body.insert(at + list.size(), "null, null, null, null, null, null, ");
  Reader reader;
  const auto reading = reader.read(body);
  ASSERT_TRUE(reading && reading->valid());
  const document::KindRow& kind = document::row_of(*reading->document.kind);
  const Written written = write(*find_form("cii"), kind, reader.content());
  const auto back = read(written.text);
  ASSERT_TRUE(back);
  document::JsonReader other;
  const auto body_of_back = other.read(back->body);
  ASSERT_TRUE(body_of_back);
  const Leaves came = leaves_of(kind, body_of_back->member("content"));
  std::size_t lost = 0;
  for (const auto& [path, text] : leaves_of(kind, reader.content())) {
    if (came.contains(path) && is_equal(came.at(path), text)) continue;
    ++lost;
    EXPECT_TRUE(std::ranges::count(written.losses, "content." + path, &Loss::path) > 0) << path;
  }
  EXPECT_GE(written.losses.size(), lost);  // also a lost default value
  EXPECT_GT(lost, 0U);
}

std::string refusal_of_body(std::string_view body, std::string_view form) {
  Reader reader;
  const auto reading = reader.read(body);
  if (!reading || !reading->valid()) return "faulty";
  const document::KindRow& kind = document::row_of(*reading->document.kind);
  return rules_of(write(*find_form(form), kind, reader.content()));
}

std::string refusal_of(std::string_view name, std::string_view form) {
  return refusal_of_body(example(name), form);
}

TEST(RoundTrip, each_rule_that_an_example_breaks_is_named_with_its_field) {
  EXPECT_EQ(refusal_of("invoice/lifelike.json", "xrechnung"),
            "BR-DE-2 content.header.supplier.contacts\n");
  EXPECT_EQ(refusal_of("invoice/lifelike.json", "ubl"),
            "DE-R-002 content.header.supplier.contacts\n");
  EXPECT_EQ(refusal_of("credit_note/minimal.json", "xrechnung"),
            "BR-CO-04 content.items.0.tax\n"
            "BR-05 content.header.currency\n"
            "BR-DE-15 content.header.orderIdentifier\n"
            "BR-06 content.header.supplier.name\n"
            "BR-07 content.header.buyer.name\n"
            "BR-08 content.header.supplier.postalAddress.countryCode\n"
            "BR-10 content.header.buyer.postalAddress.countryCode\n"
            "BR-DE-2 content.header.supplier.contacts\n");
}

TEST(RoundTrip, wrong_subtotal_breaks_no_second_rule) {
  std::string body = example("invoice/lifelike.json");
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"\"subtotalAmount\": 2928.60", "\"subtotalAmount\": 2938.60"},
      {"\"netAmount\": 2973.60", "\"netAmount\": 2983.60"},
      {"\"grossAmount\": 3538.58", "\"grossAmount\": 3548.58"},
      {"\"dueAmount\": 3538.58", "\"dueAmount\": 3548.58"}};
  for (const auto& [right, wrong] : changes) body.replace(body.find(right), right.size(), wrong);
  EXPECT_EQ(refusal_of_body(body, "cii"), "BR-CO-10 content.summary.subtotalAmount\n");
}

}  // namespace
}  // namespace tradepost::forms::round_trip_test
