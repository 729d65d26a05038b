#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "document/model/schema.hpp"
#include "ubl/elements.hpp"

// The mapping of a kind of documents to UBL, parsed from a text in the notation of
// docs/guides/ubl.md.
namespace tradepost::ubl {

// How much of UBL a document uses: all of it, or the part that Peppol BIS 3 has. Documents are read
// by the lines of both.
enum class Extent : std::uint8_t { whole, peppol, both };

using ScopeId = std::uint16_t;

// The codes of a field and the ones of UBL. The first of theirs is written, all are read. The code
// `-` is an attribute that is missing.
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

  ScopeId parent = 0;
  document::FieldSlot slot = document::no_slot;  // of the parent
  Form form = Form::object;
  std::vector<std::string> domains = {};  // of the elements; empty: all
  const document::TypeRow* type = nullptr;
  // The list of the elements below an element of a tree, and the field with the number of an
  // element.
  document::FieldSlot below = document::no_slot;
  document::FieldSlot number = document::no_slot;
  bool is_placed = false;  // an element has a place, such as 2.1

  bool is_tree() const { return below != document::no_slot; }
};

// The content of an element, or an attribute.
struct Piece {
  enum class Role : std::uint8_t {
    constant,      // is written and must be read
    written_only,  // is written, and any text is read
    value,
    name,         // two fields with a blank between them
    period,       // the first and the last time, or one time for both
    endpoint,     // the address of a party, which is also one of its numbers
    above,        // the number of the element above in a tree
    place,        // of an element in a tree without numbers
    group,        // the position of the element around
    position,     // of an element
    category,     // of a tax: S, or Z for a rate of 0
    amount,       // of a line, without tax
    outstanding,  // the quantity that is ordered, and not shipped
    status,       // of a line of an order response
  };

  Role role = Role::constant;
  std::string attribute = {};           // empty: the content
  std::vector<std::string> texts = {};  // of a constant; the first is written
  std::string fallback = {};            // is written without a value, and read as none
  bool is_copy = false;                 // another element has the value, too
  bool is_day = false;                  // the element has no time
  ScopeId scope = 0;
  document::FieldSlot slot = document::no_slot;
  // The value is written only if this field has one, too.
  ScopeId condition_scope = 0;
  document::FieldSlot condition = document::no_slot;
  document::FieldSlot second = document::no_slot;
  document::FieldSlot third = document::no_slot;
  const document::FieldRow* field = nullptr;
  const Codes* codes = nullptr;
};

struct Line {
  std::size_t number = 0;  // of the text
  std::size_t place = 0;   // among the children of the element around
  std::string name = {};
  const ElementType* type = nullptr;  // nullptr: the element has a text
  std::vector<Piece> pieces = {};
  ScopeId loop = 0;          // the element is written for each element of a list
  bool is_always = false;    // also without a value
  bool is_demanded = false;  // by Peppol BIS 3
  // The elements with the path and the value of a field that no other line carries.
  std::string rest_path = {};
  std::string rest_value = {};
  std::vector<Line> lines = {};  // the elements in it

  bool is_rest() const { return !rest_path.empty(); }
  // Returns the piece of the content, or nullptr.
  const Piece* content() const;
  const Piece* attribute(std::string_view wanted) const;
  // Returns the first value in the element, or nullptr.
  const Piece* first_value() const;
};

// A value of a required field that UBL does not have.
struct Default {
  ScopeId scope = 0;
  document::FieldSlot slot = document::no_slot;
  std::string text = {};
};

struct Mapping {
  const document::KindRow* kind = nullptr;
  Extent extent = Extent::whole;
  const ElementType* root = nullptr;
  bool is_of_later_versions = false;
  std::vector<Scope> scopes = {};  // the first is the content
  std::vector<Line> lines = {};
  std::vector<Default> defaults = {};
  std::map<std::string, Codes, std::less<>> code_lists = {};

  std::string space() const;  // the namespace of the root
  ScopeId scope_count() const { return static_cast<ScopeId>(scopes.size()); }
};

struct MappingFault {
  std::size_t line = 0;
  std::string reason = {};  // a sentence
};

std::expected<Mapping, MappingFault> parse_mapping(std::string_view text, Extent extent);

// Returns IssueTime for IssueDate, or an empty text if the type has no such child.
std::string_view time_of(const ElementType& type, std::string_view date);

}  // namespace tradepost::ubl
