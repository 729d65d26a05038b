#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

// The rows of the tables that the build compiles from model/formats (forms/form_tables.hpp). They
// live as long as the program.
namespace tradepost::forms {

enum class Term : std::uint8_t;  // of EN 16931: bt_1, bg_25

enum class As : std::uint8_t {
  is,            // the text of the field
  date,          // the date of the field, without its time
  compact_date,  // 20260309
};

// The kinds of documents with forms, as indexes of the arrays below.
inline constexpr std::size_t of_invoice = 0;
inline constexpr std::size_t of_credit_note = 1;
using OfKinds = std::array<std::string_view, 2>;

struct TermRow {
  Term term;
  std::string_view name;   // BT-1
  std::string_view title;  // Invoice number
  Term group;              // none: of the whole document
  OfKinds fields;          // the field that it carries; empty if it is computed
  OfKinds about;           // the field that a finding about it names
  As as;
  std::string_view codes;                 // the name of a code list
  std::array<std::string_view, 3> rules;  // that a missing term breaks, in the order of Rules
};

struct AttributeRow {
  std::string_view name;
  Term term;
  std::string_view is;  // a constant
};

struct Namespace {
  std::string_view prefix;  // of a root: its name
  std::string_view uri;
};

// An element, before its children. One without a term and `is` has children only.
struct ElementRow {
  OfKinds names;  // with a prefix; empty: not in this kind
  Term term;
  Term each;            // the group for each of which the element occurs
  Term subject;         // is written as #AAI# before the content
  Term when;            // the element is written if this term is present,
  Term unless;          // and if this one is missing
  bool is_needed;       // also without content
  std::string_view is;  // the content that it must have
  std::uint8_t end;     // the index after its last descendant
  As as;
  std::array<AttributeRow, 2> attributes;
};

struct Code {
  std::string_view ours;
  std::string_view theirs;
};

struct CodeList {
  std::string_view name;
  std::span<const Code> codes;
};

// The rules that a form has. Each has EN 16931's.
enum class Rules : std::uint8_t { en16931, peppol, xrechnung };
inline constexpr std::array<std::string_view, 3> rules_names = {"en16931", "peppol", "xrechnung"};

struct FormRow {
  std::string_view name;  // xrechnung
  std::span<const Namespace> namespaces;
  std::span<const Namespace> roots;  // of an invoice and a credit note
  std::span<const ElementRow> elements;
  Rules rules;
  std::string_view specification;  // BT-24
  std::string_view process;        // BT-23
  bool is_in_pdf;                  // the text is attached to a PDF file
};

}  // namespace tradepost::forms
