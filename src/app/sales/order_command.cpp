#include <fmt/format.h>

#include <memory>

#include "app/console/commands.hpp"
#include "app/console/findings_text.hpp"
#include "app/console/saying.hpp"
#include "app/console/table_text.hpp"
#include "app/sales/sales_words.hpp"
#include "base/files/whole_file.hpp"
#include "sales/answers/answers.hpp"
#include "sales/entering/hand.hpp"
#include "sales/ground/csv.hpp"
#include "sales/orders/orders.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::string database;
  sales::HandOrder order;
  std::string lines_file;
  std::vector<std::string> lines;
  std::string number;
  sales::Response response;
  std::vector<std::string> quantities;
  std::string date;
  bool update = false;
};

constexpr const char* line_form = "ARTICLE:QUANTITY[:UNIT[:PRICE[:PRICE_UNIT[:PRICE_QUANTITY]]]]";

// Returns lines of that form as CSV.
std::string csv_of(const std::vector<std::string>& lines) {
  constexpr int fields_max = 6;
  std::string csv = "article;quantity;unit;price;price_unit;price_quantity\n";
  for (std::string line : lines) {
    std::string quoted;
    int fields = 1;
    for (const char c : line) {
      if (c == ':' && fields < fields_max) {
        quoted += "\";\"";
        ++fields;
      } else {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
      }
    }
    for (; fields < fields_max; ++fields) quoted += "\";\"";
    csv += "\"" + quoted + "\"\n";
  }
  return csv;
}

ExitStatus print_objections(const sales::Objections& objections) {
  for (const sales::Objection& one : objections) {
    say(stderr, "tradepost: {}\n", one.sentence);
  }
  return ExitStatus::faulty;
}

ExitOr<ExitStatus> enter(Options options) {
  if (options.lines.empty() == options.lines_file.empty()) {
    return std::unexpected(
        print_usage_error("Give the lines with --line, or in a file with --lines."));
  }
  options.order.lines = csv_of(options.lines);
  if (!options.lines_file.empty()) {
    auto text = base::read_whole(options.lines_file, sales::csv_bytes_max);
    if (!text) return std::unexpected(print_error(text.error()));
    options.order.lines = *std::move(text);
    options.order.lines_name = options.lines_file;
  }
  TRY_ASSIGN(auto books, open_books(options.database));
  const auto existing = options.update ? sales::Existing::update : sales::Existing::refuse;
  TRY_ASSIGN(const sales::Booked booked, change_books(books, [&] {
               return sales::book(books, sales::entry_of(options.order), existing);
             }));
  if (booked.outcome == sales::Booked::Outcome::refused) return print_objections(booked.objections);
  for (const std::string& note : booked.notes) say("{}\n", note);
  say("order {} is {}\n", booked.order, sales::name_of(booked.outcome));
  return ExitStatus::good;
}

std::string shown(const std::optional<sales::Decimal>& amount) {
  return amount ? sales::plain(*amount) : std::string();
}

ExitOr<ExitStatus> show(const Options& options) {
  TRY_ASSIGN(auto books, open_books(options.database));
  TRY_ASSIGN(const std::int64_t number, order_numbered(books, options.number));
  const auto read = sales::order_of(books, number);
  if (!read) return std::unexpected(print_error(read.error()));
  const sales::Order& order = *read;
  LinesText head;
  head.line("order", std::to_string(order.number));
  head.line("status", order.status);
  head.line("held because", order.hold_reason);
  head.line("customer", order.customer.number);
  head.line("their number", order.head.customer_order);
  head.line("version", order.head.version);
  head.line("date", order.head.order_date);
  head.line("requested", order.head.requested_date);
  head.line(
      "deliver to",
      order.customer.ship_to.street.empty()
          ? order.customer.place
          : fmt::format("{}, {}, {} {}", order.customer.ship_to.name, order.customer.ship_to.street,
                        order.customer.ship_to.postal_code, order.customer.ship_to.city));
  head.line("comments", order.head.comments);
  head.line("delivery", order.head.delivery_information);
  head.line("contract", order.head.contract);
  head.line("promotion", order.head.promotion);
  head.line("source", order.source.empty() ? "by hand" : order.source);
  head.line("notes", order.notes);
  head.print();
  TableText table({"pos", "line", "product", "name", "quantity", "free", "unit", "price", "per",
                   "net", "confirmed"});
  for (const sales::OrderLine& line : order.lines) {
    table.row({std::to_string(line.position), line.customer_line, line.product, line.name,
               sales::plain(line.quantity), shown(line.free_quantity), line.unit,
               sales::plain(line.price.amount), line.price.shown_unit(),
               line.net(line.agreed(), order.head.currency).to_string(),
               shown(line.confirmed_quantity)});
  }
  table.print();
  return ExitStatus::good;
}

ExitOr<ExitStatus> answer(Options options) {
  TRY_ASSIGN(options.response.confirmed, quantities_of("--confirm", options.quantities));
  TRY_ASSIGN(auto books, open_books(options.database));
  TRY_ASSIGN(const std::int64_t number, order_numbered(books, options.number));
  TRY_ASSIGN(const std::string name,
             change_books(books, [&] { return sales::respond(books, number, options.response); }));
  say("{} waits to be sent\n", name);
  return ExitStatus::good;
}

ExitOr<ExitStatus> ship(const Options& options) {
  TRY_ASSIGN(auto quantities, quantities_of("--line", options.quantities));
  TRY_ASSIGN(auto books, open_books(options.database));
  TRY_ASSIGN(const std::int64_t number, order_numbered(books, options.number));
  TRY_ASSIGN(const std::string name, change_books(books, [&] {
               return sales::ship(books, number,
                                  {.quantities = std::move(quantities), .date = options.date});
             }));
  say("{} waits to be sent\n", name);
  return ExitStatus::good;
}

ExitOr<ExitStatus> invoice(const Options& options) {
  TRY_ASSIGN(auto books, open_books(options.database));
  TRY_ASSIGN(const std::int64_t number, order_numbered(books, options.number));
  TRY_ASSIGN(const auto names, change_books(books, [&] { return sales::invoice(books, number); }));
  for (const std::string& name : names) say("{} waits to be sent\n", name);
  return ExitStatus::good;
}

ExitOr<ExitStatus> release(const Options& options) {
  TRY_ASSIGN(auto books, open_books(options.database));
  TRY_ASSIGN(const std::int64_t number, order_numbered(books, options.number));
  TRY_ASSIGN(const auto released, change_books(books, [&]() -> base::Result<std::int64_t> {
               TRY(sales::release(books, number));
               return number;
             }));
  say("order {} is open\n", released);
  return ExitStatus::good;
}

void add_number(Command command, Options& options) {
  add_database(command, options.database);
  command.add_option("number", options.number, "The order: your number or the customer's")
      .required()
      .type_name("NUMBER");
}

void add_enter(Command orders, const std::shared_ptr<Options>& options, ExitStatus& status) {
  auto command = orders.add_subcommand("enter", "Enter an order by hand");
  command.footer(
      "Deposits are added after their items. Prices come from the price list. A price in a line\n"
      "is compared with the list, as a price in a document is.\n"
      "\n"
      "A price is for one ordered unit. For another unit, add it: 20-3001:12:BO:47.40:CT is\n"
      "47.40 per CT, for bottles. For another quantity, add PRICE_QUANTITY:\n"
      "70-7001:350:EA:875:EA:100 is 875 per 100.\n"
      "\n"
      "The file of --lines is CSV. The columns article and quantity are required. The optional\n"
      "columns are unit, free, price, price_unit, price_quantity, line, deposit (yes or no),\n"
      "requested_date and comments. An article is your number or a GTIN.\n"
      "\n"
      "Exit codes: 0 booked; 1 not booked, with the reason.\n"
      "\n"
      "Examples:\n"
      "  tradepost sales order enter --customer 20417 --number 4500871234 --date 2026-03-02 \\\n"
      "    --place NORD --line 9521001010016:120:CS --line 20-3001:12:CT:47.40\n"
      "  tradepost sales order enter --customer 20417 --number 4500871235 --date 2026-03-02 \\\n"
      "    --lines lines.csv");
  add_database(command, options->database);
  sales::HandOrder& order = options->order;
  add_text(command, "--customer", order.customer, "Your number of the customer", "NUMBER")
      .required();
  add_text(command, "--number", order.head.customer_order, "The customer's number of the order",
           "NUMBER")
      .required();
  add_text(command, "--date", order.head.order_date, "The date of the order", "DATE").required();
  add_text(command, "--requested", order.head.requested_date, "The requested delivery date",
           "DATE");
  add_text(command, "--earliest", order.head.earliest_date, "The earliest delivery date", "DATE");
  add_text(command, "--latest", order.head.latest_date, "The latest delivery date", "DATE");
  add_text(command, "--version", order.head.version, "The customer's version of the order", "N");
  add_text(command, "--place", order.place, "The place of delivery (the buyer's)", "PLACE");
  add_text(command, "--buyer-place", order.buyer_place, "The place that orders (the head office)",
           "PLACE");
  add_text(command, "--bill-place", order.bill_place, "The place to bill (the buyer's)", "PLACE");
  add_text(command, "--ship-name", order.ship_to.name, "The name of a delivery address", "TEXT");
  add_text(command, "--ship-street", order.ship_to.street, "The street of the delivery address",
           "TEXT");
  add_text(command, "--ship-postal-code", order.ship_to.postal_code,
           "The postal code of the delivery address", "TEXT");
  add_text(command, "--ship-city", order.ship_to.city, "The city of the delivery address", "TEXT");
  add_text(command, "--ship-country", order.ship_to.country, "The country of the delivery address",
           "CODE");
  add_text(command, "--currency", order.head.currency, "The currency (the customer's)", "CODE");
  add_text(command, "--comments", order.head.comments, "Comments of the customer", "TEXT");
  add_text(command, "--delivery", order.head.delivery_information, "Delivery instructions", "TEXT");
  add_text(command, "--contract", order.head.contract, "The contract", "TEXT");
  add_text(command, "--promotion", order.head.promotion, "The promotion", "TEXT");
  command.add_option("--line", options->lines, "A line").takes_one_at_a_time().type_name(line_form);
  add_text(command, "--lines", options->lines_file, "A file of lines", "FILE");
  command.add_flag("--update", options->update, "Change an order that was entered by hand");
  command.callback([options, &status] { status = ended(enter(*options)); });
}

}  // namespace

void add_order_commands(Command sales, ExitStatus& status) {
  auto orders = sales.add_subcommand("order", "Enter, show, answer, ship and invoice an order");
  orders.require_subcommand();
  const auto options = std::make_shared<Options>();
  add_enter(orders, options, status);

  auto showing = orders.add_subcommand("show", "Show an order");
  add_number(showing, *options);
  showing.callback([options, &status] { status = ended(show(*options)); });

  auto releasing = orders.add_subcommand("release", "Release a held order");
  add_number(releasing, *options);
  releasing.callback([options, &status] { status = ended(release(*options)); });

  auto answering = orders.add_subcommand("answer", "Confirm or reject an order (ORDER_RESPONSE)");
  answering.footer(
      "Confirms each line with its booked quantity, unless --confirm gives another one. If a\n"
      "quantity or a price differs from the order, the answer is a CHANGE.\n"
      "\n"
      "Examples:\n"
      "  tradepost sales order answer 17 --deliver 2026-03-06 --confirm 3=80\n"
      "  tradepost sales order answer 17 --reject \"We do not deliver there.\"");
  add_number(answering, *options);
  answering
      .add_option("--confirm", options->quantities,
                  "A position and its confirmed quantity; repeatable")
      .takes_one_at_a_time()
      .type_name("POS=QUANTITY");
  add_text(answering, "--deliver", options->response.delivery_date, "The promised delivery date",
           "DATE");
  add_text(answering, "--reject", options->response.rejection,
           "Reject the whole order, with the reason", "REASON");
  answering.callback([options, &status] { status = ended(answer(*options)); });

  auto shipping = orders.add_subcommand("ship", "Ship the open quantities (SHIPPING_NOTICE)");
  shipping.footer(
      "Examples:\n"
      "  tradepost sales order ship 17\n"
      "  tradepost sales order ship 17 --line 1=100 --date 2026-03-05");
  add_number(shipping, *options);
  shipping
      .add_option("--line", options->quantities,
                  "A position and its shipped quantity; repeatable (all)")
      .takes_one_at_a_time()
      .type_name("POS=QUANTITY");
  add_text(shipping, "--date", options->date, "The shipping date (today)", "DATE");
  shipping.callback([options, &status] { status = ended(ship(*options)); });

  auto invoicing = orders.add_subcommand("invoice", "Invoice the shipped quantities (INVOICE)");
  add_number(invoicing, *options);
  invoicing.callback([options, &status] { status = ended(invoice(*options)); });
}

}  // namespace tradepost::app
