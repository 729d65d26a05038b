#pragma once

#include <expected>
#include <memory>
#include <string_view>
#include <vector>

#include "edifact/mapping.hpp"
#include "edifact/message.hpp"

namespace tradepost::edifact {

// The mappings of all kinds and directories: the ones of the project, or the ones of a partner.
class Mappings {
 public:
  static const Mappings& of_project();
  // Returns the mappings of the project with the lines of a variant. A fault names its line.
  static std::expected<Mappings, MappingFault> with_variant(std::string_view variant);

  // Returns nullptr if the directory has no message for the kind.
  const Mapping* find(document::Kind kind, const Directory& directory) const;
  // Returns the mapping of a message by its type and the code of BGM, or nullptr. A message of a
  // directory that is not known is read as one of the nearest.
  const Mapping* find(const Message& message) const;

 private:
  std::vector<std::shared_ptr<const Mapping>> all_;  // a message without a mapping is left out
};

}  // namespace tradepost::edifact
