// Compiles the words that people read for kinds, fields and values into tables.
//
//   words_compiler model word_tables.hpp
//
// The build ends with the file, the line and the reason if a word of one language is missing in the
// other.

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <string>
#include <string_view>

#include "model/api_compiler/json.hpp"
#include "model/generated_file.hpp"

namespace {

using api_compiler::Json;
using api_compiler::read_json;
using api_compiler::stop;

struct Pair {
  std::string english;
  std::string german;
};
using Words = std::map<std::string, Pair>;  // in the order of a binary search

// Returns the words of a section that both languages have to name.
Words both_of(const Json& words, std::string_view section) {
  const Json& english = words.at("english").at(section);
  const Json& german = words.at("german").at(section);
  Words all;
  for (const auto& [key, text] : english.as_object()) {
    if (!german.has(key)) stop(text.place, fmt::format("\"{}\" has no German words", key));
    all[key] = {text.as_text(), german.at(key).as_text()};
  }
  for (const auto& [key, text] : german.as_object()) {
    if (!all.contains(key)) stop(text.place, fmt::format("\"{}\" has no English words", key));
  }
  return all;
}

// Changes a field name to words: orderDate is "Order date".
std::string apart(std::string_view name) {
  std::string words;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const auto letter = static_cast<unsigned char>(name[at]);
    const bool begins = at > 0 && std::isupper(letter) != 0 && std::isupper(name[at - 1]) == 0;
    if (begins) words += ' ';
    words += static_cast<char>(at == 0 ? std::toupper(letter) : std::tolower(letter));
  }
  return words;
}

Words fields_of(const Json& words, const Json& german_fields) {
  const Json& english = words.at("english").at("fields");
  const Json& german = words.at("german").at("fields");
  Words all;
  for (const auto& [name, text] : german_fields.at("fields").as_object()) {
    all[name] = {apart(name), text.as_text()};
  }
  for (const auto& [name, text] : english.as_object()) all[name].english = text.as_text();
  for (const auto& [name, text] : german.as_object()) all[name].german = text.as_text();
  return all;
}

void need_kinds(const Json& documents, const Words& kinds, const Json& words) {
  for (const auto& [name, kind] : documents.at("kinds").as_object()) {
    if (!kinds.contains(name)) stop(words.place, fmt::format("the kind \"{}\" has no words", name));
  }
}

std::string table(std::string_view name, const Words& words) {
  std::string rows;
  for (const auto& [key, both] : words) {
    rows += fmt::format("    Word{{\"{}\", \"{}\", \"{}\"}},\n", key, both.english, both.german);
  }
  return fmt::format("inline constexpr std::array<Word, {}> {} = {{\n{}}};\n\n", words.size(), name,
                     rows);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) stop({.file = "usage"}, "words_compiler model word_tables.hpp");
  const std::string folder = arguments[1];
  const Json words = read_json(folder + "/words.json");
  const Words kinds = both_of(words, "kinds");
  need_kinds(read_json(folder + "/documents.json"), kinds, words);
  const std::string text = fmt::format(
      "// Compiled from model/words.json and model/german/fields.json.\n#pragma once\n\n"
      "#include <array>\n#include <string_view>\n\nnamespace tradepost::paper {{\n\n"
      "struct Word {{\n  std::string_view key;\n  std::string_view english;\n"
      "  std::string_view german;\n}};\n\n"
      "// Each is in the order of its keys.\n{}{}{}{}}}  // namespace tradepost::paper\n",
      table("kind_words", kinds), table("value_words", both_of(words, "values")),
      table("sentences", both_of(words, "sentences")),
      table("field_words", fields_of(words, read_json(folder + "/german/fields.json"))));
  if (!tradepost::write_generated(arguments[2], text)) {
    stop({.file = arguments[2]}, "this file can't be written");
  }
}
