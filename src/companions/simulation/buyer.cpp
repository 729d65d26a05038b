#include "simulation/buyer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "client/reading.hpp"
#include "document/json_reader.hpp"
#include "simulation/documents/invoice_check.hpp"
#include "simulation/documents/particulars.hpp"
#include "simulation/documents/purchase.hpp"
#include "simulation/ground/draws.hpp"
#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {
namespace {

using client::text_in;
using document::View;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

constexpr std::uint32_t working_day_m = 14 * 60;  // from 6:00 to 20:00

std::string short_day(base::Date day) {
  return fmt::format("{:02}{:02}{:02}", day.year % 100, day.month, day.day);
}

// Returns 0 for a Monday.
std::size_t weekday_of(base::Date day) {
  // 1970-01-01 was a Thursday.
  return static_cast<std::size_t>((base::days_since_epoch(day) % 7 + 7 + 3) % 7);
}

Decimal quantity_of(const Article& article, Draws& draws) {
  if (!article.is_sold_by_weight) return Decimal(draws.between(1, 12) * 10);
  // A multiple of 0.125, such as 8.250.
  return product(Decimal(draws.between(20, 400)), decimal("0.125"));
}

std::string about_lines(const std::vector<PurchaseLine>& lines) {
  return fmt::format("{} line{}", lines.size(), lines.size() == 1 ? "" : "s");
}

Planned planned_order(const Purchase& purchase) {
  return {.at = purchase.at,
          .kind = "ORDER",
          .number = purchase.number,
          .to = purchase.supplier,
          .body = order(purchase),
          .about = about_lines(purchase.lines)};
}

// Returns the same order with a larger quantity in its first line.
Planned changed_order(Purchase purchase, Draws& draws) {
  purchase.at += minutes(draws.between(5, 45));
  purchase.version = 2;
  purchase.lines.front().quantity = sum(purchase.lines.front().quantity, Decimal(10));
  Planned changed = planned_order(purchase);
  changed.about += ", changed";
  changed.traits.push_back(Trait::new_version);
  return changed;
}

// Returns the order number that a document names. In an invoice or notice with several orders, it
// is the number in the header.
std::string order_named_in(const std::string& content) {
  document::JsonReader reader(base::limits::body_bytes_max);
  const auto view = reader.read(content);
  return view ? text_in(view->member("header"), "orderIdentifier") : std::string();
}

void add_units(const View& units, std::vector<ReceivedUnit>& received) {
  units.each([&](std::uint32_t, const View& unit) {
    ReceivedUnit taken{.identifier = text_in(unit, "unitIdentifier")};
    unit.member("items").each([&](std::uint32_t, const View& item) {
      const Line line = line_in(item, "shippedQuantity");
      if (!line.shipped || line.shipped->is_negative()) return;
      taken.lines.push_back({.line = line, .received = *line.shipped});
    });
    if (!taken.lines.empty()) received.push_back(std::move(taken));
    add_units(unit.member("transportUnits"), received);
  });
}

// Reduces the first line of goods with a sufficient quantity.
void take_less(std::vector<ReceivedUnit>& units, const Decimal& less) {
  for (ReceivedUnit& unit : units) {
    for (ReceivedLine& line : unit.lines) {
      if (line.line.is_deposit || line.received < less) continue;
      line.received = difference(line.received, less);
      line.why_less = "Broken in transport.";
      return;
    }
  }
}

// Refuses all goods of the unit.
void refuse(ReceivedUnit& unit) {
  for (ReceivedLine& line : unit.lines) {
    if (line.line.is_deposit) continue;
    line.received = Decimal();
    line.why_less = "The shelf life that is left is too short.";
  }
}

bool is_short(const Receival& receival) {
  return std::ranges::any_of(receival.units, [](const ReceivedUnit& unit) {
    return std::ranges::any_of(
        unit.lines, [](const ReceivedLine& line) { return line.received != *line.line.shipped; });
  });
}

bool is_refused(const Receival& receival) {
  return std::ranges::any_of(receival.units, [](const ReceivedUnit& unit) {
    return std::ranges::any_of(unit.lines, [](const ReceivedLine& line) {
      return line.received.is_zero() && !line.line.shipped->is_zero();
    });
  });
}

// Returns the best discount for a payment within three days.
Decimal discount_in(const View& header) {
  Decimal best;
  header.member("paymentTerms").each([&](std::uint32_t, const View& term) {
    const auto within = whole_in(term.member("payInNumberOfDays"));
    const auto percentage = amount_in(term.member("percentage"));
    if (within && *within >= 3 && percentage && *percentage < Decimal(100)) {
      best = std::max(best, *percentage);
    }
  });
  return best;
}

}  // namespace

Buyer::Buyer(Party self, std::vector<Party> suppliers, Habits habits, std::vector<Article> articles)
    : self_(with_address(std::move(self))),
      suppliers_(std::move(suppliers)),
      habits_(habits),
      articles_(std::move(articles)) {
  CHECK(!suppliers_.empty() && !articles_.empty());
}

std::vector<PurchaseLine> Buyer::lines_of(Draws& draws) const {
  std::vector<PurchaseLine> lines;
  for (const Article& article : articles_) {
    if (draws.happens(45)) lines.push_back({&article, quantity_of(article, draws)});
  }
  if (lines.empty()) lines.push_back({&articles_.front(), quantity_of(articles_.front(), draws)});
  return lines;
}

std::vector<Planned> Buyer::plan_of(base::Date day) const {
  std::vector<Planned> plan = orders_of(day);
  for (Planned& report : reports_of(day)) plan.push_back(std::move(report));
  std::ranges::stable_sort(plan, {}, &Planned::at);
  return plan;
}

std::vector<Planned> Buyer::orders_of(base::Date day) const {
  std::vector<Planned> plan;
  const std::uint32_t orders = (habits_.orders_a_day * habits_.week[weekday_of(day)] + 50) / 100;
  for (std::uint32_t i = 0; i < orders; ++i) {
    const std::string number = fmt::format("B{}-{}-{:02}", habits_.seed, short_day(day), i + 1);
    Draws draws(habits_.seed, {"purchase", number});
    const std::uint32_t slot_m = working_day_m / orders;
    Purchase purchase{.number = number, .buyer = self_};
    purchase.at = midnight(day) + hours(6) + minutes(i * slot_m + draws.between(0, slot_m));
    purchase.supplier =
        suppliers_[draws.between(0, static_cast<std::uint32_t>(suppliers_.size()) - 1)];
    purchase.requested = midnight(day) + days(draws.between(2, 4)) + hours(6);
    purchase.lines = lines_of(draws);
    Planned placed = planned_order(purchase);
    if (draws.happens(habits_.faulty)) {
      const auto fault = static_cast<OrderFault>(draws.between(1, 3));
      placed.faulty_body = order(purchase, fault);
      placed.traits.push_back(Trait::faulty);
    }
    placed.goes_twice = draws.happens(habits_.twice);
    if (placed.goes_twice) placed.traits.push_back(Trait::twice);
    plan.push_back(std::move(placed));
    if (draws.happens(habits_.new_version)) plan.push_back(changed_order(purchase, draws));
  }
  return plan;
}

std::vector<Planned> Buyer::reports_of(base::Date day) const {
  const std::size_t weekday = weekday_of(day);
  const bool is_monday = weekday == 0;
  if (!is_monday && weekday != 4) return {};
  std::vector<Planned> plan;
  for (std::size_t i = 0; i < suppliers_.size(); ++i) {
    PeriodicReport report{.number = fmt::format("{}{}-{}-{:02}", is_monday ? "V" : "I",
                                                habits_.seed, short_day(day), i + 1),
                          .buyer = self_,
                          .supplier = suppliers_[i],
                          .at = midnight(day) + (is_monday ? hours(5) : hours(20))};
    Draws draws(habits_.seed, {"report", report.number});
    report.lines = lines_of(draws);
    plan.push_back({.at = report.at,
                    .kind = is_monday ? "SALES_REPORT" : "INVENTORY_REPORT",
                    .number = report.number,
                    .to = report.supplier,
                    .body = is_monday ? sales_report(report) : inventory_report(report),
                    .about = about_lines(report.lines)});
  }
  return plan;
}

std::optional<Question> Buyer::question(const Incoming& incoming) const {
  const bool follows_an_order = incoming.kind == "ORDER_RESPONSE" ||
                                incoming.kind == "SHIPPING_NOTICE" || incoming.kind == "INVOICE" ||
                                incoming.kind == "CREDIT_NOTE";
  if (!follows_an_order) return std::nullopt;
  std::string number = order_named_in(incoming.content);
  if (number.empty()) return std::nullopt;  // only a credit note can omit it
  return Question{.kind = "ORDER", .number = std::move(number)};
}

Reaction Buyer::react(const Incoming& incoming, const std::optional<std::string>& known) const {
  const bool is_for_suppliers = incoming.kind == "ORDER" || incoming.kind == "RECEIVAL_NOTICE" ||
                                incoming.kind == "REMITTANCE_ADVICE" ||
                                incoming.kind == "SALES_REPORT";
  if (is_for_suppliers) {
    return {.report =
                refusal("The recipient is a buyer, but this document is meant for a supplier.")};
  }
  if (const auto asked = question(incoming); asked && !known) {
    return {.report = refusal(fmt::format("The order number {} is not known here.", asked->number),
                              {{"orderIdentifier", asked->number}})};
  }
  if (incoming.kind == "SHIPPING_NOTICE") return take_delivery(incoming);
  if (incoming.kind == "INVOICE" && known) return check_invoice(incoming, *known);
  return {};
}

Reaction Buyer::take_delivery(const Incoming& notice) const {
  document::JsonReader reader(base::limits::body_bytes_max);
  const auto view = reader.read(notice.content);
  if (!view) return {};
  const View header = view->member("header");
  const Habits habits = habits_for(habits_, notice.trigger);
  Draws draws(habits.seed, {"receival", notice.number});
  Receival receival{.number = number_after("WE-", notice.number),
                    .notice_number = notice.number,
                    .order_number = text_in(header, "orderIdentifier"),
                    .customer = self_,
                    .supplier = notice.from};
  const auto expected = instant_in(text_in(header, "expectedDeliveryDate"));
  receival.at = std::max(expected.value_or(notice.at + hours(12)), notice.at + hours(1)) +
                minutes(draws.between(10, 90));
  add_units(view->member("transportUnits"), receival.units);
  if (receival.units.empty()) return {};
  if (draws.happens(habits.partial)) take_less(receival.units, Decimal(1));
  if (draws.happens(habits.rejected)) refuse(receival.units.back());
  Planned planned{.at = receival.at,
                  .kind = "RECEIVAL_NOTICE",
                  .number = receival.number,
                  .to = notice.from,
                  .body = receival_notice(receival),
                  .about = is_short(receival) ? "less than shipped" : "everything arrived"};
  if (is_short(receival)) planned.traits.push_back(Trait::partial);
  if (is_refused(receival)) planned.traits.push_back(Trait::rejected);
  return {.documents = {std::move(planned)}};
}

Reaction Buyer::check_invoice(const Incoming& invoice, const std::string& ordered) const {
  document::JsonReader reader(base::limits::body_bytes_max);
  document::JsonReader order_reader(base::limits::body_bytes_max);
  const auto view = reader.read(invoice.content);
  const auto order_view = order_reader.read(ordered);
  if (!view || !order_view) return {};
  const auto objection = objection_to(*view, order_in(*order_view, ordered));
  if (objection) return {.report = refusal(objection->reason, objection->context)};
  const auto due = due_amount(*view);
  if (!due || due->is_zero() || due->is_negative()) return {};
  const View header = view->member("header");
  const Habits habits = habits_for(habits_, invoice.trigger);
  Draws draws(habits.seed, {"payment", invoice.number});
  const bool is_late = draws.happens(habits.late);
  Payment payment{.number = number_after("ZA-", invoice.number),
                  .invoice_number = invoice.number,
                  .invoice_date = text_in(header, "invoiceDate"),
                  .currency = text_in(header, "currency"),
                  .buyer = self_,
                  .supplier = invoice.from,
                  .due = *due};
  if (payment.currency.empty()) payment.currency = "EUR";
  payment.at = invoice.at + (is_late ? days(10) : days(2)) + minutes(draws.between(0, 600));
  if (!is_late) payment.discount_percentage = discount_in(header);
  Planned planned{.at = payment.at,
                  .kind = "REMITTANCE_ADVICE",
                  .number = payment.number,
                  .to = invoice.from,
                  .body = remittance_advice(payment),
                  .about = fmt::format("pays {}", invoice.number)};
  if (is_late) planned.traits.push_back(Trait::late);
  return {.about = fmt::format("{} {}", due->to_string(), payment.currency),
          .documents = {std::move(planned)}};
}

std::optional<Question> Buyer::question_after_failure(const Incoming&) const {
  return std::nullopt;
}

std::vector<Planned> Buyer::mend(const Incoming&, const std::optional<std::string>&) const {
  return {};
}

}  // namespace tradepost::simulation
