#include "document/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/text/decimal.hpp"
#include "base/text/text.hpp"
#include "base/text/whole_number.hpp"
#include "document/model/model_tables.hpp"
#include "document/model/sentences.hpp"
#include "document/rules/stated_amounts.hpp"
#include "gs1/check_digit.hpp"

namespace tradepost::document {
namespace {

constexpr std::size_t type_count = tables::type_rows.size();

constexpr FieldSlot slot_in(const TypeRow& type, std::string_view name) {
  for (std::size_t slot = 0; slot < type.fields.size(); ++slot) {
    if (type.fields[slot].name == name) return static_cast<FieldSlot>(slot);
  }
  return no_slot;
}

// The slots of the fields that rules read, in one type. A rule concerns every type that has its
// fields.
struct Asked {
  FieldSlot identifier, identifiers, domain, gtin, unit_identifier;
  FieldSlot percentage, amount, calculation_type;
  FieldSlot items, transport_units;
  FieldSlot ordered, shipped, received, open_quantity_action, batches;
  FieldSlot line_number, modification_groups;

  constexpr bool nothing() const {
    const auto all = {
        identifier,      identifiers,          gtin,    unit_identifier, calculation_type,
        transport_units, open_quantity_action, batches, line_number,     modification_groups};
    return std::ranges::all_of(all, [](FieldSlot slot) { return slot == no_slot; });
  }
};

constexpr Asked asked_of(const TypeRow& type) {
  const auto slot = [&](std::string_view name) { return slot_in(type, name); };
  return {.identifier = slot("identifier"),
          .identifiers = slot("identifiers"),
          .domain = slot("domain"),
          .gtin = slot("gtin"),
          .unit_identifier = slot("unitIdentifier"),
          .percentage = slot("percentage"),
          .amount = slot("amount"),
          .calculation_type = slot("calculationType"),
          .items = slot("items"),
          .transport_units = slot("transportUnits"),
          .ordered = slot("orderedQuantity"),
          .shipped = slot("shippedQuantity"),
          .received = slot("receivedQuantity"),
          .open_quantity_action = slot("openQuantityAction"),
          .batches = slot("batches"),
          .line_number = slot("lineNumber"),
          .modification_groups = slot("modificationGroups")};
}

constexpr auto asked = [] {
  std::array<Asked, type_count> all{};
  for (std::size_t type = 0; type < type_count; ++type)
    all[type] = asked_of(tables::type_rows[type]);
  return all;
}();

constexpr auto asks_nothing = [] {
  std::array<bool, type_count> all{};
  for (std::size_t type = 0; type < type_count; ++type) all[type] = asked[type].nothing();
  return all;
}();

// Guards against a field that was renamed in the model, which would disable its rule: each field
// must occur in some type.
template <FieldSlot Asked::* Slot>
constexpr bool concerns_a_type =
    std::ranges::any_of(asked, [](const Asked& of) { return of.*Slot != no_slot; });
static_assert(concerns_a_type<&Asked::identifiers> && concerns_a_type<&Asked::gtin>);
static_assert(concerns_a_type<&Asked::domain> && concerns_a_type<&Asked::unit_identifier>);
static_assert(concerns_a_type<&Asked::calculation_type> && concerns_a_type<&Asked::amount>);
static_assert(concerns_a_type<&Asked::percentage> && concerns_a_type<&Asked::transport_units>);
static_assert(concerns_a_type<&Asked::open_quantity_action> && concerns_a_type<&Asked::ordered>);
static_assert(concerns_a_type<&Asked::shipped> && concerns_a_type<&Asked::received>);
static_assert(concerns_a_type<&Asked::batches> && concerns_a_type<&Asked::line_number>);
static_assert(concerns_a_type<&Asked::modification_groups> && concerns_a_type<&Asked::items>);

constexpr std::string_view item_identifier_type = "ItemIdentifier";
constexpr std::string_view gs1_domain = "GS1";

const TypeRow& type_of(const OpenObject& object) {
  return tables::type_rows[object.type_index()];
}
const FieldRow& field_of(const OpenObject& object, FieldSlot slot) {
  return type_of(object).fields[slot];
}

std::optional<base::Decimal> decimal(View value) {
  if (!value.is_number()) return std::nullopt;
  auto parsed = base::Decimal::parse(value.scalar());
  return parsed ? std::optional(*parsed) : std::nullopt;
}

// Returns the whole number in a value. 7.0 and 70e-1 are whole numbers too, and are read as
// decimals.
std::optional<std::int64_t> whole_number(View value) {
  if (!value.is_number()) return std::nullopt;
  if (const auto whole = base::whole_number<std::int64_t>(value.scalar())) return whole;
  const auto number = decimal(value);
  if (!number) return std::nullopt;
  const auto as_integer = number->to_int64();
  return as_integer ? std::optional(*as_integer) : std::nullopt;
}

bool is_filled(View text) {
  return text.is_text() && !base::is_blank(text.text());
}

}  // namespace

void Rules::object_closed(const OpenObject& object, std::uint32_t list_index) {
  if (asks_nothing[object.type_index()]) return;
  const auto& of = asked[object.type_index()];
  if (of.identifiers != no_slot) identifiers_are_filled(object);
  if (of.identifier != no_slot || of.gtin != no_slot || of.unit_identifier != no_slot)
    check_digit_is_right(object);
  if (of.calculation_type != no_slot) modification_says_how_much(object);
  if (of.transport_units != no_slot) unit_holds_something(object);
  if (of.open_quantity_action != no_slot) open_quantity_is_settled(object);
  if (of.batches != no_slot) batches_add_up(object);
  if (of.line_number != no_slot) note_line_number(object, list_index);
  if (of.modification_groups != no_slot) note_modifications(object);
}

// Contract 4.4 rule 5: if a list of an item's identifiers is required, one of them must not be
// blank.
void Rules::identifiers_are_filled(const OpenObject& object) {
  const auto slot = asked[object.type_index()].identifiers;
  const auto& field = field_of(object, slot);
  if (field.need != Need::required || document::type_of(field).name != item_identifier_type) return;
  const auto list = value(object, slot);
  bool any = false;
  bool any_filled = false;
  list.each([&](std::uint32_t, View element) {
    any = true;
    const auto identifier = element.member("identifier");
    const bool is_of_wrong_type = !element.is_object() || (identifier && !identifier.is_text());
    any_filled = any_filled || is_of_wrong_type || is_filled(identifier);
  });
  if (any && !any_filled) {
    report_.fault(Rule::blank, FieldPath(&object.path(), field.name), list.token(),
                  sentences::no_identifier_filled());
  }
}

void Rules::check_digit_is_right(const OpenObject& object) {
  const auto& of = asked[object.type_index()];
  const auto validate = [&](FieldSlot slot, auto&& standing, std::string_view what) {
    const auto text = value(object, slot);
    if (!text.is_text() || standing(text.raw_text()) != gs1::CheckDigit::wrong) return;
    report_.warn(Rule::wrong_check_digit, FieldPath(&object.path(), field_of(object, slot).name),
                 text.token(), sentences::wrong_check_digit(text.raw_text(), what));
  };
  validate(of.gtin, gs1::verify_gtin, "a GTIN");
  validate(of.unit_identifier, gs1::verify_sscc, "an SSCC");
  if (of.identifier == no_slot || of.domain == no_slot) return;
  const auto domain = value(object, of.domain);
  if (domain && (!domain.is_text() || domain.raw_text() != gs1_domain)) return;
  if (type_of(object).name == item_identifier_type) {
    validate(of.identifier, gs1::verify_gtin, "a GTIN");
  } else {
    validate(of.identifier, gs1::verify_gln, "a GLN");
  }
}

void Rules::modification_says_how_much(const OpenObject& object) {
  const auto& of = asked[object.type_index()];
  if (object.has(of.percentage) || object.has(of.amount)) return;
  report_.fault(Rule::needs_percentage_or_amount, object.path(), object.token(),
                sentences::needs_percentage_or_amount());
}

void Rules::unit_holds_something(const OpenObject& object) {
  const auto& of = asked[object.type_index()];
  if (of.items == no_slot || field_of(object, of.items).need == Need::required) return;
  const auto units = value(object, of.transport_units);
  const auto items = value(object, of.items);
  const bool holds_units = units && (!units.is_list() || units.has_elements());
  const bool holds_items = items && (!items.is_list() || items.has_elements());
  if (holds_units || holds_items) return;
  report_.fault(Rule::missing, FieldPath(&object.path(), field_of(object, of.items).name),
                object.token(), sentences::unit_needs_items());
}

// This is a fault on shipping notices, and a warning on the other kinds with these fields.
void Rules::open_quantity_is_settled(const OpenObject& object) {
  const auto& of = asked[object.type_index()];
  const auto ordered = value(object, of.ordered);
  const auto shipped = value(object, of.shipped);
  const auto ordered_number = decimal(ordered);
  const auto shipped_number = decimal(shipped);
  if (!ordered_number || !shipped_number) return;
  const bool differ = *ordered_number != *shipped_number;
  const bool settled = object.has(of.open_quantity_action);
  if (differ == settled) return;
  const FieldPath path(&object.path(), field_of(object, of.open_quantity_action).name);
  const auto token = settled ? object.token_of(of.open_quantity_action) : object.token();
  const auto rule = settled ? Rule::prohibited : Rule::missing;
  const auto sentence =
      settled ? sentences::open_quantity_action_needless(ordered.scalar(), shipped.scalar())
              : sentences::open_quantity_action_needed(ordered.scalar(), shipped.scalar());
  if (kind_.kind == Kind::shipping_notice) {
    report_.fault(rule, path, token, sentence);
  } else {
    report_.warn(rule, path, token, sentence);
  }
}

// The batches must add up to the shipped quantity, and on a receival notice to the received
// quantity.
void Rules::batches_add_up(const OpenObject& object) {
  const auto& of = asked[object.type_index()];
  const auto quantity_slot = of.received != no_slot ? of.received : of.shipped;
  const auto batches = value(object, of.batches);
  const auto quantity = value(object, quantity_slot);
  const auto expected = decimal(quantity);
  if (!expected || !batches.has_elements()) return;
  std::optional<base::Decimal> sum = base::Decimal();
  batches.each([&](std::uint32_t, View batch) {
    const auto part = decimal(batch.member("quantity"));
    if (!sum || !part) {
      sum.reset();
      return;
    }
    auto grown = sum->plus(*part);
    sum = grown ? std::optional(*grown) : std::nullopt;
  });
  if (!sum || *sum == *expected) return;
  report_.warn(
      Rule::sum_differs, FieldPath(&object.path(), field_of(object, of.batches).name),
      batches.token(),
      sentences::batches_differ(sum->to_string(), spaced(field_of(object, quantity_slot).name),
                                quantity.scalar()));
}

void Rules::note_line_number(const OpenObject& object, std::uint32_t list_index) {
  const auto slot = asked[object.type_index()].line_number;
  const auto whole = whole_number(value(object, slot));
  if (whole)
    line_numbers_.push_back(
        {.number = *whole, .index = list_index, .token = object.token_of(slot)});
}

void Rules::end_list(std::size_t begun, const FieldPath& list) {
  const auto first = line_numbers_.begin() + static_cast<std::ptrdiff_t>(begun);
  const auto rises = [](const LineNumber& a, const LineNumber& b) { return a.number >= b.number; };
  if (std::adjacent_find(first, line_numbers_.end(), rises) != line_numbers_.end()) {
    std::ranges::stable_sort(first, line_numbers_.end(), {}, &LineNumber::number);
    for (auto at = first; at != line_numbers_.end() && at + 1 != line_numbers_.end(); ++at) {
      if (at->number != (at + 1)->number) continue;
      const FieldPath element(&list, (at + 1)->index);
      const View number(tokens_, (at + 1)->token);
      report_.warn(Rule::repeated, FieldPath(&element, "lineNumber"), number.token(),
                   sentences::line_number_repeated(number.scalar()));
    }
  }
  line_numbers_.resize(begun);
}

void Rules::note_modifications(const OpenObject& object) {
  const auto slot = asked[object.type_index()].modification_groups;
  has_modifications_ = has_modifications_ || value(object, slot).has_elements();
}

void Rules::content_closed(const OpenObject& content) {
  if (kind_.kind == Kind::order_response) response_fits_its_type(content);
  modifications_have_a_summary(content);
  const auto part = [&](std::string_view name) {
    return value(content, type_of(content).find(name));
  };
  StatedAmounts(content.path(), kind_, report_)
      .validate(value(content, kind_.header), value(content, kind_.lines), part("summary"));
}

void Rules::response_fits_its_type(const OpenObject& content) {
  const auto& header_type = tables::type_rows[kind_.header_type];
  const auto header = value(content, kind_.header);
  const auto type = header.member(header_type.fields[kind_.response_type].name);
  const auto items = value(content, kind_.lines);
  if (type && !type.is_text()) return;
  const auto word = type ? type.text() : std::string();
  const FieldPath items_place(&content.path(), field_of(content, kind_.lines).name);
  if (word == "CHANGE" && !(items && (!items.is_list() || items.has_elements()))) {
    report_.fault(Rule::missing, items_place, content.token(),
                  sentences::items_needed_for_change());
  }
  if ((word == "REJECT" || !type) && items.has_elements()) {
    report_.fault(Rule::prohibited, items_place, items.token(), sentences::items_prohibited(word));
  }
  if (word == "REJECT") no_confirmed_delivery_on_reject(content, header, items);
}

void Rules::no_confirmed_delivery_on_reject(const OpenObject& content, View header, View items) {
  constexpr std::string_view name = "confirmedDeliveryDate";
  const auto refuse = [&](const FieldPath& parent, View object) {
    const auto date = object.member(name);
    if (date)
      report_.fault(Rule::prohibited, FieldPath(&parent, name), date.token(),
                    sentences::prohibited_on_reject());
  };
  refuse(FieldPath(&content.path(), field_of(content, kind_.header).name), header);
  const FieldPath list(&content.path(), field_of(content, kind_.lines).name);
  items.each([&](std::uint32_t index, View item) { refuse(FieldPath(&list, index), item); });
}

// This is a fault on invoices, and a warning on the other kinds that can have a summary.
void Rules::modifications_have_a_summary(const OpenObject& content) {
  const auto slot = type_of(content).find("summary");
  if (!has_modifications_ || slot == no_slot || content.has(slot)) return;
  const FieldPath path(&content.path(), field_of(content, slot).name);
  if (kind_.kind == Kind::invoice) {
    report_.fault(Rule::missing, path, content.token(), sentences::summary_needed());
  } else {
    report_.warn(Rule::missing, path, content.token(), sentences::summary_needed());
  }
}

}  // namespace tradepost::document
