// Contents are returned unchanged, and reading a page of them does not read the rest of the queue.

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/tasks/manual_executor.hpp"
#include "polling.hpp"
#include "postgres_store/parcel.hpp"
#include "postgres_store/scratch_store.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::store::postgres::testing {
namespace {

namespace fs = std::filesystem;
using exchange::TransactionId;

// Includes faulty documents: a content may have any bytes.
std::vector<std::string> contents_of_examples() {
  std::vector<std::string> contents;
  for (const auto& file : fs::recursive_directory_iterator(source_dir() + "/examples")) {
    if (file.path().extension() != ".json") continue;
    std::ifstream stream(file.path(), std::ios::binary);
    contents.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  std::string all_bytes;
  for (int byte = 0; byte < 256; ++byte) all_bytes.push_back(static_cast<char>(byte));
  contents.push_back(all_bytes);
  return contents;
}

// Covers contract 3.3.
TEST(Contents, of_every_example_come_back_byte_for_byte) {
  const base::ManualClock clock(base::instant_of(1'772'000'000'000));
  ScratchStore scratch(clock);
  base::ManualExecutor executor;
  const auto deadline = executor.now() + std::chrono::minutes(1);
  const std::vector<std::string> contents = contents_of_examples();
  ASSERT_GT(contents.size(), 50U);
  std::vector<TransactionId> ids;
  for (const std::string& content : contents) {
    ids.push_back(id_of<TransactionId>(static_cast<std::uint32_t>(ids.size())));
    const auto answer =
        executor.run(scratch.store().submit(submission(ids.back(), content), deadline));
    ASSERT_TRUE(answer.has_value()) << answer.error().detail().str();
    ASSERT_TRUE(std::holds_alternative<exchange::Accepted>(*answer));
  }
  scratch.restart();
  const auto page = executor.run(scratch.store().pending(all_after(0), deadline));
  ASSERT_TRUE(page.has_value()) << page.error().detail().str();
  ASSERT_EQ(page->items.size(), contents.size());
  for (std::size_t i = 0; i < contents.size(); ++i) {
    EXPECT_EQ(page->items[i].row->id, ids[i]);
    EXPECT_EQ(page->items[i].content.view, contents[i]);
    const exchange::FindQuery find{.id = ids[i],
                                   .viewer = {.participant = sender, .flow = exchange::Flow::live},
                                   .content = exchange::WithContent::yes};
    const auto found = executor.run(scratch.store().find(find, deadline));
    ASSERT_TRUE(found.has_value() && *found);
    EXPECT_EQ((*found)->content.view, contents[i]);
  }
}

// The planner expected few rows to match the kinds, and sorted all pending ones.
TEST(Contents, of_a_page_are_found_without_reading_the_rest_of_the_queue) {
  const base::ManualClock clock(base::instant_of(1'772'000'000'000));
  ScratchStore scratch(clock);
  base::ManualExecutor executor;
  const auto deadline = executor.now() + std::chrono::minutes(1);
  const auto sent =
      executor.run(scratch.store().submit(submission(id_of<TransactionId>(1), "{}"), deadline));
  ASSERT_TRUE(sent.has_value()) << sent.error().detail().str();
  const auto database = database::Connection::open(
      {.address = scratch.database().address, .application_name = "tradepost tests"});
  ASSERT_TRUE(database.has_value());
  const auto filled = (*database)->ask(
      {.sql = "INSERT INTO pending SELECT CASE WHEN r = 0 THEN $1 ELSE md5(r::text)::uuid END, 1, "
              "i, gen_random_uuid(), 1, $1, 1, 1, 1, '' FROM generate_series(0, 19) AS r, "
              "generate_series(1001, 1400) AS i",
       .parameters = database::Parameters().uuid(recipient.uuid())});
  ASSERT_TRUE(filled.has_value()) << filled.error().detail().str();
  ASSERT_TRUE((*database)->run("ANALYZE pending; SELECT pg_stat_reset()").has_value());
  exchange::PendingQuery query = all_after(0);
  query.count_max = 25;
  const auto counted = [&](std::string_view sql) {
    const auto rows = (*database)->ask({.sql = sql});
    EXPECT_TRUE(rows.has_value() && rows->count() == 1);
    return rows->number(0, 0);
  };
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  std::int64_t scans = 0;
  while (scans == 0 && std::chrono::steady_clock::now() < until) {
    const auto page = executor.run(scratch.store().pending(query, deadline));
    ASSERT_TRUE(page.has_value()) << page.error().detail().str();
    pause_between_looks();
    scans =
        counted("SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'pending_pkey'");
  }
  ASSERT_GT(scans, 0);
  EXPECT_LE(counted("SELECT idx_tup_read / idx_scan FROM pg_stat_user_indexes "
                    "WHERE indexrelname = 'pending_pkey'"),
            26);
}

}  // namespace
}  // namespace tradepost::store::postgres::testing
