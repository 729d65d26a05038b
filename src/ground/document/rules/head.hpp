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
  std::string_view domain;  // GS1 if the document names none
  std::string_view identifier;
};

// A party of the header in a role of the kind's `from` or `to`.
struct Party {
  std::string_view role;                     // buyer
  std::string_view name;                     // empty if there is none
  std::vector<PartyIdentifier> identifiers;  // without blank ones
};

// The present fields of a document that the exchange uses. Texts are views of the body, or of
// `unescaped` if they had escapes there.
struct Head {
  std::string_view number;  // of the document; empty if it has none
  std::string_view date;
  std::string_view type;  // header.type, for requirements; empty if absent
  std::optional<std::int64_t> version;
  std::vector<Party> from;  // in the order of the roles
  std::vector<Party> to;
  std::forward_list<std::string> unescaped;
};

// Reads the head from an object of the kind's header type that was walked to its end. It may be
// faulty.
void read_head(const Tokens& tokens, const KindRow& kind, const OpenObject& header, Head& head);

}  // namespace tradepost::document
