// Compiles the German sentences and the German names of fields into tables.
//
//   german_compiler model german_tables.hpp
//
// The build ends with the file, the line and the reason if a German sentence has other parameters
// than the English one, or if an error code or a rule of faults has no German words.

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>

#include "model/api_compiler/json.hpp"
#include "model/generated_file.hpp"

namespace {

using api_compiler::Json;
using api_compiler::Place;
using api_compiler::stop;

// Returns the names of the parameters: {name}, or in German {name:phrase} and {name:field}, which
// are translated too.
std::set<std::string> parameters_of(const Place& place, std::string_view sentence) {
  std::set<std::string> names;
  for (std::size_t at = 0; (at = sentence.find('{', at)) != std::string_view::npos;) {
    const auto end = sentence.find('}', at);
    if (end == std::string_view::npos) stop(place, "a parameter has no closing brace");
    const std::string_view inner = sentence.substr(at + 1, end - at - 1);
    const auto colon = inner.find(':');
    const std::string_view kind = colon == std::string_view::npos ? "" : inner.substr(colon + 1);
    if (!kind.empty() && kind != "phrase" && kind != "field") {
      stop(place, fmt::format("\"{}\" is not a kind of parameter", kind));
    }
    names.emplace(inner.substr(0, colon));
    at = end;
  }
  return names;
}

class Rows {
 public:
  void add(std::string_view key, const std::string& english, const Json& german) {
    if (english.empty() || german.as_text().empty()) stop(german.place, "a sentence is empty");
    if (parameters_of(german.place, english) != parameters_of(german.place, german.as_text())) {
      stop(german.place, "the German sentence has other parameters than the English one");
    }
    text_ += fmt::format("    Sentence{{\"{}\", R\"de({})de\", R\"de({})de\"}},\n", key, english,
                         german.as_text());
    ++count_;
  }
  std::string table(std::string_view name) const {
    return fmt::format("inline constexpr std::array<Sentence, {}> {} = {{\n{}}};\n\n", count_, name,
                       text_);
  }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

void add_all(Rows& rows, std::string_view key, const Json& sentences) {
  for (const auto& [english, german] : sentences.as_object()) rows.add(key, english, german);
}

void need_all(const Json& names, std::initializer_list<const Json*> in, std::string_view what) {
  for (const auto& [name, value] : names.as_object()) {
    bool is_there = false;
    for (const Json* const section : in) is_there = is_there || section->has(name);
    if (!is_there) stop(value.place, fmt::format("the {} \"{}\" has no German words", what, name));
  }
  for (const Json* const section : in) {
    for (const auto& [name, value] : section->as_object()) {
      if (!names.has(name)) stop(value.place, fmt::format("there is no {} \"{}\"", what, name));
    }
  }
}

std::string sentences_in(const std::string& folder) {
  const Json english = api_compiler::read_json(folder + "/api/errors.json");
  const Json german = api_compiler::read_json(folder + "/german/sentences.json");
  need_all(english.at("errors"), {&german.at("errors")}, "error");
  need_all(english.at("faultRules"), {&german.at("faults"), &german.at("predicates")}, "rule");
  Rows errors;
  Rows otherwise;
  for (const auto& [code, words] : german.at("errors").as_object()) {
    otherwise.add(code, code, words.at("otherwise"));
    add_all(errors, code, words.at("sentences"));
  }
  Rows answers;
  add_all(answers, "", german.at("answers"));
  Rows predicates;
  for (const auto& [rule, words] : german.at("predicates").as_object()) {
    add_all(predicates, rule, words);
  }
  Rows faults;
  for (const auto& [rule, words] : german.at("faults").as_object()) add_all(faults, rule, words);
  Rows phrases;
  add_all(phrases, "", german.at("phrases"));
  return errors.table("errors") + otherwise.table("errors_otherwise") + answers.table("answers") +
         predicates.table("predicates") + faults.table("faults") + phrases.table("phrases");
}

std::string fields_in(const std::string& folder) {
  const Json german = api_compiler::read_json(folder + "/german/fields.json");
  const Json& fields = german.at("fields");
  const Json& elements = german.at("elements");
  for (const auto& [name, words] : elements.as_object()) {
    if (!fields.has(name)) stop(words.place, fmt::format("there is no field \"{}\"", name));
  }
  std::string rows;
  for (const auto& [name, words] : fields.as_object()) {
    const std::string& element = elements.has(name) ? elements.at(name).as_text() : words.as_text();
    rows += fmt::format("    Field{{\"{}\", \"{}\", \"{}\"}},\n", name, words.as_text(), element);
  }
  return fmt::format("inline constexpr std::array<Field, {}> fields = {{\n{}}};\n\n",
                     fields.as_object().size(), rows);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) stop({.file = "usage"}, "german_compiler model german_tables.hpp");
  const std::string folder = arguments[1];
  const std::string text = fmt::format(
      "// Compiled from model/german.\n#pragma once\n\n#include <array>\n#include <string_view>\n\n"
      "namespace tradepost::api::german {{\n\n"
      "struct Sentence {{\n  std::string_view key;  // an error code, a rule, or nothing\n"
      "  std::string_view english;\n  std::string_view german;\n}};\n\n"
      "struct Field {{\n  std::string_view name;\n  std::string_view words;\n"
      "  std::string_view element;  // of a list\n}};\n\n{}{}"
      "}}  // namespace tradepost::api::german\n",
      sentences_in(folder), fields_in(folder));
  if (!tradepost::write_generated(arguments[2], text)) {
    stop({.file = arguments[2]}, "this file can't be written");
  }
}
