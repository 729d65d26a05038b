#pragma once

#include <string>
#include <vector>

// What /openapi.json says there is, so that a way that is added is tried by itself.
namespace tradepost::strangers_tests {

struct Way {
  std::string method;
  std::string path;  // /v2/errors/{id}
  std::string body;  // an example of it; empty: none is read

  bool has_place() const { return path.find('{') != std::string::npos; }
  bool is_list() const { return method == "GET" && !has_place() && has_cursor; }
  bool has_cursor = false;
};
std::vector<Way> ways_in(const std::string& openapi);

// Everything in a text that has the form of a UUID.
std::vector<std::string> ids_in(const std::string& text);

}  // namespace tradepost::strangers_tests
