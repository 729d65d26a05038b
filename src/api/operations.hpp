#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

// What every route does, in words and by schema: /openapi.json and /docs are made of this and of
// routes(), and a test holds the two against each other. Descriptions are paragraphs and lists of
// Markdown. `platform` in the three field names, and {base_url}, are replaced by what holds.
namespace tradepost::api {

enum class ParameterPlace : std::uint8_t { path, query, header };

enum class ParameterNeed : std::uint8_t { optional, required };

struct Parameter {
  ParameterPlace place;
  std::string_view name;
  std::string_view schema;  // JSON
  std::string_view description;
  ParameterNeed need = ParameterNeed::optional;  // those of a path are needed anyway

  bool is_needed() const {
    return place == ParameterPlace::path || need == ParameterNeed::required;
  }
};

struct Content {
  std::string_view schema;   // the name of a component; none where it is no JSON
  std::string_view example;  // JSON that the schema allows
  std::string_view media = "application/json";
};

// One status. What holds for routes of a sort (401, 406 …) is not said here, but where it adds to
// what such a route's own row says.
struct Reply {
  int status;
  std::string_view when;
  std::optional<Content> content = {};  // none: no body
  std::vector<std::string_view> headers = {};
  std::optional<Content> other = {};  // where it may come as another media type
};

struct Operation {
  std::string_view method;
  std::string_view path;
  std::string_view id;  // for ever: programs are generated from it
  std::string_view group;
  std::string_view summary;
  std::string_view description;
  std::vector<Parameter> parameters = {};
  std::optional<Content> body = {};
  std::vector<Reply> replies;
  // Of a route for anybody whose handler looks for a participant's token of this scope itself, or
  // for the signed link to what is asked for.
  std::string_view scope_or_link = {};
};

// One of each route, in the order in which people read them.
std::vector<Operation> operations();

// By subject; operations() has them all.
std::vector<Operation> trading_operations();
std::vector<Operation> history_operations();
std::vector<Operation> label_operations();
std::vector<Operation> case_operations();
std::vector<Operation> partner_operations();
std::vector<Operation> administration_operations();
std::vector<Operation> operation_operations();
std::vector<Operation> case_operations_of_operators();
std::vector<Operation> webhook_operations();
std::vector<Operation> webhook_operations_of_operators();
std::vector<Operation> webhook_operations();
std::vector<Operation> webhook_operations_of_operators();
std::vector<Operation> service_operations();

struct Group {
  std::string_view name;
  std::string_view description;
};
std::vector<Group> operation_groups();

// What stands above all of them.
std::string_view interface_description();

// The parameters and headers that several have.
struct HeaderWords {
  std::string_view name;
  std::string_view schema;  // JSON
  std::string_view description;
};
std::vector<HeaderWords> answer_headers();

// Which every request may have.
Parameter request_id_parameter();

}  // namespace tradepost::api
