#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/result.hpp"
#include "document/json/view.hpp"
#include "document/model/schema.hpp"
#include "gs1/element_string.hpp"
#include "gs1/identifiers.hpp"

// The content of the label of a transport unit, taken from its notice and independent of sizes,
// fonts and printers. docs/guides/labels.md lists the source of each field.
namespace tradepost::label {

// A value that can't be in the bars as it should be, or a unit without a number.
struct Warning {
  std::string code;     // label.batchIdentifier.text_only
  std::string path;     // content.transportUnits.0.items.0.batches.0.batchIdentifier
  std::string message;  // a sentence for people
};

// The order in which fields are left out if there is too little room, from first to last.
enum class Importance : std::uint8_t {
  extra,  // is also elsewhere on the label
  usual,
  only_here,  // can't be in the bars
};

// A value with its title, for people.
struct DataField {
  std::string title;  // BATCH/LOT
  std::string text;
  Importance importance = Importance::usual;
};

// Elements that belong together in one symbol. They are left out together.
struct OptionalElements {
  std::vector<gs1::Element> elements;
  bool also_on_small = false;  // also on an A6 label
  bool describes_content = false;
};

struct Label {
  std::string place;  // 0, or 0.1 for the second unit in the first one
  std::string path;   // content.transportUnits.0.transportUnits.1

  std::vector<std::string> from;  // name, street, town: at most four lines
  std::vector<std::string> to;
  std::string unit;  // 2/9 EURO PALLET
  std::string order_number;
  std::string notice_number;
  std::string carrier;
  std::string tracking_number;

  std::optional<gs1::Sscc> sscc;
  std::string other_number;  // a unitIdentifier that is not an SSCC; empty if there is an SSCC

  std::vector<DataField> data;  // the most important one first
  // For bars next to the SSCC's, the most important first; each may be combined with (00).
  std::vector<OptionalElements> optional_elements;
  std::vector<Warning> warnings;
};

// Numbers for units without a number, by their places. A unitIdentifier takes precedence.
using Numbers = std::map<std::string, gs1::Sscc, std::less<>>;

// Returns the labels of a document whose kind has labels (document::has_labels), outer units before
// their inner units. `content` is that of a document without faults. Fails with `too_large` for
// more than limits::labels_max units.
base::Result<std::vector<Label>> labels_of(document::View content, const Numbers& numbers = {});

// Returns the label at a place, or nullopt if no unit has that place.
std::optional<Label> label_at(document::View content, std::string_view place,
                              const Numbers& numbers = {});

}  // namespace tradepost::label
