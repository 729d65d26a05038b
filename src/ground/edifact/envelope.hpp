#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "document/json/view.hpp"
#include "edifact/mapping.hpp"

namespace tradepost::edifact {

// Returns an interchange with the segments as its only message. The parties of UNB are the ones of
// the document, and its reference is made from the bytes of the document.
std::string enveloped(const Mapping& mapping, const document::View& content,
                      std::string_view segments, std::size_t segment_count);

}  // namespace tradepost::edifact
