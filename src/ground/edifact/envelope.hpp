#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "document/json/view.hpp"
#include "edifact/interchange.hpp"
#include "edifact/mapping.hpp"

namespace tradepost::edifact {

// The head of an interchange with one message.
struct EnvelopeHead {
  EnvelopeParty sender = {};
  EnvelopeParty recipient = {};
  std::string time = {};       // 202611300915
  std::string reference = {};  // of at most 14 characters
  std::string message = {};    // ORDERS:D:01B:UN:EAN010
};

// The parties are the ones of the document, and the reference is made from its bytes.
EnvelopeHead head_of(const Mapping& mapping, const document::View& content);
// Returns a reference for the text.
std::string reference_of(std::string_view text);

// Returns an interchange with the segments as its only message. It is ISO 8859-1 (UNOC) if that has
// all of its characters, and otherwise UTF-8 (UNOW).
std::string enveloped(const EnvelopeHead& head, std::string_view segments,
                      std::size_t segment_count);

}  // namespace tradepost::edifact
