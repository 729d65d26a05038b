// Books arbitrary bytes as the content of an ORDER, as the CSV of a clerk's lines, and as the CSV
// of master data.
//
// For any input, a document is booked, or reported with a reason. A refused document leaves no
// rows. Each row of an accepted CSV has as many fields as there are names.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/ground/check.hpp"
#include "sales/entering/hand.hpp"
#include "sales/ground/books.hpp"
#include "sales/ground/csv.hpp"
#include "sales/importing.hpp"
#include "sales/master/master_data.hpp"

namespace {

namespace sales = tradepost::sales;

const tradepost::base::ManualClock stopped{tradepost::base::instant_of(1'772'400'000'000)};

sales::Books books_in_memory() {
  auto books = sales::Books::create(":memory:", stopped);
  CHECK(books);
  const std::array files = {
      sales::MasterFile{"taxes.csv", "code,percentage\nS,19\n"},
      sales::MasterFile{"customers.csv", "number,name\n1,A\n"},
      sales::MasterFile{"identifiers.csv",
                        "identifier,customer\n9521002000009,1\n9521001000000,\n"},
      sales::MasterFile{"products.csv", "number,name,tax,deposit\n1,B,S,no\n2,C,S,yes\n"},
      sales::MasterFile{"packagings.csv", "product,unit,deposit\n1,EA,2\n2,EA,\n"},
      sales::MasterFile{"gtins.csv", "gtin,product,unit\n9521001010016,1,EA\n"},
      sales::MasterFile{"prices.csv", "product,unit,amount\n1,EA,1.50\n2,EA,0.15\n"}};
  const auto loaded = sales::load(*books, files);
  CHECK(loaded && loaded->faults.empty());
  return *std::move(books);
}

std::int64_t orders_in(sales::Books& books) {
  auto row = books.prepare("SELECT count(*) FROM sales_order");
  CHECK(row && row->next().value_or(false));
  return row->integer_at(0);
}

void take_document(sales::Books& books, std::string_view bytes) {
  static int number = 0;
  const std::int64_t before = orders_in(books);
  const auto report = sales::Importer(books).take({.id = std::to_string(++number),
                                                   .type = "ORDER",
                                                   .flow = "LIVE",
                                                   .replaces_id = "0",
                                                   .content = std::string(bytes)});
  CHECK(report);
  CHECK(report->success || (!report->reason.empty() && !report->error_type.empty()));
  CHECK(report->success || orders_in(books) == before);
}

void enter_lines(sales::Books& books, std::string_view bytes) {
  auto change = books.begin();
  CHECK(change);
  const auto entry = sales::entry_of(
      sales::HandOrder{.customer = "1",
                       .head = {.customer_order = "hand", .order_date = "2026-03-02"},
                       .lines = std::string(bytes)});
  const auto booked = sales::book(books, entry, sales::Existing::refuse);
  CHECK(booked);
  CHECK((booked->outcome == sales::Booked::Outcome::refused) == !booked->objections.empty());
}

void load_prices(sales::Books& books, std::string_view bytes) {
  const sales::MasterFile file{"prices.csv", std::string(bytes)};
  CHECK(sales::load(books, {&file, 1}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static sales::Books books = books_in_memory();
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto rows = sales::read_csv(bytes);
  if (rows) {
    for (const auto& row : *rows) CHECK(row.fields.size() == rows->front().fields.size());
    enter_lines(books, bytes);
    load_prices(books, bytes);
  }
  take_document(books, bytes);
  return 0;
}
