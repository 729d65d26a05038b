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

// The content of the label of a transport unit, taken from its notice. Sizes, fonts and printers
// are not known here; docs/guides/labels.md says which field comes from where.
namespace tradepost::label {

// A value that can't be in the bars as it should, or a unit without a number.
struct Warning {
  std::string code;     // label.batchIdentifier.text_only
  std::string path;     // content.transportUnits.0.items.0.batches.0.batchIdentifier
  std::string message;  // a sentence for people
};

// The order in which parts are left out if there is little room: first to last.
enum class Importance : std::uint8_t {
  extra,  // stands elsewhere on the label, too
  usual,
  only_here,  // can't be in the bars
};

// A value with its title, as people read it.
struct DataField {
  std::string title;  // BATCH/LOT
  std::string text;
  Importance importance = Importance::usual;
};

// Elements that go into one symbol or into none.
struct Wish {
  std::vector<gs1::Element> elements;
  bool also_on_small = false;  // on an A6 label, too
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
  std::string other_number;  // a unitIdentifier that is no SSCC; empty where there is one

  std::vector<DataField> data;  // the most important one first
  std::vector<Wish> wishes;     // for bars beside the number's, likewise; each is right beside (00)
  std::vector<Warning> warnings;
};

// Numbers for units that have none of their own, by their places. A unitIdentifier goes before.
using Numbers = std::map<std::string, gs1::Sscc, std::less<>>;

// The labels of a document whose kind has them (document::has_labels), outer units before those in
// them. `content`: of a document that was read without faults. `too_large` where it has more than
// limits::labels_max units.
base::Result<std::vector<Label>> labels_of(document::View content, const Numbers& numbers = {});

// The one at a place; nothing where no unit is there.
std::optional<Label> label_at(document::View content, std::string_view place,
                              const Numbers& numbers = {});

}  // namespace tradepost::label
