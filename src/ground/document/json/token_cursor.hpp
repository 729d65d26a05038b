#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ground/limits.hpp"
#include "document/json/tokens.hpp"
#include "document/json/unreadable.hpp"

namespace tradepost::document {

// Takes the tokens of a text one after the other, and checks the grammar of JSON.
//
// A function that returns false or nullopt has met malformed text; unreadable() has the place and
// the reason.
//
// Invariants: 1. at_ only grows, and every token before it was checked. 2. depth_ objects and lists
// are open, never more than limits::nesting_max. 3. names_ has the unknown names of the open
// objects, innermost last.
class TokenCursor {
 public:
  struct Name {
    std::string_view text;  // unescaped
    std::uint32_t token;
  };

  explicit TokenCursor(const Tokens& tokens);

  std::uint32_t at() const { return at_; }
  char first() const { return tokens_.first(at_); }
  // Returns the number of bytes of the tokens before at(), without the white space between them.
  std::size_t minified_bytes() const { return at_ + bytes_after_first_; }

  std::optional<std::string_view> take_text();  // unescaped
  std::string_view take_number();               // without checks of grammar and bounds
  bool take_word();
  bool take_null() { return take_word(); }
  bool take_any_value();

  // Take an object or a list. on_member(name) or on_element(index) takes each value.
  template <typename OnMember>
  bool take_object(OnMember&& on_member);
  template <typename OnElement>
  bool take_list(OnElement&& on_element);
  // Notes a name of the innermost object, which must differ from the other noted ones.
  void note_unknown(Name name) { names_.push_back(name); }

  bool take_end();  // false if a token is left
  bool malformed(Malformed reason, std::uint32_t token);
  const Unreadable& unreadable() const { return unreadable_; }

 private:
  template <typename OnMember>
  bool take_members(OnMember&& on_member);
  template <typename OnElement>
  bool take_elements(OnElement&& on_element);

  std::string_view take_scalar();
  bool take_any_number();
  std::optional<std::string_view> unescaped_of(std::string_view raw, std::uint32_t token);
  bool names_differ(std::size_t from);
  bool enter();

  const Tokens& tokens_;
  std::uint32_t at_ = 0;
  std::uint32_t depth_ = 0;
  bool has_escapes_;
  std::size_t bytes_after_first_ = 0;  // the sum over the tokens before at_
  std::vector<Name> names_;
  std::unique_ptr<char[]>
      unescaped_;  // as long as the text, once it is needed: an unescaped text is never longer
  std::size_t unescaped_size_ = 0;
  Unreadable unreadable_{};
};

inline bool TokenCursor::malformed(Malformed reason, std::uint32_t token) {
  unreadable_ = {reason, tokens_.offset(token)};
  return false;
}

inline bool TokenCursor::enter() {
  if (depth_ == base::limits::nesting_max) return malformed(Malformed::nested_too_deep, at_);
  ++depth_;
  return true;
}

inline std::string_view TokenCursor::take_scalar() {
  const auto scalar = tokens_.scalar(at_++);
  bytes_after_first_ += scalar.size() - 1;
  return scalar;
}

inline std::string_view TokenCursor::take_number() {
  return take_scalar();
}

template <typename OnMember>
bool TokenCursor::take_object(OnMember&& on_member) {
  const auto names_from = names_.size();
  if (!enter() || !take_members(on_member) || !names_differ(names_from)) return false;
  --depth_;
  return true;
}

template <typename OnElement>
bool TokenCursor::take_list(OnElement&& on_element) {
  if (!enter() || !take_elements(on_element)) return false;
  --depth_;
  return true;
}

template <typename OnMember>
bool TokenCursor::take_members(OnMember&& on_member) {
  ++at_;
  if (first() == '}') {
    ++at_;
    return true;
  }
  for (;;) {
    const auto key = at_;
    if (first() != '"') return malformed(Malformed::name_expected, key);
    const auto name = take_text();
    if (!name) return false;
    if (first() != ':') return malformed(Malformed::colon_expected, at_);
    ++at_;
    if (!on_member(Name{*name, key})) return false;
    const char next = first();
    if (next != ',' && next != '}') return malformed(Malformed::comma_or_brace_expected, at_);
    ++at_;
    if (next == '}') return true;
  }
}

template <typename OnElement>
bool TokenCursor::take_elements(OnElement&& on_element) {
  ++at_;
  if (first() == ']') {
    ++at_;
    return true;
  }
  for (std::uint32_t index = 0;; ++index) {
    if (!on_element(index)) return false;
    const char next = first();
    if (next != ',' && next != ']') return malformed(Malformed::comma_or_bracket_expected, at_);
    ++at_;
    if (next == ']') return true;
  }
}

}  // namespace tradepost::document
