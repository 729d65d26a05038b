#include "labels/random_notice.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "gs1/check_digit.hpp"

namespace tradepost::labels {
namespace {

using document::Dice;

constexpr auto names = std::to_array<std::string_view>({
    "Mühlenbrink Getränke & Feinkost GmbH",
    "Øystein Ærø Fiskeeksport AS",
    "^XA^FO0,0^FDhostile^FS^XZ",
    "~JA ~HS _5E \\\\& ^^~~__",
    "<b>AT&T</b> (00)123]C1",
    "Ő",
    "Zażółć gęślą jaźń sp. z o.o., Dział Spedycji i Logistyki Międzynarodowej w Szczebrzeszynie",
    "Ελληνική Αποθήκη Α.Ε.",
    "ООО «Восточный склад № 7», отдел приёмки",
    "שיווק ירושלים בעמ",
    "شركة التوريدات العربية المتحدة للتجارة والتخزين",
    "東京中央倉庫株式会社 第三物流センター",
    "서울 물류 센터",
    "คลังสินค้ากรุงเทพ",
    "Đặng Thị Ngọc Ánh – Cửa hàng Số 1",
    "Cafe\\u0301 Z\\u0308u\\u0308rich",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
    "line one\\nline two\\tand a tab",
    "AVATAR. WAV. To. LTD. P. AVATAR. WAV. To. LTD. P. 1111",
    "x",
    "\\u202Eright to left",
    "📦 Paket-Profis",
});

std::string digits(Dice& dice, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('0' + dice.below(10));
  return text;
}

std::string with_check_digit(std::string text) {
  text += gs1::check_digit(text);
  return text;
}

std::string random_text(Dice& dice, std::size_t length) {
  constexpr std::string_view characters =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-/.+_%>?!*:;=()";
  std::string text;
  for (std::size_t i = 0; i < length; ++i) text += characters[dice.below(characters.size())];
  return text;
}

std::string address(Dice& dice) {
  return fmt::format(
      R"({{"street":"{}","addressExtra":"{}","city":"{}","postalCode":"22844","countryCode":"DE"}})",
      dice.pick(names), dice.one_in(2) ? dice.pick(names) : "", dice.pick(names));
}

class Making {
 public:
  explicit Making(Dice& dice) : dice_(dice) {}

  Notice make() {
    order_ = dice_.one_in(3) ? random_text(dice_, 1 + dice_.below(30)) : digits(dice_, 10);
    has_good_order_ = !dice_.one_in(5);
    if (!has_good_order_) order_ += "\u00e4 #";
    const std::string header = make_header();
    std::string units;
    const std::size_t count = 1 + dice_.below(3);
    for (std::size_t index = 0; index < count; ++index) {
      if (index > 0) units += ',';
      units += make_outer_unit(fmt::format("{}", index));
    }
    notice_.body = fmt::format(
        R"({{"type":"SHIPPING_NOTICE","content":{{"header":{},"transportUnits":[{}]}}}})", header,
        units);
    return std::move(notice_);
  }

 private:
  std::string make_header() {
    const auto party = [&](std::string_view gln) {
      return fmt::format(
          R"({{"name":"{}","identifiers":[{{"identifier":"{}","domain":"GS1"}}],"postalAddress":{}}})",
          dice_.pick(names), gln, address(dice_));
    };
    std::string more;
    if (dice_.one_in(2)) more += R"(,"shipFrom":)" + party("9521003000008");
    if (dice_.one_in(3)) {
      gln_.clear();
      postal_code_ = "22844";
      more += fmt::format(R"(,"shipTo":{{"name":"{}","postalAddress":{}}})", dice_.pick(names),
                          address(dice_));
    }
    if (!dice_.one_in(3)) more += fmt::format(R"(,"carrier":"{}")", dice_.pick(names));
    if (!dice_.one_in(3)) more += fmt::format(R"(,"trackingNumber":"{}")", digits(dice_, 20));
    return fmt::format(R"({{"buyer":{},"supplier":{},"shippingNoticeIdentifier":"LS-{}",)"
                       R"("shippingNoticeDate":"2026-03-05","orderIdentifier":"{}"{}}})",
                       party(gln_.empty() ? "9521002000009" : gln_), party("9521001000000"),
                       digits(dice_, 6), order_, more);
  }

  // Returns a unit whose lists are empty. They stay empty for contents that a mixed unit, or one
  // without an SSCC, does not have in its bars.
  ExpectedUnit begun(const std::string& place) {
    ExpectedUnit unit;
    unit.place = place;
    if (dice_.one_in(6)) {
      unit.other_number = "PAL-" + random_text(dice_, 1 + dice_.below(10));
    } else {
      unit.sscc = with_check_digit(digits(dice_, 17));
    }
    return unit;
  }

  std::string make_outer_unit(const std::string& place) {
    const std::size_t at = notice_.units.size();
    notice_.units.push_back(begun(place));
    if (!dice_.one_in(4)) return make_unit_of_items(at);

    // The outer unit is mixed if one of its inner units is mixed, or if they differ, as random ones
    // do.
    const std::size_t count = 1 + dice_.below(2);
    std::string inner;
    for (std::size_t index = 0; index < count; ++index) {
      const std::size_t inner_at = notice_.units.size();
      notice_.units.push_back(begun(fmt::format("{}.{}", place, index)));
      if (index > 0) inner += ',';
      inner += make_unit_of_items(inner_at);
    }
    ExpectedUnit& outer = notice_.units[at];
    if (count > 1) {
      outer.is_mixed = true;
    } else {
      ExpectedUnit same = notice_.units[at + 1];
      same.place = outer.place;
      same.sscc = outer.sscc;
      same.other_number = outer.other_number;
      outer = same;
    }
    return fmt::format(R"({{"unitIdentifier":"{}","unitType":"PALLET","transportUnits":[{}]}})",
                       number_of(outer), inner);
  }

  static std::string number_of(const ExpectedUnit& unit) {
    return unit.sscc.empty() ? unit.other_number : unit.sscc;
  }

  std::string make_unit_of_items(std::size_t at) {
    ExpectedUnit& unit = notice_.units[at];
    if (gln_.empty()) {
      unit.destination = {{"420", postal_code_}};
    } else {
      unit.destination = {{"410", gln_}};
    }
    if (has_good_order_) unit.others["400"] = order_;
    unit.is_mixed = dice_.one_in(4);
    std::string items = make_good_item(unit);
    if (unit.is_mixed) {
      ExpectedUnit ignored;
      items += ',' + make_good_item(ignored);
    }
    if (dice_.one_in(2)) {
      items += fmt::format(R"(,{{"lineNumber":{},"identifiers":[{{"identifier":"9521001090018"}}],)"
                           R"("isDepositItem":true,"orderedQuantity":1,"shippedQuantity":1}})",
                           line_++);
    }
    return fmt::format(R"({{"unitIdentifier":"{}","unitType":"EURO_PALLET","items":[{}]}})",
                       number_of(unit), items);
  }

  std::string make_good_item(ExpectedUnit& unit) {
    const std::size_t length = dice_.pick(std::array<std::size_t, 4>{8, 12, 13, 14});
    // A first digit of 9 means variable measure, and only zeros is not a valid number.
    const std::string gtin = with_check_digit('1' + digits(dice_, length - 2));
    // Five digits, or more than six, may need a wider label than A6: code_128 packs pairs.
    std::string quantity = fmt::format("{}", 1 + dice_.below(9'999));
    if (dice_.one_in(3)) quantity = fmt::format("{}", 100'000 + dice_.below(900'000));
    std::string_view unit_of_measure = "CS";
    const bool is_counted = !dice_.one_in(5);
    if (!is_counted) {
      quantity += ".5";
      unit_of_measure = "KGM";
    }
    if (is_counted) {
      unit.content = {{"02", std::string(14 - length, '0') + gtin}, {"37", quantity}};
    }
    return fmt::format(R"({{"lineNumber":{},"identifiers":[{{"identifier":"{}","domain":"GS1"}}],)"
                       R"("isDepositItem":false,"orderedQuantity":{},"shippedQuantity":{},)"
                       R"("unitOfMeasure":"{}","description":"{}"{}{}}})",
                       line_++, gtin, quantity, quantity, unit_of_measure, dice_.pick(names),
                       make_batches(unit, quantity), make_weight(unit));
  }

  std::string make_batches(ExpectedUnit& unit, const std::string& quantity) {
    if (dice_.one_in(3)) return {};
    std::string batch = random_text(dice_, 1 + dice_.below(16));
    if (dice_.one_in(5)) {
      batch += " \u00fc";  // bars cannot encode it
    } else {
      unit.about["10"] = batch;
    }
    if (dice_.one_in(4)) {
      // If there is a second batch, the bars have neither of them, and no date that differs between
      // both.
      unit.about.clear();
      return fmt::format(R"(,"batches":[{{"batchIdentifier":"{}","expirationDate":"2026-09-30"}},)"
                         R"({{"batchIdentifier":"other","expirationDate":"2026-10-31"}}])",
                         batch);
    }
    const std::size_t day = 1 + dice_.below(28);
    const std::size_t year = 26 + dice_.below(9);
    unit.about["15"] = fmt::format("{:02}10{:02}", year, day);
    return fmt::format(
        R"(,"batches":[{{"batchIdentifier":"{}","expirationDate":"20{:02}-10-{:02}","quantity":{}}}])",
        batch, year, day, quantity);
  }

  std::string make_weight(ExpectedUnit& unit) {
    if (unit.is_mixed || dice_.one_in(2)) return {};
    if (dice_.one_in(3)) {
      unit.others["3302"] = "123457";  // rounded to six digits
      return R"(,"grossWeight":1234567)";
    }
    const std::size_t grams = 1 + dice_.below(999'999);
    unit.others["3303"] = fmt::format("{:06}", grams);
    return fmt::format(R"(,"grossWeight":{})", grams);
  }

  Dice& dice_;
  Notice notice_;
  std::string gln_ = "9521002000009";
  std::string postal_code_;
  std::string order_;
  bool has_good_order_ = true;
  int line_ = 1;
};

}  // namespace

std::map<std::string, std::string> ExpectedUnit::all() const {
  std::map<std::string, std::string> elements;
  if (sscc.empty()) return elements;
  elements["00"] = sscc;
  if (is_mixed) return elements;
  elements.insert(content.begin(), content.end());
  if (!content.empty()) elements.insert(about.begin(), about.end());
  elements.insert(destination.begin(), destination.end());
  elements.insert(others.begin(), others.end());
  return elements;
}

Notice random_notice(Dice& dice) {
  return Making(dice).make();
}

}  // namespace tradepost::labels
