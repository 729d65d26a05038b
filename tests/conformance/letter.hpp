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

struct Letter {
  enum class Flaw : std::uint8_t { none, unreadable, without_date };
  enum class Spacing : std::uint8_t { tight, wide };

  std::string kind;              // ORDER
  std::string number;            // empty: none, where the kind allows it
  std::optional<int> version;    // header.version
  std::string type;              // header.type, of orders
  std::vector<Party> parties;    // of the header
  int variant = 0;               // what tells one content from another
  bool has_action = false;       // a catalogue's item has an action
  bool has_supplier_id = false;  // an order's items have an identifier of domain SUPPLIER
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
};
std::span<const KindRow> kind_rows();
const KindRow& row_of(std::string_view kind);

// The content without insignificant white space, as it is to come back.
std::string content_of(const Letter& letter);
// What is posted.
std::string body_of(const Letter& letter);
// `ORDER 7 version 2 (content 3) from buyer GS1:c1 to supplier GS1:s1`
std::string sentence(const Letter& letter);

}  // namespace tradepost::conformance
