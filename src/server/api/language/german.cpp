#include "api/language/german.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "api/language/german_tables.hpp"
#include "api/language/template.hpp"
#include "base/text/text.hpp"
#include "document/model/field_path.hpp"

namespace tradepost::api::german {
namespace {

using document::FieldPath;

constexpr std::string_view content_name = "content";
constexpr std::string_view whole_document = "Document";
// A phrase may consist of phrases: amounts that are joined by "or".
constexpr int nested_max = 8;

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = base::ascii_lower(c);
  return out;
}

// By the English words of a field, and of an element of a list.
using FieldWords = std::unordered_map<std::string, std::string_view>;

const FieldWords& field_words() {
  static const FieldWords words = [] {
    FieldWords all;
    for (const Field& field : fields) {
      all.emplace(lowered(document::spaced(field.name)), field.words);
      all.emplace(lowered(document::spaced(document::singular(field.name))), field.element);
    }
    return all;
  }();
  return words;
}

// `english`: as spaced() writes a name, or the name itself.
std::optional<std::string_view> field_called(std::string_view english) {
  const auto found = field_words().find(lowered(document::spaced(english)));
  if (found != field_words().end()) return found->second;
  const auto as_written = field_words().find(lowered(english));
  if (as_written != field_words().end()) return as_written->second;
  return std::nullopt;
}

std::string phrase_of(std::string_view english, int depth);

std::string parameter_in_german(const Placeholder& placeholder, std::string_view value, int depth) {
  if (placeholder.kind == "phrase") return phrase_of(value, depth + 1);
  if (placeholder.kind == "field") return std::string(field_called(value).value_or(value));
  return std::string(value);
}

std::optional<std::string> filled(const Sentence& sentence, std::string_view english, int depth) {
  const auto values = values_in(sentence.english, english);
  if (!values) return std::nullopt;
  return fill(sentence.german, [&](const Placeholder& placeholder) {
    return parameter_in_german(placeholder, value_of(*values, placeholder.name), depth);
  });
}

std::string phrase_of(std::string_view english, int depth) {
  if (depth < nested_max) {
    for (const Sentence& phrase : phrases) {
      if (auto german = filled(phrase, english, depth)) return *std::move(german);
    }
  }
  return std::string(english);
}

// Sentences of the key come first; the others are for a sentence that is used with several keys.
std::optional<std::string> among(std::span<const Sentence> sentences, std::string_view key,
                                 std::string_view english) {
  for (const bool has_key : {true, false}) {
    for (const Sentence& sentence : sentences) {
      if ((sentence.key == key) != has_key) continue;
      if (auto german = filled(sentence, english, 0)) return german;
    }
  }
  return std::nullopt;
}

std::optional<std::uint32_t> index_in(std::string_view step) {
  std::uint32_t index = 0;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  const bool is_whole = error == std::errc() && end == step.data() + step.size();
  return is_whole ? std::optional(index) : std::nullopt;
}

std::vector<std::string_view> steps_of(std::string_view path) {
  std::vector<std::string_view> steps;
  while (!path.empty()) {
    const auto dot = std::min(path.find('.'), path.size());
    steps.push_back(path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return steps;
}

// The English words with which the sentence of a field begins.
std::string english_words(std::string_view path) {
  const auto steps = steps_of(path);
  std::vector<FieldPath> chain;
  chain.reserve(steps.size() + 1);  // elements refer to each other
  chain.emplace_back();
  for (const std::string_view step : steps) {
    const FieldPath* const parent = &chain.back();
    if (const auto index = index_in(step)) {
      chain.emplace_back(parent, *index);
    } else {
      chain.emplace_back(parent, step);
    }
  }
  return chain.back().words();
}

const Field* field_named(std::string_view name) {
  const auto* const found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? nullptr : found;
}

std::string words_of_step(std::string_view name, bool is_element) {
  const Field* const field = field_named(name);
  if (field == nullptr) return std::string(name);
  return std::string(is_element ? field->element : field->words);
}

// "Item 3: quantity" as "Position 3, Menge"; nullopt where a word is not that of a field.
std::optional<std::string> translated_words(std::string_view english) {
  if (english == whole_document) return "Beleg";
  std::string words;
  while (!english.empty()) {
    const auto end = std::min({english.find(", "), english.find(": "), english.size()});
    std::string_view step = english.substr(0, end);
    english.remove_prefix(std::min(end + 2, english.size()));
    std::string_view number;
    const auto blank = step.rfind(' ');
    if (blank != std::string_view::npos && index_in(step.substr(blank + 1))) {
      number = step.substr(blank);
      step = step.substr(0, blank);
    }
    const auto field = field_called(step);
    if (!field) return std::nullopt;
    if (!words.empty()) words += ", ";
    words += *field;
    words += number;
  }
  return words;
}

std::string of_field(std::string_view words, std::string_view sentence) {
  return fmt::format("{}: {}", words, sentence);
}

// The sentence of a field whose path is not known: its words are those before the predicate.
std::optional<std::string> of_some_field(std::string_view english) {
  for (const Sentence& predicate : predicates) {
    const std::string_view begin = text_before_parameter(predicate.english);
    if (begin.empty()) continue;
    for (auto at = english.find(begin); at != std::string_view::npos;
         at = english.find(begin, at + 1)) {
      if (at < 2 || english[at - 1] != ' ') continue;
      const auto words = translated_words(english.substr(0, at - 1));
      if (!words) continue;
      if (const auto german = filled(predicate, english.substr(at), 0)) {
        return of_field(*words, *german);
      }
    }
  }
  return std::nullopt;
}

std::string_view rule_in(std::string_view code) {
  const auto dot = code.rfind('.');
  return dot == std::string_view::npos ? code : code.substr(dot + 1);
}

}  // namespace

std::string words_of(std::string_view path) {
  const auto steps = steps_of(path);
  const std::size_t begin = steps.size() > 1 && steps.front() == content_name ? 1 : 0;
  std::string words;
  for (std::size_t at = begin; at < steps.size(); ++at) {
    const auto index = at + 1 < steps.size() ? index_in(steps[at + 1]) : std::nullopt;
    if (!words.empty()) words += ", ";
    words += words_of_step(steps[at], index.has_value());
    if (!index) continue;
    words += fmt::format(" {}", std::uint64_t{*index} + 1);
    ++at;
  }
  return words.empty() ? "Beleg" : words;
}

std::string of_error(std::string_view code, std::string_view english) {
  if (auto german = among(errors, code, english)) return *std::move(german);
  const auto* const general = std::ranges::find(errors_otherwise, code, &Sentence::key);
  return std::string(general == errors_otherwise.end() ? english : general->german);
}

std::optional<std::string> of_finding(const document::Finding& finding) {
  const std::string_view rule = rule_in(finding.code);
  const std::string_view message = finding.message;
  const std::string words = english_words(finding.path);
  if (message.size() > words.size() && message.starts_with(words) && message[words.size()] == ' ') {
    if (const auto german = among(predicates, rule, message.substr(words.size() + 1))) {
      return of_field(words_of(finding.path), *german);
    }
  }
  return among(faults, rule, message);
}

std::optional<std::string> of_text(std::string_view english) {
  if (auto german = among(answers, "", english)) return german;
  if (auto german = of_some_field(english)) return german;
  return among(faults, "", english);
}

std::vector<document::Finding> of_findings(std::span<const document::Finding> findings) {
  std::vector<document::Finding> all(findings.begin(), findings.end());
  for (document::Finding& finding : all) {
    if (auto german = of_finding(finding)) finding.message = *std::move(german);
  }
  return all;
}

}  // namespace tradepost::api::german
