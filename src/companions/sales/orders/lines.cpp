#include "sales/orders/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "client/reading.hpp"
#include "document/json_reader.hpp"
#include "sales/orders/orders.hpp"

namespace tradepost::sales {
namespace {

using client::text_in;
using document::amount_in;
using document::sum;
using document::View;

// Collects the quantities of one order's lines from its documents.
class Lives {
 public:
  Lives(Books& books, const Order& order) : books_(books), order_(order) {
    for (const OrderLine& line : order.lines) {
      lives_.push_back({.order = order.number,
                        .customer_order = order.head.customer_order,
                        .position = line.position,
                        .product = line.product,
                        .name = line.name,
                        .unit = line.unit,
                        .ordered = sum(line.quantity, line.free())});
    }
  }

  base::Result<std::vector<LineLife>> read() {
    TRY_ASSIGN(const bool was_answered, has_responses("<"));
    TRY_ASSIGN(const bool is_answered, has_responses(">="));
    for (LineLife& life : lives_) life.is_version_unanswered = was_answered && !is_answered;
    TRY(
        each("SELECT type, content FROM document WHERE order_number = ? AND NOT (type = "
             "'ORDER_RESPONSE' AND made_at < (SELECT entered_at FROM sales_order WHERE number = "
             "order_number)) ORDER BY made_at"));
    TRY(
        each("SELECT type, content FROM received WHERE order_number = ? AND flow = 'LIVE' "
             "ORDER BY received_at"));
    TRY(find_payments());
    return std::move(lives_);
  }

 private:
  // Returns true if a response was made before ("<") or after (">=") the booked version.
  base::Result<bool> has_responses(std::string_view when) {
    TRY_ASSIGN(Statement row,
               books_.prepare(fmt::format(
                   "SELECT 1 FROM document JOIN sales_order o ON o.number = order_number WHERE "
                   "order_number = ? AND type = 'ORDER_RESPONSE' AND made_at {} entered_at",
                   when)));
    return row.integer(order_.number).next();
  }

  base::Done each(std::string_view sql) {
    TRY_ASSIGN(Statement rows, books_.prepare(sql));
    rows.integer(order_.number);
    for (;;) {
      TRY_ASSIGN(const bool is_there, rows.next());
      if (!is_there) return {};
      const std::string content = rows.text_at(1);
      const auto read = reader_.read(content);
      if (read) take(rows.text_at(0), *read);
    }
  }

  // The supplier's own documents are stored with their type around them, received documents
  // without.
  void take(const std::string& type, const View& document) {
    const View content = document.member("content");
    if (type == "ORDER_RESPONSE") take_response(content);
    if (type == "SHIPPING_NOTICE") {
      content.member("transportUnits").each([&](std::uint32_t, const View& unit) {
        add_all(unit.member("items"), "shippedQuantity", &LineLife::shipped);
      });
    }
    if (type == "INVOICE") take_invoice(content);
    if (type == "RECEIVAL_NOTICE") {
      document.member("transportUnits").each([&](std::uint32_t, const View& unit) {
        add_all(unit.member("items"), "receivedQuantity", &LineLife::received);
      });
    }
  }

  // Replaces the quantities of earlier responses.
  void take_response(const View& content) {
    const bool is_rejected = text_in(content.member("header"), "type") == "REJECT";
    for (LineLife& life : lives_) {
      life.confirmed = is_rejected ? std::optional(Decimal()) : std::nullopt;
    }
    content.member("items").each([&](std::uint32_t, const View& item) {
      LineLife* const life = life_of(item, "lineNumber");
      const auto quantity = amount_in(item.member("confirmedQuantity"));
      if (life == nullptr || !quantity) return;
      const OrderLine& line = order_.lines[static_cast<std::size_t>(life - lives_.data())];
      // A response has no field for free goods. The quantity of deposits includes them.
      life->confirmed =
          line.deposit_of != 0 || quantity->is_zero() ? *quantity : sum(*quantity, line.free());
    });
  }

  void take_invoice(const View& content) {
    auto& invoiced = invoices_[text_in(content.member("header"), "invoiceIdentifier")];
    const auto due = amount_in(content.member("summary").member("dueAmount"));
    invoiced.due = due.value_or(Decimal());
    content.member("items").each([&](std::uint32_t, const View& item) {
      LineLife* const life = life_of(item, "shippingNoticeLineNumber");
      const auto quantity = amount_in(item.member("quantity"));
      if (life == nullptr || !quantity) return;
      const Decimal all =
          sum(*quantity, amount_in(item.member("freeQuantity")).value_or(Decimal()));
      life->invoiced = sum(life->invoiced.value_or(Decimal()), all);
      invoiced.lines.emplace_back(life, all);
    });
  }

  void add_all(const View& items, std::string_view field,
               std::optional<Decimal> LineLife::* stage) {
    items.each([&](std::uint32_t, const View& item) {
      LineLife* const life = life_of(item, "lineNumber");
      const auto quantity = amount_in(item.member(field));
      if (life == nullptr || !quantity) return;
      life->*stage = sum((life->*stage).value_or(Decimal()), *quantity);
    });
  }

  // Finds the line by the customer's line number and the product, otherwise by the product alone.
  // In the supplier's own documents, the field `own` has the position.
  LineLife* life_of(const View& item, std::string_view own) {
    const std::string line = number_in(item, "orderLineNumber");
    const std::string position = number_in(item, own);
    std::string gtin;
    std::string product;
    item.member("identifiers").each([&](std::uint32_t, const View& one) {
      const std::string domain = text_in(one, "domain");
      if (domain.empty() || domain == "GS1") gtin = gtin14(text_in(one, "identifier"));
      if (domain == "SUPPLIER") product = text_in(one, "identifier");
    });
    LineLife* by_product = nullptr;
    LineLife* by_line = nullptr;
    for (std::size_t at = 0; at < lives_.size(); ++at) {
      const OrderLine& ordered = order_.lines[at];
      const bool is_product =
          product.empty() ? is_gtin_of(gtin, ordered) : product == ordered.product;
      const bool is_line = !line.empty() && line == ordered.customer_line;
      if (!product.empty() && is_product && position == std::to_string(ordered.position)) {
        return &lives_[at];
      }
      if (is_line && (is_product || gtin.empty())) by_line = &lives_[at];
      if (is_product && by_product == nullptr) by_product = &lives_[at];
    }
    return by_line != nullptr ? by_line : by_product;
  }

  bool is_gtin_of(const std::string& gtin, const OrderLine& line) {
    if (gtin.empty()) return false;
    if (gtin == line.gtin) return true;
    auto found = books_.prepare("SELECT 1 FROM gtin WHERE gtin = ? AND product = ? AND unit = ?");
    if (!found) return false;
    return found->text(gtin).text(line.product).text(line.unit).next().value_or(false);
  }

  static std::string number_in(const View& item, std::string_view field) {
    const auto number = amount_in(item.member(field));
    return number ? plain(*number) : std::string();
  }

  base::Done find_payments() {
    if (invoices_.empty()) return {};
    TRY_ASSIGN(Statement rows,
               books_.prepare("SELECT content FROM received WHERE type = 'REMITTANCE_ADVICE' AND "
                              "flow = 'LIVE' AND outcome = 'kept'"));
    for (;;) {
      TRY_ASSIGN(const bool is_there, rows.next());
      if (!is_there) break;
      const std::string content = rows.text_at(0);
      const auto read = reader_.read(content);
      if (!read) continue;
      read->member("items").each([&](std::uint32_t, const View& item) {
        const auto invoice = invoices_.find(text_in(item, "documentNumber"));
        const auto paid = amount_in(item.member("remittedTotal"));
        if (invoice == invoices_.end() || !paid) return;
        // An agreed discount is a correction, and is not owed.
        const auto correction = amount_in(item.member("correctionTotal")).value_or(Decimal());
        invoice->second.paid = document::difference(sum(invoice->second.paid, *paid), correction);
        invoice->second.is_paid_upon = true;
      });
    }
    for (auto& [number, invoice] : invoices_) {
      if (!invoice.is_paid_upon) continue;
      const bool is_paid = invoice.paid >= invoice.due;
      for (auto& [life, quantity] : invoice.lines) {
        life->paid = sum(life->paid.value_or(Decimal()), is_paid ? quantity : Decimal());
      }
    }
    return {};
  }

  struct Invoice {
    Decimal due = {};
    Decimal paid = {};
    bool is_paid_upon = false;
    std::vector<std::pair<LineLife*, Decimal>> lines = {};
  };

  Books& books_;
  const Order& order_;
  std::vector<LineLife> lives_;
  std::map<std::string, Invoice> invoices_;
  document::JsonReader reader_;
};

}  // namespace

std::string LineLife::difference() const {
  std::string text;
  Decimal before = ordered;
  const auto compare = [&](std::string_view what, const std::optional<Decimal>& quantity) {
    if (!quantity) return;
    if (*quantity != before) {
      if (!text.empty()) text += ", ";
      text += fmt::format("{} {} of {}", what, plain(*quantity), plain(before));
    }
    before = *quantity;
  };
  if (is_version_unanswered) text = "confirmed only in an older version";
  compare("confirmed", confirmed);
  compare("shipped", shipped);
  const Decimal shipped_before = before;
  compare("received", received);
  before = shipped_before;
  compare("invoiced", invoiced);
  compare("paid", paid);
  return text;
}

base::Result<std::vector<LineLife>> line_lives(Books& books, std::int64_t number) {
  std::vector<std::int64_t> numbers = {number};
  if (number == 0) {
    numbers.clear();
    TRY_ASSIGN(const auto orders, all_orders(books));
    for (const OrderRow& order : orders) numbers.push_back(order.number);
  }
  std::vector<LineLife> all;
  for (const std::int64_t one : numbers) {
    TRY_ASSIGN(const Order order, order_of(books, one));
    TRY_ASSIGN(auto lives, Lives(books, order).read());
    std::ranges::move(lives, std::back_inserter(all));
  }
  return all;
}

}  // namespace tradepost::sales
