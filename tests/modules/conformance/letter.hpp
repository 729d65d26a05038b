#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A generated document: the fields that the network reads, and a skeleton around them.
namespace tradepost::conformance {

struct Identity {
  std::string domain;  // GS1
  std::string text;

  bool operator==(const Identity&) const = default;
};

struct Party {
  std::string role;  // buyer
  std::vector<Identity> identities;
};

// A transport unit of a kind that has labels.
struct LetterUnit {
  int content = 0;                    // makes letters differ
  std::optional<std::uint64_t> sscc;  // of this unit, without the check digit
  bool has_other_number = false;      // has a number that is not an SSCC
  std::vector<LetterUnit> inner;      // in shipping notices

  bool operator==(const LetterUnit&) const = default;
};

struct Letter {
  enum class Flaw : std::uint8_t { none, unreadable, without_date };
  enum class Spacing : std::uint8_t { tight, wide };

  std::string kind;                 // ORDER
  std::string number;               // empty: none, if the kind allows it
  std::optional<int> version;       // header.version
  std::string type;                 // header.type, in orders
  std::vector<Party> parties;       // in the header
  int variant = 0;                  // makes contents differ
  bool has_action = false;          // a catalogue's item has an action
  bool has_supplier_id = false;     // an order's items have an identifier of domain SUPPLIER
  std::vector<LetterUnit> units{};  // empty, in a kind with units: one unit without number
  Flaw flaw = Flaw::none;
  Spacing spacing = Spacing::tight;

  const Party* party(std::string_view role) const;  // nullptr if absent
};

// A row of the contract's tables for a kind that the workload uses.
struct KindRow {
  enum class Chain : std::uint8_t { by_number, explicit_always, explicit_with_action };

  std::string_view kind;
  std::string_view number_field;
  std::vector<std::string_view> from;  // without technicalSender
  std::vector<std::string_view> to;    // without technicalRecipient
  Chain chain = Chain::by_number;
  std::string_view date_field;
  std::string_view more_header;  // further required fields of the header
  std::string_view body;         // the document without its header
  std::string_view goods;        // of a transport unit, in kinds that have labels: its goods
};
std::span<const KindRow> kind_rows();
const KindRow& row_of(std::string_view kind);

// Returns all units of a kind with labels, outer units before inner ones; otherwise an empty list.
std::vector<LetterUnit> units_of(const Letter& letter);
// Returns the unit as JSON in the content.
std::string content_of(const LetterUnit& unit, const Letter& letter);

// Returns the content without insignificant white space, as the exchange must return it.
std::string content_of(const Letter& letter);
// Returns the body of the POST request.
std::string body_of(const Letter& letter);
// Returns the text that the document was made of; half of the letters have none.
std::string original_of(const Letter& letter);
// Example: `ORDER 7 version 2 (content 3) from buyer GS1:c1 to supplier GS1:s1`
std::string sentence(const Letter& letter);

}  // namespace tradepost::conformance
