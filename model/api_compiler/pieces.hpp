#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json.hpp"

namespace api_compiler {

struct Operation {
  std::string path;
  std::string method;  // in lower case
  std::string tag;
  Json words;
};

// The files of model/api, and their parts under names that all can use.
class Pieces {
 public:
  // Reads interface.json and the files that it names. It stops at any other file in the folder.
  explicit Pieces(const std::string& folder);

  const Json& head() const { return head_; }
  // Returns all operations in the order of the files.
  const std::vector<Operation>& operations() const { return operations_; }
  // Returns the calls of the exchange. The path is the name of the event.
  const std::vector<Operation>& webhooks() const { return webhooks_; }
  // Returns all members of a section: "schemas", "responses" …
  const std::vector<Json::Member>& all(std::string_view section) const;
  bool has(std::string_view section, std::string_view name) const;
  // Returns a member and marks it as used. It stops at `from` if there is none.
  const Json& use(std::string_view section, std::string_view name, const Place& from);
  bool is_used(std::string_view section, std::string_view name) const;

  // Stops at the first unused member, which is an error.
  void stop_at_unused() const;

 private:
  void take(const std::string& path);
  void take_section(const std::string& section, const Json& named);
  void take_paths(const std::string& tag, const Json& paths);

  Json head_;
  std::vector<Operation> operations_;
  std::vector<Operation> webhooks_;
  std::map<std::string, std::vector<Json::Member>, std::less<>> sections_;
  std::set<std::pair<std::string, std::string>> used_;
};

// Stops at the first member with another name.
void only(const Json& object, std::initializer_list<std::string_view> names, std::string_view what);

}  // namespace api_compiler
