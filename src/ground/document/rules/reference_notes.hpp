#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "document/json/tokens.hpp"
#include "document/model/schema.hpp"
#include "document/rules/references.hpp"

namespace tradepost::document {

// Notes the numbers of other documents during the walk.
class ReferenceNotes {
 public:
  explicit ReferenceNotes(const Tokens& tokens) : tokens_(tokens) {}

  void note(std::uint32_t kinds, std::uint32_t token);
  // Returns the references of a document of this kind, without its own number. At most
  // limits::references_max.
  References found(Kind kind, std::string_view own_number) const;

 private:
  struct Note {
    std::uint32_t kinds;
    std::uint32_t token;
  };

  const Tokens& tokens_;
  std::vector<Note> notes_;
};

}  // namespace tradepost::document
