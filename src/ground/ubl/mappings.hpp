#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"
#include "ubl/mapping.hpp"

namespace tradepost::ubl {

// The mappings of all kinds that UBL and Peppol BIS 3 have.
class Mappings {
 public:
  static const Mappings& of_project();

  // Returns the mapping that a document is written by, or nullptr. A later version of an order is
  // an order change.
  const Mapping* find(document::Kind kind, Extent extent, const document::View& content) const;
  // Returns the mapping that documents with a root element are read by, or nullptr.
  const Mapping* find(std::string_view space, std::string_view root) const;
  const std::vector<std::unique_ptr<const Mapping>>& all() const { return all_; }

 private:
  std::vector<std::unique_ptr<const Mapping>> all_;
};

// Returns true if all documents of the kind have a mapping.
bool has_form(document::Kind kind, Extent extent);

}  // namespace tradepost::ubl
