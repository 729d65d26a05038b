#pragma once

#include <cstdint>
#include <forward_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/json/tokens.hpp"
#include "document/json/view.hpp"
#include "document/model/open_object.hpp"

namespace tradepost::document {

struct PartyIdentifier {
  std::string_view domain;  // GS1 where the document names none
  std::string_view identifier;
};

// A party of the header in a role of the kind's `from` or `to`.
struct Party {
  std::string_view role;                     // buyer
  std::string_view name;                     // empty where there is none
  std::vector<PartyIdentifier> identifiers;  // those that say something
};

// What the exchange asks a document for, as far as it is there. Texts lie in the body, or in
// `unescaped` where they stood there with escapes.
struct Head {
  std::string_view number;  // the document's own; empty: it has none
  std::string_view date;
  std::string_view type;  // header.type as it stands, for requirements; empty: none
  std::optional<std::int64_t> version;
  std::vector<Party> from;  // in the order in which the roles are asked
  std::vector<Party> to;
  std::forward_list<std::string> unescaped;
};

// `header`: an object of the kind's header type that was walked to its end; it may be faulty.
void read_head(const Tokens& tokens, const KindRow& kind, const OpenObject& header, Head& head);

}  // namespace tradepost::document
