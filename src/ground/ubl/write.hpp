#pragma once

#include <string>

#include "document/json/view.hpp"
#include "forms/loss.hpp"
#include "forms/objection.hpp"
#include "ubl/mapping.hpp"

namespace tradepost::ubl {

struct Written {
  std::string text = {};              // an XML document
  forms::Objections objections = {};  // empty: a whole document
  forms::Losses losses = {};          // both lists have the first thousand
};

// `content` is a valid document of the mapping's kind. The same document always has the same text.
Written write(const Mapping& mapping, const document::View& content);

}  // namespace tradepost::ubl
