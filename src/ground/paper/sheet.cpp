#include "paper/sheet.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/text/date.hpp"
#include "document/amounts/line_nets.hpp"
#include "paper/values.hpp"

namespace tradepost::paper {
namespace {

// The fields of a line that have a separate column, in this order. A column is shown if a line
// has the field.
constexpr std::array in_columns = {
    "lineNumber",        "documentNumber",    "documentDate",     "documentType",
    "article",           "availableQuantity", "blockedQuantity",  "orderedQuantity",
    "confirmedQuantity", "shippedQuantity",   "receivedQuantity", "rejectedQuantity",
    "salesQuantity",     "quantity",          "freeQuantity",     "unitOfMeasure",
    "unitPrice",         "lineNetAmount",     "lineGrossAmount",  "dueTotal",
    "correctionTotal",   "remittedTotal"};
// The column `article` has all of these.
constexpr std::array of_article = {"description", "name", "identifiers", "identity"};
constexpr std::array nested = {"subItems", "items", "transportUnits"};
// These fit on a page next to the article and the amount.
constexpr std::size_t columns_max = 9;

template <typename Names>
bool is_in(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string joined(const View& object, std::initializer_list<std::string_view> names) {
  std::string line;
  for (const std::string_view name : names) {
    const std::string text = text_in(object, name);
    if (text.empty()) continue;
    if (!line.empty()) line += ' ';
    line += text;
  }
  return line;
}

// The lines of one table, and its columns.
class Table {
 public:
  // Without `decimals`, the lines have no amounts.
  Table(const View& lines, const FieldRow* field, const Words& words, std::optional<int> decimals)
      : words_(words), decimals_(decimals), type_(type_of_objects(field)), lines_(lines) {
    find_columns(lines);
  }

  void write(Sheet& sheet) const {
    sheet.begin_lines(columns_, has_amounts_);
    write_lines(lines_, 0, sheet);
    sheet.end_lines();
  }

 private:
  // A field that some line has.
  struct Used {
    std::string_view name;
    std::size_t bytes = 0;  // of its longest value
  };

  void find_columns(const View& lines) {
    std::vector<Used> used;
    collect(lines, used);
    const auto find = [&](std::string_view name) {
      return std::ranges::find(used, name, &Used::name);
    };
    const auto is_used = [&](std::string_view name) { return find(name) != used.end(); };
    for (const std::string_view name : in_columns) {
      const bool is_article = name == "article";
      const bool is_shown = is_article ? std::ranges::any_of(of_article, is_used) : is_used(name);
      if (!is_shown || names_.size() == columns_max) continue;
      names_.push_back(name);
      columns_.push_back(
          {.title = is_article ? std::string(words_.sentence("article")) : words_.field(name),
           .align = is_number(name) ? Align::right : Align::left,
           .bytes = is_article ? 0 : find(name)->bytes});
    }
    has_amounts_ =
        decimals_ && is_used("unitPrice") && is_used("quantity") && !is_used("lineNetAmount");
    if (!has_amounts_) return;
    columns_.push_back({.title = std::string(words_.sentence("amount")),
                        .align = Align::right,
                        .bytes = find("unitPrice")->bytes + find("quantity")->bytes});
  }

  static void collect(const View& lines, std::vector<Used>& used) {
    lines.each([&](std::uint32_t, const View& line) {
      line.each_member([&](const View& name, const View& value) {
        if (!has_content(value)) return;
        auto found = std::ranges::find(used, name.raw_text(), &Used::name);
        if (found == used.end()) found = used.insert(used.end(), {name.raw_text()});
        const bool is_scalar = !value.is_object() && !value.is_list();
        if (is_scalar) found->bytes = std::max(found->bytes, value.scalar().size());
      });
      collect(line.member("subItems"), used);
    });
  }

  bool is_number(std::string_view name) const {
    const document::FieldSlot slot = type_ == nullptr ? document::no_slot : type_->find(name);
    if (slot == document::no_slot) return false;
    const document::ValueType value = type_->fields[slot].value;
    return value == document::ValueType::number || value == document::ValueType::integer;
  }

  void write_lines(const View& lines, int depth, Sheet& sheet) const {
    lines.each([&](std::uint32_t, const View& line) {
      sheet.line(text_of(line, depth));
      write_lines(line.member("subItems"), depth + 1, sheet);
    });
  }

  LineText text_of(const View& line, int depth) const {
    LineText text{.depth = depth};
    const Members members(line, type_);
    for (const std::string_view name : names_) {
      const View value = members.at(name);
      text.cells.push_back(name == "article" ? article_of(members)
                           : value           ? words_of(value, members.field(name), words_)
                                             : std::string());
    }
    if (has_amounts_) {
      text.amount = amount_of(line);
      text.cells.push_back(text.amount ? words_.number(text.amount->to_string()) : "");
    }
    members.each([&](std::string_view name, const View& value, const FieldRow* field) {
      if (is_in(names_, name) || is_in(of_article, name) || is_in(nested, name)) return;
      const bool is_usual = name == "isDepositItem" && value.scalar() == "false";
      if (!has_content(value) || is_usual) return;
      add_detail(text.details, words_.field(name), words_of(value, field, words_));
    });
    return text;
  }

  static void add_detail(std::string& details, const std::string& label, std::string value) {
    for (std::size_t at = 0; (at = value.find('\n', at)) != std::string::npos; at += 2) {
      value.replace(at, 1, "; ");
    }
    if (!details.empty()) details += " · ";
    details.append(label).append(": ").append(value);
  }

  std::string article_of(const Members& members) const {
    std::string text;
    for (const std::string_view name : of_article) {
      const View value = members.at(name);
      if (!has_content(value)) continue;
      if (!text.empty()) text += '\n';
      text += words_of(value, members.field(name), words_);
    }
    return text;
  }

  // Returns nullopt for a line that is not charged, or if the price can be read in two ways.
  std::optional<base::Decimal> amount_of(const View& line) const {
    const document::LineFields fields(line, "quantity");
    if (!fields.is_charged()) return std::nullopt;
    const auto nets = document::PossibleNets::of(fields, fields.price, *decimals_);
    if (nets.all().size() != 1) return std::nullopt;
    return nets.all().front();
  }

  const Words& words_;
  std::optional<int> decimals_;
  const TypeRow* type_;
  View lines_;
  std::vector<std::string_view> names_;
  std::vector<Column> columns_;
  bool has_amounts_ = false;
};

class Writing {
 public:
  Writing(const document::KindRow& kind, const Words& words, Sheet& sheet)
      : kind_(kind), words_(words), sheet_(sheet), type_(document::types()[kind.type]) {}

  void write(const View& content) {
    const View header = content.member("header");
    const View currency = header.member("currency");
    if (currency.is_text()) currency_ = text_in(header, "currency");
    write_header(Members(header, &document::types()[kind_.header_type]));
    const Members members(content, &type_);
    members.each([&](std::string_view name, const View& value, const FieldRow* field) {
      if (name != "header" && name != "summary") write_part(name, value, field);
    });
    if (const View summary = members.at("summary")) {
      write_sums(Members(summary, type_of_objects(members.field("summary"))));
    }
  }

 private:
  void write_header(const Members& header) {
    const auto& fields = document::types()[kind_.header_type].fields;
    const std::string_view number = fields[kind_.number].name;
    const std::string_view date = fields[kind_.date].name;
    sheet_.title({.kind = words_.kind(kind_.name),
                  .number = value_of(header, number),
                  .date = value_of(header, date),
                  .day = day_of(header.at(date))});
    std::vector<PartyText> parties;
    std::vector<Fact> facts;
    header.each([&](std::string_view name, const View& value, const FieldRow* field) {
      if (name == number || name == date || !has_content(value)) return;
      if (is_party(field) && value.is_object()) {
        parties.push_back(text_of_party(words_.field(name), value, field));
      } else {
        facts.push_back({words_.field(name), words_of(value, field, words_)});
      }
    });
    if (!parties.empty()) sheet_.parties(parties);
    if (!facts.empty()) sheet_.facts(facts);
  }

  std::string value_of(const Members& members, std::string_view name) const {
    const View value = members.at(name);
    return value ? words_of(value, members.field(name), words_) : std::string();
  }

  static std::string day_of(const View& date) {
    const auto moment = date.is_text() ? base::parse_datetime(date.text()) : std::nullopt;
    return moment ? base::to_string(moment->date) : std::string();
  }

  PartyText text_of_party(std::string role, const View& party, const FieldRow* field) const {
    PartyText text{.role = std::move(role), .name = text_in(party, "name")};
    const Members members(party, type_of_objects(field));
    const View address = members.at("postalAddress");
    const std::string name = text_in(address, "name");
    const auto add = [&](std::string line) {
      if (!line.empty()) text.lines.push_back(std::move(line));
    };
    if (name != text.name) add(name);
    add(text_in(address, "street"));
    add(text_in(address, "addressExtra"));
    add(joined(address, {"countryCode", "postalCode", "city", "state"}));
    members.each([&](std::string_view member, const View& value, const FieldRow* of_member) {
      if (member == "name" || member == "postalAddress" || !has_content(value)) return;
      if (member == "contacts") return add_contacts(value, add);
      const std::string words = words_of(value, of_member, words_);
      for (std::size_t at = 0; at <= words.size();) {
        const std::size_t end = std::min(words.find('\n', at), words.size());
        add(words.substr(at, end - at));
        at = end + 1;
      }
    });
    return text;
  }

  static std::string in_lines(const PartyText& party) {
    std::string text = party.name;
    for (const std::string& line : party.lines) {
      if (!text.empty()) text += '\n';
      text += line;
    }
    return text;
  }

  template <typename Add>
  void add_contacts(const View& contacts, const Add& add) const {
    contacts.each([&](std::uint32_t, const View& contact) {
      add(joined(contact, {"firstName", "lastName", "department"}));
      add(joined(contact, {"phone", "mobile", "email"}));
      const std::string fax = text_in(contact, "fax");
      if (!fax.empty()) add(words_.field("fax") + " " + fax);
    });
  }

  void write_part(std::string_view name, const View& value, const FieldRow* field) {
    if (!has_content(value)) return;
    const TypeRow* const type = type_of_objects(field);
    if (type == nullptr || !value.is_list()) {
      const std::array fact = {Fact{words_.field(name), words_of(value, field, words_)}};
      sheet_.facts(fact);
    } else if (type->find("items") != document::no_slot) {
      write_units(value, field, 0);
    } else {
      write_lines(value, field);
    }
  }

  void write_lines(const View& lines, const FieldRow* field) {
    if (!lines.has_elements()) return;
    const bool has_sums = type_.find("summary") != document::no_slot;
    const auto decimals = has_sums ? std::optional(document::decimals_of(currency_)) : std::nullopt;
    Table(lines, field, words_, decimals).write(sheet_);
  }

  void write_units(const View& units, const FieldRow* field, int depth) {
    units.each([&](std::uint32_t, const View& unit) {
      const Members members(unit, type_of_objects(field));
      std::vector<Fact> facts;
      members.each([&](std::string_view name, const View& value, const FieldRow* of_member) {
        if (is_in(nested, name) || !has_content(value)) return;
        // The other members of a label are links that differ each time.
        const bool is_label = name == "transportLabel";
        const View shown = is_label ? value.member("sscc") : value;
        if (!has_content(shown) || (is_label && members.at("unitIdentifier"))) return;
        facts.push_back({words_.field(is_label ? "unitIdentifier" : name),
                         is_party(of_member) && shown.is_object()
                             ? in_lines(text_of_party({}, shown, of_member))
                             : words_of(shown, is_label ? nullptr : of_member, words_)});
      });
      sheet_.unit(depth, facts);
      if (const View lines = members.at("items")) write_lines(lines, members.field("items"));
      if (const View inner = members.at("transportUnits")) {
        write_units(inner, members.field("transportUnits"), depth + 1);
      }
    });
  }

  std::string money(const View& amount) const {
    const std::string number = words_.number(amount.scalar());
    return currency_.empty() ? number : number + " " + currency_;
  }

  void write_sums(const Members& summary) {
    std::vector<Sum> sums;
    std::vector<Sum> last;
    std::vector<Fact> facts;
    summary.each([&](std::string_view name, const View& value, const FieldRow* field) {
      if (!has_content(value)) return;
      if (value.is_number()) {
        const bool is_last = name == "dueAmount" || name == "grossAmount";
        (is_last ? last : sums)
            .push_back({.label = words_.field(name), .value = money(value), .is_last = is_last});
      } else if (name != "tax" || !add_tax(value, sums)) {
        facts.push_back({words_.field(name), words_of(value, field, words_)});
      }
    });
    std::ranges::move(last, std::back_inserter(sums));
    if (!sums.empty()) sheet_.sums(sums);
    if (!facts.empty()) sheet_.facts(facts);
  }

  // Returns false if a sum would hide a member of the tax.
  bool add_tax(const View& tax, std::vector<Sum>& sums) const {
    const View total = tax.member("total");
    if (!total.is_number()) return false;
    tax.member("items").each([&](std::uint32_t, const View& item) {
      const View amount = item.member("taxAmount");
      if (!amount.is_number()) return;
      std::string label = text_in(item, "description");
      if (label.empty()) label = words_.field("tax");
      if (const View rate = item.member("percentage"); rate.is_number()) {
        label += ", " + words_.number(rate.scalar()) + " %";
      }
      if (const View basis = item.member("taxableAmount"); basis.is_number()) {
        label += ", " + words_.field("taxableAmount") + " " + words_.number(basis.scalar());
      }
      if (const std::string category = text_in(item, "category"); !category.empty()) {
        label += ", " + category;
      }
      sums.push_back({.label = std::move(label), .value = money(amount)});
    });
    std::string name = text_in(tax, "description");
    if (name.empty()) name = words_.field("tax");
    sums.push_back(
        {.label = filled(words_.sentence("total"), "name", name), .value = money(total)});
    return true;
  }

  const document::KindRow& kind_;
  const Words& words_;
  Sheet& sheet_;
  const TypeRow& type_;
  std::string currency_;
};

}  // namespace

void write_document(const document::KindRow& kind, const View& content, const Words& words,
                    Sheet& sheet) {
  Writing(kind, words, sheet).write(content);
}

}  // namespace tradepost::paper
