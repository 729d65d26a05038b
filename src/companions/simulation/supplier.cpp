#include "simulation/supplier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "client/reading.hpp"
#include "document/json_reader.hpp"
#include "simulation/documents/billing.hpp"
#include "simulation/documents/dispatch.hpp"
#include "simulation/documents/particulars.hpp"
#include "simulation/ground/draws.hpp"
#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {
namespace {

using client::text_in;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

// The course of an order. It depends on the seed, the buyer and the number, so a new version of the
// order has the same course.
struct Fate {
  bool is_rejected = false;
  bool is_partial = false;
  bool is_late = false;
  bool is_changed_later = false;  // by the supplier, after its response
  InvoiceFault invoice_fault = InvoiceFault::none;
  bool goes_twice[3] = {};  // response, notice, invoice
  std::uint32_t respond_after_m = 0;
  std::uint32_t late_by_days = 0;
  std::uint32_t invoice_after_m = 0;
};

Fate fate_of(const Habits& usual, const Order& order, Trigger trigger) {
  const Habits habits = habits_for(usual, trigger);
  const auto& by = order.buyer.identifiers;
  Draws draws(habits.seed,
              {"order", by.empty() ? std::string() : by.front().identifier, order.number});
  Fate fate;
  fate.is_rejected = draws.happens(habits.rejected);
  fate.is_partial = draws.happens(habits.partial);
  fate.is_late = draws.happens(habits.late);
  fate.is_changed_later = draws.happens(habits.new_version);
  const bool is_faulty = draws.happens(habits.faulty);
  const bool names_other_order =
      draws.happens(50) && trigger == Trigger::none && base::code_points(order.number) < 200;
  if (is_faulty) {
    fate.invoice_fault = names_other_order ? InvoiceFault::unknown_order : InvoiceFault::wrong_sum;
  }
  for (bool& goes : fate.goes_twice) goes = draws.happens(habits.twice);
  fate.respond_after_m = draws.between(60, 300);
  fate.late_by_days = draws.between(1, 3);
  fate.invoice_after_m = draws.between(60, 600);
  return fate;
}

std::string lines_text(std::size_t count) {
  return fmt::format("{} line{}", count, count == 1 ? "" : "s");
}

// Returns half of the quantity, rounded down if it is a whole number.
Decimal less_than(const Decimal& quantity) {
  const auto whole = quantity.is_integer() ? quantity.to_int64() : base::Result<std::int64_t>(0);
  if (whole && *whole > 0) return Decimal(*whole / 2);
  return product(quantity, decimal("0.5")).rounded(3);
}

void make_partial(Delivery& delivery) {
  for (DeliveryLine& line : delivery.lines) {
    if (line.quantity.is_zero()) continue;
    line.quantity = less_than(line.quantity);
    line.comment = "We have no more of it in stock.";
    return;
  }
}

void set_times(Delivery& delivery, const Fate& fate, base::Instant at) {
  delivery.responded = at + minutes(fate.respond_after_m);
  const base::Instant soonest = delivery.responded + hours(20);
  delivery.confirmed = std::max(delivery.order.requested.value_or(soonest), soonest);
  // A date without a time means the whole day. Goods arrive in the morning.
  if (delivery.confirmed == std::chrono::floor<days>(delivery.confirmed)) {
    delivery.confirmed += hours(7);
  }
  delivery.shipped = std::max(delivery.confirmed - hours(12), delivery.responded + hours(4));
  if (fate.is_late) delivery.shipped += days(fate.late_by_days);
  delivery.arrives = delivery.shipped + hours(12);
  delivery.invoiced = delivery.shipped + minutes(fate.invoice_after_m);
}

// Returns the complete delivery of an order, without dates.
Delivery delivery_of(const std::string& content, const Party& supplier) {
  document::JsonReader reader(base::limits::body_bytes_max);
  Delivery delivery{.supplier = supplier};
  const auto view = reader.read(content);
  if (!view) return delivery;  // an exchange delivers only readable documents
  delivery.order = order_in(*view, content);
  const bool has_deposits = std::ranges::any_of(delivery.order.lines, &Line::is_deposit);
  for (const Line& line : delivery.order.lines) {
    delivery.lines.push_back(priced(line));
    if (has_deposits) delivery.lines.back().deposit = nullptr;
  }
  return delivery;
}

void decide(Delivery& delivery, const Fate& fate, base::Instant at) {
  set_times(delivery, fate, at);
  delivery.is_rejected =
      fate.is_rejected || std::ranges::none_of(delivery.lines, &DeliveryLine::is_delivered);
  if (delivery.is_rejected) {
    delivery.comment = fate.is_rejected ? "We can't deliver these articles at present."
                                        : "No line of the order can be delivered.";
    return;
  }
  if (!fate.is_partial) return;
  const std::vector<DeliveryLine> whole = delivery.lines;
  make_partial(delivery);
  if (std::ranges::none_of(delivery.lines, &DeliveryLine::is_delivered)) delivery.lines = whole;
}

Planned planned(std::string_view kind, std::string number, base::Instant at,
                const Delivery& delivery) {
  return {.at = at,
          .kind = kind,
          .number = std::move(number),
          .to = delivery.order.buyer,
          .order = delivery.order.number,
          .buyer = delivery.order.buyer};
}

void mark(Planned& document, Trait trait, bool holds = true) {
  if (holds) document.traits.push_back(trait);
}

Planned response_to(const Delivery& delivery, const Fate& fate) {
  Planned response = planned("ORDER_RESPONSE", number_after("AB-", delivery.order.number),
                             delivery.responded, delivery);
  response.body = order_response(delivery, response.number);
  const bool is_changed = !delivery.is_rejected && delivery.is_changed();
  response.about = delivery.is_rejected ? "rejects the order"
                   : is_changed         ? "confirms less than was ordered"
                                        : "accepts the order";
  response.goes_twice = fate.goes_twice[0];
  mark(response, Trait::rejected, delivery.is_rejected);
  mark(response, Trait::partial, is_changed);
  mark(response, Trait::twice, response.goes_twice);
  return response;
}

// Returns a second response, with a delivery one day later.
Planned later_response(Delivery delivery) {
  delivery.responded += hours(2);
  delivery.confirmed += days(1);
  delivery.comment = "The delivery takes a day longer.";
  Planned response = planned("ORDER_RESPONSE", number_after("AB-", delivery.order.number),
                             delivery.responded, delivery);
  response.body = order_response(delivery, response.number);
  response.about = "confirms a later day";
  response.is_firm = false;
  mark(response, Trait::new_version);
  return response;
}

Planned instruction_to(const Party& warehouse, const Delivery& delivery) {
  const base::Instant at = delivery.responded + minutes(30);
  Planned instruction =
      planned("DISPATCH_INSTRUCTION", number_after("VA-", delivery.order.number), at, delivery);
  instruction.to = warehouse;
  instruction.body = dispatch_instruction(
      delivery, {.number = instruction.number, .warehouse = warehouse, .at = at});
  instruction.about = "to ship on " + day_text(delivery.shipped);
  instruction.is_firm = false;
  return instruction;
}

Planned notice_of(const Delivery& delivery, const Fate& fate) {
  Planned notice = planned("SHIPPING_NOTICE", number_after("LS-", delivery.order.number),
                           delivery.shipped, delivery);
  notice.body = shipping_notice(delivery, notice.number);
  const auto shipped = std::ranges::count_if(delivery.lines, &DeliveryLine::is_delivered);
  notice.about = fmt::format("{} on the way", lines_text(static_cast<std::size_t>(shipped)));
  notice.goes_twice = fate.goes_twice[1];
  notice.is_firm = false;
  mark(notice, Trait::partial, delivery.is_changed());
  mark(notice, Trait::late, fate.is_late);
  mark(notice, Trait::twice, notice.goes_twice);
  return notice;
}

Planned invoice_of(const Delivery& delivery, const Fate& fate, std::int64_t version) {
  Planned planned_invoice =
      planned("INVOICE", number_after("RE-", delivery.order.number), delivery.invoiced, delivery);
  const bool is_first = version == 1;
  const Bill bill =
      invoice(delivery, {.number = planned_invoice.number,
                         .notice_number = number_after("LS-", delivery.order.number),
                         .version = version,
                         .fault = is_first ? fate.invoice_fault : InvoiceFault::none});
  planned_invoice.body = bill.json;
  planned_invoice.about = fmt::format("{} {}", bill.gross.to_string(), delivery.order.currency);
  planned_invoice.is_firm = false;
  const bool is_faulty = is_first && fate.invoice_fault != InvoiceFault::none;
  // A corrected invoice is a new version, and a faulty one is corrected, so neither is sent twice.
  planned_invoice.goes_twice = is_first && !is_faulty && fate.goes_twice[2];
  mark(planned_invoice, Trait::faulty, is_faulty);
  mark(planned_invoice, Trait::twice, planned_invoice.goes_twice);
  mark(planned_invoice, Trait::mended, !is_first);
  mark(planned_invoice, Trait::new_version, !is_first);
  return planned_invoice;
}

// Finds the line by the number of the order's line, otherwise by the article.
const DeliveryLine* line_for(const Delivery& delivery, const Line& received) {
  for (const DeliveryLine& line : delivery.lines) {
    if (received.is_deposit || !line.is_delivered()) continue;
    const bool is_numbered = received.order_number && line.ordered.number;
    if (is_numbered && *received.order_number == *line.ordered.number) return &line;
    const std::string gtin = received.gtin();
    if (!is_numbered && !gtin.empty() && gtin == line.ordered.gtin()) return &line;
  }
  return nullptr;
}

// Returns the missing quantities of all units, in the order of the delivery's lines.
std::vector<Shortage> shortages_in(const document::View& units, const Delivery& delivery) {
  std::vector<Shortage> shortages;
  units.each([&](std::uint32_t, const document::View& unit) {
    unit.member("items").each([&](std::uint32_t, const document::View& item) {
      const Line received = line_in(item, "receivedQuantity");
      const DeliveryLine* const line = line_for(delivery, received);
      if (line == nullptr || !received.quantity || !received.shipped) return;
      const Decimal missing = difference(*received.shipped, *received.quantity);
      if (missing.is_zero() || missing.is_negative()) return;
      const auto there = std::ranges::find(shortages, line, &Shortage::line);
      if (there == shortages.end()) {
        shortages.push_back({.line = line, .quantity = missing});
      } else {
        there->quantity = sum(there->quantity, missing);
      }
    });
  });
  return shortages;
}

Reaction unknown_order(const std::string& number) {
  return {.report = refusal(fmt::format("The order number {} is not known here.", number),
                            {{"orderIdentifier", number}})};
}

// Returns the number of the first document that a remittance advice pays.
std::string paid_in(const std::string& content) {
  document::JsonReader reader(base::limits::body_bytes_max);
  const auto view = reader.read(content);
  std::string number;
  if (!view) return number;
  view->member("items").each([&](std::uint32_t, const document::View& item) {
    if (number.empty()) number = text_in(item, "documentNumber");
  });
  return number;
}

std::string header_text(const std::string& content, std::string_view name) {
  document::JsonReader reader(base::limits::body_bytes_max);
  const auto view = reader.read(content);
  return view ? text_in(view->member("header"), name) : std::string();
}

// Returns the order of an invoice of this supplier. It is derived from the invoice number, because
// a faulty invoice may name another order.
std::string order_of_invoice(const std::string& number) {
  return number.starts_with("RE-") ? number.substr(3) : std::string();
}

}  // namespace

Supplier::Supplier(Party self, Habits habits, std::optional<Party> warehouse)
    : self_(with_address(std::move(self))), habits_(habits), warehouse_(std::move(warehouse)) {}

std::vector<Planned> Supplier::plan_of(base::Date) const {
  return {};
}

std::optional<Question> Supplier::question(const Incoming& incoming) const {
  if (incoming.kind == "ORDER" && incoming.replaces_another) {
    return Question{.kind = "SHIPPING_NOTICE", .number = number_after("LS-", incoming.number)};
  }
  if (incoming.kind == "RECEIVAL_NOTICE") {
    return Question{.kind = "ORDER",
                    .number = header_text(incoming.content, "customerOrderNumber"),
                    .is_sent = false};
  }
  if (incoming.kind == "REMITTANCE_ADVICE") {
    return Question{.kind = "INVOICE", .number = paid_in(incoming.content)};
  }
  return std::nullopt;
}

Reaction Supplier::react(const Incoming& incoming, const std::optional<std::string>& known) const {
  if (incoming.kind == "ORDER") return answer_order(incoming, known.has_value());
  if (incoming.kind == "RECEIVAL_NOTICE") return answer_receival(incoming, known);
  if (incoming.kind == "REMITTANCE_ADVICE" && !known) {
    const std::string paid = paid_in(incoming.content);
    return {.report = refusal(fmt::format("It pays {}, which we did not charge.",
                                          paid.empty() ? "no document" : paid),
                              {{"documentNumber", paid}})};
  }
  const bool is_for_buyers = incoming.kind == "ORDER_RESPONSE" ||
                             incoming.kind == "SHIPPING_NOTICE" || incoming.kind == "INVOICE" ||
                             incoming.kind == "CREDIT_NOTE";
  if (is_for_buyers) {
    return {.report =
                refusal("The recipient is a supplier, but this document is meant for a buyer.")};
  }
  return {};
}

Reaction Supplier::answer_order(const Incoming& order, bool is_shipped) const {
  Delivery delivery = delivery_of(order.content, self_);
  const Fate fate = fate_of(habits_, delivery.order, order.trigger);
  delivery.goes_to_provider = !order.is_of_participant;
  decide(delivery, fate, order.at);
  Reaction reaction{.about = lines_text(delivery.lines.size()), .cancels_order = order.number};
  if (is_shipped) {
    delivery.is_rejected = true;
    delivery.comment = "The goods of this order were shipped, so it can no longer be changed.";
  }
  reaction.documents.push_back(response_to(delivery, fate));
  if (delivery.is_rejected) return reaction;
  if (fate.is_changed_later) reaction.documents.push_back(later_response(delivery));
  if (warehouse_) reaction.documents.push_back(instruction_to(*warehouse_, delivery));
  reaction.documents.push_back(notice_of(delivery, fate));
  reaction.documents.push_back(invoice_of(delivery, fate, 1));
  return reaction;
}

Reaction Supplier::answer_receival(const Incoming& receival,
                                   const std::optional<std::string>& order) const {
  document::JsonReader reader(base::limits::body_bytes_max);
  const auto view = reader.read(receival.content);
  if (!view) return {};
  const document::View header = view->member("header");
  if (!order) return unknown_order(text_in(header, "customerOrderNumber"));
  Delivery delivery = delivery_of(*order, self_);
  delivery.goes_to_provider = !receival.is_of_participant;
  const auto shortages = shortages_in(view->member("transportUnits"), delivery);
  if (shortages.empty()) return {.about = "everything arrived"};
  const base::Instant at = receival.at + hours(20);
  Planned credit = planned("CREDIT_NOTE", number_after("GS-", receival.number), at, delivery);
  const Bill bill = credit_note(
      delivery,
      {.number = credit.number, .notice_number = text_in(header, "deliveryNoteNumber"), .at = at},
      shortages);
  credit.body = bill.json;
  credit.about = fmt::format("{} {}", bill.gross.to_string(), delivery.order.currency);
  return {.about = fmt::format("{} short", lines_text(shortages.size())),
          .documents = {std::move(credit)}};
}

std::optional<Question> Supplier::question_after_failure(const Incoming& own) const {
  if (own.kind != "INVOICE") return std::nullopt;
  return Question{.kind = "ORDER", .number = order_of_invoice(own.number), .is_sent = false};
}

std::vector<Planned> Supplier::mend(const Incoming& own,
                                    const std::optional<std::string>& known) const {
  document::JsonReader reader(base::limits::body_bytes_max);
  const auto view = reader.read(own.content);
  if (!known || !view || own.kind != "INVOICE") return {};
  const document::View header = view->member("header");
  // The supplier has no better second version. A person must resolve it.
  if (whole_in(header.member("version")).value_or(0) != 1) return {};
  Delivery delivery = delivery_of(*known, self_);
  const Fate fate = fate_of(habits_, delivery.order, own.trigger);
  if (fate.invoice_fault == InvoiceFault::none) return {};
  delivery.goes_to_provider = header.member("technicalRecipient").is_object();
  decide(delivery, fate, own.at);
  delivery.shipped = instant_in(text_in(header, "shippingNoticeDate")).value_or(own.at);
  delivery.invoiced = own.at + hours(1);
  std::vector<Planned> mended;
  mended.push_back(invoice_of(delivery, fate, 2));
  return mended;
}

}  // namespace tradepost::simulation
