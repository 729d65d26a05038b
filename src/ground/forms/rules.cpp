#include "forms/rules.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "document/amounts/amounts.hpp"
#include "forms/codes.hpp"

namespace tradepost::forms {
namespace {

constexpr std::string_view german_prefix = "BR-DE-";

bool is_in(std::span<const Code> codes, std::string_view code) {
  return std::ranges::find(codes, code, &Code::ours) != codes.end();
}

// The terms that a category of tax demands: any of the seller's and any of the buyer's.
struct CategoryNeeds {
  std::string_view category;
  std::string_view rule;
  bool seller_registration_counts;  // BT-32 instead of BT-31
  bool needs_buyer;
};
constexpr std::array needs = {
    CategoryNeeds{"S", "BR-S-02", true, false},  CategoryNeeds{"Z", "BR-Z-02", true, false},
    CategoryNeeds{"E", "BR-E-02", true, false},  CategoryNeeds{"AE", "BR-AE-02", true, true},
    CategoryNeeds{"K", "BR-IC-02", false, true}, CategoryNeeds{"G", "BR-G-02", false, false},
    CategoryNeeds{"L", "BR-AF-02", true, false}, CategoryNeeds{"M", "BR-AG-02", true, false}};

class Checks {
 public:
  Checks(const FormRow& form, std::size_t kind, const Group& root, Objections& objections)
      : form_(form),
        kind_(kind),
        root_(root),
        objections_(objections),
        is_german_(form.rules == Rules::xrechnung ||
                   (form.rules == Rules::peppol && root.text(Term::bt_40) == "DE" &&
                    root.text(Term::bt_55) == "DE")) {}

  void check() {
    check_present();
    check_codes();
    check_payment();
    check_seller();
    check_categories();
  }

 private:
  void add(std::string_view rule, Term term, std::string_view message) {
    object(objections_, rule, row_of(term).about.at(kind_), message);
  }

  static std::string missing(const TermRow& row) {
    return fmt::format("The form needs {} ({}), which the document does not have.", row.title,
                       row.name);
  }

  // Rules about the parts of an address or a contact apply if it is present.
  bool is_part_of_missing(Term term) const {
    const auto has_any = [&](std::initializer_list<Term> terms) {
      return std::ranges::any_of(terms, [&](Term one) { return root_.has(one); });
    };
    if (term >= Term::bt_35 && term <= Term::bt_40) {
      return !has_any(
          {Term::bt_35, Term::bt_36, Term::bt_37, Term::bt_38, Term::bt_39, Term::bt_40});
    }
    if (term >= Term::bt_41 && term <= Term::bt_43) {
      return !has_any({Term::bt_41, Term::bt_42, Term::bt_43});
    }
    return term >= Term::bt_50 && term <= Term::bt_55 &&
           !has_any({Term::bt_50, Term::bt_51, Term::bt_52, Term::bt_53, Term::bt_54, Term::bt_55});
  }

  // Peppol has Germany's rules under other names.
  std::string german_name(std::string_view rule) const {
    if (form_.rules != Rules::peppol || !rule.starts_with(german_prefix)) return std::string(rule);
    int number = 0;
    const std::string_view digits = rule.substr(german_prefix.size());
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return fmt::format("DE-R-{:03}", number);
  }

  void check_present() {
    for (const TermRow& row : term_rows) {
      std::string rule(row.rules[0]);
      if (rule.empty() && form_.rules == Rules::peppol) rule = row.rules[1];
      if (rule.empty() && is_german_) rule = german_name(row.rules[2]);
      if (rule.empty()) continue;
      if (row.group == Term::none) {
        if (!root_.has(row.term) && !is_part_of_missing(row.term)) {
          add(rule, row.term, missing(row));
        }
        continue;
      }
      root_.each(row.group, [&](const Group& group) {
        // Totals names the reason for a category.
        if (group.has(row.term) || row.term == Term::bt_151) return;
        object(objections_, rule, group.source, missing(row));
      });
    }
    if (is_part_of_missing(Term::bt_40))
      add("BR-08", Term::bt_40,
          "The form needs the address of the supplier, at least its country.");
    if (is_part_of_missing(Term::bt_55))
      add("BR-10", Term::bt_55, "The form needs the address of the buyer, at least its country.");
    if (is_german_ && is_part_of_missing(Term::bt_41)) {
      add(german_name("BR-DE-2"), Term::bt_41,
          "The form needs a contact of the supplier with name, phone and email.");
    }
  }

  void check_codes() {
    for (const Term term : {Term::bt_40, Term::bt_55, Term::bt_80}) {
      if (!root_.has(term) || is_in(countries_codes, root_.text(term))) continue;
      add("BR-CL-14", term, "The country is not one of ISO 3166-1.");
    }
    if (root_.has(Term::bt_5) && !is_in(currencies_codes, root_.text(Term::bt_5))) {
      add("BR-CL-04", Term::bt_5, "The currency is not one of ISO 4217.");
    }
    for (const Term term : {Term::bt_31, Term::bt_48}) {
      const std::string_view prefix = root_.text(term).substr(0, 2);
      if (!root_.has(term) || prefix == "EL" || is_in(countries_codes, prefix)) continue;
      add("BR-CO-09", term, "A VAT identifier begins with the code of its country, such as DE.");
    }
  }

  // Peppol's edition of EN 16931 has this rule, and the newest one of 2026 does not. UBL's rule
  // does not apply to credit notes, which have their own root.
  void check_payment() {
    if (kind_ == of_credit_note && form_.roots[0].uri != form_.roots[1].uri) return;
    const auto due = document::amount_of(root_.text(Term::bt_115));
    const bool is_positive = due && !due->is_negative() && !due->is_zero();
    if (is_positive && !root_.has(Term::bt_9) && !root_.has(Term::bt_20)) {
      add("BR-CO-25", Term::bt_9, "The form needs a due date or terms of payment.");
    }
  }

  void check_seller() {
    bool has_identifier = root_.has(Term::bt_31);
    root_.each(Term::bg_4_1, [&](const Group&) { has_identifier = true; });
    if (has_identifier) return;
    add("BR-CO-26", Term::bt_31,
        "The form needs an identifier of the supplier, such as its GLN or its VAT number.");
  }

  void check_categories() {
    for (const CategoryNeeds& need : needs) {
      if (!has_category(need.category)) continue;
      const bool has_seller =
          root_.has(Term::bt_31) || (need.seller_registration_counts && root_.has(Term::bt_32));
      if (!has_seller) {
        add(need.rule, Term::bt_31,
            need.seller_registration_counts
                ? fmt::format("The tax category {} needs a number of the supplier in the domain "
                              "VAT_DE or FED_TAX.",
                              need.category)
                : fmt::format(
                      "The tax category {} needs a number of the supplier in the domain VAT_DE.",
                      need.category));
      } else if (need.needs_buyer && !root_.has(Term::bt_48)) {
        add(need.rule, Term::bt_48,
            fmt::format("The tax category {} needs the buyer's VAT identifier.", need.category));
      }
    }
    if (has_category("K")) check_delivery();
    if (has_category("O")) check_outside_of_tax();
  }

  void check_delivery() {
    if (!root_.has(Term::bt_72)) {
      add("BR-IC-11", Term::bt_72, "A supply within the community needs the date of delivery.");
    }
    if (root_.has(Term::bt_80)) return;
    add("BR-IC-12", Term::bt_80, "A supply within the community needs the country of delivery.");
  }

  void check_outside_of_tax() {
    if (root_.has(Term::bt_31) || root_.has(Term::bt_48)) {
      add("BR-O-02", root_.has(Term::bt_31) ? Term::bt_31 : Term::bt_48,
          "An invoice outside of VAT must not have VAT identifiers.");
    }
    bool has_other = false;
    root_.each(Term::bg_23,
               [&](const Group& tax) { has_other = has_other || tax.text(Term::bt_118) != "O"; });
    if (!has_other) return;
    add("BR-O-11", Term::bt_110, "The tax category O does not permit other categories.");
  }

  bool has_category(std::string_view category) const {
    bool found = false;
    root_.each(Term::bg_25,
               [&](const Group& line) { found = found || line.text(Term::bt_151) == category; });
    return found;
  }

  const FormRow& form_;
  std::size_t kind_;
  const Group& root_;
  Objections& objections_;
  bool is_german_;
};

}  // namespace

void add_objections(const FormRow& form, std::size_t kind, const Group& root,
                    Objections& objections) {
  Checks(form, kind, root, objections).check();
}

}  // namespace tradepost::forms
