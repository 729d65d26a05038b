// Compiles the mappings of model/formats into tables: the terms of EN 16931, the elements of each
// syntax, and code lists.
//
//   formats_compiler model form_tables.hpp
//
// The build ends with the file, the line and the reason if a mapping names a field that
// documents.json does not have, or a term that terms.json does not have.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/api_compiler/json.hpp"
#include "model/generated_file.hpp"

namespace {

using api_compiler::Json;
using api_compiler::read_json;
using api_compiler::stop;

constexpr std::array kinds = {"INVOICE", "CREDIT_NOTE"};

std::string text_in(const Json& object, std::string_view name) {
  const Json* const member = object.find(name);
  return member == nullptr ? std::string() : member->as_text();
}

// Returns the value for both kinds: one text, or an object with a text for each kind.
std::array<std::string, 2> of_kinds(const Json* value) {
  std::array<std::string, 2> both;
  if (value == nullptr) return both;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    both.at(kind) = value->is_text() ? value->as_text() : text_in(*value, kinds.at(kind));
  }
  return both;
}

std::string quoted(const std::array<std::string, 2>& both) {
  return fmt::format("{{\"{}\", \"{}\"}}", both[0], both[1]);
}

// Stops if a kind of document has no such field. A list is passed without a position.
void need_field(const Json& documents, const Json& place, std::string_view kind,
                std::string_view path) {
  if (path.empty()) return;
  std::string type = documents.at("kinds").at(kind).at("type").as_text();
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find('.'));
    const Json* const known = documents.at("types").find(type);
    const Json* const field = known == nullptr ? nullptr : known->at("fields").find(name);
    if (field == nullptr) {
      stop(place.place, fmt::format("{} has no field \"{}\" (\"{}\")", kind, path, name));
    }
    type = field->at("type").as_text();
    if (type.ends_with("[]")) type.resize(type.size() - 2);
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
  }
}

class Terms {
 public:
  Terms(const Json& terms, const Json& documents) : terms_(terms.at("terms")) {
    for (const auto& [name, term] : terms_.as_object()) add(name, term, documents);
  }

  // Returns the enumerator of a term: BT-29-1 is bt_29_1.
  std::string need(const Json& place, const std::string& name) const {
    if (name.empty()) return "Term::none";
    if (!terms_.has(name)) stop(place.place, fmt::format("terms.json has no \"{}\"", name));
    return "Term::" + word_of(name);
  }

  std::string text() const {
    return fmt::format(
        "enum class Term : std::uint8_t {{\n  none,\n{}}};\n\n"
        "inline constexpr std::array<TermRow, {}> term_rows = {{\n{}}};\n\n",
        names_, count_, rows_);
  }

 private:
  static std::string word_of(std::string name) {
    for (char& c : name) c = c == '-' ? '_' : static_cast<char>(std::tolower(c));
    return name;
  }

  void add(const std::string& name, const Json& term, const Json& documents) {
    names_ += fmt::format("  {},\n", word_of(name));
    const auto fields = of_kinds(term.find("field"));
    const auto about = of_kinds(term.find("about"));
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      need_field(documents, term, kinds.at(kind), fields.at(kind));
      need_field(documents, term, kinds.at(kind), about.at(kind));
    }
    const std::string within = text_in(term, "in");
    rows_ += fmt::format(
        "    TermRow{{Term::{}, \"{}\", \"{}\", {}, {}, {}, As::{}, \"{}\", {{\"{}\", \"{}\", "
        "\"{}\"}}}},\n",
        word_of(name), name, term.at("name").as_text(), need(term, within), quoted(fields),
        quoted(term.has("about") ? about : fields),
        text_in(term, "as").empty() ? "is" : text_in(term, "as"), text_in(term, "codes"),
        text_in(term, "rule"), text_in(term, "peppol"), text_in(term, "xrechnung"));
    ++count_;
  }

  const Json& terms_;
  std::string names_;
  std::string rows_;
  std::size_t count_ = 0;
};

// The elements of one syntax in the order of a document, each before its children.
class Elements {
 public:
  Elements(const Json& syntax, const Terms& terms) : syntax_(syntax), terms_(terms) {
    for (const auto& [prefix, uri] : syntax.at("namespaces").as_object()) {
      spaces_.push_back(prefix);
      spaces_text_ += fmt::format("    Namespace{{\"{}\", \"{}\"}},\n", prefix, uri.as_text());
    }
    for (const Json& element : syntax.at("elements").as_list()) add(element);
  }

  std::string text(std::string_view name) const {
    std::string rows;
    for (const std::string& row : rows_) rows += row;
    std::string roots;
    for (const char* const kind : kinds) {
      const Json& root = syntax_.at("roots").at(kind);
      roots += fmt::format("    Namespace{{\"{}\", \"{}\"}},\n", root.at("at").as_text(),
                           root.at("namespace").as_text());
    }
    return fmt::format(
        "inline constexpr std::array<Namespace, {}> {}_namespaces = {{\n{}}};\n\n"
        "inline constexpr std::array<Namespace, 2> {}_roots = {{\n{}}};\n\n"
        "inline constexpr std::array<ElementRow, {}> {}_elements = {{\n{}}};\n\n",
        spaces_.size(), name, spaces_text_, name, roots, rows_.size(), name, rows);
  }

 private:
  void add(const Json& element) {
    const std::size_t index = rows_.size();
    rows_.emplace_back();
    const auto names = of_kinds(&element.at("at"));
    for (const std::string& one : names) need_prefix(element, one);
    std::string attributes;
    std::size_t count = 0;
    if (const Json* const all = element.find("attributes")) {
      for (const auto& [attribute, value] : all->as_object()) {
        const bool is_term = value.is_text();
        attributes += fmt::format("AttributeRow{{\"{}\", {}, \"{}\"}}, ", attribute,
                                  is_term ? terms_.need(value, value.as_text()) : "Term::none",
                                  is_term ? std::string() : value.at("is").as_text());
        if (++count > 2) stop(element.place, "an element has at most two attributes");
      }
    }
    if (const Json* const children = element.find("children")) {
      for (const Json& child : children->as_list()) add(child);
    }
    rows_[index] = fmt::format(
        "    ElementRow{{{}, {}, {}, {}, {}, {}, {}, \"{}\", {}, As::{}, {{{{{}}}}}}},\n",
        quoted(names), terms_.need(element, text_in(element, "term")),
        terms_.need(element, text_in(element, "each")),
        terms_.need(element, text_in(element, "subject")),
        terms_.need(element, text_in(element, "when")),
        terms_.need(element, text_in(element, "unless")), element.has("always"),
        text_in(element, "is"), rows_.size(),
        text_in(element, "as").empty() ? "is" : text_in(element, "as"), attributes);
  }

  void need_prefix(const Json& element, const std::string& name) const {
    const std::string prefix = name.substr(0, std::min(name.find(':'), name.size()));
    if (!name.empty() && std::ranges::find(spaces_, prefix) == spaces_.end()) {
      stop(element.place, fmt::format("the prefix of \"{}\" has no namespace", name));
    }
  }

  const Json& syntax_;
  const Terms& terms_;
  std::vector<std::string> spaces_;
  std::string spaces_text_;
  std::vector<std::string> rows_;
};

void need_values(const Json& documents, const Json& list) {
  if (!list.has("enum")) return;
  const Json& values = documents.at("enums").at(list.at("enum").as_text());
  for (const auto& [ours, theirs] : list.at("codes").as_object()) {
    const bool is_known = std::ranges::any_of(
        values.as_list(), [&](const Json& one) { return one.as_text() == ours; });
    if (!is_known) stop(theirs.place, fmt::format("the model has no value \"{}\"", ours));
  }
}

std::string codes_text(const Json& codes, const Json& documents) {
  std::string text;
  for (const auto& [name, list] : codes.as_object()) {
    need_values(documents, list);
    std::vector<std::string> rows;
    const auto add = [&](std::string_view ours, std::string_view theirs) {
      rows.push_back(fmt::format("    Code{{\"{}\", \"{}\"}},\n", ours, theirs));
    };
    const Json& all = list.at("codes");
    if (all.is_list()) {
      for (const Json& code : all.as_list()) add(code.as_text(), code.as_text());
    } else {
      for (const auto& [ours, theirs] : all.as_object()) {
        if (theirs.is_text()) add(ours, theirs.as_text());
        if (!theirs.is_list()) continue;
        for (const Json& one : theirs.as_list()) add(ours, one.as_text());
      }
    }
    std::string joined;
    for (const std::string& row : rows) joined += row;
    text += fmt::format("inline constexpr std::array<Code, {}> {}_codes = {{\n{}}};\n\n",
                        rows.size(), name, joined);
  }
  return text;
}

std::string lists_text(const Json& codes) {
  std::string rows;
  for (const auto& [name, list] : codes.as_object()) {
    rows += fmt::format("    CodeList{{\"{}\", {}_codes}},\n", name, name);
  }
  return fmt::format("inline constexpr std::array<CodeList, {}> code_lists = {{\n{}}};\n\n",
                     codes.as_object().size(), rows);
}

std::string forms_text(const Json& forms) {
  std::string rows;
  for (const auto& [name, form] : forms.as_object()) {
    const std::string syntax = form.at("syntax").as_text();
    rows += fmt::format(
        "    FormRow{{\"{}\", {}_namespaces, {}_roots, {}_elements, Rules::{}, \"{}\", \"{}\", "
        "{}}},\n",
        name, syntax, syntax, syntax, form.at("rules").as_text(),
        form.at("specification").as_text(), form.at("process").as_text(),
        form.find("is_in_pdf") != nullptr);
  }
  return fmt::format("inline constexpr std::array<FormRow, {}> form_rows = {{\n{}}};\n\n",
                     forms.as_object().size(), rows);
}

constexpr std::string_view head = R"(// Compiled from model/formats.
#pragma once

#include <array>
#include <cstdint>

#include "forms/rows.hpp"

namespace tradepost::forms {

)";

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) stop({.file = "usage"}, "formats_compiler model form_tables.hpp");
  const std::string folder = arguments[1];
  const Json documents = read_json(folder + "/documents.json");
  const Json term_file = read_json(folder + "/formats/terms.json");
  const Json forms = read_json(folder + "/formats/forms.json");
  const Json codes = read_json(folder + "/formats/codes.json");
  const Terms terms(term_file, documents);
  std::map<std::string, Json> syntaxes;
  for (const auto& [name, form] : forms.at("forms").as_object()) {
    const std::string& syntax = form.at("syntax").as_text();
    if (!syntaxes.contains(syntax)) {
      syntaxes[syntax] = read_json(folder + "/formats/" + syntax + ".json");
    }
  }
  std::string text(head);
  text += terms.text();
  for (const auto& [name, syntax] : syntaxes) text += Elements(syntax, terms).text(name);
  text += codes_text(codes, documents) + lists_text(codes) + forms_text(forms.at("forms"));
  text += "}  // namespace tradepost::forms\n";
  if (!tradepost::write_generated(arguments[2], text)) {
    stop({.file = arguments[2]}, "this file can't be written");
  }
}
