#pragma once

#include <string>

#include "document/json/view.hpp"
#include "edifact/mapping.hpp"
#include "forms/loss.hpp"
#include "forms/objection.hpp"

namespace tradepost::edifact {

struct Written {
  std::string text = {};              // an interchange with one message
  std::string interchange = {};       // its reference
  std::string number = {};            // of the document
  forms::Objections objections = {};  // empty: a whole message
  forms::Losses losses = {};          // both lists have the first thousand
};

// `content` is a valid document of the mapping's kind. The same document always has the same
// interchange. It is ISO 8859-1 (UNOC) if that has all of its characters, and otherwise UTF-8
// (UNOW).
Written write(const Mapping& mapping, const document::View& content);

}  // namespace tradepost::edifact
