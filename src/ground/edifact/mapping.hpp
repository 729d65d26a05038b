#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "document/model/schema.hpp"
#include "edifact/directory.hpp"

// The mapping of a kind of documents to a message, parsed from a text in the notation of
// docs/guides/edifact.md.
namespace tradepost::edifact {

using ScopeId = std::uint16_t;
inline constexpr ScopeId no_scope = 0xffff;

// The codes of a field and the ones of EDIFACT. The first of theirs is written, all are read.
struct Code {
  std::string ours = {};
  std::vector<std::string> theirs = {};
};
using Codes = std::vector<Code>;

// An object of the document, or the elements of a list.
struct Scope {
  enum class Form : std::uint8_t {
    object,
    each,  // each element that no other scope takes
    pick,  // the first element with one of the domains, in the order of the domains
  };

  ScopeId parent = no_scope;
  document::FieldSlot slot = document::no_slot;  // of the parent
  Form form = Form::object;
  std::vector<std::string> domains = {};  // of the elements; empty: all
  const document::TypeRow* type = nullptr;
  document::FieldSet mapped = {};
  std::vector<ScopeId> children = {};
  // Both are set for a tree: the list of the elements below an element, and the field with the
  // number of an element. Without such a field the elements are counted.
  document::FieldSlot below = document::no_slot;
  document::FieldSlot number = document::no_slot;
  // Segments with the same value of this field, and the same group number, belong to one element.
  document::FieldSlot same = document::no_slot;

  bool is_tree() const { return below != document::no_slot; }
};

// One component of a segment.
struct Piece {
  enum class Role : std::uint8_t {
    constant,      // is written and must be read
    written_only,  // is written, and any text is read
    value,
    own_number,     // of an element of a tree
    parent_number,  // of the element above it
    group_number,   // of the element around, whose segments may follow one another
    line_count,
    line_amount,  // of a line of an invoice or a credit note, without tax
    function,     // 9 for a first version, 5 for a later one
  };

  Role role = Role::constant;
  std::uint16_t element = 1;
  std::uint16_t component = 1;
  std::uint16_t length = 0;             // the greatest of one component
  std::uint16_t count = 1;              // the components that a text may fill
  bool has_lines = false;               // each of them is a line of the text
  std::vector<std::string> texts = {};  // of a constant; the first is written
  ScopeId scope = no_scope;
  document::FieldSlot slot = document::no_slot;
  document::FieldSlot second = document::no_slot;  // the rest of the text after the last blank
  const document::FieldRow* field = nullptr;
  const Codes* codes = nullptr;
  bool is_domain = false;  // its code says who gave the number in the segment
};

struct Line {
  std::size_t number = 0;   // of the text
  std::uint32_t place = 0;  // in the message
  std::string tag = {};
  std::vector<Piece> pieces = {};
  ScopeId loop = no_scope;       // the segment is written for each element
  bool is_always = false;        // also without a value
  bool has_value = false;        // false: constants only
  std::vector<Line> lines = {};  // of its group
};

struct Mapping {
  const document::KindRow* kind = nullptr;
  const Directory* directory = nullptr;
  const MessageRow* message = nullptr;
  std::string association = {};         // EAN010
  std::vector<std::string> codes = {};  // of BGM, by which the kind is recognized
  std::vector<Scope> scopes = {};       // the first is the content
  std::vector<Line> lines = {};
  std::map<std::string, Codes, std::less<>> code_lists = {};
};

struct MappingFault {
  std::size_t line = 0;
  std::string reason = {};  // a sentence
};

// A line of the variant replaces each line of the mapping that has one of its fields.
std::expected<Mapping, MappingFault> parse_mapping(std::string_view text,
                                                   const document::KindRow& kind,
                                                   const Directory& directory,
                                                   std::string_view variant = {});

}  // namespace tradepost::edifact
