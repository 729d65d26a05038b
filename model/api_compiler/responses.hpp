#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "json.hpp"
#include "pieces.hpp"

namespace api_compiler {

// What operations answer: what each says itself, and the standing answers, which say for which sort
// of operation they hold.
class Responses {
 public:
  explicit Responses(Pieces& pieces);

  // Of an operation, lowest status first.
  Json of(const Json& operation);

  // The answers that a webhook expects: by status, the name of a response that is only described.
  Json of_receiver(const Json& responses);

  // All that references of the operations lead to.
  Json components();

  // Of what has `schema`, the name of one, and perhaps `example`.
  Json json_content(const Json& words);

 private:
  // A response, and what it has of the standing one of its status.
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
  std::map<std::string, std::string> referenced_;  // by name, with its status
};

}  // namespace api_compiler
