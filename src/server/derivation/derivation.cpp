#include "derivation/derivation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"
#include "derivation/derivation_rows.hpp"
#include "derivation/field_mapping.hpp"
#include "derivation/order_prices.hpp"
#include "document/json_reader.hpp"
#include "document/summary.hpp"

namespace tradepost::derivation {
namespace {

using document::Access;
using document::FieldRow;
using document::KindRow;
using document::Need;
using document::no_slot;
using document::row_of;
using document::type_of;
using document::types;
using document::ValueType;

constexpr Renamed swapped_parties[] = {
    {.field = "technicalSender", .source = "technicalRecipient"},
    {.field = "technicalRecipient", .source = "technicalSender"},
};

// Remarks of the sender of one document, which do not belong in the next.
constexpr std::array<std::string_view, 4> remarks{"comments", "legalInformation", "status",
                                                  "attachments"};

constexpr std::string_view units_name = "transportUnits";
constexpr std::string_view items_name = "items";
constexpr std::string_view parts_name = "subItems";

const TypeRow& lines_type(const KindRow& kind) {
  return type_of(types()[kind.type].fields[kind.lines]);
}

bool has_units(const KindRow& kind) {
  return types()[kind.type].fields[kind.lines].name == units_name;
}

// Returns the type of the goods' lines: for kinds with transport units, of the items in a unit.
const TypeRow& goods_type(const KindRow& kind) {
  const TypeRow& lines = lines_type(kind);
  return has_units(kind) ? type_of(lines.fields[lines.find(items_name)]) : lines;
}

// Returns the largest number of a line, also within units and parts of lines, or 0.
std::int64_t largest_number(const View& lines) {
  std::int64_t largest = 0;
  lines.each([&](std::uint32_t, const View& line) {
    const View number = line.member("lineNumber");
    std::int64_t value = 0;
    if (number.is_number()) {
      const std::string_view digits = number.scalar();
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
    }
    largest = std::max(largest, value);
    for (const std::string_view inner : {items_name, units_name, parts_name}) {
      largest = std::max(largest, largest_number(line.member(inner)));
    }
  });
  return largest;
}

enum class Depth : std::uint8_t { line, part };

// Writes one new document.
class Writing {
 public:
  Writing(const Derivation& derivation, const OrderPrices& prices, std::string_view now)
      : derivation_(derivation),
        from_(row_of(derivation.from)),
        to_(row_of(derivation.to)),
        prices_(prices),
        now_(now),
        lines_(goods_type(to_), goods_type(from_), derivation.lines) {}

  std::string run(const View& content) && {
    const View header = content.member("header");
    order_ = order_named_in(header);
    last_number_ = largest_number(content.member(types()[from_.type].fields[from_.lines].name));
    json_.begin_object().key("header");
    write_header(header);
    const View lines = content.member(types()[from_.type].fields[from_.lines].name);
    json_.key(types()[to_.type].fields[to_.lines].name).begin_array();
    if (!has_units(to_)) {
      write_goods(lines);
    } else if (has_units(from_)) {
      write_units(lines);
    } else if (lines.has_elements()) {
      json_.begin_object().key(items_name).begin_array();
      write_goods(lines);
      json_.end_array().end_object();
    }
    json_.end_array().end_object();
    return std::move(json_).finish();
  }

 private:
  void write_header(const View& header) {
    const TypeRow& target = types()[to_.header_type];
    std::vector<Renamed> renamed(derivation_.header.begin(), derivation_.header.end());
    if (derivation_.by == Side::recipient)
      std::ranges::copy(swapped_parties, std::back_inserter(renamed));
    const FieldMapping mapping(target, types()[from_.header_type], renamed);
    const Members members = mapping.members_of(header);
    json_.begin_object();
    for (FieldSlot slot = 0; slot < target.fields.size(); ++slot) {
      if (slot == to_.number || slot == to_.version) continue;
      if (slot == to_.date) {
        json_.key(target.fields[slot].name).string(now_);
      } else if (to_.kind == Kind::order_response && slot == to_.response_type) {
        json_.key(target.fields[slot].name).string("ACCEPT");
      } else if (is_carried(target.fields[slot])) {
        write_member(target.fields[slot].name, mapping.value(members, slot),
                     prices_.of_header(order_, target.fields[slot].name));
      }
    }
    json_.end_object();
  }

  // A copy has no dates and references of the old document, and another document has no remarks of
  // its source.
  bool is_carried(const FieldRow& field) const {
    if (field.access == Access::read_only) return false;
    if (from_.kind != to_.kind) return std::ranges::find(remarks, field.name) == remarks.end();
    return field.names == 0 && field.value != ValueType::datetime &&
           field.value != ValueType::date && field.name != "AdditionalOrderIdentifiers";
  }

  void write_member(std::string_view name, const View& value, const View& otherwise) {
    const View& chosen = value ? value : otherwise;
    if (chosen) json_.key(name).raw(chosen.bytes());
  }

  // Lines of units become one list.
  void write_goods(const View& lines) {
    if (!has_units(from_)) return write_lines(lines);
    lines.each([&](std::uint32_t, const View& unit) {
      write_lines(unit.member(items_name));
      unit.member(units_name).each([&](std::uint32_t, const View& inner) {
        write_lines(inner.member(items_name));
      });
    });
  }

  // Inner units become units of the list, and units without goods are left out.
  void write_units(const View& units) {
    const FieldMapping mapping(lines_type(to_), lines_type(from_), {});
    units.each([&](std::uint32_t, const View& unit) {
      if (unit.member(items_name).has_elements()) write_unit(unit, mapping);
      write_units(unit.member(units_name));
    });
  }

  void write_unit(const View& unit, const FieldMapping& mapping) {
    const Members members = mapping.members_of(unit);
    json_.begin_object();
    for (FieldSlot slot = 0; slot < mapping.target().fields.size(); ++slot) {
      const FieldRow& field = mapping.target().fields[slot];
      if (field.name == items_name) {
        json_.key(items_name).begin_array();
        write_lines(unit.member(items_name));
        json_.end_array();
      } else if (field.name != units_name && is_carried(field)) {
        write_member(field.name, mapping.value(members, slot), {});
      }
    }
    json_.end_object();
  }

  void write_lines(const View& lines, Depth depth = Depth::line) {
    lines.each([&](std::uint32_t, const View& line) { write_line(line, depth); });
  }

  void write_line(const View& line, Depth depth) {
    const Members members = lines_.members_of(line);
    // Parts of a line get no prices, because their line is priced.
    const OrderPrices::Lines ordered =
        depth == Depth::line ? prices_.of_line(order_, line) : OrderPrices::Lines();
    const TypeRow& target = lines_.target();
    json_.begin_object();
    for (FieldSlot slot = 0; slot < target.fields.size(); ++slot) {
      const FieldRow& field = target.fields[slot];
      if (field.name == parts_name) {
        write_sub_lines(line.member(field.name));
      } else if (is_carried(field) && !is_undecided(field, line, ordered)) {
        write_field_of_line(field, lines_.value(members, slot), line, ordered);
      }
    }
    json_.end_object();
  }

  void write_field_of_line(const FieldRow& field, const View& value, const View& line,
                           const OrderPrices::Lines& ordered) {
    if (value) {
      json_.key(field.name).raw(value.bytes());
    } else if (field.name == "lineNumber") {
      json_.key(field.name).integer(++last_number_);
    } else if (const View of_order = said_by_order(field.name, line, ordered)) {
      json_.key(field.name).raw(of_order.bytes());
    } else if (field.name == "isDepositItem" && field.need == Need::required) {
      json_.key(field.name).boolean(false);
    }
  }

  // A line that has a price gets none of the order.
  static View said_by_order(std::string_view name, const View& line,
                            const OrderPrices::Lines& ordered) {
    if (name == "isDepositItem" || name == "identifiers" || name == "unitOfMeasure" ||
        name == "contractReference") {
      return ordered.first(name);
    }
    if (name == "tax") {
      const View tax = ordered.first(name);
      return tax.member("amount") ? View() : tax;
    }
    if (line.member("unitPrice")) return {};
    return ordered.of_price(name, line.member("unitOfMeasure"));
  }

  // The sender decides about quantities with goods that are free, and about the number of a line of
  // an order that the new line cannot name.
  bool is_undecided(const FieldRow& field, const View& line,
                    const OrderPrices::Lines& ordered) const {
    if (from_.kind == to_.kind) return false;
    if (field.name == "orderLineNumber") {
      const std::string own = order_named_in(line);
      const bool can_name = lines_.target().find("orderIdentifier") != no_slot;
      return !can_name && !own.empty() && own != order_;
    }
    const bool is_quantity =
        field.name == "shippedQuantity" || (field.name == "quantity" && to_.kind == Kind::invoice);
    const auto is_some = [](const View& quantity) { return quantity && quantity.scalar() != "0"; };
    return is_quantity &&
           (is_some(line.member("freeQuantity")) || is_some(ordered.first("freeQuantity")));
  }

  void write_sub_lines(const View& lines) {
    if (!lines.has_elements()) return;
    json_.key(parts_name).begin_array();
    write_lines(lines, Depth::part);
    json_.end_array();
  }

  const Derivation& derivation_;
  const KindRow& from_;
  const KindRow& to_;
  const OrderPrices& prices_;
  std::string_view now_;
  FieldMapping lines_;
  std::string order_;
  std::int64_t last_number_ = 0;  // the largest number of a line
  base::JsonWriter json_;
};

// Adds the sums of the lines if they can be calculated.
std::string with_summary(Kind kind, std::string content) {
  if (const auto summary = document::calculated_summary(kind, content)) {
    content.pop_back();
    content += R"(,"summary":)" + *summary + "}";
  }
  return content;
}

}  // namespace

std::span<const Derivation> derivations() {
  return derivation_rows;
}

const Derivation* find_derivation(Kind from, Kind to) {
  const auto* const found = std::ranges::find_if(
      derivation_rows, [&](const Derivation& each) { return each.from == from && each.to == to; });
  return found == derivation_rows.end() ? nullptr : found;
}

bool takes_prices(const Derivation& derivation) {
  return derivation.from == Kind::order_response || derivation.to == Kind::invoice;
}

std::optional<std::string> derived(const Derivation& derivation, std::string_view content,
                                   std::span<const StoredDocument> orders, std::string_view now) {
  document::JsonReader reader(base::limits::body_bytes_max);
  const auto read = reader.read(content);
  if (!read) return {};
  const OrderPrices prices(orders);
  std::string made = Writing(derivation, prices, now).run(*read);
  // The sender decides about allowances of a whole document, and so about the sums.
  if (has_modifications(*read) || prices.have_modifications()) return made;
  return with_summary(derivation.to, std::move(made));
}

}  // namespace tradepost::derivation
