#include "document/json_reader.hpp"

#include <utility>

#include "base/ground/resource_limits.hpp"
#include "document/json/token_cursor.hpp"
#include "document/json/tokens.hpp"

namespace tradepost::document {

JsonReader::JsonReader(std::size_t text_bytes_max)
    : text_bytes_max_(text_bytes_max), tokens_(std::make_unique<Tokens>()) {}
JsonReader::~JsonReader() = default;

std::expected<View, Unreadable> JsonReader::read(std::string_view text) {
  if (std::exchange(read_unusually_large_, false)) tokens_->release();
  if (text.size() > text_bytes_max_) return std::unexpected(Unreadable{Malformed::too_large, 0});
  read_unusually_large_ = text.size() > base::limits::usual_body_bytes;
  if (auto unreadable = tokens_->index(text)) return std::unexpected(*unreadable);
  TokenCursor cursor(*tokens_);
  if (!cursor.take_any_value() || !cursor.take_end()) return std::unexpected(cursor.unreadable());
  return View(*tokens_, 0);
}

}  // namespace tradepost::document
