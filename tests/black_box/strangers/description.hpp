#pragma once

#include <string>
#include <vector>

// The operations of /openapi.json, so that the tests cover a new operation without a change.
namespace tradepost::strangers_tests {

struct Way {
  std::string method;
  std::string path;        // /v2/errors/{id}
  std::string body;        // an example; empty: the operation has no body
  std::string query = {};  // ?format=ubl: a parameter that the operation requires

  bool has_place() const { return path.find('{') != std::string::npos; }
  bool is_list() const { return method == "GET" && !has_place() && has_cursor; }
  bool has_cursor = false;
};
std::vector<Way> ways_in(const std::string& openapi);

// Returns every part of a text that has the form of a UUID.
std::vector<std::string> ids_in(const std::string& text);

}  // namespace tradepost::strangers_tests
