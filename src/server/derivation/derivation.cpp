#include "derivation/derivation.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "base/text/json_writer.hpp"
#include "derivation/derivation_rows.hpp"
#include "derivation/field_mapping.hpp"
#include "derivation/order_prices.hpp"
#include "document/json_reader.hpp"

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

constexpr Renamed changed_places[] = {
    {.field = "technicalSender", .source = "technicalRecipient"},
    {.field = "technicalRecipient", .source = "technicalSender"},
};

// Remarks of the sender of one document, which do not belong in the next.
constexpr std::array<std::string_view, 4> remarks{"comments", "legalInformation", "status",
                                                  "attachments"};

constexpr std::string_view units_name = "transportUnits";
constexpr std::string_view items_name = "items";

const TypeRow& lines_type(const KindRow& kind) {
  return type_of(types()[kind.type].fields[kind.lines]);
}

const TypeRow* list_type(const TypeRow& of, std::string_view name) {
  const FieldSlot slot = of.find(name);
  return slot == no_slot ? nullptr : &type_of(of.fields[slot]);
}

bool has_units(const KindRow& kind) {
  return types()[kind.type].fields[kind.lines].name == units_name;
}

// Returns the type of the goods' lines: for kinds with transport units, of the items in a unit.
const TypeRow& goods_type(const KindRow& kind) {
  const TypeRow& lines = lines_type(kind);
  return has_units(kind) ? *list_type(lines, items_name) : lines;
}

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
    json_.begin_object().key("header");
    write_header(header);
    const View lines = content.member(types()[from_.type].fields[from_.lines].name);
    json_.key(types()[to_.type].fields[to_.lines].name).begin_array();
    if (!has_units(to_)) {
      write_goods(lines);
    } else if (has_units(from_)) {
      write_units(lines);
    } else {
      json_.begin_object().key("items").begin_array();
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
      std::ranges::copy(changed_places, std::back_inserter(renamed));
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

  void write_lines(const View& lines) {
    lines.each([&](std::uint32_t, const View& line) {
      ++line_count_;
      write_line(line);
    });
  }

  void write_line(const View& line) {
    const Members members = lines_.members_of(line);
    const OrderPrices::Lines prices = prices_.of_line(order_, line);
    json_.begin_object();
    const TypeRow& target = lines_.target();
    for (FieldSlot slot = 0; slot < target.fields.size(); ++slot) {
      const FieldRow& field = target.fields[slot];
      const View value = lines_.value(members, slot);
      if (field.name == "subItems") {
        write_sub_lines(line.member(field.name));
      } else if (!value && field.name == "lineNumber") {
        json_.key(field.name).integer(line_count_);
      } else if (!value && field.name == "isDepositItem" && field.need == Need::required) {
        json_.key(field.name).boolean(false);
      } else if (is_carried(field)) {
        write_member(field.name, value, prices.member(field.name));
      }
    }
    json_.end_object();
  }

  void write_sub_lines(const View& lines) {
    if (!lines.has_elements()) return;
    json_.key("subItems").begin_array();
    write_lines(lines);
    json_.end_array();
  }

  const Derivation& derivation_;
  const KindRow& from_;
  const KindRow& to_;
  const OrderPrices& prices_;
  std::string_view now_;
  FieldMapping lines_;
  std::string order_;
  std::uint64_t line_count_ = 0;
  base::JsonWriter json_;
};

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
  document::JsonReader reader;
  const auto read = reader.read(content);
  if (!read) return {};
  const OrderPrices prices(orders);
  return Writing(derivation, prices, now).run(*read);
}

}  // namespace tradepost::derivation
