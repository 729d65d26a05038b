#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <string_view>

#include "base/ground/limits.hpp"
#include "document/json/unreadable.hpp"
#include "document/json/view.hpp"

namespace tradepost::document {

class Tokens;

// Reads JSON other than documents, such as a report or a setting, as strictly as documents
// (contract 4.3): the result is well-formed throughout, and no name occurs twice in an object. It
// keeps its memory between calls. Only one thread at a time may use it.
class JsonReader {
 public:
  explicit JsonReader(std::size_t text_bytes_max = base::limits::body_bytes_default);
  ~JsonReader();

  // The view is valid until the next call, and as long as `text`.
  std::expected<View, Unreadable> read(std::string_view text);

 private:
  std::size_t text_bytes_max_;
  std::unique_ptr<Tokens> tokens_;
  bool read_unusually_large_ = false;
};

}  // namespace tradepost::document
