#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::zugferd {

// A value of a PDF file.
struct Value {
  enum class Kind : std::uint8_t { number, name, text, array, dictionary, reference, keyword };

  // Returns the value of a dictionary, or nullptr. The key has no slash.
  const Value* find(std::string_view key) const;
  bool is(Kind wanted, std::string_view its_text) const {
    return kind == wanted && text == its_text;
  }

  Kind kind = Kind::keyword;
  std::string text = {};          // of a name, text or keyword
  std::uint64_t number = 0;       // of a reference: of its object
  std::vector<Value> items = {};  // a dictionary has a name before each value
};

// Reads values from a text, from `at` on.
class ValueReader {
 public:
  ValueReader(std::string_view text, std::size_t at, std::size_t values_max)
      : text_(text), at_(at), values_left_(values_max) {}

  // Returns nothing at the end, after a value that is not one of PDF, and after too many values or
  // too deep ones.
  std::optional<Value> next();
  // The place after the last value, or the one at which reading failed.
  std::size_t at() const { return at_; }

 private:
  std::optional<Value> next(std::uint32_t depth);
  void skip_space();
  bool skip(std::string_view word);
  std::string regular();
  std::optional<Value> literal_text();
  char escaped();
  std::optional<Value> hexadecimal_text();
  std::optional<Value> several(Value::Kind kind, std::string_view end, std::uint32_t depth);
  Value name();

  std::string_view text_;
  std::size_t at_;
  std::size_t values_left_;
};

bool is_space(char c);

}  // namespace tradepost::zugferd
