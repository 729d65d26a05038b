#include "label/goods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

#include "gs1/identifiers.hpp"
#include "label/words.hpp"

namespace tradepost::label {
namespace {

struct Line {
  document::View item;
  std::string path;
};

std::optional<base::Decimal> number_of(document::View object, std::string_view name) {
  const document::View value = object.member(name);
  if (!value.is_number()) return std::nullopt;
  const auto number = base::Decimal::parse(value.scalar());
  return number ? std::optional(*number) : std::nullopt;
}

bool counts(document::View item) {
  if (const auto deposit = item.member("isDepositItem"); deposit && deposit.scalar() == "true") {
    return false;
  }
  const auto quantity = number_of(item, "shippedQuantity");
  return !quantity || !quantity->is_zero();
}

// Collects the lines of a unit and of its inner units. The reader of the document has limited the
// nesting to one level.
void collect(document::View unit, const std::string& path, std::vector<Line>& lines) {
  unit.member("items").each([&](std::uint32_t index, document::View item) {
    if (counts(item)) lines.push_back({item, fmt::format("{}.items.{}", path, index)});
  });
  unit.member("transportUnits").each([&](std::uint32_t index, document::View inner) {
    collect(inner, fmt::format("{}.transportUnits.{}", path, index), lines);
  });
}

std::optional<Goods::Value> identifier_of(const Line& line, bool in_gs1) {
  std::optional<Goods::Value> found;
  line.item.member("identifiers").each([&](std::uint32_t index, document::View one) {
    const std::string domain = text_of(one, "domain");
    if (found || (domain.empty() || domain == "GS1") != in_gs1) return;
    std::string text = text_of(one, "identifier");
    if (text.empty()) return;
    found = {std::move(text), fmt::format("{}.identifiers.{}.identifier", line.path, index)};
  });
  return found;
}

// Returns the key that groups goods of one sort, or an empty text without identifiers.
std::string sort_of(const Line& line) {
  if (const auto gtin = identifier_of(line, true)) {
    const auto number = gs1::Gtin::parse(gtin->text);
    return number ? std::string(number->digits14()) : gtin->text;
  }
  if (const auto number = identifier_of(line, false)) return "own " + number->text;
  return {};
}

// Returns the value that `read` finds in every line, or nullopt if one has none or the values
// differ.
template <typename T>
std::optional<T> shared_by(const std::vector<Line>& lines,
                           const std::function<std::optional<T>(const Line&)>& read,
                           const std::function<bool(const T&, const T&)>& are_equal) {
  std::optional<T> shared;
  for (const Line& line : lines) {
    auto value = read(line);
    if (!value || (shared && !are_equal(*shared, *value))) return std::nullopt;
    if (!shared) shared = std::move(value);
  }
  return shared;
}

bool same_text(const Goods::Value& a, const Goods::Value& b) {
  return a.text == b.text;
}

// Returns the text of a member that is the same in all batches of a line, or nullopt if one has
// none or the texts differ.
std::optional<Goods::Value> of_all_batches(const Line& line, std::string_view name) {
  std::optional<Goods::Value> found;
  bool differ = false;
  line.item.member("batches").each([&](std::uint32_t index, document::View batch) {
    std::string text = text_of(batch, name);
    if (text.empty() || (found && found->text != text)) differ = true;
    if (!found) {
      found = {std::move(text), fmt::format("{}.batches.{}.{}", line.path, index, name)};
    }
  });
  return differ ? std::nullopt : found;
}

std::optional<base::Decimal> sum_of(const std::vector<Line>& lines, std::string_view name) {
  base::Decimal sum;
  for (const Line& line : lines) {
    const auto number = number_of(line.item, name);
    if (!number || number->is_negative()) return std::nullopt;
    const auto more = sum.plus(*number);
    if (!more) return std::nullopt;
    sum = *more;
  }
  return lines.empty() ? std::nullopt : std::optional(sum);
}

std::optional<Goods::Value> text_in(const Line& line, std::string_view name) {
  std::string text = text_of(line.item, name);
  if (text.empty()) return std::nullopt;
  return Goods::Value{std::move(text), fmt::format("{}.{}", line.path, name)};
}

void describe_content(const std::vector<Line>& lines, Goods& goods) {
  goods.gtin = identifier_of(lines[0], true);
  if (!goods.gtin) goods.item_number = identifier_of(lines[0], false);

  const std::string unit = text_of(lines[0].item, "unitOfMeasure");
  if (std::ranges::all_of(
          lines, [&](const Line& line) { return text_of(line.item, "unitOfMeasure") == unit; })) {
    goods.unit_of_measure = unit;
    goods.quantity = sum_of(lines, "shippedQuantity");
    goods.quantity_path = lines[0].path + ".shippedQuantity";
  }
  goods.batch = shared_by<Goods::Value>(
      lines, [](const Line& line) { return of_all_batches(line, "batchIdentifier"); }, same_text);
  const auto expires = shared_by<Goods::Value>(
      lines, [](const Line& line) { return of_all_batches(line, "expirationDate"); }, same_text);
  if (expires) {
    goods.expires = base::parse_date(expires->text);
    goods.expires_path = expires->path;
  }
}

}  // namespace

Goods goods_in(document::View unit, const std::string& path) {
  std::vector<Line> lines;
  collect(unit, path, lines);
  Goods goods;
  if (lines.empty()) return goods;

  const std::string sort = sort_of(lines[0]);
  const bool is_one =
      lines.size() == 1 || (!sort.empty() && std::ranges::all_of(lines, [&](const Line& line) {
        return sort_of(line) == sort;
      }));
  goods.sort = is_one ? Goods::Sort::one : Goods::Sort::several;
  goods.gross_grams = sum_of(lines, "grossWeight");
  goods.order_number = shared_by<Goods::Value>(
      lines, [](const Line& line) { return text_in(line, "orderIdentifier"); }, same_text);
  if (is_one) describe_content(lines, goods);
  return goods;
}

bool counts_pieces(std::string_view unit_of_measure) {
  constexpr auto measures =
      std::to_array<std::string_view>({"GRM", "HUR", "KGM", "LTR", "MLT", "MTK", "MTR", "DAY",
                                       "WEE", "MON", "MTQ", "TNE", "CMT", "KMT"});
  return std::ranges::find(measures, unit_of_measure) == measures.end();
}

}  // namespace tradepost::label
