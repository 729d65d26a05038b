// Contents come back byte for byte.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/tasks/manual_executor.hpp"
#include "postgres_store/parcel.hpp"
#include "postgres_store/scratch_store.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::store::postgres::testing {
namespace {

namespace fs = std::filesystem;
using exchange::TransactionId;

// Faulty ones too: whatever bytes a document has.
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

}  // namespace
}  // namespace tradepost::store::postgres::testing
