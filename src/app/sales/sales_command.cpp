#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/console/saying.hpp"
#include "app/console/table_text.hpp"
#include "app/sales/sales_words.hpp"
#include "base/files/whole_file.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"
#include "sales/ground/csv.hpp"
#include "sales/master/master_data.hpp"
#include "sales/orders/lines.hpp"
#include "sales/orders/orders.hpp"

namespace tradepost::app {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string database;
  std::vector<std::string> paths;
  std::string number;
  bool differences = false;
  bool json = false;
};

ExitOr<ExitStatus> init(const Options& options) {
  TRY(make_books(options.database));
  say("{} is ready\n", shown_database(options.database));
  return ExitStatus::good;
}

ExitStatus print_no_master_file(const std::string& problem) {
  return print_usage_error(fmt::format("{} Files of master data have these names: {}.", problem,
                                       fmt::join(sales::master_file_names(), ", ")));
}

// Returns true for a CSV file that is not hidden.
bool is_csv(const fs::path& file) {
  const std::string name = file.filename().string();
  return base::ascii_lowered(file.extension().string()) == ".csv" && !name.starts_with('.');
}

// Returns the CSV files of a folder in the order of their names, or the file itself.
ExitOr<std::vector<fs::path>> csv_files_at(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return std::vector<fs::path>{path};
  std::vector<fs::path> files;
  for (auto entry = fs::directory_iterator(path, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (is_csv(entry->path())) files.push_back(entry->path());
  }
  if (error) {
    say(stderr, "tradepost: {} can't be read: {}.\n", path, error.message());
    return std::unexpected(ExitStatus::failed);
  }
  if (files.empty())
    return std::unexpected(print_no_master_file(printable(path) + " has no CSV file."));
  std::ranges::sort(files);
  return files;
}

// Refuses a file with another name. In a folder, it would otherwise be skipped silently.
ExitOr<std::vector<sales::MasterFile>> master_files(const std::vector<std::string>& paths) {
  const auto names = sales::master_file_names();
  std::vector<sales::MasterFile> files;
  for (const std::string& path : paths) {
    TRY_ASSIGN(const auto found, csv_files_at(path));
    for (const fs::path& file : found) {
      const std::string name = file.filename().string();
      if (std::ranges::find(names, name) == names.end()) {
        return std::unexpected(
            print_no_master_file(printable(file.string()) + " is not a file of master data."));
      }
      auto text = base::read_whole(file.string(), sales::csv_bytes_max);
      if (!text) return std::unexpected(print_error(text.error()));
      files.push_back({name, *std::move(text)});
    }
  }
  return files;
}

ExitOr<ExitStatus> load(const Options& options) {
  TRY_ASSIGN(const auto files, master_files(options.paths));
  TRY_ASSIGN(auto books, open_books(options.database));
  const auto loaded = sales::load(books, files);
  if (!loaded) return std::unexpected(print_error(loaded.error()));
  for (const std::string& fault : loaded->faults) {
    say(stderr, "tradepost: {}\n", fault);
  }
  if (!loaded->faults.empty()) {
    say(stderr, "tradepost: Nothing was loaded.\n");
    return ExitStatus::faulty;
  }
  say("{} rows of {} files loaded\n", loaded->rows, files.size());
  return ExitStatus::good;
}

ExitOr<ExitStatus> list(const Options& options) {
  TRY_ASSIGN(auto books, open_books(options.database));
  const auto orders = sales::all_orders(books);
  if (!orders) return std::unexpected(print_error(orders.error()));
  TableText table({"order", "customer", "their number", "date", "status", "source"});
  for (const sales::OrderRow& one : *orders) {
    table.row({std::to_string(one.number), one.customer, one.customer_order, one.order_date,
               one.status, one.source.empty() ? "by hand" : one.source});
  }
  table.print();
  return ExitStatus::good;
}

std::string shown(const std::optional<sales::Decimal>& quantity) {
  return quantity ? sales::plain(*quantity) : "-";
}

void write_amount(base::JsonWriter& json, std::string_view name,
                  const std::optional<sales::Decimal>& amount) {
  json.key(name);
  if (amount) {
    json.raw(amount->to_string());
  } else {
    json.null();
  }
}

void print_as_json(const sales::LineLife& life) {
  base::JsonWriter json;
  json.begin_object().key("order").integer(life.order);
  json.key("customerOrder").string(life.customer_order).key("position").integer(life.position);
  json.key("product").string(life.product).key("unit").string(life.unit);
  write_amount(json, "ordered", life.ordered);
  write_amount(json, "confirmed", life.confirmed);
  write_amount(json, "shipped", life.shipped);
  write_amount(json, "received", life.received);
  write_amount(json, "invoiced", life.invoiced);
  write_amount(json, "paid", life.paid);
  json.key("difference").string(life.difference()).end_object();
  print_json(std::move(json).finish());
}

ExitOr<ExitStatus> lines(const Options& options) {
  TRY_ASSIGN(auto books, open_books(options.database));
  std::int64_t order = 0;
  if (!options.number.empty()) {
    TRY_ASSIGN(order, order_numbered(books, options.number));
  }
  const auto lives = sales::line_lives(books, order);
  if (!lives) return std::unexpected(print_error(lives.error()));
  TableText table({"order", "pos", "product", "unit", "ordered", "confirmed", "shipped", "received",
                   "invoiced", "paid", "difference"});
  for (const sales::LineLife& life : *lives) {
    const std::string difference = life.difference();
    if (options.differences && difference.empty()) continue;
    if (options.json) {
      print_as_json(life);
      continue;
    }
    table.row({std::to_string(life.order), std::to_string(life.position), life.product, life.unit,
               sales::plain(life.ordered), shown(life.confirmed), shown(life.shipped),
               shown(life.received), shown(life.invoiced), shown(life.paid), difference});
  }
  if (!options.json) table.print();
  return ExitStatus::good;
}

ExitOr<ExitStatus> documents(const Options& options) {
  TRY_ASSIGN(auto books, open_books(options.database));
  auto rows = books.prepare(
      "SELECT CAST(order_number AS TEXT), type, number, state, transaction_id, message FROM "
      "document "
      "UNION ALL SELECT CAST(order_number AS TEXT), type, '', outcome, transaction_id, reason || "
      "notes FROM received");
  if (!rows) return std::unexpected(print_error(rows.error()));
  TableText table({"order", "type", "number", "state", "transaction", "message"});
  for (;;) {
    const auto is_there = rows->next();
    if (!is_there) return std::unexpected(print_error(is_there.error()));
    if (!*is_there) break;
    const std::string order = rows->text_at(0);
    table.row({order == "0" ? "-" : order, rows->text_at(1), rows->text_at(2), rows->text_at(3),
               rows->text_at(4), rows->text_at(5)});
  }
  table.print();
  return ExitStatus::good;
}

void add_load(Command sales, const std::shared_ptr<Options>& options, ExitStatus& status) {
  auto loading = sales.add_subcommand("load", "Load customers, products and prices from CSV");
  loading.footer(
      "Loads all files, or none. A row replaces the existing row with the same key. The name of\n"
      "a file is the name of its table, such as customers.csv. docs/guides/importing.md lists\n"
      "the files and their columns.\n"
      "\n"
      "Exit codes: 0 loaded; 1 the files have faults, and nothing was loaded; 2 a file has an\n"
      "unknown name.\n"
      "\n"
      "Examples:\n"
      "  tradepost sales load master-data\n"
      "  tradepost sales load prices.csv");
  add_database(loading, options->database);
  loading.add_option("path", options->paths, "CSV files, or folders with CSV files")
      .required()
      .type_name("PATH");
  loading.callback([options, &status] { status = ended(load(*options)); });
}

void add_lines(Command sales, const std::shared_ptr<Options>& options, ExitStatus& status) {
  auto life = sales.add_subcommand(
      "lines", "Show the ordered, confirmed, shipped, received, invoiced and paid quantities");
  life.footer(
      "The quantities are derived from the documents that were sent and received. They include\n"
      "free goods.\n"
      "\n"
      "Examples:\n"
      "  tradepost sales lines 4500871234\n"
      "  tradepost sales lines --differences");
  add_database(life, options->database);
  life.add_option("number", options->number, "One order: your number or the customer's (all)")
      .type_name("NUMBER");
  life.add_flag("--differences", options->differences, "Only lines whose documents differ");
  life.add_flag("--json", options->json, "Print one line of JSON per order line");
  life.callback([options, &status] { status = ended(lines(*options)); });
}

}  // namespace

void add_sales_command(Command program, ExitStatus& status) {
  auto sales =
      program.add_subcommand("sales", "Manage a sales database with orders and their answers");
  sales.require_subcommand();
  sales.footer(
      "The database is an SQLite file or a PostgreSQL database. docs/guides/importing.md\n"
      "describes its tables and how `tradepost import` books orders of an exchange in it.\n"
      "\n"
      "Examples:\n"
      "  tradepost sales init\n"
      "  tradepost sales load examples/sales\n"
      "  tradepost sales order enter --customer 20417 --number 4500871234 --date 2026-03-02 \\\n"
      "    --line 20-1001:120:CS");
  const auto options = std::make_shared<Options>();

  auto making =
      sales.add_subcommand("init", "Create the database, or migrate it to the current version");
  add_database(making, options->database);
  making.callback([options, &status] { status = ended(init(*options)); });

  add_load(sales, options, status);

  auto listing = sales.add_subcommand("list", "List the orders");
  add_database(listing, options->database);
  listing.callback([options, &status] { status = ended(list(*options)); });

  add_order_commands(sales, status);
  add_lines(sales, options, status);

  auto showing = sales.add_subcommand("documents", "List the sent and received documents");
  add_database(showing, options->database);
  showing.callback([options, &status] { status = ended(documents(*options)); });
}

}  // namespace tradepost::app
