#include "conformance/letter.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/ground/check.hpp"

namespace tradepost::conformance {
namespace {

const std::array<KindRow, 7>& table() {
  using Chain = KindRow::Chain;
  static const std::array<KindRow, 7> rows = {{
      {"ORDER",
       "orderIdentifier",
       {"buyer"},
       {"supplier"},
       Chain::by_number,
       "orderDate",
       "",
       "",
       ""},
      {"ORDER_RESPONSE",
       "orderResponseIdentifier",
       {"supplier"},
       {"buyer", "billTo"},
       Chain::by_number,
       "orderResponseDate",
       R"(,"orderIdentifier":"4500871234")",
       "",
       ""},
      {"SHIPPING_NOTICE",
       "shippingNoticeIdentifier",
       {"supplier"},
       {"buyer", "billTo"},
       Chain::by_number,
       "shippingNoticeDate",
       R"(,"orderIdentifier":"4500871234")",
       "",
       R"("identifiers":[{"identifier":"A1"}],"isDepositItem":false,"orderedQuantity":1,)"
       R"("shippedQuantity":1,)"},
      {"INVOICE",
       "invoiceIdentifier",
       {"supplier", "billFrom"},
       {"buyer", "billTo"},
       Chain::by_number,
       "invoiceDate",
       R"(,"shippingNoticeIdentifier":"L1","shippingNoticeDate":"2026-03-05")"
       R"(,"orderIdentifier":"B1","orderDate":"2026-03-02")",
       R"(,"items":[{"lineNumber":1,"identifiers":[{"identifier":"A1","domain":"SUPPLIER"}])"
       R"(,"isDepositItem":false,"quantity":120,"unitPrice":12.90,"tax":{}}])",
       ""},
      {"DISPATCH_INSTRUCTION",
       "shipmentIdentifier",
       {"supplier", "customer"},
       {"shipFrom"},
       Chain::by_number,
       "",
       "",
       R"(,"items":[{"shippingNoticeLineNumber":1,"shippedQuantity":1.0,"orderedQuantity":1}])",
       ""},
      {"DISPATCH_INSTRUCTION_RESPONSE",
       "shippingNoticeIdentifier",
       {"shipFrom"},
       {"supplier", "buyer"},
       Chain::explicit_always,
       "",
       "",
       "",
       R"("description":"goods",)"},
      {"PRODUCT_CATALOG",
       "catalogNumber",
       {"sender"},
       {"receiver"},
       Chain::explicit_with_action,
       "catalogDate",
       "",
       "",
       ""},
  }};
  return rows;
}

std::string party_json(const Party& party) {
  std::string identities;
  for (const Identity& identity : party.identities) {
    if (!identities.empty()) identities += ',';
    identities +=
        fmt::format(R"({{"identifier":"{}","domain":"{}"}})", identity.text, identity.domain);
  }
  return fmt::format(R"(,"{}":{{"identifiers":[{}]}})", party.role, identities);
}

std::string header_json(const Letter& letter, const KindRow& row) {
  std::string header = fmt::format(R"("variant":{})", letter.variant);
  if (!letter.number.empty()) {
    header += fmt::format(R"(,"{}":"{}")", row.number_field, letter.number);
  }
  if (!row.date_field.empty() && letter.flaw != Letter::Flaw::without_date) {
    header += fmt::format(R"(,"{}":"2026-03-02")", row.date_field);
  }
  header += row.more_header;
  if (letter.version) header += fmt::format(R"(,"version":{})", *letter.version);
  if (!letter.type.empty()) header += fmt::format(R"(,"type":"{}")", letter.type);
  for (const Party& party : letter.parties) header += party_json(party);
  return header;
}

// Appends the check digit of GS1: digits count three times and once, alternating from the right.
std::string with_check_digit(std::uint64_t number) {
  std::string text = fmt::format("{:017}", number);
  int sum = 0;
  for (std::size_t i = 0; i < text.size(); ++i) sum += (text[i] - '0') * (i % 2 == 0 ? 3 : 1);
  text += static_cast<char>('0' + (10 - sum % 10) % 10);
  return text;
}

// Returns the units of a letter; a letter without any has one default unit.
std::vector<LetterUnit> outer_units(const Letter& letter) {
  return letter.units.empty() ? std::vector(1, LetterUnit{}) : letter.units;
}

std::string units_json(const Letter& letter) {
  std::vector<std::string> units;
  for (const LetterUnit& unit : outer_units(letter)) units.push_back(content_of(unit, letter));
  return fmt::format(R"(,"transportUnits":[{}])", fmt::join(units, ","));
}

std::string lines_json(const Letter& letter, const KindRow& row) {
  if (letter.kind == "ORDER") {
    return letter.has_supplier_id
               ? R"(,"items":[{"identifiers":[{"identifier":"A1","domain":"SUPPLIER"}]}])"
               : R"(,"items":[{}])";
  }
  if (letter.kind == "PRODUCT_CATALOG") {
    return letter.has_action
               ? R"(,"items":[{"lineNumber":1,"quantity":1,"identity":{},"action":"NEW"}])"
               : R"(,"items":[{"lineNumber":1,"quantity":1,"identity":{}}])";
  }
  if (!row.goods.empty()) return units_json(letter);
  return std::string(row.body);
}

}  // namespace

const Party* Letter::party(std::string_view role) const {
  const auto found = std::ranges::find(parties, role, &Party::role);
  return found == parties.end() ? nullptr : &*found;
}

std::span<const KindRow> kind_rows() {
  return table();
}

const KindRow& row_of(std::string_view kind) {
  const auto* const found = std::ranges::find(table(), kind, &KindRow::kind);
  CHECK(found != table().end());
  return *found;
}

std::vector<LetterUnit> units_of(const Letter& letter) {
  std::vector<LetterUnit> all;
  if (row_of(letter.kind).goods.empty()) return all;
  for (const LetterUnit& outer : outer_units(letter)) {
    all.push_back(outer);
    all.insert(all.end(), outer.inner.begin(), outer.inner.end());
  }
  return all;
}

std::string content_of(const LetterUnit& unit, const Letter& letter) {
  std::string json =
      fmt::format(R"({{"items":[{{{}"lineNumber":{}}}])", row_of(letter.kind).goods, unit.content);
  if (unit.sscc) json += fmt::format(R"(,"unitIdentifier":"{}")", with_check_digit(*unit.sscc));
  if (unit.has_other_number) json += R"(,"unitIdentifier":"NVE 7")";
  std::vector<std::string> inner;
  for (const LetterUnit& one : unit.inner) inner.push_back(content_of(one, letter));
  if (!inner.empty()) json += fmt::format(R"(,"transportUnits":[{}])", fmt::join(inner, ","));
  return json + "}";
}

std::string content_of(const Letter& letter) {
  const KindRow& row = row_of(letter.kind);
  return fmt::format(R"({{"header":{{{}}}{}}})", header_json(letter, row), lines_json(letter, row));
}

std::string body_of(const Letter& letter) {
  std::string content = content_of(letter);
  if (letter.spacing == Letter::Spacing::wide) {
    content.insert(content.size() - 1, "\n  ");
    content.insert(1, "\t ");
  }
  const char* const end = letter.flaw == Letter::Flaw::unreadable ? "" : "}";
  return fmt::format(R"({{"type":"{}","content":{}{})", letter.kind, content, end);
}

std::string original_of(const Letter& letter) {
  if (letter.variant % 2 == 0) return {};
  return fmt::format("original of {}", body_of(letter));
}

std::string sentence(const Letter& letter) {
  std::string text = letter.kind;
  text += letter.number.empty() ? " without a number" : " " + letter.number;
  if (letter.version) text += fmt::format(" version {}", *letter.version);
  text += fmt::format(" (content {}", letter.variant);
  if (!letter.type.empty()) text += ", " + letter.type;
  if (letter.has_action) text += ", with an action";
  if (letter.has_supplier_id) text += ", with a supplier's article";
  if (letter.flaw == Letter::Flaw::unreadable) text += ", cut off";
  if (letter.flaw == Letter::Flaw::without_date) text += ", without its date";
  if (letter.spacing == Letter::Spacing::wide) text += ", with more white space";
  for (const LetterUnit& unit : letter.units) text += ", a unit " + content_of(unit, letter);
  text += ")";
  for (const Party& party : letter.parties) {
    text += ", " + party.role;
    for (const Identity& identity : party.identities) {
      text += " " + identity.domain + ":" + identity.text;
    }
  }
  return text;
}

}  // namespace tradepost::conformance
