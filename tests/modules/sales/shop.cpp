#include "sales/shop.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>

#include "base/text/whole_number.hpp"
#include "document/json_reader.hpp"
#include "sales/master/master_data.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::sales_tests {
namespace {

namespace fs = std::filesystem;

std::string read(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

using Columns = std::vector<std::string>;

// The columns of each table, in SQLite's order.
const std::vector<std::pair<std::string, Columns>>& tables_of_sales() {
  static const auto all = [] {
    static const base::ManualClock clock(base::Instant{});
    auto books = sales::Books::create(":memory:", clock);
    std::vector<std::pair<std::string, Columns>> tables;
    auto names =
        books->prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
    while (names->next().value_or(false)) {
      tables.emplace_back(names->text_at(0), Columns());
      auto columns = books->prepare(
          fmt::format("SELECT name FROM pragma_table_info('{}')", tables.back().first));
      while (columns->next().value_or(false)) {
        tables.back().second.push_back(columns->text_at(0));
      }
    }
    return tables;
  }();
  EXPECT_GT(all.size(), 15u);
  return all;
}

}  // namespace

Shop::Shop(std::string address)
    : clock(base::instant_of(1'772'400'000'000)),
      folder_(testing::TempDir() + "tradepost-sales-XXXXXX"),
      address_(std::move(address)) {
  EXPECT_NE(::mkdtemp(folder_.data()), nullptr);
  if (address_.empty()) address_ = folder_ + "/sales.db";
  auto made = sales::Books::create(path(), clock);
  EXPECT_TRUE(made) << made.error().text().str() << made.error().detail().str();
  books_ = std::make_unique<sales::Books>(*std::move(made));
  std::vector<sales::MasterFile> files;
  for (const std::string_view name : sales::master_file_names()) {
    const std::string file = fmt::format("{}/examples/sales/{}", source_dir(), name);
    if (fs::exists(file)) files.push_back({std::string(name), read(file)});
  }
  const auto loaded = sales::load(*books_, files);
  EXPECT_TRUE(loaded) << loaded.error().text().str() << loaded.error().detail().str();
  EXPECT_TRUE(loaded && loaded->faults.empty() && loaded->rows > 60);
  if (loaded) {
    for (const std::string& fault : loaded->faults) ADD_FAILURE() << fault;
  }
}

Shop::~Shop() {
  books_.reset();
  fs::remove_all(folder_);
}

void Shop::load(const std::string& file, const std::string& csv) {
  for (const std::string& fault : faults_of(file, csv)) ADD_FAILURE() << fault;
}

void Shop::load(const std::vector<sales::MasterFile>& files) {
  const auto loaded = sales::load(*books_, files);
  ASSERT_TRUE(loaded) << loaded.error().text().str();
  for (const std::string& fault : loaded->faults) ADD_FAILURE() << fault;
}

std::vector<std::string> Shop::faults_of(const std::string& file, const std::string& csv) {
  const sales::MasterFile one{file, csv};
  const auto loaded = sales::load(*books_, std::span(&one, 1));
  EXPECT_TRUE(loaded) << loaded.error().text().str();
  return loaded ? loaded->faults : std::vector<std::string>();
}

void Shop::sql(const std::string& statement) {
  auto prepared = books_->prepare(statement);
  ASSERT_TRUE(prepared) << statement;
  ASSERT_TRUE(prepared->run()) << statement;
}

sales::Booked Shop::enter(const sales::HandOrder& order) {
  auto booked = change([&](sales::Books& books) {
    return sales::book(books, sales::entry_of(order), sales::Existing::refuse);
  });
  EXPECT_TRUE(booked) << booked.error().text().str();
  return booked ? *booked : sales::Booked();
}

client::Report Shop::take(const client::Transaction& document) {
  auto report = sales::Importer(*books_).take(document);
  EXPECT_TRUE(report) << report.error().text().str() << report.error().detail().str();
  return report ? *report : client::Report();
}

sales::Order Shop::order(std::int64_t number) {
  auto order = sales::order_of(*books_, number);
  EXPECT_TRUE(order);
  return order ? *order : sales::Order();
}

std::int64_t Shop::count(const std::string& table) {
  return base::whole_number<std::int64_t>(value("SELECT CAST(count(*) AS TEXT) FROM " + table))
      .value_or(-1);
}

std::string Shop::value(const std::string& query) {
  auto row = books_->prepare(query);
  EXPECT_TRUE(row) << query;
  return row && row->next().value_or(false) ? row->text_at(0) : "none";
}

std::string Shop::dump(const std::set<std::string>& without) {
  std::string out;
  for (const auto& [table, columns] : tables_of_sales()) {
    if (without.contains(table)) continue;
    auto rows = books_->prepare(fmt::format("SELECT CAST({} AS TEXT) FROM {}",
                                            fmt::join(columns, " AS TEXT), CAST("), table));
    EXPECT_TRUE(rows) << table;
    std::set<std::string> all;  // sorted, for the same order everywhere
    while (rows->next().value_or(false)) {
      std::string row;
      for (std::size_t at = 0; at < columns.size(); ++at) {
        const std::string name = table + "." + columns[at];
        if (without.contains(name)) continue;
        row += fmt::format("{} = {}\n", name, rows->text_at(static_cast<int>(at)));
      }
      all.insert(row);
    }
    for (const std::string& row : all) out += row;
  }
  return out;
}

std::string order_content(std::string_view items, std::string_view header,
                          std::string_view number) {
  return fmt::format(
      R"({{"header":{{"buyer":{{"identifiers":[{{"identifier":"9521002000009"}}]}},)"
      R"("supplier":{{"identifiers":[{{"identifier":"9521001000000","domain":"GS1"}}]}},)"
      R"("orderIdentifier":"{}","orderDate":"2026-03-02"{}{}}},"items":[{}]}})",
      number, header.empty() ? "" : ",", header, items);
}

client::Transaction order_document(std::string content, std::string id, std::string replaces) {
  return {.id = std::move(id),
          .type = "ORDER",
          .flow = "LIVE",
          .sender = {.id = "p-1", .name = "Hansen & Söhne"},
          .replaces_id = std::move(replaces),
          .content = std::move(content)};
}

std::string example(const std::string& name) {
  const std::string text = read(fmt::format("{}/examples/order/{}.json", source_dir(), name));
  document::JsonReader reader;
  const auto whole = reader.read(text);
  EXPECT_TRUE(whole) << name;
  const document::View content = whole->member("content");
  return text.substr(content.offset(), content.end() - content.offset());
}

}  // namespace tradepost::sales_tests
