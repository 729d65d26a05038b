#include "document/read.hpp"

#include <new>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/resource_limits.hpp"
#include "document/content.hpp"
#include "document/json/tokens.hpp"
#include "document/rules/walk.hpp"

namespace tradepost::document {

Reader::Reader(std::size_t body_bytes_max)
    : body_bytes_max_(body_bytes_max), tokens_(std::make_unique<Tokens>()) {}
Reader::~Reader() = default;

void Reader::rest() {
  if (!std::exchange(read_unusually_large_, false)) return;
  tokens_->release();
  kept_tokens_.reset();
}

std::expected<Reading, Unreadable> Reader::read(std::string_view body) {
  content_ = 0;
  rest();
  try {
    return read_whole(body);
  } catch (const std::bad_alloc&) {
    return std::unexpected(Unreadable{Malformed::no_memory, 0});
  }
}

std::expected<Reading, Unreadable> Reader::read_whole(std::string_view body) {
  if (body.size() > body_bytes_max_) return std::unexpected(Unreadable{Malformed::too_large, 0});
  read_unusually_large_ = body.size() > base::limits::usual_body_bytes;
  if (auto unreadable = tokens_->index(body)) return std::unexpected(*unreadable);
  std::expected<Reading, Unreadable> reading;
  Walk walk(
      *tokens_,
      {.faults = reading->faults, .warnings = reading->warnings, .head = reading->document.head});
  if (auto unreadable = walk.body()) return std::unexpected(*unreadable);
  reading->faults.sort();
  reading->warnings.sort();

  auto& document = reading->document;
  const auto* kind = walk.kind();
  if (kind != nullptr) {
    document.kind = kind->kind;
    document.references = walk.references().found(kind->kind, document.head.number);
  }
  if (walk.content() != 0) document.content = kept_content(*tokens_, walk, document.minified_);
  const auto type = kind == nullptr ? std::string_view() : kind->name;
  document.digest = sha256_.update(type).update("\n").update(document.content).finish();
  content_ = walk.content();
  kept_ = document.minified_ == nullptr ? std::string_view() : document.content;
  return reading;
}

View Reader::content() const {
  return content_ == 0 ? View() : View(*tokens_, content_);
}

std::optional<View> Reader::kept() {
  if (content_ == 0 || kept_.empty()) return content();
  if (kept_tokens_ == nullptr) kept_tokens_ = std::make_unique<Tokens>();
  const auto unreadable = kept_tokens_->index(kept_);
  CHECK(!unreadable || unreadable->reason == Malformed::no_memory);
  if (unreadable) return std::nullopt;
  return View(*kept_tokens_, 0);
}

}  // namespace tradepost::document
