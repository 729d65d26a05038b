// Bodies are read by the shape that their description gives them.
#include "api/bodies/admin_body.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "api/bodies/body_shapes.hpp"
#include "document/json_reader.hpp"

namespace tradepost::api {
namespace {

constexpr std::array<std::string_view, 3> colours = {"red", "green", "blue"};
constexpr std::array fields_of_thing = {
    FieldShape{"name", true, 3, 0, 0, 0, {}},
    FieldShape{"colour", false, 0, 0, 0, 0, colours},
    FieldShape{"colours", false, 0, 2, 0, 0, colours},
};
constexpr BodyShape thing = {.fields = fields_of_thing, .is_closed = true};

std::optional<std::size_t> colour_named(std::string_view word) {
  for (std::size_t i = 0; i < colours.size(); ++i) {
    if (colours[i] == word) return i;
  }
  return std::nullopt;
}

// Returns the codes, paths and sentences of the faults.
std::string answer_to(std::string_view json) {
  document::JsonReader reader;
  BodyFaults faults;
  const auto body = reader.read(json);
  if (!body) return "unreadable";
  Fields fields(*body, thing, {.path = "", .code = "thing"}, faults);
  fields.need();
  static_cast<void>(fields.name("name"));
  static_cast<void>(fields.word("colour", colour_named));
  static_cast<void>(fields.words("colours", "colour", colour_named));
  fields.end();
  return faults.any() ? faults.answer().body.joined() : "";
}

struct Row {
  std::string_view body;
  std::string_view code;
  std::string_view sentence;
};

TEST(AdminBody, what_the_shape_does_not_allow_is_a_fault_with_its_bound) {
  constexpr std::array rows = {
      Row{R"({})", "thing.name.missing", "name is missing."},
      Row{R"({"name":null})", "thing.name.missing", "name is missing."},
      Row{R"({"name":"abcd"})", "thing.name.malformed",
          "name must have 1 to 3 characters, and not only white space."},
      Row{R"({"name":" "})", "thing.name.malformed",
          "name must have 1 to 3 characters, and not only white space."},
      Row{R"({"name":"a","colour":"pink"})", "thing.colour.unknown_value",
          "The value must be red, green or blue."},
      Row{R"({"name":"a","colours":["pink"]})", "thing.colour.unknown_value",
          "The value must be red, green or blue."},
      Row{R"({"name":"a","colours":["red","red","red"]})", "thing.colours.too_many",
          "colours can have at most 2 entries."},
      Row{R"({"name":"a","shade":1})", "thing.unknown_field", "Unknown field shade."},
      Row{R"([])", "thing.wrong_type", "The body must be a JSON object."},
  };
  for (const Row& row : rows) {
    const std::string answer = answer_to(row.body);
    EXPECT_TRUE(answer.contains("\"code\":\"" + std::string(row.code) + "\"")) << answer;
    EXPECT_TRUE(answer.contains(row.sentence)) << answer;
    EXPECT_TRUE(answer.contains("\"faultCount\":1")) << answer;
  }
}

TEST(AdminBody, allowed_shape_has_no_fault) {
  EXPECT_EQ(answer_to(R"({"name":"abc","colour":"blue","colours":["red","green"]})"), "");
  EXPECT_EQ(answer_to(R"({"name":"äöü","colour":null,"shade":null})"), "") << "characters count";
}

// The compiler of model/api follows references, null and lists.
TEST(AdminBody, shapes_have_what_the_description_says) {
  const auto field = [](const BodyShape& shape, std::string_view name) -> FieldShape {
    for (const FieldShape& one : shape.fields) {
      if (one.name == name) return one;
    }
    ADD_FAILURE() << name;
    return {};
  };
  EXPECT_TRUE(field(shapes::token_request, "participant").is_required);
  EXPECT_FALSE(field(shapes::token_request, "scopes").is_required);
  EXPECT_EQ(field(shapes::token_request, "scopes").entries_max, 4u);
  EXPECT_EQ(field(shapes::token_request, "scopes").words.size(), 4u);
  EXPECT_EQ(field(shapes::token_request, "flow").words.size(), 2u);
  EXPECT_EQ(field(shapes::requirement, "when").length_max, 255u);
  EXPECT_EQ(field(shapes::retention_rule, "rowDays").number_min, 1u);
  EXPECT_TRUE(shapes::webhook_targets.is_closed);
  EXPECT_FALSE(shapes::error_report.is_closed);
}

}  // namespace
}  // namespace tradepost::api
