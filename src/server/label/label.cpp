#include "label/label.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "gs1/check_digit.hpp"
#include "label/goods.hpp"
#include "label/words.hpp"

namespace tradepost::label {
namespace {

using document::View;

struct Unit {
  View view;
  std::string place;   // 0.1
  std::string path;    // content.transportUnits.0.transportUnits.1
  std::string number;  // 1.2/9, for people
};

// Returns every unit with its place. An outer unit comes before its inner units.
std::vector<Unit> units_of(View content) {
  std::vector<Unit> units;
  const View outer = content.member("transportUnits");
  const std::size_t count = outer.element_count();
  outer.each([&](std::uint32_t index, View unit) {
    const std::string path = fmt::format("content.transportUnits.{}", index);
    units.push_back({unit, fmt::format("{}", index), path, fmt::format("{}/{}", index + 1, count)});
    unit.member("transportUnits").each([&](std::uint32_t inner_index, View inner) {
      units.push_back({inner, fmt::format("{}.{}", index, inner_index),
                       fmt::format("{}.transportUnits.{}", path, inner_index),
                       fmt::format("{}.{}/{}", index + 1, inner_index + 1, count)});
    });
  });
  return units;
}

// Returns true if two digits of the year identify it, within the hundred years around the notice.
bool is_in_the_century_of(base::Date date, base::Date notice) {
  return date.year >= notice.year - 49 && date.year <= notice.year + 50;
}

// Makes the label of one unit.
class Making {
 public:
  Making(View content, const Unit& unit, const Numbers& numbers)
      : header_(content.member("header")), unit_(unit) {
    label_.place = unit.place;
    label_.path = unit.path;
    write_free_text();
    take_number(numbers);
    const Goods goods = goods_in(unit.view, unit.path);
    if (goods.sort == Goods::Sort::one) write_content(goods);
    write_order(goods);
    write_weight(goods);
    write_destination();
    // A label of several sorts has no data of the goods; and elements need an SSCC.
    if (goods.sort == Goods::Sort::several || !label_.sscc) label_.optional_elements.clear();
  }

  Label done() && { return std::move(label_); }

 private:
  void write_free_text() {
    to_ = header_.member("shipTo") ? header_.member("shipTo") : header_.member("buyer");
    to_path_ = header_.member("shipTo") ? "content.header.shipTo" : "content.header.buyer";
    label_.from = address_lines(header_.member("shipFrom") ? header_.member("shipFrom")
                                                           : header_.member("supplier"));
    label_.to = address_lines(to_);

    std::string type = text_of(unit_.view, "unitType");
    std::ranges::replace(type, '_', ' ');
    label_.unit = type.empty() ? unit_.number : fmt::format("{} {}", unit_.number, type);
    label_.notice_number = text_of(header_, "shippingNoticeIdentifier");
    const View carrier = unit_.view.member("carrier");
    label_.carrier = text_of(carrier, "name");
    if (label_.carrier.empty()) label_.carrier = text_of(header_, "carrier");
    label_.tracking_number = text_of(carrier, "trackingNumber");
    if (label_.tracking_number.empty()) {
      label_.tracking_number = text_of(header_, "trackingNumber");
    }
  }

  void take_number(const Numbers& numbers) {
    const std::string own = text_of(unit_.view, "unitIdentifier");
    const std::string path = unit_.path + ".unitIdentifier";
    if (const auto sscc = gs1::Sscc::parse(own)) {
      label_.sscc = *sscc;
    } else if (!own.empty()) {
      label_.other_number = own;
      label_.data.push_back({"UNIT NUMBER", own});
      warn("unitIdentifier.no_sscc", path,
           "This is not a valid SSCC. It is printed unchanged, and trading partners may be unable "
           "to scan it.");
      return;
    } else if (const auto given = numbers.find(unit_.place); given != numbers.end()) {
      label_.sscc = given->second;
    } else {
      warn("unitIdentifier.missing", path,
           "This unit has no number yet. Its label has no barcode.");
      return;
    }
    label_.data.push_back({"SSCC", std::string(label_.sscc->text())});
  }

  void write_content(const Goods& goods) {
    const auto content = content_of(goods);
    const auto count = count_of(goods);
    if (content && count) {
      add_optional(
          {.elements = {*content, *count}, .also_on_small = true, .describes_content = true});
    }
    const bool has_content = content && count;
    if (goods.expires) write_expiry(goods, has_content);
    if (goods.batch) {
      add_text_and_optional("10", goods.batch->text, "batchIdentifier", goods.batch->path,
                            has_content);
    }
  }

  std::optional<gs1::Element> content_of(const Goods& goods) {
    if (goods.item_number) {
      label_.data.push_back({"ITEM NUMBER", goods.item_number->text, Importance::only_here});
      return std::nullopt;
    }
    if (!goods.gtin) return std::nullopt;
    const auto gtin = gs1::Gtin::parse(goods.gtin->text);
    // An item of variable measure needs its measure in the bars too, and a notice does not contain
    // it.
    if (!gtin || gtin->digits14().front() == '9') {
      label_.data.push_back({"CONTENT", goods.gtin->text, Importance::only_here});
      warn("gtin.text_only", goods.gtin->path,
           gtin ? "This is an item of variable measure. Its number is printed as text only."
                : "This is not a valid GTIN. It is printed as text only.");
      return std::nullopt;
    }
    label_.data.push_back({"CONTENT", std::string(gtin->digits14())});
    return gs1::Element{.identifier = "02", .value = std::string(gtin->digits14())};
  }

  std::optional<gs1::Element> count_of(const Goods& goods) {
    if (!goods.quantity) return std::nullopt;
    const auto whole = goods.quantity->to_int64();
    if (whole && counts_pieces(goods.unit_of_measure)) {
      if (auto count = gs1::element("37", fmt::format("{}", *whole))) {
        label_.data.push_back({"COUNT", count->value});
        return *count;
      }
    }
    std::string text = goods.quantity->to_string();
    if (!goods.unit_of_measure.empty()) text += ' ' + goods.unit_of_measure;
    label_.data.push_back({"COUNT", std::move(text), Importance::only_here});
    warn("quantity.text_only", goods.quantity_path,
         "A barcode can have only whole pieces, up to 99999999. The quantity is printed as text "
         "only.");
    return std::nullopt;
  }

  void write_expiry(const Goods& goods, bool has_content) {
    const base::Date date = *goods.expires;
    const auto issued = base::parse_datetime(text_of(header_, "shippingNoticeDate"));
    const bool fits = !issued || is_in_the_century_of(date, issued->date);
    label_.data.push_back(
        {"BEST BEFORE", base::to_string(date), fits ? Importance::usual : Importance::only_here});
    if (!fits) {
      warn("expirationDate.text_only", goods.expires_path,
           "A barcode can have only dates within 50 years of the notice. This date is printed as "
           "text only.");
    } else if (has_content) {
      add_optional({.elements = {{"15", fmt::format("{:02}{:02}{:02}", date.year % 100, date.month,
                                                    date.day)}},
                    .describes_content = true});
    }
  }

  void write_order(const Goods& goods) {
    const std::string of_notice = text_of(header_, "orderIdentifier");
    label_.order_number = goods.order_number ? goods.order_number->text : of_notice;
    if (label_.order_number.empty()) return;
    const auto order = gs1::element("400", label_.order_number);
    if (order) {
      add_optional({.elements = {*order}});
    } else {
      warn("orderIdentifier.text_only",
           goods.order_number ? goods.order_number->path : "content.header.orderIdentifier",
           order.error().text().str() + " It is printed as text only.");
    }
  }

  void write_weight(const Goods& goods) {
    if (!goods.gross_grams || goods.gross_grams->is_zero()) return;
    const base::Decimal thousandth = *base::Decimal::parse("0.001");
    const auto kilograms = goods.gross_grams->times(thousandth);
    if (!kilograms) return;
    label_.data.push_back(
        {"GROSS WEIGHT (kg)", kilograms->rounded(3).to_string(), Importance::extra});
    // Uses the most decimals, at most three, with which the weight has six digits.
    for (int decimals = 3; decimals >= 0; --decimals) {
      base::Decimal scaled = kilograms->rounded(decimals);
      for (int i = 0; i < decimals; ++i) scaled = *scaled.times(base::Decimal(10));
      const auto digits = scaled.to_int64();
      if (!digits || *digits > 999'999) continue;
      if (*digits > 0) {
        add_optional(
            {.elements = {{fmt::format("330{}", decimals), fmt::format("{:06}", *digits)}}});
      }
      return;
    }
  }

  void write_destination() {
    const std::string gln = gln_of(to_);
    if (!gln.empty()) {
      label_.data.push_back({"SHIP TO LOC", gln, Importance::extra});
      add_optional({.elements = {{"410", gln}}, .also_on_small = true});
      return;
    }
    const std::string code = postal_code_of(to_);
    if (code.empty()) return;
    const auto post = gs1::element("420", code);
    if (post) {
      label_.data.push_back({"SHIP TO POST", code, Importance::extra});
      add_optional({.elements = {*post}, .also_on_small = true});
    } else {
      warn("postalCode.text_only", to_path_ + ".postalAddress.postalCode",
           post.error().text().str() + " It is printed as text only.");
    }
  }

  // Writes a value under its title. A valid value is also written in the bars, if `may_be_in_bars`.
  void add_text_and_optional(std::string_view identifier, const std::string& text,
                             std::string_view name, const std::string& path, bool may_be_in_bars) {
    const auto element = gs1::element(identifier, text);
    label_.data.push_back({std::string(gs1::identifier_at(identifier)->title), text,
                           element ? Importance::usual : Importance::only_here});
    if (!element) {
      warn(fmt::format("{}.text_only", name), path,
           element.error().text().str() + " It is printed as text only.");
    } else if (may_be_in_bars) {
      add_optional({.elements = {*element}, .describes_content = true});
    }
  }

  void add_optional(OptionalElements one) { label_.optional_elements.push_back(std::move(one)); }

  void warn(std::string_view word, std::string path, std::string message) {
    label_.warnings.push_back({fmt::format("label.{}", word), std::move(path), std::move(message)});
  }

  View header_;
  const Unit& unit_;
  View to_;
  std::string to_path_;
  Label label_;
};

}  // namespace

base::Result<std::vector<Label>> labels_of(View content, const Numbers& numbers) {
  const std::vector<Unit> units = units_of(content);
  if (units.size() > base::limits::labels_max) {
    return base::refuse(
        {base::ErrorCode::too_large,
         base::CallerText(fmt::format("This notice has {} transport units, and at most {} labels "
                                      "are created at once. Request the labels of single units.",
                                      units.size(), base::limits::labels_max))});
  }
  std::vector<Label> labels;
  labels.reserve(units.size());
  for (const Unit& unit : units) labels.push_back(Making(content, unit, numbers).done());
  return labels;
}

std::optional<Label> label_at(View content, std::string_view place, const Numbers& numbers) {
  const std::vector<Unit> units = units_of(content);
  const auto unit = std::ranges::find(units, place, &Unit::place);
  if (unit == units.end()) return std::nullopt;
  return Making(content, *unit, numbers).done();
}

}  // namespace tradepost::label
