#include "forms/restore.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "base/text/text.hpp"
#include "document/amounts/amounts.hpp"
#include "forms/codes.hpp"
#include "forms/prepare.hpp"
#include "forms/rest.hpp"

namespace tradepost::forms {
namespace {

using document::amount_of;
using document::Decimal;

constexpr std::string_view lines_prefix = "items.";
constexpr std::size_t sub_items_depth_max = 2;
// These terms follow from others, or a document has no field for them.
constexpr std::array implied = {
    Term::bt_3,   Term::bt_21,   Term::bt_23,   Term::bt_24,   Term::bt_34_1, Term::bt_49_1,
    Term::bt_81,  Term::bt_84_1, Term::bt_95,   Term::bt_102,  Term::bt_113,  Term::bt_114,
    Term::bt_121, Term::bt_150,  Term::bt_29_1, Term::bt_46_1, Term::bt_71_1, Term::bt_157_1};

struct ModificationTerms {
  std::string_view type;
  Term amount, base, percentage, reason, code;
  Term rate;  // none: a line has it
  std::span<const Code> codes;
};

class Restoration {
 public:
  Restoration(const document::KindRow& kind, const Group& root)
      : index_(index_of(kind.kind)), root_(root), result_{.draft = Draft(kind)} {}

  Restored restore() && {
    restore_fields(Term::none, root_, "");
    restore_references();
    restore_notes();
    restore_party("header.supplier", Term::bt_31, Term::bt_34, Term::bt_41);
    restore_party("header.buyer", Term::bt_48, Term::bt_49, Term::bt_56);
    restore_place();
    if (const Value* const bank = root_.find(Term::bt_86)) {
      set("header.supplier.financialInstitution.institutionId", *bank);
      set("header.supplier.financialInstitution.institutionIdDomain", *bank, "BIC");
    }
    restore_lines();
    restore_sums();
    restore_rest(root_, Term::bg_24, Term::bt_122, Term::bt_123, "");
    for (const auto& [path, group] : lines_) {
      restore_rest(*group, Term::bg_32, Term::bt_160, Term::bt_161, path + '.');
    }
    find_unused(root_);
    return std::move(result_);
  }

 private:
  void set(const std::string& path, const Value& value, std::string_view text) {
    if (text.empty()) return;
    const bool is_wrong =
        result_.draft.set(path, text, value.element) == Draft::Outcome::wrong_type;
    // The numbers of lines can be any texts in a form.
    if (is_wrong && (value.term == Term::bt_126 || value.term == Term::bt_132)) return;
    used_.insert(&value);
    if (is_wrong) result_.wrong.push_back({.path = path, .element = value.element});
  }
  void set(const std::string& path, const Value& value) { set(path, value, value.text); }
  void set_of(const Group& group, Term term, const std::string& path) {
    if (const Value* const value = group.find(term)) set(path, *value);
  }

  void restore_fields(Term group, const Group& from, const std::string& prefix) {
    for (const Value& value : from.values) {
      const TermRow& row = row_of(value.term);
      std::string_view path = row.fields.at(index_);
      if (row.group != group || path.empty()) continue;
      if (group == Term::bg_25) path.remove_prefix(lines_prefix.size());
      if (row.codes == "units") {
        std::string_view unit = ours_of(units_codes, value.text);
        if (unit.empty()) unit = ours_of(readUnits_codes, value.text);
        set(prefix + std::string(path), value, unit);
        if (value.text == no_unit) used_.insert(&value);
      } else {
        set(prefix + std::string(path), value);
      }
    }
  }

  void restore_references() {
    if (const Value* const reference = root_.find(Term::bt_10)) {
      const Value* const order = root_.find(Term::bt_13);
      if (order == nullptr) {
        set("header.orderIdentifier", *reference);
      } else if (order->text == reference->text) {
        used_.insert(reference);
      } else if (index_ == of_invoice) {
        set("header.AdditionalOrderIdentifiers.billToOrderIdentifier", *reference);
      }
    }
    if (const Value* const terms = root_.find(Term::bt_20)) restore_terms(*terms);
  }

  // Reads lines of the form #SKONTO#TAGE=14#PROZENT=2.00#.
  void restore_terms(const Value& value) {
    constexpr std::string_view days_word = "#SKONTO#TAGE=";
    constexpr std::string_view percentage_word = "#PROZENT=";
    std::size_t count = 0;
    for (std::string_view rest = value.text; !rest.empty();) {
      const std::string_view line = base::trimmed(rest.substr(0, rest.find('\n')));
      rest.remove_prefix(std::min(rest.size(), rest.find('\n') == std::string_view::npos
                                                   ? rest.size()
                                                   : rest.find('\n') + 1));
      const auto middle = line.find(percentage_word);
      if (!line.starts_with(days_word) || middle == std::string_view::npos) continue;
      const std::string_view days = line.substr(days_word.size(), middle - days_word.size());
      const std::string_view after = line.substr(middle + percentage_word.size());
      const std::string path = "header.paymentTerms." + std::to_string(count++);
      set(path + ".payInNumberOfDays", value, days);
      set(path + ".percentage", value, after.substr(0, after.find('#')));
    }
  }

  void restore_notes() {
    root_.each(Term::bg_1, [&](const Group& note) {
      std::string_view field = ours_of(notes_codes, note.text(Term::bt_21));
      if (field.empty()) field = "comments";
      const std::string path = "header." + std::string(field);
      if (result_.draft.find(path) == nullptr) set_of(note, Term::bt_22, path);
    });
  }

  void add_identifier(const std::string& list, const Value& value, std::string_view domain) {
    const std::string path = list + '.' + std::to_string(identifiers_[list]++);
    set(path + ".identifier", value);
    set(path + ".domain", value, domain);
  }

  // Identifiers have the order of the code list, then the number that the other side gave, then
  // the numbers of tax.
  void restore_party(const std::string& path, Term vat, Term address, Term contact) {
    const std::string list = path + ".identifiers";
    const bool is_seller = vat == Term::bt_31;
    const auto add = [&](const Value* value, std::string_view scheme) {
      if (value == nullptr) return;
      std::string_view domain = ours_of(parties_codes, scheme);
      if (scheme.empty()) domain = is_seller ? "RECEIVER_INTERNAL" : "SENDER_INTERNAL";
      if (!domain.empty()) add_identifier(list, *value, domain);
    };
    for (const bool has_scheme : {true, false}) {
      root_.each(Term::bg_4_1, [&](const Group& one) {
        if (!is_seller || one.has(Term::bt_29_1) != has_scheme) return;
        add(one.find(Term::bt_29), one.text(Term::bt_29_1));
      });
    }
    if (!is_seller) add(root_.find(Term::bt_46), root_.text(Term::bt_46_1));
    if (const Value* const number = root_.find(vat)) {
      const bool is_german = number->text.starts_with("DE");
      add_identifier(list, *number, is_german ? "VAT_DE" : "FED_TAX");
    }
    if (const Value* const number = is_seller ? root_.find(Term::bt_32) : nullptr) {
      add_identifier(list, *number, "FED_TAX");
    }
    restore_address(list, address);
    restore_contact(path + ".contacts.0", contact);
  }

  // An electronic address is one of the identifiers, or the only one.
  void restore_address(const std::string& list, Term address) {
    const Value* const value = root_.find(address);
    if (value == nullptr) return;
    const std::string_view scheme = root_.text(static_cast<Term>(static_cast<int>(address) + 1));
    for (std::size_t at = 0; at < identifiers_[list]; ++at) {
      const std::string* const known =
          result_.draft.find(list + '.' + std::to_string(at) + ".identifier");
      if (known != nullptr && *known == value->text) {
        used_.insert(value);
        return;
      }
    }
    if (scheme == "EM") {
      used_.insert(value);
      return;
    }
    const std::string_view domain = ours_of(addresses_codes, scheme);
    if (!domain.empty()) add_identifier(list, *value, domain);
  }

  void restore_contact(const std::string& path, Term name_term) {
    const auto after = [&](int places) {
      return static_cast<Term>(static_cast<int>(name_term) + places);
    };
    if (const Value* const name = root_.find(name_term)) {
      const std::string_view text = name->text;
      const auto blank = text.rfind(' ');
      if (blank != std::string_view::npos) set(path + ".firstName", *name, text.substr(0, blank));
      set(path + ".lastName", *name,
          blank == std::string_view::npos ? text : text.substr(blank + 1));
    }
    set_of(root_, after(1), path + ".phone");
    set_of(root_, after(2), path + ".email");
  }

  void restore_place() {
    const Value* const place = root_.find(Term::bt_71);
    if (place == nullptr) return;
    const std::string_view domain = ours_of(parties_codes, root_.text(Term::bt_71_1));
    if (!domain.empty()) add_identifier("header.shipTo.identifiers", *place, domain);
  }

  // Returns the number of lines around a line.
  static std::size_t depth_of(std::string_view path) {
    constexpr std::string_view word = ".subItems";
    std::size_t count = 0;
    for (auto at = path.find(word); at != std::string_view::npos; at = path.find(word, at + 1)) {
      ++count;
    }
    return count;
  }

  static std::string attribute_of(const Group& line, std::string_view name) {
    std::string found;
    line.each(Term::bg_32, [&](const Group& one) {
      if (one.text(Term::bt_160) == name) found = one.text(Term::bt_161);
    });
    return found;
  }

  void restore_lines() {
    std::map<std::string, std::string> paths;  // by the line number
    std::map<std::string, std::size_t> counts;
    std::size_t ordinal = 0;
    root_.each(Term::bg_25, [&](const Group& line) {
      const auto parent = paths.find(attribute_of(line, sub_item_of));
      const bool is_below = parent != paths.end() && depth_of(parent->second) < sub_items_depth_max;
      const std::string list = is_below ? parent->second + ".subItems" : "items";
      const std::string path = list + '.' + std::to_string(counts[list]++);
      paths[std::string(line.text(Term::bt_126))] = path;
      lines_.emplace_back(path, &line);
      ++ordinal;
      restore_line(line, path + '.', ordinal);
    });
  }

  void restore_line(const Group& line, const std::string& path, std::size_t ordinal) {
    restore_fields(Term::bg_25, line, path);
    if (result_.draft.find(path + "lineNumber") == nullptr) {
      (void)result_.draft.set(path + "lineNumber", std::to_string(ordinal), line.element);
    }
    (void)result_.draft.set(path + "isDepositItem", "false", line.element);
    set_of(line, Term::bt_129, path + "quantity");
    set_of(line, Term::bt_146, path + "unitPrice");
    set_of(line, Term::bt_149, path + "pricingUnitQuantity");
    restore_item(line, path);
    const Value* const rate = line.find(Term::bt_152);
    const auto net = amount_of(line.text(Term::bt_131));
    const auto percentage = rate == nullptr ? std::optional(Decimal()) : amount_of(rate->text);
    if (rate != nullptr) set(path + "tax.percentage", *rate);
    if (rate == nullptr) (void)result_.draft.set(path + "tax.percentage", "0", line.element);
    const Value* const net_value = line.find(Term::bt_131);
    if (net && percentage) {
      set(path + "tax.amount", *net_value, document::percent_of(*net, *percentage).to_string());
    }
    if (const Value* const category = line.find(Term::bt_151)) used_.insert(category);
    std::size_t count = 0;
    restore_modifications(line, path + "modificationGroups.0", line_gross(line), count);
  }

  void restore_item(const Group& line, const std::string& path) {
    const auto add = [&](Term term, std::string_view domain) {
      if (const Value* const value = line.find(term)) {
        add_identifier(path + "identifiers", *value, domain);
      }
    };
    if (line.text(Term::bt_157_1) == "0160" || line.text(Term::bt_157_1).empty()) {
      add(Term::bt_157, "GS1");
    }
    add(Term::bt_156, "BUYER");
    add(Term::bt_155, "SUPPLIER");
    const Value* const name = line.find(Term::bt_153);
    if (name == nullptr) return;
    const bool is_identifier = name->text == line.text(Term::bt_157) ||
                               name->text == line.text(Term::bt_156) ||
                               name->text == line.text(Term::bt_155);
    if (is_identifier) {
      used_.insert(name);
    } else {
      set(path + "description", *name);
    }
  }

  static std::string line_gross(const Group& line) {
    const auto quantity = amount_of(line.text(Term::bt_129));
    const auto price = document::price_of(line.text(Term::bt_146));
    if (!quantity || !price) return {};
    const Decimal amount = document::product(*quantity, *price);
    const auto per = amount_of(line.text(Term::bt_149));
    const auto shared = per ? document::Fraction::ratio(amount, *per) : std::nullopt;
    return (shared ? shared->rounded(document::cents) : document::money(amount)).to_string();
  }

  void restore_modifications(const Group& group, const std::string& path, const std::string& basis,
                             std::size_t& count) {
    const bool is_line = group.term == Term::bg_25;
    const std::array all = {
        is_line ? ModificationTerms{"ALLOWANCE", Term::bt_136, Term::bt_137, Term::bt_138,
                                    Term::bt_139, Term::bt_140, Term::none, allowanceReasons_codes}
                : ModificationTerms{"ALLOWANCE", Term::bt_92, Term::bt_93, Term::bt_94, Term::bt_97,
                                    Term::bt_98, Term::bt_96, allowanceReasons_codes},
        is_line ? ModificationTerms{"CHARGE", Term::bt_141, Term::bt_142, Term::bt_143,
                                    Term::bt_144, Term::bt_145, Term::none, chargeReasons_codes}
                : ModificationTerms{"CHARGE", Term::bt_99, Term::bt_100, Term::bt_101, Term::bt_104,
                                    Term::bt_105, Term::bt_103, chargeReasons_codes}};
    for (const Group& one : group.groups) {
      const bool charged = one.term == (is_line ? Term::bg_28 : Term::bg_21);
      if (!charged && one.term != (is_line ? Term::bg_27 : Term::bg_20)) continue;
      if (count == 0) {
        (void)result_.draft.set(path + ".level", "1", one.element);
        if (!basis.empty()) (void)result_.draft.set(path + ".basis", basis, one.element);
      }
      restore_modification(one, all.at(charged ? 1 : 0),
                           path + ".modifications." + std::to_string(count++) + '.');
    }
  }

  void restore_modification(const Group& one, const ModificationTerms& terms,
                            const std::string& path) {
    const Value* const amount = one.find(terms.amount);
    if (amount == nullptr) return;
    const bool is_relative = one.has(terms.percentage);
    set(path + "type", *amount, terms.type);
    set(path + "calculationType", *amount, is_relative ? "RELATIVE" : "ABSOLUTE");
    set(path + "amount", *amount);
    set_of(one, terms.percentage, path + "percentage");
    set_of(one, terms.reason, path + "description");
    for (const Term term : {terms.base, terms.rate}) {
      if (const Value* const value = one.find(term)) used_.insert(value);
    }
    if (const Value* const code = one.find(terms.code)) {
      set(path + "reasonCode", *code, ours_of(terms.codes, code->text));
    }
    const auto rate = amount_of(one.text(terms.rate));
    const auto money = amount_of(amount->text);
    if (terms.type != "CHARGE" || is_relative || !rate || !money) return;
    set(path + "tax.amount", *amount, document::percent_of(*money, *rate).to_string());
    set(path + "tax.percentage", *amount, rate->to_string());
  }

  // An invoice of the category "not subject to tax" can have no BT-110. By BR-CO-15, it is the
  // difference of the totals.
  void restore_tax_total(const std::string& path) {
    const Value* const gross = root_.find(Term::bt_112);
    const auto with_tax = amount_of(root_.text(Term::bt_112));
    const auto without_tax = amount_of(root_.text(Term::bt_109));
    if (root_.has(Term::bt_110) || !with_tax || !without_tax) return;
    const std::string total = document::difference(*with_tax, *without_tax).to_string();
    (void)result_.draft.set(path, total, gross->element);
  }

  void restore_sums() {
    const std::string path = "summary.";
    set_of(root_, Term::bt_106, path + "subtotalAmount");
    set_of(root_, Term::bt_112, path + "grossAmount");
    set_of(root_, Term::bt_109, path + "netAmount");
    set_of(root_, Term::bt_115, path + "dueAmount");
    set_of(root_, Term::bt_108, path + "totalCharges");
    set_of(root_, Term::bt_107, path + "totalAllowances");
    set_of(root_, Term::bt_110, path + "tax.total");
    restore_tax_total(path + "tax.total");
    std::size_t count = 0;
    root_.each(Term::bg_23, [&](const Group& tax) {
      const std::string item = path + "tax.items." + std::to_string(count++) + '.';
      set_of(tax, Term::bt_119, item + "percentage");
      if (!tax.has(Term::bt_119)) (void)result_.draft.set(item + "percentage", "0", tax.element);
      set_of(tax, Term::bt_116, item + "taxableAmount");
      set_of(tax, Term::bt_117, item + "taxAmount");
      set_of(tax, Term::bt_118, item + "category");
      set_of(tax, Term::bt_120, item + "description");
    });
    std::size_t modifications = 0;
    restore_modifications(root_, path + "modificationGroups.0",
                          std::string(root_.text(Term::bt_106)), modifications);
  }

  // Sets the fields that have no term. A list that has such fields has all its fields there.
  void restore_rest(const Group& group, Term each, Term name_term, Term text_term,
                    const std::string& prefix) {
    std::set<std::string, std::less<>> lists;
    group.each(each, [&](const Group& one) {
      const Value* const name = one.find(name_term);
      const Value* const text = one.find(text_term);
      if (name == nullptr || text == nullptr) return;
      const bool is_path = !prefix.empty() || name->text.starts_with("header.") ||
                           name->text.starts_with("summary.");
      if (!is_path && name->text != sub_item_of) return;
      if (name->text.starts_with("subItems.")) return;
      const std::string path = prefix + name->text;
      const std::string_view list = list_of(name->text);
      if (!list.empty() && lists.insert(prefix + std::string(list)).second) {
        result_.draft.remove(prefix + std::string(list));
      }
      const bool is_known =
          name->text == sub_item_of ||
          result_.draft.set(path, text->text, text->element) == Draft::Outcome::done;
      if (!is_known) return;
      used_.insert(name);
      used_.insert(text);
    });
  }

  void find_unused(const Group& group) {
    for (const Value& value : group.values) {
      if (value.element == no_element || used_.contains(&value)) continue;
      if (std::ranges::find(implied, value.term) != implied.end()) continue;
      const bool is_code = !row_of(value.term).codes.empty();
      result_.unused.push_back(
          {.element = value.element,
           .reason = is_code ? LossReason::no_counterpart : LossReason::absent});
    }
    for (const Group& inner : group.groups) find_unused(inner);
  }

  std::size_t index_;
  const Group& root_;
  Restored result_;
  std::set<const Value*> used_;
  std::map<std::string, std::size_t> identifiers_;  // the number in each list
  std::vector<std::pair<std::string, const Group*>> lines_;
};

}  // namespace

Restored restored(const document::KindRow& kind, const Group& root) {
  return Restoration(kind, root).restore();
}

}  // namespace tradepost::forms
