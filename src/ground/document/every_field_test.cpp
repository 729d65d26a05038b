// Tests every field of the model, of every kind, at every possible place: with a valid value, and
// with every error that its row in the tables allows. The expected fault is derived from the row
// here, by other code than reading's.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "document/changes_test_table.hpp"
#include "document/json/tokens.hpp"
#include "document/json/view.hpp"

// Covers contract 4.3 and 4.4.
namespace tradepost::document {
namespace {

bool has_field(const TypeRow& type, std::string_view name) {
  return type.find(name) != no_slot;
}

std::string good_value(const FieldRow& field);

std::string member(std::string_view name, const std::string& value) {
  return fmt::format("\"{}\":{}", name, value);
}

// Returns the members that a valid object has because of a rule, although the table does not
// require them.
std::string rule_member(const TypeRow& type, std::string_view tested) {
  const auto one_of = [&](std::string_view name, std::string value) {
    return name == tested ? std::string() : member(name, value);
  };
  if (type.name == "Modification")
    return tested == "amount" ? member("percentage", "1") : one_of("amount", "1");
  if (type.name == "ItemIdentifier") return one_of("identifier", "\"a\"");
  if (type.name == "OrderResponseHeader") return one_of("type", "\"ACCEPT\"");
  if (has_field(type, "transportUnits") && has_field(type, "unitType"))
    return one_of("items", good_value(type.fields[type.find("items")]));
  const auto summary = type.find("summary");
  if (summary != no_slot && type.fields[summary].need == Need::optional)
    return one_of("summary", good_value(type.fields[summary]));
  return {};
}

// Returns the members of a valid object of the type, except the tested field.
std::string good_members(const TypeRow& type, std::string_view tested) {
  std::string members;
  const auto add = [&](const std::string& text) {
    if (!text.empty()) members += (members.empty() ? "" : ",") + text;
  };
  for (const auto& field : type.fields) {
    if (field.need != Need::required || field.name == tested) continue;
    // If the action is tested, the quantities differ, because it is allowed only then.
    const bool differs = tested == "openQuantityAction" && field.name == "shippedQuantity";
    add(member(field.name, differs ? "2" : good_value(field)));
  }
  add(rule_member(type, tested));
  return members;
}

std::string good_single(const FieldRow& field) {
  switch (field.value) {
    case ValueType::number:
    case ValueType::integer:
      return "1";
    case ValueType::boolean:
      return "false";
    case ValueType::date:
    case ValueType::datetime:
      return in_quotes("2026-03-31");
    case ValueType::currency:
      return in_quotes("EUR");
    case ValueType::country:
      return in_quotes("DE");
    case ValueType::uri:
      return in_quotes("https://a.example");
    case ValueType::email:
      return in_quotes("a@b.example");
    case ValueType::choice:
      return in_quotes(enum_of(field).values[0]);
    case ValueType::object:
      return fmt::format("{{{}}}", good_members(type_of(field), ""));
    case ValueType::text:
      break;
  }
  return in_quotes("a");
}

std::string good_value(const FieldRow& field) {
  const auto single = good_single(field);
  return field.shape == Shape::list ? fmt::format("[{}]", single) : single;
}

// A value and the rules that it breaks: faults, or the word "warning".
struct Trial {
  std::string value;
  std::string_view fault;
  std::string_view warning = {};
};

bool takes_text(const FieldRow& field) {
  switch (field.value) {
    case ValueType::number:
    case ValueType::integer:
    case ValueType::boolean:
    case ValueType::object:
      return false;
    default:
      return true;
  }
}

// Returns values of every type except the field's own.
std::vector<std::string> values_of_wrong_type(const FieldRow& field, Shape shape) {
  const bool is_list = shape == Shape::list;
  std::vector<std::string> values;
  if (!is_list) values.emplace_back("[]");
  if (is_list || field.value != ValueType::object) values.emplace_back("{}");
  if (is_list || !takes_text(field)) values.emplace_back("\"a\"");
  const bool is_number = field.value == ValueType::number || field.value == ValueType::integer;
  if (is_list || !is_number) values.emplace_back("7");
  if (is_list || field.value != ValueType::boolean) values.emplace_back("true");
  return values;
}

void add_trials_of_length(const FieldRow& field, std::vector<Trial>& trials) {
  const std::string_view warning = field.value == ValueType::text ? "" : "odd";
  trials.push_back({in_quotes(repeated("\u00e4", field.length_max)), "", warning});
  trials.push_back({in_quotes(repeated("a", field.length_max + 1)), "too_long", warning});
}

void add_trials_of_value(const FieldRow& field, std::vector<Trial>& trials) {
  switch (field.value) {
    case ValueType::text:
      trials.push_back({in_quotes(" "), field.need == Need::required ? "blank" : ""});
      return;
    case ValueType::number:
      trials.push_back({repeated("9", 41), "too_many_digits"});
      trials.push_back({"1e309", "out_of_range"});
      return;
    case ValueType::integer:
      trials.push_back({"1.0", ""});
      trials.push_back({"1.5", "not_whole"});
      trials.push_back({"9223372036854775808", "out_of_range"});
      trials.push_back({repeated("9", 41), "too_many_digits"});
      return;
    case ValueType::date:
      trials.push_back({in_quotes("2023-02-30"), "not_a_date"});
      trials.push_back({in_quotes("2026-03-31T10:00"), "not_a_date"});
      return;
    case ValueType::datetime:
      trials.push_back({in_quotes("2026-03-31T10:00:00Z"), ""});
      trials.push_back({in_quotes("2023-02-30"), "not_a_datetime"});
      return;
    case ValueType::currency:
      trials.push_back({in_quotes("eur"), "malformed"});
      return;
    case ValueType::country:
      if (field.name == "originCountryCode") {
        trials.push_back({in_quotes("de"), "", "odd"});
      } else {
        trials.push_back({in_quotes("de"), "malformed"});
      }
      return;
    case ValueType::uri:
    case ValueType::email:
      trials.push_back({in_quotes("?"), "", "odd"});
      return;
    case ValueType::choice:
      trials.push_back({in_quotes("a"), "unknown_value"});
      return;
    case ValueType::boolean:
      trials.push_back({"true", ""});
      return;
    case ValueType::object:
      return;
  }
}

// The current place of the walk: the text before and after the value, and its path.
struct Site {
  std::string path;
  std::string code;
  std::string before;
  std::string behind;

  Site value_of(const TypeRow& type, const FieldRow& field) const {
    const auto others = good_members(type, field.name);
    return {.path = fmt::format("{}.{}", path, field.name),
            .code = fmt::format("{}.{}", code, field.name),
            .before = fmt::format("{}{{{}{}\"{}\":", before, others, others.empty() ? "" : ",",
                                  field.name),
            .behind = "}" + behind};
  }
  Site first_element(const FieldRow& field) const {
    auto element_code = code;
    element_code.resize(code.size() - field.name.size());
    return {.path = path + ".0",
            .code = element_code + std::string(singular(field.name)),
            .before = before + "[",
            .behind = fmt::format(",{}]{}", good_single(field), behind)};
  }
};

class Tour {
 public:
  explicit Tour(const KindRow& kind) : kind_(kind) {
    visit({.path = "content",
           .code = std::string(kind.word),
           .before = fmt::format(R"({{"type":"{}","content":)", kind.name),
           .behind = "}"},
          kind.type);
  }

  std::size_t readings() const { return readings_; }
  const std::set<std::pair<std::uint8_t, std::string_view>>& fields() const { return fields_; }
  // Returns every code that occurred, with the paths of its findings without positions.
  const std::map<std::string, std::set<std::string>>& codes() const { return codes_; }

 private:
  void visit(const Site& site, std::uint8_t type_index) {
    const auto& type = types()[type_index];
    open_.push_back(type_index);
    const auto level = static_cast<std::size_t>(std::ranges::count(open_, type_index)) - 1;
    for (const auto& field : type.fields) {
      const bool is_too_deep = field.depth_max != 0 && level >= field.depth_max;
      if (is_too_deep) continue;
      const bool is_first = fields_.emplace(type_index, field.name).second;
      const auto value = site.value_of(type, field);
      if (field.access == Access::read_only) {
        for (const std::string_view given : {"{}", "7", "\"a\""})
          expect(value, {std::string(given), "read_only"});
        expect(value, {"null", ""});
        continue;
      }
      judge(value, type, field);
      if (is_first) check_length(value, field);
      const bool is_new = std::ranges::count(open_, field.target) < 2;
      if (field.value != ValueType::object || !is_new) continue;
      visit(field.shape == Shape::list ? value.first_element(field) : value, field.target);
    }
    open_.pop_back();
  }

  void judge(const Site& site, const TypeRow& type, const FieldRow& field) {
    expect(site, {good_value(field), ""});
    expect(site, {"null", absent(type, field)});
    for (const auto& value : values_of_wrong_type(field, field.shape))
      expect(site, {value, "wrong_type"});
    if (field.shape == Shape::list) return check_list(site, type, field);
    std::vector<Trial> trials;
    add_trials_of_value(field, trials);
    for (const auto& trial : trials) expect(site, trial);
    const bool is_response_type = type.name == "OrderResponseHeader" && field.name == "type";
    if (field.value != ValueType::choice || is_response_type) return;
    for (const auto value : enum_of(field).values) expect(site, {in_quotes(value), ""});
  }

  // Runs once for each field and not at every place, because texts may be long.
  void check_length(const Site& site, const FieldRow& field) {
    const bool has_length = field.value == ValueType::text || field.value == ValueType::uri ||
                            field.value == ValueType::email;
    if (!has_length) return;
    std::vector<Trial> trials;
    add_trials_of_length(field, trials);
    for (const auto& trial : trials) expect(site, trial);
  }

  void check_list(const Site& site, const TypeRow& type, const FieldRow& field) {
    const auto none = field.items_min > 0 ? std::string_view("too_few") : absent(type, field);
    expect(site, {"[]", none == "missing" && field.need == Need::required ? "" : none});
    for (const auto& value : values_of_wrong_type(field, Shape::one))
      expect(site.first_element(field), {value, "wrong_type"});
    expect(site.first_element(field), {"null", ""});
  }

  // Returns the fault of an absent value, or an empty text if it may be absent.
  std::string_view absent(const TypeRow& type, const FieldRow& field) const {
    const bool is_needed_by_rule =
        (field.name == "items" && has_field(type, "unitType")) ||
        (field.name == "openQuantityAction" && kind_.kind == Kind::shipping_notice);
    return field.need == Need::required || is_needed_by_rule ? "missing" : "";
  }

  void expect(const Site& site, const Trial& trial) {
    const auto body = site.before + trial.value + site.behind;
    const auto reading = reader_.read(body);
    ++readings_;
    ASSERT_TRUE(reading) << body;
    const auto expected = [&](std::string_view rule) {
      return rule.empty() ? Found{} : Found{fmt::format("{}.{} at {}", site.code, rule, site.path)};
    };
    EXPECT_EQ(text_of(reading->faults), expected(trial.fault)) << body.substr(0, 2000);
    for (const auto& warning : expected(trial.warning)) {
      const auto warnings = text_of(reading->warnings);
      EXPECT_NE(std::ranges::find(warnings, warning), warnings.end()) << body.substr(0, 2000);
    }
    note(reading->faults);
    note(reading->warnings);
  }

  void note(const Findings& findings) {
    for (const auto& finding : findings.named()) {
      std::string path;
      for (const char c : finding.path) {
        if (c >= '0' && c <= '9' && path.ends_with('.')) {
          path.back() = '*';
        } else {
          path += c;
        }
      }
      codes_[finding.code].insert(path);
    }
  }

  const KindRow& kind_;
  Reader reader_;
  std::vector<std::uint8_t> open_;  // the types around the site, the content's first
  std::size_t readings_ = 0;
  std::set<std::pair<std::uint8_t, std::string_view>> fields_;
  std::map<std::string, std::set<std::string>> codes_;
};

class EveryField : public testing::TestWithParam<Kind> {};

TEST_P(EveryField, is_taken_right_and_refused_wrong) {
  const Tour tour(row_of(GetParam()));
  EXPECT_GT(tour.readings(), tour.fields().size() * 3);
}

bool is_word(std::string_view text, bool may_have_capitals) {
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return (c >= 'a' && c <= 'z') ||
           (may_have_capitals ? (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') : c == '_');
  });
}

TEST_P(EveryField, has_codes_that_are_well_formed_and_mean_one_thing) {
  const Tour tour(row_of(GetParam()));
  for (const auto& [code, paths] : tour.codes()) {
    EXPECT_EQ(paths.size(), 1u) << code << " is said of " << *paths.begin() << " and "
                                << *paths.rbegin();
    std::vector<std::string_view> words;
    for (std::size_t begin = 0; begin <= code.size();) {
      const auto end = std::min(code.find('.', begin), code.size());
      words.push_back(std::string_view(code).substr(begin, end - begin));
      begin = end + 1;
    }
    ASSERT_GE(words.size(), 3u) << code;
    EXPECT_EQ(words.front(), row_of(GetParam()).word) << code;
    EXPECT_TRUE(is_word(words.back(), false)) << code;
    for (std::size_t word = 1; word + 1 < words.size(); ++word)
      EXPECT_TRUE(is_word(words[word], true)) << code;
  }
}

// Collects the fields of each type that are present and not null.
void collect(View value, std::uint8_t type_index,
             std::set<std::pair<std::uint8_t, std::string_view>>& present) {
  const auto& type = types()[type_index];
  for (const auto& field : type.fields) {
    const auto inner = value.member(field.name);
    if (!inner) continue;
    present.emplace(type_index, field.name);
    if (field.value != ValueType::object) continue;
    if (field.shape == Shape::one) {
      collect(inner, field.target, present);
    } else {
      inner.each([&](std::uint32_t, View element) { collect(element, field.target, present); });
    }
  }
}

TEST_P(EveryField, occurs_in_the_full_example) {
  const auto& kind = row_of(GetParam());
  const auto body = example(kind.kind, "full");
  Tokens tokens;
  ASSERT_FALSE(tokens.index(body));
  std::set<std::pair<std::uint8_t, std::string_view>> present;
  collect(View(tokens, 0).member("content"), kind.type, present);
  const Tour tour(kind);
  for (const auto& [type, name] : tour.fields()) {
    const auto& row = types()[type];
    const bool is_given = row.fields[row.find(name)].access == Access::written;
    EXPECT_EQ(present.contains({type, name}), is_given) << row.name << "." << name;
  }
}

INSTANTIATE_TEST_SUITE_P(OfKind, EveryField, testing::ValuesIn([] {
                           std::vector<Kind> all;
                           for (const auto& kind : kinds()) all.push_back(kind.kind);
                           return all;
                         }()),
                         [](const auto& of) { return std::string(row_of(of.param).word); });

TEST(EveryType, of_the_model_belongs_to_a_kind) {
  std::set<std::uint8_t> met;
  for (const auto& kind : kinds()) {
    const Tour tour(kind);
    for (const auto& [type, name] : tour.fields()) met.insert(type);
  }
  for (std::size_t type = 0; type < types().size(); ++type) {
    const bool is_filled_by_the_exchange = types()[type].name == "TransportLabel";
    EXPECT_EQ(met.contains(static_cast<std::uint8_t>(type)), !is_filled_by_the_exchange)
        << types()[type].name;
  }
}

}  // namespace
}  // namespace tradepost::document
