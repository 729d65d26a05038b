#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "json.hpp"
#include "pieces.hpp"

namespace api_compiler {

// The answers of operations: its own answers, and the standing answers, which define for which sort
// of operation they apply.
class Responses {
 public:
  explicit Responses(Pieces& pieces);

  // Returns the answers of an operation, lowest status first.
  Json of(const Json& operation);

  // Returns the answers that a webhook expects: for each status the name of a response that has
  // only a description.
  Json of_receiver(const Json& responses);

  // Returns all components that the operations refer to.
  Json components();

  // Returns the content as JSON of an object with `schema`, the name of one, and an optional
  // `example`.
  Json json_content(const Json& words);

 private:
  // A response, and the standing answer of its status, whose parts it uses.
  struct Words {
    std::string_view status;
    const Json* own = nullptr;
    const Json* standing = nullptr;
    bool is_counted = false;  // a good answer to a request that a rate limit counts
  };

  Json standing_or_own(const Json::Member& own, const Json* standing, std::string_view name,
                       bool is_participants);
  Json reply(const Words& words);
  Json headers(const Words& words);
  Json content(const Words& words);
  Json media(const Json& words);
  Json component(const std::string& name, std::string_view status, const Place& from);

  Pieces& pieces_;
  std::map<std::string, std::string> referenced_;  // the status by name
};

}  // namespace api_compiler
