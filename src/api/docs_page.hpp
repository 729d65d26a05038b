#pragma once

#include <string>

#include "document/schema.hpp"

// /docs: what /openapi.json says, for people. Pages without scripts and without anything from
// elsewhere. They have {base_url} where links begin, and `platform` in field names (openapi.hpp).
namespace tradepost::api {

// Every operation, every answer, and the shapes of their bodies.
std::string docs_page();

// Every field of a kind of document.
std::string docs_page_of(const document::KindRow& kind);

// The Content-Security-Policy under which they are shown: their own style, and nothing else.
std::string docs_security_policy();

}  // namespace tradepost::api
