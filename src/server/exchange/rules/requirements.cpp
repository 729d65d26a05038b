#include "exchange/rules/requirements.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ground/limits.hpp"
#include "base/text/decimal.hpp"
#include "base/text/text.hpp"
#include "document/model/schema.hpp"
#include "exchange/model/findings.hpp"
#include "forms/forms.hpp"

namespace tradepost::exchange {
namespace {

using document::View;

constexpr std::string_view confirmed_date = "confirmedDeliveryDate";
constexpr std::string_view no_identifiers = "This path does not lead to a list of identifiers.";

std::vector<std::string_view> parted(std::string_view path) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = path.find('.');
    parts.push_back(path.substr(0, end));
    if (end == std::string_view::npos) return parts;
    path.remove_prefix(end + 1);
  }
}

bool is_there(const View& value) {
  if (!value) return false;
  if (value.is_text()) return !base::is_blank(value.text());
  return !value.is_list() || value.has_elements();
}

bool has_identifier_of(const View& identifiers, std::string_view domain) {
  bool is_found = false;
  identifiers.each([&](std::uint32_t, const View& element) {
    const View named = element.member("domain");
    const View identifier = element.member("identifier");
    const bool is_of_domain = named.is_text() ? named.text() == domain : domain == "GS1";
    if (is_of_domain && identifier.is_text() && is_there(identifier)) is_found = true;
  });
  return is_found;
}

bool same_quantity(const View& a, const View& b) {
  if (!a.is_number() || !b.is_number()) return false;
  const auto left = base::Decimal::parse(a.scalar());
  const auto right = base::Decimal::parse(b.scalar());
  return left && right && *left == *right;
}

// A date in the header applies to all items. A date in every item satisfies the header.
bool is_confirmed_elsewhere(const View& content) {
  if (is_there(content.member("header").member(confirmed_date))) return true;
  bool has_items = false;
  bool every_item = true;
  content.member("items").each([&](std::uint32_t, const View& item) {
    has_items = true;
    every_item = every_item && is_there(item.member(confirmed_date));
  });
  return has_items && every_item;
}

class Demand {
 public:
  Demand(const Requirement& requirement, std::string_view header_type, const View& content,
         std::vector<Finding>& faults)
      : requirement_(requirement),
        header_type_(header_type),
        parts_(parted(requirement.path)),
        faults_(faults) {
    if (is_prohibited_for_all()) return;
    if (parts_.back() == confirmed_date && is_confirmed_elsewhere(content)) return;
    look(content, 0, "content");
  }

 private:
  // A field that a rule prohibits is not demanded (contract 4.7).
  bool is_prohibited_for_all() const {
    if (parts_.back() == "transportLabel") return true;
    if (requirement_.kind != Kind::order_response) return false;
    const bool is_reject = header_type_ == "REJECT";
    return (parts_.back() == confirmed_date && is_reject) ||
           (parts_.front() == "items" && (is_reject || header_type_.empty()));
  }

  bool is_prohibited_at(const View& parent, std::string_view field) const {
    return field == "openQuantityAction" &&
           same_quantity(parent.member("orderedQuantity"), parent.member("shippedQuantity"));
  }

  void look(const View& value, std::size_t depth, const std::string& path) {
    if (depth == parts_.size()) {
      const bool is_met = requirement_.domain.empty()
                              ? is_there(value)
                              : has_identifier_of(value, requirement_.domain);
      if (!is_met) faults_.push_back(findings::demanded(requirement_.kind, requirement_, path));
      return;
    }
    const std::string_view part = parts_[depth];
    if (part == "*") {
      value.each([&](std::uint32_t index, const View& element) {
        look(element, depth + 1, fmt::format("{}.{}", path, index));
      });
      return;
    }
    const bool is_last = depth + 1 == parts_.size();
    if (is_last && is_prohibited_at(value, part)) return;
    const View member = value.member(part);
    // A list that is absent has no elements that could lack the field.
    if (!member && !is_last && parts_[depth + 1] == "*") return;
    if (!member && !is_last) {
      faults_.push_back(findings::demanded(requirement_.kind, requirement_,
                                           fmt::format("{}.{}", path, rest(depth))));
      return;
    }
    look(member, depth + 1, fmt::format("{}.{}", path, part));
  }

  std::string rest(std::size_t depth) const {
    return fmt::format(
        "{}", fmt::join(parts_.begin() + static_cast<std::ptrdiff_t>(depth), parts_.end(), "."));
  }

  const Requirement& requirement_;
  std::string_view header_type_;
  std::vector<std::string_view> parts_;
  std::vector<Finding>& faults_;
};

bool applies(const Requirement& requirement, Kind kind, std::string_view header_type) {
  if (requirement.kind != kind) return false;
  return requirement.when.empty() ||
         std::ranges::find(requirement.when, header_type) != requirement.when.end();
}

// Returns the field of a path, or nullptr. Only `*` enters a list.
const document::FieldRow* field_at(Kind kind, std::string_view path) {
  const auto* type = &document::types()[document::row_of(kind).type];
  const document::FieldRow* field = nullptr;
  bool must_be_entered = false;
  for (const std::string_view part : parted(path)) {
    if (must_be_entered != (part == "*")) return nullptr;
    if (must_be_entered) {
      must_be_entered = false;
      continue;
    }
    if (type == nullptr) return nullptr;
    const auto slot = type->find(part);
    if (slot == document::no_slot) return nullptr;
    field = &type->fields[slot];
    const bool is_object = field->value == document::ValueType::object;
    type = is_object ? &document::type_of(*field) : nullptr;
    must_be_entered = field->shape == document::Shape::list;
  }
  return field;
}

bool has_identifiers(const document::FieldRow& field) {
  if (field.value != document::ValueType::object || field.shape != document::Shape::list)
    return false;
  const auto& type = document::type_of(field);
  return type.find("domain") != document::no_slot && type.find("identifier") != document::no_slot;
}

}  // namespace

std::vector<Finding> unmet(std::span<const Requirement> requirements, Kind kind,
                           std::string_view header_type, const View& content) {
  std::vector<Finding> faults;
  for (const Requirement& requirement : requirements) {
    if (forms::form_with_rules(requirement.path) != nullptr) continue;
    if (applies(requirement, kind, header_type)) Demand(requirement, header_type, content, faults);
  }
  return faults;
}

std::vector<Finding> broken_rules(std::span<const Requirement> requirements, Kind kind,
                                  std::string_view header_type, const View& content) {
  std::vector<Finding> faults;
  for (const Requirement& requirement : requirements) {
    const auto* const form = forms::form_with_rules(requirement.path);
    if (form == nullptr || !applies(requirement, kind, header_type)) continue;
    for (forms::Objection& one : forms::objections_to(*form, document::row_of(kind), content)) {
      Finding fault = findings::broken_rule(fmt::format("e_invoice.{}", one.rule),
                                            std::move(one.path), std::move(one.message));
      if (std::ranges::find(faults, fault) == faults.end()) faults.push_back(std::move(fault));
    }
  }
  return faults;
}

std::vector<Finding> faults_of(std::span<const Requirement> requirements) {
  std::vector<Finding> faults;
  if (requirements.size() > base::limits::requirements_max) {
    faults.push_back({.code = "requirement.too_many",
                      .path = "requirements",
                      .message = fmt::format("At most {} requirements are allowed.",
                                             base::limits::requirements_max)});
    return faults;
  }
  for (std::uint32_t i = 0; i < requirements.size(); ++i) {
    const Requirement& requirement = requirements[i];
    if (forms::form_with_rules(requirement.path) != nullptr) {
      if (!forms::has_form(requirement.kind)) {
        faults.push_back(findings::bad_requirement(
            i, "path", "Only invoices and credit notes become e-invoices."));
      }
      if (!requirement.domain.empty()) {
        faults.push_back(findings::bad_requirement(i, "domain", no_identifiers));
      }
      continue;
    }
    const bool is_too_long = requirement.path.size() > base::limits::requirement_path_bytes_max;
    const auto* const field = is_too_long ? nullptr : field_at(requirement.kind, requirement.path);
    if (field == nullptr) {
      faults.push_back(findings::bad_requirement(
          i, "path", "Documents of this type have no field at this path."));
    } else if (!requirement.domain.empty() && !has_identifiers(*field)) {
      faults.push_back(findings::bad_requirement(i, "domain", no_identifiers));
    }
  }
  return faults;
}

}  // namespace tradepost::exchange
