#include "api/language/german.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "api/language/german_tables.hpp"
#include "base/text/text.hpp"
#include "document/json_reader.hpp"
#include "document/model/schema.hpp"
#include "tests/source_dir.hpp"

// Covers contract 11.10.
namespace tradepost::api {
namespace {

namespace fs = std::filesystem;
using document::Finding;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string german_of(std::string code, std::string path, std::string message) {
  const Finding finding{
      .code = std::move(code), .path = std::move(path), .message = std::move(message)};
  return german::of_finding(finding).value_or("");
}

TEST(German, sentence_of_a_field_begins_with_the_german_words_of_its_path) {
  EXPECT_EQ(german_of("order.item.quantity.missing", "content.items.2.quantity",
                      "Item 3: quantity is missing."),
            "Position 3, Menge: Die Angabe fehlt.");
  EXPECT_EQ(german_of("document.wrong_type", "", "Document must be an object, not null."),
            "Beleg: Erwartet wird ein Objekt, nicht null.");
  EXPECT_EQ(german::words_of("content.items.0.subItems.1.tax.amount"),
            "Position 1, Unterposition 2, Steuer, Betrag");
}

TEST(German, sentence_has_the_parameters_of_the_english_one) {
  EXPECT_EQ(german_of("order.header.comments.too_long", "content.header.comments",
                      "Header: comments has 70000 characters. At most 65535 are allowed."),
            "Kopf, Bemerkungen: Der Text hat 70000 Zeichen. Höchstens 65535 sind erlaubt.");
  EXPECT_EQ(german_of("order.item.quantity.wrong_type", "content.items.0.quantity",
                      "Item 1: quantity must be a number, not a string: write 7 without quotation "
                      "marks."),
            "Position 1, Menge: Erwartet wird eine Zahl, nicht eine Zeichenkette: Schreiben Sie 7 "
            "ohne Anführungszeichen.");
  EXPECT_EQ(
      german_of("invoice.summary.subtotalAmount.sum_differs", "content.summary.subtotalAmount",
                "Summary: subtotal amount is 3, but the lines add up to 1 or 2 or another "
                "sum."),
      "Summen, Zwischensumme: Angegeben ist 3, aber die Positionen ergeben 1 oder 2 oder ein "
      "anderer Betrag.");
  EXPECT_EQ(german_of("order.header.supplier.unknown_party", "content.header.supplier",
                      "No participant of the network has an identifier of the supplier."),
            "Kein Teilnehmer des Netzes hat eine Kennung dieser Partei (Lieferant).");
}

TEST(German, value_that_repeats_the_words_of_its_sentence_stays_whole) {
  EXPECT_EQ(german_of("order.header.currency.malformed", "content.header.currency",
                      "Header: currency \"x\" is not a currency code. Use\" is not a currency "
                      "code. Use three capital letters, such as EUR."),
            "Kopf, Währung: „x\" is not a currency code. Use“ ist kein Währungscode. Verwenden Sie "
            "drei Großbuchstaben, etwa EUR.");
  EXPECT_EQ(german_of("order.header.type.unknown_value", "content.header.type",
                      "Header: type \"{found}\" is not supported. Supported values: A, B."),
            "Kopf, Art: „{found}“ wird nicht unterstützt. Erlaubte Werte: A, B.");
}

TEST(German, sentence_without_code_and_path_is_found_by_its_words) {
  EXPECT_EQ(german::of_text("Item 3: quantity is missing."),
            "Position 3, Menge: Die Angabe fehlt.");
  EXPECT_EQ(german::of_text("The recipient has left the network."),
            "Der Empfänger hat das Netz verlassen.");
  EXPECT_EQ(german::of_text("The price of item 3 is not agreed."), std::nullopt);
}

TEST(German, error_without_a_known_sentence_has_the_general_one_of_its_code) {
  EXPECT_EQ(german::of_error("not_found", "Not found."), "Nicht gefunden.");
  EXPECT_EQ(german::of_error("damaged", "A sentence that no table has."),
            "Gespeicherte Daten sind beschädigt.");
}

TEST(German, every_field_of_documents_has_a_name) {
  std::set<std::string_view> named;
  for (const german::Field& field : german::fields) named.insert(field.name);
  std::set<std::string_view> fields;
  for (const document::TypeRow& type : document::types()) {
    for (const document::FieldRow& field : type.fields) {
      fields.insert(field.name);
      const auto* const row = std::ranges::find(german::fields, field.name, &german::Field::name);
      ASSERT_NE(row, german::fields.end()) << field.name;
      if (field.shape != document::Shape::list) continue;
      EXPECT_NE(row->element, "") << field.name;
    }
  }
  EXPECT_EQ(named, fields);
}

TEST(German, every_finding_in_the_examples_has_a_german_sentence) {
  document::JsonReader reader;
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_dir()) / "examples")) {
    if (entry.path().extension() != ".golden") continue;
    const std::string text = text_of(entry.path());
    const auto golden = reader.read(text);
    if (!golden) continue;
    for (const std::string_view list : {"faults", "warnings"}) {
      golden->member(list).each([&](std::uint32_t, const document::View& each) {
        const Finding finding{.code = each.member("code").text(),
                              .path = each.member("path").text(),
                              .message = each.member("message").text()};
        const auto german = german::of_finding(finding);
        EXPECT_TRUE(german) << finding.message;
        EXPECT_TRUE(!german || german->starts_with(german::words_of(finding.path) + ": "))
            << *german;
        ++count;
      });
    }
  }
  EXPECT_GT(count, 100U);
}

// The sources of all sentences of answers.
constexpr std::array<std::string_view, 8> folders = {"src/server/api",
                                                     "src/ground/forms",
                                                     "src/server/exchange",
                                                     "src/ground/document",
                                                     "src/server/http/wire",
                                                     "src/server/http/message",
                                                     "src/server/store/embedded/commit",
                                                     "src/server/store/postgres/commit"};

// Their sentences are not in answers of JSON.
constexpr std::array<std::string_view, 8> other_files = {
    "forms.cpp",  "error_reference.cpp", "health.cpp",       "queue_lines.cpp",
    "meters.cpp", "reference.cpp",       "named_person.cpp", "named_person.hpp"};

// Parts, which a sentence is put together of, and what only a command prints.
constexpr std::array<std::string_view, 5> other_sentences = {
    " must be a JSON object.", "errorType must be {}.", "{}: write {} without quotation marks.",
    "may be nested at most {} {} deep.", "The start was interrupted before the journal was read."};

// The literals of a source; adjacent ones are one.
std::vector<std::string> literals_in(std::string_view source) {
  std::vector<std::string> literals;
  bool is_adjacent = false;
  for (std::size_t at = 0; at < source.size(); ++at) {
    if (source.substr(at, 2) == "//") {
      at = std::min(source.find('\n', at), source.size());
    } else if (source[at] == '\'' && base::is_ascii_digit(source[at - 1])) {
      continue;  // between the digits of a number
    } else if (source.substr(at, 2) == "R\"") {
      const auto open = source.find('(', at);
      const std::string close = ")" + std::string(source.substr(at + 2, open - at - 2)) + "\"";
      at = std::min(source.find(close, open), source.size() - close.size()) + close.size() - 1;
      is_adjacent = false;
    } else if (source[at] == '\'') {  // a character
      at = std::min(source.find('\'', at + (source[at + 1] == '\\' ? 3 : 2)), source.size());
      is_adjacent = false;
    } else if (source[at] == '"') {
      if (!is_adjacent) literals.emplace_back();
      for (++at; at < source.size() && source[at] != '"'; ++at) {
        if (source[at] == '\\' && (source[at + 1] == '"' || source[at + 1] == '\\')) ++at;
        literals.back() += source[at];
      }
      is_adjacent = true;
    } else if (source[at] != ' ' && source[at] != '\n') {
      is_adjacent = false;
    }
  }
  return literals;
}

// With {} for each parameter, as the sources have it.
std::string as_in_sources(std::string_view english) {
  std::string text;
  while (!english.empty()) {
    const auto begin = std::min(english.find('{'), english.size());
    text += english.substr(0, begin);
    english.remove_prefix(begin);
    if (english.empty()) break;
    text += "{}";
    english.remove_prefix(english.find('}') + 1);
  }
  return text;
}

std::set<std::string> translated_sentences() {
  std::set<std::string> all(other_sentences.begin(), other_sentences.end());
  const auto add = [&](const auto& sentences) {
    for (const german::Sentence& each : sentences) all.insert(as_in_sources(each.english));
  };
  add(german::errors);
  add(german::answers);
  add(german::predicates);
  add(german::faults);
  add(german::phrases);
  return all;
}

TEST(German, every_sentence_in_the_sources_has_a_german_one) {
  const std::set<std::string> translated = translated_sentences();
  std::size_t count = 0;
  for (const std::string_view folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_dir()) / folder)) {
      const std::string name = entry.path().filename();
      const bool is_source = name.ends_with(".cpp") || name.ends_with(".hpp");
      if (!is_source || name.find("_test") != std::string::npos) continue;
      if (std::ranges::find(other_files, name) != other_files.end()) continue;
      for (const std::string& literal : literals_in(text_of(entry.path()))) {
        const bool is_sentence = literal.ends_with('.') && literal.find(' ') != std::string::npos;
        if (!is_sentence) continue;
        EXPECT_TRUE(translated.contains(literal)) << entry.path() << ": " << literal;
        ++count;
      }
    }
  }
  EXPECT_GT(count, 150U);
}

}  // namespace
}  // namespace tradepost::api
