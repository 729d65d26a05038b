#include "document/json/tokens.hpp"

#include <simdjson.h>

#include <algorithm>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"

namespace tradepost::document {

// The two public interfaces of simdjson (DOM, on-demand) hide the index of the first stage, and
// neither provides the raw number texts, duplicate names, offsets and strict checks of unknown
// fields that reading needs. So only the first stage is used, through the interface of simdjson's
// own parsers. Tests compare our verdict with simdjson's DOM parser.
struct Tokens::Stage {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
};

Tokens::Tokens() : stage_(std::make_unique<Stage>()) {}
Tokens::~Tokens() = default;
Tokens::Tokens(Tokens&&) noexcept = default;
Tokens& Tokens::operator=(Tokens&&) noexcept = default;

void Tokens::release() {
  stage_->parser.reset();
}

std::optional<Unreadable> Tokens::index(std::string_view text) {
  static_assert(base::limits::body_bytes_max < 0xffff'ffff);
  text_ = text;
  count_ = 0;
  if (text.size() > base::limits::body_bytes_max) return Unreadable{Malformed::too_large, 0};
  auto& parser = stage_->parser;
  if (parser == nullptr || parser->capacity() < text.size()) {
    constexpr std::size_t capacity_min = 64 << 10;
    const auto capacity = std::max(text.size(), capacity_min);
    const auto failed = simdjson::get_active_implementation()->create_dom_parser_implementation(
        capacity, 1, parser);
    CHECK(failed == simdjson::SUCCESS || failed == simdjson::MEMALLOC);
    if (failed == simdjson::MEMALLOC) {
      parser.reset();
      return Unreadable{Malformed::no_memory, 0};
    }
  }
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  if (parser->stage1(bytes, text.size(), simdjson::stage1_mode::regular) != simdjson::SUCCESS) {
    return locate_malformed(text);
  }
  begins_ = parser->structural_indexes.get();
  count_ = parser->n_structural_indexes;
  return std::nullopt;
}

char* minify(std::string_view json, char* out) {
  std::size_t length = 0;
  const auto failed = simdjson::minify(json.data(), json.size(), out, length);
  CHECK(failed == simdjson::SUCCESS);
  return out + length;
}

std::uint32_t Tokens::skip(std::uint32_t token) const {
  std::uint32_t open = 0;
  for (; token < count_; ++token) {
    const char c = text_[begins_[token]];
    if (c == '{' || c == '[') ++open;
    if (c == '}' || c == ']') {
      if (open == 0) return token;
      --open;
    }
    if (open == 0) return token + 1;
  }
  return count_;
}

}  // namespace tradepost::document
