#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

// Prints all output of commands. Participants, files and servers write much of it, and unfiltered
// text can move the cursor of a terminal, forge lines and more. So each text among the values of a
// sentence is made printable. Only the sentence itself is trusted.
namespace tradepost::app {

// Replaces a tab by a space. Replaces by a dot: other control characters, invalid bytes of UTF-8,
// and characters that end a line or change its direction.
std::string printable(std::string_view text);

// Returns a text in printable form, and a number unchanged.
template <typename Value>
auto shown_value(const Value& value) {
  if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
    return printable(value);
  } else {
    static_assert(std::is_arithmetic_v<Value> && !std::is_same_v<Value, char>,
                  "A sentence takes texts and numbers.");
    return value;
  }
}

template <typename Value>
using ShownValue = decltype(shown_value(std::declval<const Value&>()));

template <typename... Values>
void say(std::FILE* file, fmt::format_string<ShownValue<Values>...> sentence,
         const Values&... values) {
  const auto print = [&](const auto&... shown) {
    fmt::vprint(file, fmt::string_view(sentence), fmt::make_format_args(shown...));
  };
  print(shown_value(values)...);
}

// Prints to standard output.
template <typename... Values>
void say(fmt::format_string<ShownValue<Values>...> sentence, const Values&... values) {
  const auto print = [&](const auto&... shown) {
    fmt::vprint(stdout, fmt::string_view(sentence), fmt::make_format_args(shown...));
  };
  print(shown_value(values)...);
}

// Prints lines, and makes everything printable except the line feeds.
void say_lines(std::FILE* file, std::string_view lines);

// Prints a whole JSON text to standard output, and a line feed if it has none at its end. Control
// characters that JSON allows become escapes, so the value stays the same.
void print_json(std::string_view json);

// Writes the bytes of a file to standard output unchanged.
void write_bytes(std::string_view bytes);

}  // namespace tradepost::app
