#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// The words and notations of a language for people.
namespace tradepost::paper {

enum class Language : std::uint8_t { english, german };

class Words {
 public:
  explicit Words(Language language) : language_(language) {}

  std::string_view code() const { return language_ == Language::german ? "de" : "en"; }
  // Returns the words of a field of documents. A name without words is split: someName is "Some
  // name".
  std::string field(std::string_view name) const;
  std::string_view kind(std::string_view name) const;
  // Returns the word of an enum's value, or the value.
  std::string_view value(std::string_view value) const;
  // Returns a sentence of model/words.json. Its parameters are in braces.
  std::string_view sentence(std::string_view key) const;

  // Groups the digits of a JSON number, and keeps all of them. A number with an exponent stays.
  std::string number(std::string_view json_number) const;
  // Takes the texts of date and datetime fields. The time keeps the offset that was sent. Another
  // text stays.
  std::string date(std::string_view text) const;

 private:
  Language language_;
};

// Returns the sentence with this value for {name}.
std::string filled(std::string_view sentence, std::string_view name, std::string_view value);

}  // namespace tradepost::paper
