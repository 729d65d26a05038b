#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A document as the workload writes it: the few things that the network asks a document for, and a
// skeleton around them.
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

// A transport unit, of the kinds that have labels.
struct LetterUnit {
  int content = 0;                    // letters differ in it
  std::optional<std::uint64_t> sscc;  // its own, without the check digit
  bool has_other_number = false;      // its own is no SSCC
  std::vector<LetterUnit> inner;      // of shipping notices

  bool operator==(const LetterUnit&) const = default;
};

struct Letter {
  enum class Flaw : std::uint8_t { none, unreadable, without_date };
  enum class Spacing : std::uint8_t { tight, wide };

  std::string kind;              // ORDER
  std::string number;            // empty: none, where the kind allows it
  std::optional<int> version;    // header.version
  std::string type;              // header.type, of orders
  std::vector<Party> parties;    // of the header
  int variant = 0;               // contents differ in it
  bool has_action = false;       // a catalogue's item has an action
  bool has_supplier_id = false;  // an order's items have an identifier of domain SUPPLIER
  std::vector<LetterUnit>
      units{};  // of a kind that has some: none, and there is one without number
  Flaw flaw = Flaw::none;
  Spacing spacing = Spacing::tight;

  const Party* party(std::string_view role) const;  // nullptr: not there
};

// What the interface's tables say of a kind that the workload uses.
struct KindRow {
  enum class Chain : std::uint8_t { by_number, explicit_always, explicit_with_action };

  std::string_view kind;
  std::string_view number_field;
  std::vector<std::string_view> from;  // without technicalSender
  std::vector<std::string_view> to;    // without technicalRecipient
  Chain chain = Chain::by_number;
  std::string_view date_field;
  std::string_view more_header;  // what else the kind requires
  std::string_view body;         // beside the header
  std::string_view goods;        // of a transport unit, where these have labels: what lies in it
};
std::span<const KindRow> kind_rows();
const KindRow& row_of(std::string_view kind);

// Of a kind whose units have labels, outer ones before those in them; of others none.
std::vector<LetterUnit> units_of(const Letter& letter);
// As it stands in the content.
std::string content_of(const LetterUnit& unit, const Letter& letter);

// The content without insignificant white space, as it is to come back.
std::string content_of(const Letter& letter);
// What is posted.
std::string body_of(const Letter& letter);
// `ORDER 7 version 2 (content 3) from buyer GS1:c1 to supplier GS1:s1`
std::string sentence(const Letter& letter);

}  // namespace tradepost::conformance
