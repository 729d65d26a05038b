#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "document/json/escapes.hpp"
#include "document/json/tokens.hpp"

namespace tradepost::document {

// A value of a text that was walked to its end and is therefore well-formed. Rules use it to read a
// value a second time. A value that is absent, null or of another type than requested counts as
// missing.
class View {
 public:
  View() = default;
  View(const Tokens& tokens, std::uint32_t token) : tokens_(&tokens), token_(token) {}

  explicit operator bool() const { return tokens_ != nullptr && first() != 'n'; }
  bool is_object() const { return first() == '{'; }
  bool is_list() const { return first() == '['; }
  bool is_text() const { return first() == '"'; }
  bool is_number() const { return first() == '-' || (first() >= '0' && first() <= '9'); }

  std::uint32_t token() const { return token_; }
  std::uint32_t offset() const { return tokens_->offset(token_); }
  // Returns the offset after the last byte of an object or a list.
  std::uint32_t end() const { return tokens_->offset(tokens_->skip(token_) - 1) + 1; }

  std::string_view scalar() const { return tokens_->scalar(token_); }  // the raw bytes
  // Returns the bytes of any value.
  std::string_view bytes() const {
    if (!is_object() && !is_list()) return scalar();
    return tokens_->text().substr(offset(), end() - offset());
  }
  // Returns the text between the quotation marks, with its escapes.
  std::string_view raw_text() const {
    const auto quoted = scalar();
    return quoted.substr(1, quoted.size() - 2);
  }
  std::string text() const {
    const auto raw = raw_text();
    std::string out(raw.size(), '\0');
    out.resize(unescape(raw, out.data()));
    return out;
  }

  View member(std::string_view name) const {
    if (!is_object()) return {};
    for (auto at = token_ + 1; tokens_->first(at) != '}';) {
      const View key(*tokens_, at);
      const auto raw = key.raw_text();
      const bool has_escapes = raw.find('\\') != std::string_view::npos;
      if (has_escapes ? key.text() == name : raw == name) return {*tokens_, at + 2};
      at = tokens_->skip(at + 2);
      if (tokens_->first(at) == ',') ++at;
    }
    return {};
  }

  // Calls visit(index, element) for every element that is not null. It visits none if this is not a
  // list.
  template <typename Visit>
  void each(Visit&& visit) const {
    if (!is_list()) return;
    std::uint32_t index = 0;
    for (auto at = token_ + 1; tokens_->first(at) != ']'; ++index) {
      if (const View element(*tokens_, at); element) visit(index, element);
      at = tokens_->skip(at);
      if (tokens_->first(at) == ',') ++at;
    }
  }

  // Calls visit(name, value) for every member, also for null. It visits none if this is not an
  // object.
  template <typename Visit>
  void each_member(Visit&& visit) const {
    if (!is_object()) return;
    for (auto at = token_ + 1; tokens_->first(at) != '}';) {
      visit(View(*tokens_, at), View(*tokens_, at + 2));
      at = tokens_->skip(at + 2);
      if (tokens_->first(at) == ',') ++at;
    }
  }

  // Returns the number of elements, including null, or 0 if this is not a list.
  std::size_t element_count() const {
    if (!is_list()) return 0;
    std::size_t count = 0;
    for (auto at = token_ + 1; tokens_->first(at) != ']'; ++count) {
      at = tokens_->skip(at);
      if (tokens_->first(at) == ',') ++at;
    }
    return count;
  }

  bool has_elements() const {
    if (!is_list()) return false;
    for (auto at = token_ + 1; tokens_->first(at) != ']'; ++at) {
      if (tokens_->first(at) != ',' && tokens_->first(at) != 'n') return true;
    }
    return false;
  }

 private:
  char first() const { return tokens_ == nullptr ? '\0' : tokens_->first(token_); }

  const Tokens* tokens_ = nullptr;
  std::uint32_t token_ = 0;
};

}  // namespace tradepost::document
