// The descriptions and the table of routes hold each other.
#include "api/operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "api/openapi_replies.hpp"
#include "api/openapi_schemas.hpp"
#include "api/routes.hpp"
#include "document/json_reader.hpp"
#include "document/view.hpp"

namespace tradepost::api {
namespace {

std::string way_of(std::string_view method, std::string_view path) {
  return std::string(method) + " " + std::string(path);
}

TEST(Operations, every_route_is_described_once) {
  std::multiset<std::string> described;
  for (const Operation& operation : operations()) {
    described.insert(way_of(operation.method, operation.path));
  }
  for (const Route& route : routes()) {
    EXPECT_EQ(described.count(way_of(route.method, route.path)), 1u)
        << way_of(route.method, route.path);
  }
}

TEST(Operations, every_description_has_its_route) {
  for (const Operation& operation : operations()) {
    EXPECT_NE(route_of(operation), nullptr) << way_of(operation.method, operation.path);
  }
}

TEST(Operations, a_body_is_described_exactly_where_one_is_read) {
  for (const Operation& operation : operations()) {
    const Route* const route = route_of(operation);
    if (route == nullptr) continue;
    EXPECT_EQ(operation.body.has_value(), route->body == Body::json)
        << way_of(operation.method, operation.path);
  }
}

TEST(Operations, ids_stand_once_and_groups_are_known) {
  std::set<std::string_view> ids;
  const auto groups = operation_groups();
  for (const Operation& operation : operations()) {
    EXPECT_TRUE(ids.insert(operation.id).second) << operation.id;
    EXPECT_TRUE(std::ranges::any_of(groups, [&](const Group& group) {
      return group.name == operation.group;
    })) << operation.group;
  }
}

// A name in braces in the path, and a parameter of the path, for each other.
TEST(Operations, parameters_of_the_path_are_those_that_it_has) {
  for (const Operation& operation : operations()) {
    std::size_t placeholders = std::ranges::count(operation.path, '{');
    for (const Parameter& parameter : operation.parameters) {
      if (parameter.place != ParameterPlace::path) continue;
      EXPECT_NE(operation.path.find("{" + std::string(parameter.name) + "}"),
                std::string_view::npos)
          << operation.id << ": " << parameter.name;
      --placeholders;
    }
    EXPECT_EQ(placeholders, 0u) << operation.id;
  }
}

TEST(Operations, headers_that_are_named_are_described) {
  const auto known = answer_headers();
  const auto is_known = [&](std::string_view name) {
    return std::ranges::any_of(known, [&](const HeaderWords& it) { return it.name == name; });
  };
  for (const Operation& operation : operations()) {
    for (const Reply& reply : operation.replies) {
      for (const std::string_view name : reply.headers) EXPECT_TRUE(is_known(name)) << name;
    }
  }
}

TEST(Operations, what_is_written_as_json_can_be_read) {
  document::JsonReader reader;
  const auto expect_json = [&](std::string_view text) {
    EXPECT_TRUE(reader.read(text).has_value()) << text;
  };
  for (const NamedSchema& schema : schemas_of_answers()) expect_json(schema.json);
  for (const HeaderWords& header : answer_headers()) expect_json(header.schema);
  for (const Operation& operation : operations()) {
    for (const Parameter& parameter : operation.parameters) expect_json(parameter.schema);
    if (operation.body) expect_json(operation.body->example);
    for (const Reply& reply : operation.replies) {
      if (reply.content && !reply.content->example.empty()) {
        expect_json(reply.content->example);
      }
    }
  }
}

TEST(Operations, schemas_of_answers_stand_once) {
  std::set<std::string_view> names;
  const auto schemas = schemas_of_answers();
  for (const NamedSchema& schema : schemas) EXPECT_TRUE(names.insert(schema.name).second);
}

}  // namespace
}  // namespace tradepost::api
