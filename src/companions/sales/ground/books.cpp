#include "sales/ground/books.hpp"

#include <array>
#include <utility>

#include "database/address.hpp"

namespace tradepost::sales {
namespace {

// Each migration brings the tables to the next version. A released migration never changes. Every
// column is NOT NULL: an empty text means that no value was given, and '0' means zero. Amounts are
// decimal texts. Dates have their original form.
constexpr std::array migrations = {R"(
CREATE TABLE company(id BIGINT PRIMARY KEY, name TEXT NOT NULL, currency TEXT NOT NULL);
CREATE TABLE tax(
  code TEXT PRIMARY KEY, percentage TEXT NOT NULL, category TEXT NOT NULL);
CREATE TABLE customer(
  number TEXT PRIMARY KEY, name TEXT NOT NULL, currency TEXT NOT NULL, tax TEXT NOT NULL,
  price_rule TEXT NOT NULL, tolerance TEXT NOT NULL);
CREATE TABLE place(
  customer TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL, street TEXT NOT NULL,
  postal_code TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL,
  PRIMARY KEY(customer, place));
CREATE TABLE party_identifier(
  domain TEXT NOT NULL, identifier TEXT NOT NULL, customer TEXT NOT NULL, place TEXT NOT NULL,
  PRIMARY KEY(domain, identifier, customer, place));
CREATE TABLE product(
  number TEXT PRIMARY KEY, name TEXT NOT NULL, base_unit TEXT NOT NULL, tax TEXT NOT NULL,
  is_deposit BIGINT NOT NULL);
CREATE TABLE packaging(
  product TEXT NOT NULL, unit TEXT NOT NULL, factor TEXT NOT NULL, deposit TEXT NOT NULL,
  PRIMARY KEY(product, unit));
CREATE TABLE gtin(
  gtin TEXT NOT NULL, product TEXT NOT NULL, unit TEXT NOT NULL, is_current BIGINT NOT NULL,
  PRIMARY KEY(gtin, product, unit));
CREATE INDEX gtin_of_product ON gtin(product, unit);
CREATE TABLE buyer_number(
  customer TEXT NOT NULL, number TEXT NOT NULL, product TEXT NOT NULL, unit TEXT NOT NULL,
  PRIMARY KEY(customer, number, product, unit));
CREATE INDEX buyer_number_of_product ON buyer_number(customer, product);
CREATE TABLE unit_word(
  customer TEXT NOT NULL, word TEXT NOT NULL, unit TEXT NOT NULL, PRIMARY KEY(customer, word));
CREATE TABLE price(
  customer TEXT NOT NULL, product TEXT NOT NULL, unit TEXT NOT NULL,
  from_quantity TEXT NOT NULL, valid_from TEXT NOT NULL, valid_to TEXT NOT NULL,
  amount TEXT NOT NULL, per TEXT NOT NULL,
  PRIMARY KEY(product, customer, unit, from_quantity, valid_from));
CREATE TABLE sales_order(
  number BIGINT PRIMARY KEY, customer TEXT NOT NULL, customer_order TEXT NOT NULL,
  version TEXT NOT NULL, order_date TEXT NOT NULL, requested_date TEXT NOT NULL,
  earliest_date TEXT NOT NULL, latest_date TEXT NOT NULL, buyer_place TEXT NOT NULL,
  place TEXT NOT NULL, bill_place TEXT NOT NULL, ship_name TEXT NOT NULL,
  ship_street TEXT NOT NULL, ship_postal_code TEXT NOT NULL, ship_city TEXT NOT NULL,
  ship_country TEXT NOT NULL, currency TEXT NOT NULL, comments TEXT NOT NULL,
  delivery_information TEXT NOT NULL, contract TEXT NOT NULL, promotion TEXT NOT NULL,
  status TEXT NOT NULL, hold_reason TEXT NOT NULL, entered_at TEXT NOT NULL,
  source TEXT NOT NULL, UNIQUE(customer, customer_order));
CREATE TABLE order_line(
  order_number BIGINT NOT NULL, position BIGINT NOT NULL, customer_line TEXT NOT NULL,
  product TEXT NOT NULL, unit TEXT NOT NULL, gtin TEXT NOT NULL, quantity TEXT NOT NULL,
  free_quantity TEXT NOT NULL, price TEXT NOT NULL, price_unit TEXT NOT NULL,
  price_factor TEXT NOT NULL, ordered_price TEXT NOT NULL, tax_percentage TEXT NOT NULL,
  tax_category TEXT NOT NULL, deposit_of BIGINT NOT NULL, confirmed_quantity TEXT NOT NULL,
  requested_date TEXT NOT NULL, comments TEXT NOT NULL, PRIMARY KEY(order_number, position));
CREATE TABLE delivery(
  number TEXT PRIMARY KEY, order_number BIGINT NOT NULL, shipped_date TEXT NOT NULL,
  invoice TEXT NOT NULL);
CREATE TABLE delivery_line(
  delivery TEXT NOT NULL, position BIGINT NOT NULL, quantity TEXT NOT NULL,
  free_quantity TEXT NOT NULL, PRIMARY KEY(delivery, position));
CREATE TABLE document(
  number TEXT NOT NULL, type TEXT NOT NULL, order_number BIGINT NOT NULL, content TEXT NOT NULL,
  made_at TEXT NOT NULL, state TEXT NOT NULL, transaction_id TEXT NOT NULL,
  message TEXT NOT NULL, PRIMARY KEY(type, number));
CREATE INDEX document_of_order ON document(order_number);
CREATE TABLE received(
  transaction_id TEXT PRIMARY KEY, type TEXT NOT NULL, flow TEXT NOT NULL,
  sender TEXT NOT NULL, replaces TEXT NOT NULL, order_number BIGINT NOT NULL,
  outcome TEXT NOT NULL, reason TEXT NOT NULL, error_type TEXT NOT NULL,
  context TEXT NOT NULL, notes TEXT NOT NULL, content TEXT NOT NULL,
  received_at TEXT NOT NULL);
CREATE INDEX received_of_order ON received(order_number);
)",
                                   R"(
ALTER TABLE order_line ADD COLUMN price_quantity TEXT NOT NULL DEFAULT '1';
)"};

constexpr auto version_now = static_cast<std::int64_t>(migrations.size());

base::Error unusable(base::ErrorCode code, const char* what) {
  return {code, base::CallerText(what)};
}

base::Error not_to_be_opened(const base::Error& error) {
  constexpr const char* advice =
      "The database can't be opened. Check the server, the user, the password and the database in "
      "the address. ";
  return {base::ErrorCode::forbidden, base::CallerText(advice + error.detail().str())};
}

}  // namespace

bool Books::is_remote() const {
  return address_.starts_with("postgres://") || address_.starts_with("postgresql://");
}

base::Done Books::connect() {
  if (is_remote()) {
    TRY(database::check_address(address_));
    const database::Options options{.address = address_, .application_name = "tradepost sales"};
    auto opened = database::Connection::open(options);
    if (!opened && !database::is_away(address_)) {
      // The server may have started between the two checks.
      opened = database::Connection::open(options);
      if (!opened) return base::refuse(not_to_be_opened(opened.error()));
    }
    TRY_ASSIGN(remote_, std::move(opened));
    return {};
  }
  TRY_ASSIGN(local_, sqlite::Database::open(address_));
  return local_->run("PRAGMA synchronous = FULL");
}

base::Result<Books> Books::create(const std::string& address, const base::Clock& clock) {
  Books books(address, clock);
  TRY(books.connect());
  if (books.local_) TRY(books.local_->run("PRAGMA journal_mode = WAL"));
  TRY(books.migrate());
  return books;
}

base::Result<Books> Books::open(const std::string& address, const base::Clock& clock) {
  Books books(address, clock);
  // Opens read-only first, so that a wrong path creates no file.
  const bool is_there =
      books.is_remote() || sqlite::Database::open(address, sqlite::Database::Access::reading);
  if (is_there) TRY(books.connect());
  std::int64_t version = 0;
  if (is_there) {
    TRY_ASSIGN(version, books.version());
  }
  if (version == 0) {
    return base::refuse(
        unusable(base::ErrorCode::not_found,
                 "The sales database does not exist. Create it: tradepost sales init."));
  }
  if (version > version_now) {
    return base::refuse(
        unusable(base::ErrorCode::too_new,
                 "The sales database was written by a newer version of tradepost."));
  }
  if (version < version_now) {
    return base::refuse(
        unusable(base::ErrorCode::invalid,
                 "The sales database is not up to date. Migrate it: tradepost sales init."));
  }
  return books;
}

base::Result<Statement> Books::prepare(std::string_view sql) {
  if (remote_) return Statement(*remote_, sql);
  TRY_ASSIGN(sqlite::Statement statement, local_->prepare(sql));
  return Statement(std::move(statement));
}

base::Result<Change> Books::begin() {
  if (!remote_) return Change::begin(*local_);
  // A connection lost between two changes loses no data.
  if (!remote_->is_alive()) TRY(connect());
  return Change::begin(*remote_);
}

base::Done Books::run(const char* script) {
  return remote_ ? remote_->run(script) : local_->run(script);
}

base::Result<std::int64_t> Books::version() {
  TRY_ASSIGN(Statement tables,
             prepare(remote_ ? "SELECT count(*) FROM pg_tables WHERE tablename = 'schema_version' "
                               "AND schemaname = current_schema()"
                             : "SELECT count(*) FROM sqlite_master WHERE name = 'schema_version'"));
  TRY_ASSIGN(const bool is_counted, tables.next());
  if (!is_counted || tables.integer_at(0) == 0) return 0;
  TRY_ASSIGN(Statement row, prepare("SELECT max(version) FROM schema_version"));
  TRY_ASSIGN(const bool is_there, row.next());
  return is_there ? row.integer_at(0) : 0;
}

base::Done Books::migrate() {
  TRY_ASSIGN(Change change, begin());
  TRY_ASSIGN(std::int64_t version, this->version());
  if (version > version_now) {
    return base::refuse(
        unusable(base::ErrorCode::too_new,
                 "The sales database was written by a newer version of tradepost."));
  }
  if (version == 0) TRY(run("CREATE TABLE schema_version(version BIGINT PRIMARY KEY)"));
  TRY_ASSIGN(Statement done, prepare("INSERT INTO schema_version VALUES(?)"));
  for (; version < version_now; ++version) {
    TRY(run(migrations.at(static_cast<std::size_t>(version))));
    TRY(done.integer(version + 1).run());
  }
  return change.commit();
}

}  // namespace tradepost::sales
