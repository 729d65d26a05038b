#include "document/summary.hpp"

#include <map>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"
#include "document/amounts/line_nets.hpp"
#include "document/json_reader.hpp"

namespace tradepost::document {
namespace {

// The lines that have one rate of tax.
struct Taxed {
  View percentage;
  Decimal of_lines;
  Decimal net;  // with the allowances and charges of the whole document
};

// Documents have a few rates. Each allowance is divided among all of them.
constexpr std::size_t rates_max = 100;

class Calculation {
 public:
  explicit Calculation(const View& content) : summary_(content.member("summary")) {
    read_entries();
    const View currency = content.member("header").member("currency");
    decimals_ = decimals_of(currency.is_text() ? currency.raw_text() : "");
    zero_ = money(Decimal(), decimals_);
    add_lines(content.member("items"));
    subtotal_ = zero_;
    for (const auto& [rate, taxed] : rates_) subtotal_ = sum(subtotal_, taxed.of_lines);
    if (groups().has_elements()) modify();
  }

  std::optional<std::string> json() && {
    if (!is_good_ || rates_.empty()) return std::nullopt;
    Decimal net = zero_;
    Decimal tax = zero_;
    for (const auto& [rate, taxed] : rates_) {
      net = sum(net, taxed.net);
      tax = sum(tax, percent_of(taxed.net, rate, decimals_));
    }
    const Decimal gross = sum(net, tax);
    json_.begin_object();
    write("subtotalAmount", subtotal_);
    write("grossAmount", gross);
    write("netAmount", net);
    write("dueAmount", sum(gross, due_beyond_gross()));
    const Decimal allowances = difference(sum(subtotal_, charges_), net);
    if (!charges_.is_zero()) write("totalCharges", charges_);
    if (!allowances.is_zero()) write("totalAllowances", allowances);
    write_taxes(tax);
    write_groups();
    json_.end_object();
    return std::move(json_).finish();
  }

 private:
  View groups() const { return summary_.member("modificationGroups"); }

  // Two categories of one rate, such as exempt and zero, share its lines in a way that is unknown.
  void read_entries() {
    summary_.member("tax").member("items").each([&](std::uint32_t, const View& entry) {
      const auto rate = amount_in(entry.member("percentage"));
      is_good_ = is_good_ && (!rate || entries_.try_emplace(*rate, entry).second);
    });
  }

  // Returns the negative amount that is prepaid, or a rounding, if the present sums agree.
  Decimal due_beyond_gross() const {
    const auto net = amount_in(summary_.member("netAmount"));
    const auto tax = amount_in(summary_.member("tax").member("total"));
    const auto gross = amount_in(summary_.member("grossAmount"));
    const auto due = amount_in(summary_.member("dueAmount"));
    if (!net || !tax || !gross || !due || sum(*net, *tax) != *gross) return zero_;
    return money(difference(*due, *gross), decimals_);
  }

  void add_lines(const View& lines) {
    lines.each([&](std::uint32_t, const View& line) { add(line); });
  }

  void add(const View& item) {
    if (!is_good_) return;
    LineFields line(item, "quantity");
    if (line.sub_items.has_elements()) {
      // Such a line is charged together with its parts, or explains them.
      is_good_ = is_good_ && line.is_invoiced;
      add_lines(std::exchange(line.sub_items, {}));
    }
    if (!line.is_charged()) return;
    const PossibleNets nets = PossibleNets::of(line, line.price, decimals_);
    const View percentage = line.tax.member("percentage");
    const auto rate = amount_in(percentage);
    // With two readings of the price, only the product decides.
    is_good_ = is_good_ && rate && nets.all().size() == 1;
    if (!is_good_) return;
    Taxed& taxed = taxed_at(*rate, percentage);
    taxed.of_lines = sum(taxed.of_lines, nets.all().front());
    taxed.net = taxed.of_lines;
  }

  // Applies the allowances and charges of the whole document to the rates.
  void modify() {
    Decimal charges;
    const bool has_one_rate = rates_.size() == 1;
    groups().each([&](std::uint32_t index, const View& group) {
      const auto basis = amount_in(group.member("basis"));
      const bool is_of_lines = basis ? is_whole(basis) : index == 0;
      group.member("modifications").each([&](std::uint32_t, const View& one) {
        const View type = one.member("type");
        const bool is_charge = type.is_text() && type.raw_text() == "CHARGE";
        // Another basis can be one of an earlier state of the lines.
        is_good_ = is_good_ && (is_of_lines || one.member("amount"));
        if (!is_good_) return;
        const Decimal amount = apply(one, is_charge, has_one_rate);
        if (is_charge) charges = sum(charges, amount);
      });
    });
    charges_ = money(charges, decimals_);
    for (auto& [rate, taxed] : rates_) {
      taxed.net = money(sum(taxed.net, product(taxed.of_lines, share_of(percentages_))), decimals_);
    }
  }

  // Returns true if percentages are of the lines. The present summary can have the subtotal of an
  // earlier state of the lines.
  bool is_whole(const std::optional<Decimal>& basis) const {
    return basis && (*basis == subtotal_ || basis == amount_in(summary_.member("subtotalAmount")));
  }

  // Returns the amount without its sign. Percentages of the lines change each rate alike. An amount
  // changes the rate that it names, or the only one.
  Decimal apply(const View& one, bool is_charge, bool has_one_rate) {
    const Decimal sign(is_charge ? 1 : -1);
    const auto percentage = amount_in(one.member("percentage"));
    const auto amount = amount_in(one.member("amount"));
    const View own_percentage = one.member("tax").member("percentage");
    const auto own_rate = amount_in(own_percentage);
    if (amount && (own_rate || has_one_rate)) {
      Taxed& taxed = own_rate ? taxed_at(*own_rate, own_percentage) : rates_.begin()->second;
      taxed.net = sum(taxed.net, product(*amount, sign));
      return *amount;
    }
    is_good_ = is_good_ && !amount && percentage && !one.member("tax");
    if (!is_good_) return {};
    percentages_ = sum(percentages_, product(*percentage, sign));
    return product(subtotal_, share_of(*percentage));
  }

  static Decimal share_of(const Decimal& percentage) {
    return product(percentage, decimal("0.01"));
  }

  Taxed& taxed_at(const Decimal& rate, const View& percentage) {
    is_good_ = is_good_ && rates_.size() <= rates_max;
    return rates_
        .try_emplace(rate, Taxed{.percentage = percentage, .of_lines = zero_, .net = zero_})
        .first->second;
  }

  void write_taxes(const Decimal& total) {
    const View tax = summary_.member("tax");
    json_.key("tax").begin_object();
    write("total", total);
    copy(tax, "description");
    json_.key("items").begin_array();
    for (const auto& [rate, taxed] : rates_) {
      const auto found = entries_.find(rate);
      const View entry = found == entries_.end() ? View() : found->second;
      json_.begin_object().key("percentage").raw(taxed.percentage.scalar());
      write("taxableAmount", taxed.net);
      write("taxAmount", percent_of(taxed.net, rate, decimals_));
      if (entry.member("category")) {
        copy(entry, "category");
      } else if (!rate.is_zero()) {
        json_.key("category").string("S");
      }
      copy(entry, "description");
      json_.end_object();
    }
    json_.end_array().end_object();
  }

  void write_groups() {
    if (!groups()) return;
    json_.key("modificationGroups").begin_array();
    groups().each([&](std::uint32_t, const View& group) {
      const bool has_new_basis = is_whole(amount_in(group.member("basis")));
      json_.begin_object();
      group.each_member([&](const View& name, const View& value) {
        if (has_new_basis && name.raw_text() == "basis") return write("basis", subtotal_);
        json_.key(name.text()).raw(value.bytes());
      });
      json_.end_object();
    });
    json_.end_array();
  }

  void write(std::string_view name, const Decimal& amount) {
    json_.key(name).raw(amount.to_string());
  }

  void copy(const View& of, std::string_view name) {
    if (const View value = of.member(name)) json_.key(name).raw(value.bytes());
  }

  View summary_;
  int decimals_ = cents;
  Decimal zero_;
  std::map<Decimal, View> entries_;  // of the present summary, by their rate
  std::map<Decimal, Taxed> rates_;
  Decimal subtotal_;  // of the lines, before the allowances and charges of the whole document
  Decimal charges_;
  Decimal percentages_;  // of the whole document, allowances below zero
  bool is_good_ = true;
  base::JsonWriter json_;
};

}  // namespace

std::optional<std::string> calculated_summary(Kind kind, std::string_view content) {
  if (kind != Kind::invoice && kind != Kind::credit_note) return std::nullopt;
  JsonReader reader(base::limits::body_bytes_max);
  const auto read = reader.read(content);
  if (!read) return std::nullopt;
  return Calculation(*read).json();
}

}  // namespace tradepost::document
