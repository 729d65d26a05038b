#include "gs1/element_string.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/ground/limits.hpp"
#include "base/text/date.hpp"
#include "base/text/text.hpp"
#include "gs1/check_digit.hpp"

namespace tradepost::gs1 {
namespace {

constexpr ValuePart exactly(std::uint8_t digits, Meaning meaning = Meaning::any) {
  return {Characters::digits, digits, digits, meaning};
}
constexpr ValuePart digits_up_to(std::uint8_t count) {
  return {Characters::digits, 1, count, Meaning::any};
}
constexpr ValuePart characters_up_to(std::uint8_t count) {
  return {Characters::set82, 1, count, Meaning::any};
}
// Makes a part optional.
constexpr ValuePart perhaps(ValuePart part) {
  part.length_min = 0;
  return part;
}

constexpr ValuePart date = exactly(6, Meaning::date);
constexpr ValuePart gln = exactly(13, Meaning::check_digit);
constexpr ValuePart measure = exactly(6);
constexpr std::int8_t none = -1;

constexpr auto all_identifiers = std::to_array<ApplicationIdentifier>({
    {"00", none, "SSCC", exactly(18, Meaning::check_digit)},
    {"01", none, "GTIN", exactly(14, Meaning::check_digit)},
    {"02", none, "CONTENT", exactly(14, Meaning::check_digit)},
    {"10", none, "BATCH/LOT", characters_up_to(20)},
    {"11", none, "PROD DATE", date},
    {"12", none, "DUE DATE", date},
    {"13", none, "PACK DATE", date},
    {"15", none, "BEST BEFORE", date},
    {"16", none, "SELL BY", date},
    {"17", none, "USE BY", date},
    {"20", none, "VARIANT", exactly(2)},
    {"21", none, "SERIAL", characters_up_to(20)},
    {"22", none, "CPV", characters_up_to(20)},
    {"235", none, "TPX", characters_up_to(28)},
    {"240", none, "ADDITIONAL ID", characters_up_to(30)},
    {"241", none, "CUST. PART No.", characters_up_to(30)},
    {"242", none, "MTO VARIANT", digits_up_to(6)},
    {"243", none, "PCN", characters_up_to(20)},
    {"250", none, "SECONDARY SERIAL", characters_up_to(30)},
    {"251", none, "REF. TO SOURCE", characters_up_to(30)},
    {"253", none, "GDTI", gln, perhaps(characters_up_to(17))},
    {"254", none, "GLN EXTENSION COMPONENT", characters_up_to(20)},
    {"255", none, "GCN", gln, perhaps(digits_up_to(12))},
    {"30", none, "VAR. COUNT", digits_up_to(8)},
    {"310", 5, "NET WEIGHT (kg)", measure},
    {"311", 5, "LENGTH (m)", measure},
    {"312", 5, "WIDTH (m)", measure},
    {"313", 5, "HEIGHT (m)", measure},
    {"314", 5, "AREA (m²)", measure},
    {"315", 5, "NET VOLUME (l)", measure},
    {"316", 5, "NET VOLUME (m³)", measure},
    {"320", 5, "NET WEIGHT (lb)", measure},
    {"330", 5, "GROSS WEIGHT (kg)", measure},
    {"331", 5, "LENGTH (m), log", measure},
    {"332", 5, "WIDTH (m), log", measure},
    {"333", 5, "HEIGHT (m), log", measure},
    {"334", 5, "AREA (m²), log", measure},
    {"335", 5, "VOLUME (l), log", measure},
    {"336", 5, "VOLUME (m³), log", measure},
    {"337", 5, "KG PER m²", measure},
    {"340", 5, "GROSS WEIGHT (lb)", measure},
    {"37", none, "COUNT", digits_up_to(8)},
    {"400", none, "ORDER NUMBER", characters_up_to(30)},
    {"401", none, "GINC", characters_up_to(30)},
    {"402", none, "GSIN", exactly(17, Meaning::check_digit)},
    {"403", none, "ROUTE", characters_up_to(30)},
    {"410", none, "SHIP TO LOC", gln},
    {"411", none, "BILL TO", gln},
    {"412", none, "PURCHASE FROM", gln},
    {"413", none, "SHIP FOR LOC", gln},
    {"414", none, "LOC No.", gln},
    {"415", none, "PAY TO", gln},
    {"416", none, "PROD/SERV LOC", gln},
    {"417", none, "PARTY", gln},
    {"420", none, "SHIP TO POST", characters_up_to(20)},
    {"421", none, "SHIP TO POST", exactly(3, Meaning::country), characters_up_to(9)},
    {"422", none, "ORIGIN", exactly(3, Meaning::country)},
    {"423", none, "COUNTRY - INITIAL PROCESS", {Characters::digits, 3, 15, Meaning::country}},
    {"424", none, "COUNTRY - PROCESS", exactly(3, Meaning::country)},
    {"425", none, "COUNTRY - DISASSEMBLY", {Characters::digits, 3, 15, Meaning::country}},
    {"426", none, "COUNTRY - FULL PROCESS", exactly(3, Meaning::country)},
    {"427", none, "ORIGIN SUBDIVISION", characters_up_to(3)},
});

// The rows are sorted by their digits, none is a prefix of another one, and each has a value.
static_assert(std::ranges::is_sorted(all_identifiers, {}, &ApplicationIdentifier::digits) &&
              std::ranges::adjacent_find(all_identifiers, [](const auto& one, const auto& next) {
                return next.digits.starts_with(one.digits);
              }) == all_identifiers.end());
static_assert(std::ranges::all_of(all_identifiers, [](const ApplicationIdentifier& row) {
  return row.value.length_min >= 1 && row.value.length_min <= row.value.length_max;
}));

// The first two digits of an identifier, and the length of identifier and value together (GS1
// General Specifications, figure 7.8.5-2).
struct Predefined {
  std::string_view begins;
  std::size_t length;
};
constexpr auto all_predefined = std::to_array<Predefined>({
    {"00", 20}, {"01", 16}, {"02", 16}, {"03", 16}, {"04", 18}, {"11", 8},  {"12", 8}, {"13", 8},
    {"14", 8},  {"15", 8},  {"16", 8},  {"17", 8},  {"18", 8},  {"19", 8},  {"20", 4}, {"31", 10},
    {"32", 10}, {"33", 10}, {"34", 10}, {"35", 10}, {"36", 10}, {"41", 16},
});

bool is_of_set82(char c) {
  constexpr std::string_view signs = "!\"%&'()*+,-./:;<=>?_";
  return base::is_ascii_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         signs.find(c) != std::string_view::npos;
}

bool is_right(Characters characters, std::string_view text) {
  return std::ranges::all_of(text,
                             characters == Characters::digits ? base::is_ascii_digit : is_of_set82);
}

base::Error refusal(std::string text) {
  return {base::ErrorCode::invalid, base::CallerText(std::move(text))};
}

// Returns the usual form in texts: (330n) or (421), with the title.
std::string written(const ApplicationIdentifier& row) {
  return fmt::format("({}{}) {}", row.digits, row.decimals_max < 0 ? "" : "n", row.title);
}

std::string format_of(const ValuePart& part) {
  const std::string_view what = part.characters == Characters::digits
                                    ? "digits"
                                    : "letters, digits or signs, without blanks and umlauts";
  if (part.length_min == part.length_max) return fmt::format("{} {}", part.length_max, what);
  return fmt::format("{} to {} {}", part.length_min, part.length_max, what);
}

bool is_date(std::string_view digits) {
  // The century has no effect: every fourth year of 2000 to 2099 is a leap year, as of 1952 to
  // 2050.
  std::string text = fmt::format("20{}-{}-{}", digits.substr(0, 2), digits.substr(2, 2),
                                 digits.substr(4, 2) == "00" ? "01" : digits.substr(4, 2));
  return base::parse_date(text).has_value();
}

bool are_countries(std::string_view digits) {
  if (digits.size() % 3 != 0) return false;
  for (; !digits.empty(); digits.remove_prefix(3)) {
    if (digits.starts_with("000")) return false;
  }
  return true;
}

// Returns the fault of a part with the right characters and length, or an empty text.
std::string fault_of_meaning(Meaning meaning, std::string_view text) {
  switch (meaning) {
    case Meaning::any:
      return {};
    case Meaning::check_digit: {
      const char due = check_digit(text.substr(0, text.size() - 1));
      if (text.find_first_not_of('0') == std::string_view::npos) return "must not be all zeros";
      if (text.back() == due) return {};
      return fmt::format("must end with the check digit {}, not {}", due, text.back());
    }
    case Meaning::date:
      return is_date(text) ? std::string() : "must be a date in the form YYMMDD";
    case Meaning::country:
      return are_countries(text) ? std::string()
                                 : "must be one or more country codes of three digits";
  }
  return {};
}

// Returns nullopt for a good value.
std::optional<base::Error> fault_of_value(const ApplicationIdentifier& row,
                                          std::string_view value) {
  const std::size_t first = std::min<std::size_t>(value.size(), row.value.length_max);
  const std::string_view head = value.substr(0, first);
  const std::string_view tail = value.substr(first);
  if (head.size() < row.value.length_min || tail.size() < row.more.length_min ||
      tail.size() > row.more.length_max || !is_right(row.value.characters, head) ||
      !is_right(row.more.characters, tail)) {
    const std::string then =
        row.more.length_max == 0 ? std::string() : fmt::format(", then {}", format_of(row.more));
    return refusal(fmt::format("{} must be {}{}.", written(row), format_of(row.value), then));
  }
  const std::string fault = fault_of_meaning(row.value.meaning, head);
  if (fault.empty()) return std::nullopt;
  return refusal(fmt::format("{} {}.", written(row), fault));
}

const Predefined* predefined_of(std::string_view identifier) {
  const auto row = std::ranges::find(all_predefined, identifier.substr(0, 2), &Predefined::begins);
  return row == all_predefined.end() ? nullptr : &*row;
}

}  // namespace

const ApplicationIdentifier* identifier_at(std::string_view text) {
  for (const ApplicationIdentifier& row : all_identifiers) {
    if (!text.starts_with(row.digits)) continue;
    if (row.decimals_max < 0) return &row;
    if (text.size() == row.digits.size()) return nullptr;
    const char decimals = text[row.digits.size()];
    return decimals >= '0' && decimals <= '0' + row.decimals_max ? &row : nullptr;
  }
  return nullptr;
}

bool has_predefined_length(std::string_view identifier) {
  return predefined_of(identifier) != nullptr;
}

base::Result<Element> element(std::string_view identifier, std::string_view value) {
  const ApplicationIdentifier* row = identifier_at(identifier);
  if (row == nullptr || identifier.size() != row->length()) {
    return base::refuse(
        refusal("This application identifier is not supported. Identifiers 00 to 427, for trade "
                "and transport, are supported."));
  }
  if (auto fault = fault_of_value(*row, value)) return base::refuse(*std::move(fault));
  return Element{.identifier = std::string(identifier), .value = std::string(value)};
}

std::string scanned(std::span<const Element> elements) {
  std::string text;
  for (const Element& element : elements) {
    text += element.identifier;
    text += element.value;
    if (&element != &elements.back() && !has_predefined_length(element.identifier)) {
      text += separator;
    }
  }
  return text;
}

base::Result<std::vector<Element>> parse_scanned(std::string_view text) {
  if (text.size() > base::limits::element_string_bytes_max) {
    return base::refuse(refusal("The element string is longer than any barcode."));
  }
  if (text.starts_with("]C1")) text.remove_prefix(3);
  if (text.empty()) return base::refuse(refusal("The element string is empty."));
  std::vector<Element> elements;
  while (!text.empty()) {
    const ApplicationIdentifier* row = identifier_at(text);
    if (row == nullptr) {
      return base::refuse(
          refusal(fmt::format("Element {} does not begin with a supported application identifier.",
                              elements.size() + 1)));
    }
    const Predefined* predefined = predefined_of(text);
    const std::size_t end = predefined == nullptr ? text.find(separator) : predefined->length;
    const std::string_view whole = text.substr(0, end);
    TRY_ASSIGN(Element one, element(whole.substr(0, row->length()),
                                    whole.substr(std::min(row->length(), whole.size()))));
    elements.push_back(std::move(one));
    text.remove_prefix(whole.size());
    if (text.starts_with(separator)) text.remove_prefix(1);
  }
  return elements;
}

std::string readable(std::span<const Element> elements) {
  std::string text;
  for (const Element& element : elements) {
    text += fmt::format("({}){}", element.identifier, element.value);
  }
  return text;
}

}  // namespace tradepost::gs1
