#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text/date.hpp"
#include "base/text/text.hpp"
#include "sales/answers/answers.hpp"
#include "sales/entering/entry.hpp"
#include "sales/orders/orders.hpp"

namespace tradepost::sales {
namespace {

using document::product;
using document::sum;

// A line that is going to be booked.
struct Booking {
  const EntryLine* entry = nullptr;  // null: an added deposit
  Article article = {};
  Decimal quantity = {};
  std::optional<Decimal> free_quantity = {};
  std::size_t deposit_of = 0;  // position of its item, from 1; 0: none
  std::string customer_line = {};
  const EntryLine* priced_by = nullptr;  // the line of the order with the customer's price
  Price price = {};
  std::string ordered_price = {};  // text for the table
  std::string tax_percentage = {};
  std::string tax_category = {};

  Decimal total() const { return sum(quantity, free_quantity.value_or(Decimal())); }
};

struct Found {
  std::int64_t number = 0;
  std::string order_date = {};
  bool is_by_hand = false;
};

std::string_view day_of(std::string_view date) {
  return date.substr(0, std::string_view("2026-03-02").size());
}

class Form {
 public:
  Form(Books& books, const Entry& entry, Booked& booked)
      : books_(books), entry_(entry), head_(entry.head), booked_(booked) {}

  base::Done run(Existing existing) {
    TRY(check_supplier(books_, entry_.supplier, booked_.objections));
    TRY_ASSIGN(customer_, find_customer(books_, entry_.buyer, entry_.ship_to, entry_.bill_to,
                                        booked_.objections));
    if (customer_.number.empty()) return {};
    TRY_ASSIGN(terms_, terms_of(books_, customer_.number));
    check_head();
    TRY_ASSIGN(const auto found, existing_order());
    if (found) TRY(check_existing(*found, existing));
    TRY(find_articles());
    if (!booked_.objections.empty()) return {};
    TRY(add_deposits());
    for (Booking& line : lines_) TRY(find_terms(line));
    const bool orders_nothing =
        std::ranges::all_of(lines_, [](const Booking& line) { return line.total().is_zero(); });
    if (orders_nothing && !found)
      object("All quantities of the order are zero.", "content.items", "");
    if (!booked_.objections.empty()) return {};
    TRY(keep(found, orders_nothing));
    if (asks_for_change_ && hold_reason_.empty() && !orders_nothing)
      TRY(respond(books_, booked_.order, {}));
    return {};
  }

 private:
  void object(std::string sentence, std::string path, std::string value, bool is_ours = false) {
    booked_.objections.push_back({.sentence = std::move(sentence),
                                  .path = std::move(path),
                                  .found = std::move(value),
                                  .is_ours = is_ours});
  }
  void object(const Booking& line, std::string sentence, std::string_view field, std::string value,
              bool is_ours = false) {
    const auto& about = *item_of(line).entry;
    object(about.name + ": " + std::move(sentence), fmt::format("{}.{}", about.path, field),
           std::move(value), is_ours);
  }
  void hold(std::string sentence) {
    if (!hold_reason_.empty()) hold_reason_ += ' ';
    hold_reason_ += std::move(sentence);
  }
  const Booking& item_of(const Booking& line) const {
    return line.entry == nullptr ? lines_[line.deposit_of - 1] : line;
  }

  void check_head() {
    const std::string path = "content.header.";
    if (base::is_blank(head_.customer_order)) {
      object("The order has no number.", path + "orderIdentifier", head_.customer_order);
    }
    if (!base::parse_datetime(head_.order_date)) {
      object("The order has no date.", path + "orderDate", head_.order_date);
    }
    for (const std::string& date : {head_.requested_date, head_.earliest_date, head_.latest_date}) {
      if (!date.empty() && !base::parse_datetime(date)) {
        object(fmt::format("\"{}\" is not a valid date.", date), path + "requestedDeliveryDate",
               date);
      }
    }
    currency_ = head_.currency.empty() ? terms_.currency : head_.currency;
    if (currency_ != terms_.currency) {
      object(fmt::format("The order is in {}, but {} is agreed with customer {}.", currency_,
                         terms_.currency, customer_.number),
             path + "currency", currency_);
    }
    const std::string& last = head_.latest_date.empty() ? head_.requested_date : head_.latest_date;
    if (!last.empty() && day_of(last) < day_of(head_.order_date)) {
      hold(fmt::format("The delivery is requested for {}, before the date of the order.", last));
    }
  }

  base::Result<std::optional<Found>> existing_order() {
    TRY_ASSIGN(Statement row,
               books_.prepare("SELECT number, order_date, source FROM sales_order WHERE "
                              "customer = ? AND customer_order = ?"));
    TRY_ASSIGN(const bool is_there, row.text(customer_.number).text(head_.customer_order).next());
    if (!is_there) return std::nullopt;
    return Found{row.integer_at(0), row.text_at(1), row.text_at(2).empty()};
  }

  base::Done check_existing(const Found& found, Existing existing) {
    const std::string path = "content.header.orderIdentifier";
    // Only clerks change the orders that clerks have entered.
    if (existing == Existing::refuse || found.is_by_hand != entry_.source.empty()) {
      object(fmt::format("Order number {} of customer {} is already booked, as our order {} of {}. "
                         "A different order needs a different number.",
                         head_.customer_order, customer_.number, found.number,
                         day_of(found.order_date)),
             path, head_.customer_order);
      return {};
    }
    TRY_ASSIGN(const bool is_delivered, has_deliveries(books_, found.number));
    if (is_delivered) {
      object(fmt::format("Order {} can no longer be changed: our order {} was already delivered, "
                         "at least in part. Use a new order number for additional goods.",
                         head_.customer_order, found.number),
             path, head_.customer_order);
    }
    return {};
  }

  base::Done find_articles() {
    for (const EntryLine& one : entry_.lines) {
      Booking line{.entry = &one, .customer_line = one.customer_line, .priced_by = &one};
      TRY_ASSIGN(auto article,
                 find_article(books_, customer_.number, one.wanted, booked_.objections));
      if (article) line.article = *std::move(article);
      check_quantities(line);
      if (article) hold_doubts(line);
      lines_.push_back(std::move(line));
    }
    return {};
  }

  void check_quantities(Booking& line) {
    const EntryLine& one = *line.entry;
    if (!one.quantity) {
      object(line, "The line has no quantity that can be booked.", "quantity", "");
      return;
    }
    line.quantity = *one.quantity;
    line.free_quantity = one.free_quantity;
    if (line.quantity.is_negative() && !line.article.product.empty() && !line.article.is_deposit) {
      object(line, "The quantity is negative. An order can only return deposits.", "quantity",
             plain(line.quantity));
    }
    if (one.free_quantity && one.free_quantity->is_negative()) {
      object(line, "The free quantity is negative.", "freeQuantity", plain(*one.free_quantity));
    }
    if (one.price && one.price->is_negative()) {
      object(line, "The price is negative.", "unitPrice", plain(*one.price));
    }
    if (one.price_quantity && *one.price_quantity <= Decimal()) {
      object(line, "The quantity of the price must be above zero.", "pricingUnitQuantity",
             plain(*one.price_quantity));
    }
    if (!one.requested_date.empty() && !base::parse_datetime(one.requested_date)) {
      object(line, fmt::format("\"{}\" is not a valid date.", one.requested_date),
             "requestedDeliveryDate", one.requested_date);
    }
  }

  // Doubts hold the order, so that a person decides.
  void hold_doubts(const Booking& line) {
    const EntryLine& one = *line.entry;
    if (!line.article.doubt.empty()) hold(line.article.doubt);
    if (one.is_deposit && !line.article.is_deposit) {
      hold(fmt::format("{}: the line is marked as a deposit, but product {} is not a deposit.",
                       one.name, line.article.product));
    }
    for (const auto& quantity : {one.quantity, one.free_quantity}) {
      if (!quantity || quantity->is_integer() || !is_counted(line.article.unit)) continue;
      hold(fmt::format("{}: {} {} are ordered, but {} allows whole numbers only.", one.name,
                       plain(*quantity), line.article.unit, line.article.unit));
    }
  }

  // Adds the deposit of each item after the item. The order's own deposit lines are dropped if an
  // item has that deposit. Other ones, such as returned deposits, stay.
  base::Done add_deposits() {
    std::map<std::string, Decimal> borne;
    std::map<std::string, Decimal> ordered;
    const std::vector<Booking> given = std::exchange(lines_, {});
    for (const Booking& line : given) {
      const std::string& deposit = line.article.deposit;
      if (!deposit.empty()) borne[deposit] = sum(borne[deposit], line.total());
    }
    // Deposit lines of the order that are replaced by added ones.
    std::vector<const Booking*> asked;
    for (const Booking& line : given) {
      const bool is_asked = line.article.is_deposit && !line.quantity.is_negative() &&
                            borne.contains(line.article.product);
      if (is_asked) {
        auto& all = ordered[line.article.product];
        all = sum(all, line.quantity);
        asked.push_back(&line);
        continue;
      }
      lines_.push_back(line);
      if (line.article.deposit.empty() || line.total().is_zero()) continue;
      TRY_ASSIGN(auto deposit, article_in_base_unit(books_, line.article.deposit));
      if (!deposit) {
        object(line,
               fmt::format("Its deposit {} is not one of our products.", line.article.deposit),
               "identifiers", "", true);
        continue;
      }
      lines_.push_back(
          {.article = *std::move(deposit), .quantity = line.total(), .deposit_of = lines_.size()});
    }
    for (const Booking* one : asked) give_number(*one);
    for (const auto& [deposit, quantity] : ordered) {
      if (quantity == borne[deposit]) continue;
      booked_.notes.push_back(
          fmt::format("The order has {} of deposit {}, but its items require {}. The required "
                      "quantity is booked.",
                      plain(quantity), deposit, plain(borne[deposit])));
    }
    return {};
  }

  // Gives the added deposit the customer's line number and price of the order's deposit line.
  void give_number(const Booking& asked) {
    for (Booking& line : lines_) {
      const bool is_free = line.entry == nullptr && line.priced_by == nullptr &&
                           line.article.product == asked.article.product;
      if (!is_free) continue;
      line.customer_line = asked.customer_line;
      line.priced_by = asked.entry;
      return;
    }
  }

  base::Done find_terms(Booking& line) {
    TRY_ASSIGN(Statement tax,
               books_.prepare("SELECT percentage, category FROM tax WHERE code = ?"));
    TRY_ASSIGN(const bool is_taxed,
               tax.text(terms_.tax.empty() ? line.article.tax : terms_.tax).next());
    if (!is_taxed) {
      object(line, fmt::format("Product {} has an unknown tax.", line.article.product), "tax", "",
             true);
    } else {
      line.tax_percentage = tax.text_at(0);
      line.tax_category = tax.text_at(1);
    }
    const bool is_returned = line.quantity.is_negative();
    const Decimal quantity = is_returned ? product(line.quantity, Decimal(-1)) : line.quantity;
    TRY_ASSIGN(const auto ours,
               find_price(books_, customer_.number, line.article, quantity, head_.order_date));
    const auto stated = stated_price(line);
    std::optional<Price> theirs;
    if (stated) {
      TRY_ASSIGN(theirs, understood(books_, customer_.number, line.article, *stated));
      line.ordered_price = theirs ? plain(theirs->per_ordered_unit()) : unclear_price;
    }
    if (ours) {
      line.price = *ours;
      if (theirs) compare(line, *ours, *theirs);
      if (stated && !theirs) {
        hold(fmt::format("{}: {} Our price is {}.", item_of(line).entry->name,
                         unclear(line, *stated), ours->shown()));
      }
      return {};
    }
    const bool is_theirs_taken = terms_.price_rule == "take";
    if (theirs && is_theirs_taken) {
      line.price = *theirs;
      return {};
    }
    const std::string found = stated ? plain(stated->amount) : "";
    if (stated && is_theirs_taken) object(line, unclear(line, *stated), "unitPrice", found);
    object(line,
           fmt::format("Product {} has no price in {} for customer {} on {}.", line.article.product,
                       line.article.unit, customer_.number, day_of(head_.order_date)),
           "unitPrice", found, true);
    return {};
  }

  // Returns nullopt if the order has no price for the line.
  static std::optional<StatedPrice> stated_price(const Booking& line) {
    if (line.priced_by == nullptr || !line.priced_by->price) return std::nullopt;
    const EntryLine& by = *line.priced_by;
    return StatedPrice{.amount = *by.price,
                       .unit = by.price_unit == by.wanted.unit ? std::string() : by.price_unit,
                       .quantity = by.price_quantity};
  }

  static std::string unclear(const Booking& line, const StatedPrice& stated) {
    return fmt::format("The price in the order is {}, but product {} has no such unit or quantity.",
                       stated.shown(line.article.unit), line.article.product);
  }

  void compare(Booking& line, const Price& ours, const Price& theirs) {
    const Fraction our_price = ours.per_ordered_unit();
    const Fraction their_price = theirs.per_ordered_unit();
    // Keeps the customer's notation of an equal price, so that the answers read like the order.
    if (our_price == their_price) line.price = theirs;
    const auto share = [&](int sign) {
      return our_price.times(
          Fraction(sum(Decimal(1), product(terms_.tolerance,
                                           product(document::decimal("0.01"), Decimal(sign))))));
    };
    if (share(-1) <= their_price && their_price <= share(1)) return;
    const std::string sentence =
        fmt::format("{}: the price of {} is {} in the order, and {} in our list.",
                    item_of(line).entry->name, line.article.product, theirs.shown(), ours.shown());
    if (terms_.price_rule == "take") {
      line.price = theirs;
      booked_.notes.push_back(sentence);
    } else if (terms_.price_rule == "change") {
      asks_for_change_ = true;
      booked_.notes.push_back(sentence);
    } else {
      hold(sentence);
    }
  }

  base::Done keep(const std::optional<Found>& found, bool is_cancelled) {
    booked_.outcome = is_cancelled ? Booked::Outcome::cancelled
                      : found      ? Booked::Outcome::updated
                                   : Booked::Outcome::entered;
    booked_.order = found ? found->number : 0;
    if (found) {
      TRY_ASSIGN(Statement lines, books_.prepare("DELETE FROM order_line WHERE order_number = ?"));
      TRY(lines.integer(booked_.order).run());
      TRY_ASSIGN(Statement order, books_.prepare("DELETE FROM sales_order WHERE number = ?"));
      TRY(order.integer(booked_.order).run());
    } else {
      TRY_ASSIGN(Statement last,
                 books_.prepare("SELECT coalesce(max(number), 0) FROM sales_order"));
      TRY_ASSIGN(const bool is_there, last.next());
      booked_.order = (is_there ? last.integer_at(0) : 0) + 1;
    }
    const std::string status = is_cancelled ? "cancelled" : hold_reason_.empty() ? "open" : "held";
    TRY(keep_head(status));
    return keep_lines();
  }

  base::Done keep_head(const std::string& status) {
    TRY_ASSIGN(Statement row,
               books_.prepare("INSERT INTO sales_order VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                              "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    row.integer(booked_.order).text(customer_.number).text(head_.customer_order);
    row.text(head_.version).text(head_.order_date).text(head_.requested_date);
    row.text(head_.earliest_date).text(head_.latest_date).text(customer_.buyer_place);
    row.text(customer_.place).text(customer_.bill_place).text(customer_.ship_to.name);
    row.text(customer_.ship_to.street).text(customer_.ship_to.postal_code);
    row.text(customer_.ship_to.city).text(customer_.ship_to.country).text(currency_);
    row.text(head_.comments).text(head_.delivery_information).text(head_.contract);
    row.text(head_.promotion).text(status).text(hold_reason_).text(books_.now());
    return row.text(entry_.source).run();
  }

  base::Done keep_lines() {
    TRY_ASSIGN(Statement row,
               books_.prepare("INSERT INTO order_line VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                              "?, ?, ?, '', ?, ?, ?)"));
    std::int64_t position = 0;
    for (const Booking& line : lines_) {
      row.integer(booked_.order).integer(++position).text(line.customer_line);
      row.text(line.article.product).text(line.article.unit).text(line.article.gtin);
      row.text(plain(line.quantity));
      row.text(line.free_quantity ? plain(*line.free_quantity) : "").text(plain(line.price.amount));
      row.text(line.price.unit).text(plain(line.price.factor));
      row.text(line.ordered_price).text(line.tax_percentage);
      row.text(line.tax_category).integer(static_cast<std::int64_t>(line.deposit_of));
      row.text(line.entry == nullptr ? "" : line.entry->requested_date);
      row.text(line.entry == nullptr ? "" : line.entry->comments);
      TRY(row.text(plain(line.price.quantity)).run());
    }
    return {};
  }

  Books& books_;
  const Entry& entry_;
  const OrderHead& head_;
  Booked& booked_;
  Customer customer_;
  CustomerTerms terms_;
  std::string currency_;
  std::string hold_reason_;
  bool asks_for_change_ = false;
  std::vector<Booking> lines_;
};

}  // namespace

std::string_view name_of(Booked::Outcome outcome) {
  switch (outcome) {
    case Booked::Outcome::refused:
      return "refused";
    case Booked::Outcome::entered:
      return "entered";
    case Booked::Outcome::updated:
      return "updated";
    case Booked::Outcome::cancelled:
      return "cancelled";
  }
  return {};
}

base::Result<Booked> book(Books& books, const Entry& entry, Existing existing) {
  Booked booked{.objections = entry.objections, .notes = entry.notes};
  TRY(Form(books, entry, booked).run(existing));
  return booked;
}

base::Done release(Books& books, std::int64_t order) {
  TRY_ASSIGN(Statement update,
             books.prepare("UPDATE sales_order SET status = 'open', hold_reason = '' WHERE "
                           "number = ? AND status = 'held' RETURNING number"));
  TRY_ASSIGN(const bool is_done, update.integer(order).next());
  if (is_done) return update.run();
  return base::refuse(
      {base::ErrorCode::invalid, base::CallerText(fmt::format("Order {} is not held.", order))});
}

}  // namespace tradepost::sales
