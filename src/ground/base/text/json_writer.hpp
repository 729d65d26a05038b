#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ground/limits.hpp"

namespace tradepost::base {

// Appends `text` as a JSON string with its quotes. Each byte that is not valid UTF-8 becomes
// U+FFFD.
void append_json_string(std::string& out, std::string_view text);

// Writes one JSON value, token by token. Its result is always valid JSON: a token at the wrong
// place, an unclosed object or a value without its key is a bug, and fails a CHECK. Duplicate keys
// are not detected.
//
//   JsonWriter json;
//   json.begin_object().key("id").string(id).key("items").begin_array().end_array().end_object();
//   return std::move(json).finish();
class JsonWriter {
 public:
  enum class Layout : std::uint8_t { compact, indented };

  // Appends the text to `buffer`, whose content stays and whose capacity is used.
  explicit JsonWriter(Layout layout = Layout::compact, std::string buffer = {});

  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);
  // Writes a literal as a key, without escaping: names in this program need no escapes.
  template <std::size_t size>
  JsonWriter& key(const char (&name)[size]) {
    return own_key({name, size - 1});
  }

  JsonWriter& string(std::string_view text);
  template <std::integral Integer>
    requires(!std::same_as<Integer, bool>)
  JsonWriter& integer(Integer value) {
    if constexpr (std::signed_integral<Integer>) {
      return signed_integer(value);
    } else {
      return unsigned_integer(value);
    }
  }
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  // Writes a whole JSON value unchanged: a stored document, the text of a number. It trusts the
  // caller for the grammar, and checks only that the value is not empty.
  JsonWriter& raw(std::string_view json_value);

  std::string finish() &&;

 private:
  enum class Scope : std::uint8_t { object, array };
  enum class State : std::uint8_t { first, next, value_of_key, finished };

  JsonWriter& own_key(std::string_view name);
  JsonWriter& signed_integer(std::int64_t value);
  JsonWriter& unsigned_integer(std::uint64_t value);
  JsonWriter& literal(std::string_view token);
  JsonWriter& begin(Scope scope, char bracket);
  JsonWriter& end(Scope scope, char bracket);
  void before_key();
  void before_value();
  void after_value();
  void separate();
  void new_line();

  std::string out_;
  std::array<Scope, limits::json_written_depth_max> open_;
  std::size_t depth_ = 0;
  State state_ = State::first;
  Layout layout_;
};

}  // namespace tradepost::base
