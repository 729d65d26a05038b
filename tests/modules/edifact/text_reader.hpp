#pragma once

#include <cstddef>
#include <string_view>

#include "edifact/interchange.hpp"

namespace tradepost::edifact {

// Reads the interchanges of a text, which must live as long as the reader.
inline InterchangeReader reader_of(std::string_view text) {
  return InterchangeReader([text](char* buffer, std::size_t size) mutable {
    const std::size_t count = text.copy(buffer, size);
    text.remove_prefix(count);
    return count;
  });
}

}  // namespace tradepost::edifact
