#include "forms/prepare.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"
#include "document/json_members.hpp"
#include "forms/codes.hpp"
#include "forms/draft.hpp"
#include "forms/rest.hpp"
#include "forms/totals.hpp"
#include "xml/writer.hpp"

namespace tradepost::forms {
namespace {

using document::text_in;
using document::View;

constexpr std::size_t date_bytes = 10;
constexpr std::string_view lines_prefix = "items.";

// The terms of a party's identifiers, electronic address and contact.
struct PartyTerms {
  Term vat, address, address_scheme, contact, phone, email;
};
constexpr PartyTerms seller_terms = {Term::bt_31, Term::bt_34, Term::bt_34_1,
                                     Term::bt_41, Term::bt_42, Term::bt_43};
constexpr PartyTerms buyer_terms = {Term::bt_48, Term::bt_49, Term::bt_49_1,
                                    Term::bt_56, Term::bt_57, Term::bt_58};
constexpr std::array address_terms = {Term::bt_75, Term::bt_76, Term::bt_77,
                                      Term::bt_78, Term::bt_79, Term::bt_80};

// Returns true for an IBAN with correct check digits (ISO 13616).
bool is_iban(std::string_view account) {
  if (account.size() < 15 || account.size() > 34) return false;
  const std::string turned = std::string(account.substr(4)) + std::string(account.substr(0, 4));
  unsigned rest = 0;
  for (const char c : turned) {
    if (base::is_ascii_digit(c)) {
      rest = (rest * 10 + static_cast<unsigned>(c - '0')) % 97;
    } else if (c >= 'A' && c <= 'Z') {
      rest = (rest * 100 + static_cast<unsigned>(c - 'A') + 10) % 97;
    } else {
      return false;
    }
  }
  return rest == 1;
}

class Preparation {
 public:
  Preparation(const FormRow& form, const document::KindRow& kind, const View& content,
              Objections& objections)
      : form_(form),
        kind_(kind),
        index_(index_of(kind.kind)),
        content_(content),
        header_(content.member("header")),
        objections_(objections) {}

  Group prepare(const std::vector<Line>& lines) {
    root_.set(Term::bt_24, std::string(form_.specification));
    root_.set(Term::bt_23, std::string(form_.process));
    root_.set(Term::bt_3, index_ == of_invoice ? "380" : "381");
    set_fields(Term::none, content_, root_);
    set_references();
    set_identifiers();
    set_party(header_.member("supplier"), seller_terms);
    set_party(header_.member("buyer"), buyer_terms);
    set_delivery();
    set_payment();
    set_notes();
    Totals(content_, kind_.kind, objections_).write(lines, root_);
    std::size_t at = 0;
    for (Group& group : root_.groups) {
      if (group.term == Term::bg_25) set_line(lines.at(at++), group);
    }
    return std::move(root_);
  }

 private:
  // Sets the terms that carry a field.
  void set_fields(Term group, const View& object, Group& to) const {
    for (const TermRow& row : term_rows) {
      std::string_view path = row.fields.at(index_);
      if (row.group != group || path.empty()) continue;
      if (group == Term::bg_25) path.remove_prefix(lines_prefix.size());
      std::string text = carried(view_at(object, path));
      if (row.as == As::date) text.resize(std::min(text.size(), date_bytes));
      if (row.codes == "units") text = theirs_of(units_codes, text);
      // The origin of an item can be any code, and is an attribute of the line then (BR-CL-15).
      const bool is_origin = row.term == Term::bt_159;
      if (is_origin && theirs_of(countries_codes, text).empty()) continue;
      to.set(row.term, std::move(text));
    }
  }

  void set_references() {
    root_.set(Term::bt_10,
              carried(view_at(header_, "AdditionalOrderIdentifiers.billToOrderIdentifier")));
    root_.set(Term::bt_10, carried(header_.member("orderIdentifier")));
    std::string terms;
    header_.member("paymentTerms").each([&](std::uint32_t, const View& term) {
      const auto percentage = document::amount_in(term.member("percentage"));
      const View days = term.member("payInNumberOfDays");
      if (!percentage || !days || percentage->is_negative()) return;
      if (percentage->rounded(2) != *percentage) return;
      terms += fmt::format("#SKONTO#TAGE={}#PROZENT={}#\n", days.scalar(),
                           document::money(*percentage).to_string());
    });
    root_.set(Term::bt_20, std::move(terms));
  }

  void set_identifiers() {
    const View seller = view_at(header_, "supplier.identifiers");
    for (const Code& scheme : parties_codes) {
      each_of(seller, scheme.ours, [&](std::string identifier) {
        Group& group = root_.add(Term::bg_4_1);
        group.set(Term::bt_29, std::move(identifier));
        group.set(Term::bt_29_1, std::string(scheme.theirs));
      });
    }
    each_of(seller, "RECEIVER_INTERNAL", [&](std::string identifier) {
      root_.add(Term::bg_4_1).set(Term::bt_29, std::move(identifier));
    });
    each_of(seller, "FED_TAX",
            [&](std::string identifier) { root_.set(Term::bt_32, std::move(identifier)); });
    const View buyer = view_at(header_, "buyer.identifiers");
    for (const Code& scheme : parties_codes) {
      each_of(buyer, scheme.ours, [&](std::string identifier) {
        if (root_.has(Term::bt_46)) return;
        root_.set(Term::bt_46, std::move(identifier));
        root_.set(Term::bt_46_1, std::string(scheme.theirs));
      });
    }
    each_of(buyer, "SENDER_INTERNAL",
            [&](std::string identifier) { root_.set(Term::bt_46, std::move(identifier)); });
  }

  void set_party(const View& party, const PartyTerms& terms) {
    const View identifiers = party.member("identifiers");
    each_of(identifiers, "VAT_DE",
            [&](std::string identifier) { root_.set(terms.vat, std::move(identifier)); });
    for (const Code& scheme : addresses_codes) {
      each_of(identifiers, scheme.ours, [&](std::string identifier) {
        if (root_.has(terms.address)) return;
        root_.set(terms.address, std::move(identifier));
        root_.set(terms.address_scheme, std::string(scheme.theirs));
      });
    }
    party.member("contacts").each([&](std::uint32_t, const View& contact) {
      if (root_.has(terms.contact) || root_.has(terms.email)) return;
      std::string name = carried(contact.member("firstName"));
      const std::string last = carried(contact.member("lastName"));
      if (!name.empty() && !last.empty()) name += ' ';
      name += last;
      if (name.empty()) name = carried(contact.member("department"));
      root_.set(terms.contact, std::move(name));
      root_.set(terms.phone, carried(contact.member("phone")));
      root_.set(terms.phone, carried(contact.member("mobile")));
      root_.set(terms.email, carried(contact.member("email")));
    });
    // The last resort of XRechnung; Peppol's list of schemes has no e-mail.
    if (root_.has(terms.address) || form_.rules == Rules::peppol) return;
    root_.set(terms.address, std::string(root_.text(terms.email)));
    if (root_.has(terms.address)) root_.set(terms.address_scheme, "EM");
  }

  // An address needs its country (BR-57) and, in Germany's rules, its city and its postal code.
  void set_delivery() {
    const bool is_german = has_german_rules();
    const bool is_complete = root_.has(Term::bt_80) &&
                             (!is_german || (root_.has(Term::bt_77) && root_.has(Term::bt_78)));
    if (!is_complete) {
      for (const Term term : address_terms) root_.remove(term);
    }
    for (const Code& scheme : parties_codes) {
      each_of(view_at(header_, "shipTo.identifiers"), scheme.ours, [&](std::string identifier) {
        if (root_.has(Term::bt_71)) return;
        root_.set(Term::bt_71, std::move(identifier));
        root_.set(Term::bt_71_1, std::string(scheme.theirs));
      });
    }
  }

  bool has_german_rules() const {
    return form_.rules == Rules::xrechnung ||
           (root_.text(Term::bt_40) == "DE" && root_.text(Term::bt_55) == "DE");
  }

  // 58 is a credit transfer in SEPA, 30 another one, and 1 is not defined.
  void set_payment() {
    const View bank = view_at(header_, "supplier.financialInstitution");
    const std::string_view account = root_.text(Term::bt_84);
    const bool is_sepa = is_iban(account) && root_.text(Term::bt_5) == "EUR";
    if (is_iban(account)) root_.set(Term::bt_84_1, "true");
    root_.set(Term::bt_81, account.empty() ? "1" : is_sepa ? "58" : "30");
    if (!account.empty() && text_in(bank, "institutionIdDomain") == "BIC") {
      root_.set(Term::bt_86, carried(bank.member("institutionId")));
    }
    if (account.empty()) root_.remove(Term::bt_85);
  }

  // Peppol permits one note unless both parties are German.
  void set_notes() {
    const bool is_one = form_.rules == Rules::peppol && !has_german_rules();
    for (const Code& subject : notes_codes) {
      std::string text = carried(header_.member(subject.ours));
      if (text.empty()) continue;
      Group& group = root_.add(Term::bg_1);
      group.set(Term::bt_21, std::string(subject.theirs));
      group.set(Term::bt_22, std::move(text));
      if (is_one) return;
    }
  }

  void set_line(const Line& line, Group& group) const {
    set_fields(Term::bg_25, line.item, group);
    group.set(Term::bt_130, std::string(no_unit));
    if (group.has(Term::bt_149)) group.set(Term::bt_150, std::string(group.text(Term::bt_130)));
    const View identifiers = line.item.member("identifiers");
    each_of(identifiers, "GS1", [&](std::string gtin) {
      group.set(Term::bt_157, std::move(gtin));
      group.set(Term::bt_157_1, "0160");
    });
    each_of(identifiers, "BUYER",
            [&](std::string number) { group.set(Term::bt_156, std::move(number)); });
    each_of(identifiers, "SUPPLIER",
            [&](std::string number) { group.set(Term::bt_155, std::move(number)); });
    group.set(Term::bt_153, carried(line.item.member("description")));
    for (const Term number : {Term::bt_157, Term::bt_155, Term::bt_156}) {
      group.set(Term::bt_153, std::string(group.text(number)));
    }
    if (line.parent.empty()) return;
    Group& parent = group.add(Term::bg_32);
    parent.set(Term::bt_160, std::string(sub_item_of));
    parent.set(Term::bt_161, line.parent);
  }

  // Calls visit(identifier) for each identifier of a domain; GS1 is the domain of one without.
  template <typename Visit>
  static void each_of(const View& identifiers, std::string_view domain, const Visit& visit) {
    identifiers.each([&](std::uint32_t, const View& one) {
      const View stated = one.member("domain");
      if (stated ? text_in(one, "domain") != domain : domain != "GS1") return;
      std::string identifier = carried(one.member("identifier"));
      if (!identifier.empty()) visit(std::move(identifier));
    });
  }

  const FormRow& form_;
  const document::KindRow& kind_;
  std::size_t index_;
  View content_, header_;
  Objections& objections_;
  Group root_;
};

}  // namespace

std::size_t index_of(document::Kind kind) {
  CHECK(kind == document::Kind::invoice || kind == document::Kind::credit_note);
  return kind == document::Kind::invoice ? of_invoice : of_credit_note;
}

View view_at(const View& content, std::string_view path) {
  View at = content;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('.'));
    at = at.member(part);
    path.remove_prefix(std::min(path.size(), part.size() + 1));
  }
  return at;
}

std::string carried(const View& value) {
  if (!value || value.is_object() || value.is_list()) return {};
  const std::string text = value.is_text() ? value.text() : std::string(value.scalar());
  return xml::is_carried(text) ? std::string(base::trimmed(text)) : std::string();
}

Group prepare(const FormRow& form, const document::KindRow& kind, const View& content,
              Objections& objections, Losses& losses) {
  const std::vector<Line> lines = lines_of(content);
  Group root = Preparation(form, kind, content, objections).prepare(lines);
  add_rest(kind, content, lines, root, losses);
  return root;
}

}  // namespace tradepost::forms
