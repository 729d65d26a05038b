#include "app/sales/sales_words.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "app/console/database_words.hpp"
#include "app/console/saying.hpp"
#include "base/text/whole_number.hpp"
#include "database/address.hpp"
#include "sales/orders/orders.hpp"

namespace tradepost::app {
namespace {

constexpr const char* usual_database = "sales.db";

// The books need a clock that outlives them.
const base::SystemClock machine_clock;

std::string database_of_environment() {
  const char* const address = std::getenv("TRADEPOST_SALES");
  return address == nullptr || *address == '\0' ? usual_database : address;
}

std::string fault_of_database(const std::string& address) {
  if (is_database_address(address) && !database::check_address(address)) {
    return "It must be a file, or an address such as postgres://USER@HOST/NAME.";
  }
  const auto password = visible_password(address, "set TRADEPOST_SALES to the address");
  return password ? "The address " + *password : std::string();
}

}  // namespace

void add_database(Command command, std::string& path) {
  path = database_of_environment();
  command
      .add_option("--database", path,
                  "The sales database: an SQLite file, or postgres://USER@HOST/NAME without a "
                  "password (Env:TRADEPOST_SALES)")
      .default_str(usual_database)
      .checked_by(fault_of_database)
      .type_name("FILE");
}

std::string shown_database(const std::string& address) {
  return address.contains("://") ? "PostgreSQL" : address;
}

ExitStatus print_error(const base::Error& error) {
  say(stderr, "tradepost: {}\n", error.text().str());
  return error.code() == base::ErrorCode::invalid ? ExitStatus::faulty : ExitStatus::failed;
}

ExitOr<sales::Books> make_books(const std::string& path) {
  auto books = sales::Books::create(path, machine_clock);
  if (!books) return std::unexpected(print_error(books.error()));
  return *std::move(books);
}

ExitOr<sales::Books> open_books(const std::string& path) {
  auto books = sales::Books::open(path, machine_clock);
  if (!books) return std::unexpected(print_error(books.error()));
  return *std::move(books);
}

ExitOr<std::int64_t> order_numbered(sales::Books& books, const std::string& number) {
  const auto found = sales::find_order(books, number);
  if (!found) return std::unexpected(print_error(found.error()));
  return *found;
}

ExitOr<std::map<std::int64_t, sales::Decimal>> quantities_of(
    const std::string& option, const std::vector<std::string>& words) {
  std::map<std::int64_t, sales::Decimal> quantities;
  for (const std::string& word : words) {
    const auto sign = word.find('=');
    const auto position = base::whole_number<std::uint32_t>(word.substr(0, sign));
    const auto quantity =
        sign == std::string::npos ? std::nullopt : document::amount_of(word.substr(sign + 1));
    if (!position || !quantity || !quantities.emplace(*position, *quantity).second) {
      return std::unexpected(print_usage_error(
          fmt::format("{} {}: use a position and a quantity, such as 3=120.", option, word)));
    }
  }
  return quantities;
}

}  // namespace tradepost::app
