#include "store/embedded/draft_files.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "base/tasks/manual_executor.hpp"
#include "conformance/drafts_walk.hpp"
#include "journal/disk/posix_folder.hpp"
#include "scratch_store/scratch_store.hpp"

// Covers contract 15.1, 15.2, 15.3.
namespace tradepost::store::embedded::testing {
namespace {

class DraftsInFiles : public ::testing::Test {
 protected:
  DraftsInFiles() {
    auto opened = journal::open_posix_folder(scratch_.path(), journal::Missing::refuse);
    EXPECT_TRUE(opened.has_value());
    if (opened) folder_ = *std::move(opened);
  }

  std::unique_ptr<DraftFiles> open() {
    auto opened = DraftFiles::open(*folder_, [this] { return has_room_.load(); });
    EXPECT_TRUE(opened.has_value());
    return opened ? *std::move(opened) : nullptr;
  }
  std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(scratch_.path())) {
      files.push_back(entry.path());
    }
    return files;
  }

  ScratchFolder scratch_;
  std::unique_ptr<journal::Folder> folder_;
  std::atomic<bool> has_room_ = true;
};

TEST_F(DraftsInFiles, keep_the_drafts) {
  conformance::walk_drafts(*open());
  conformance::expect_draft_that_remains(*open());
  ASSERT_EQ(files().size(), 1u);
  namespace fs = std::filesystem;
  EXPECT_EQ(fs::status(files().front()).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(DraftsInFiles, file_that_is_not_whole_is_not_shown_and_is_left_unchanged) {
  conformance::walk_drafts(*open());
  const std::filesystem::path file = files().front();
  const auto bytes = std::filesystem::file_size(file);
  std::filesystem::resize_file(file, bytes - 1);
  std::ofstream(scratch_.path() + "/notes.txt") << "tradepost draft 1 7\n1234567";
  std::ofstream(scratch_.path() + "/interrupted.draft.new") << "tradepost";
  base::ManualExecutor executor;
  const auto owners = executor.run(open()->owners(executor.now() + std::chrono::minutes(1)));
  ASSERT_TRUE(owners.has_value());
  EXPECT_TRUE(owners->empty());
  EXPECT_EQ(files().size(), 2u) << "only the interrupted write is removed";
  EXPECT_EQ(std::filesystem::file_size(file), bytes - 1);
}

TEST_F(DraftsInFiles, change_without_room_is_refused_and_a_removal_is_not) {
  const auto drafts = open();
  base::ManualExecutor executor;
  const auto soon = executor.now() + std::chrono::minutes(1);
  exchange::Draft draft;
  draft.head.place.flow = exchange::Flow::live;
  draft.head.kind = exchange::Kind::order;
  ASSERT_TRUE(executor.run(drafts->add(draft, soon)).has_value());
  has_room_ = false;
  draft.head.revision = 2;
  const auto refused = executor.run(drafts->replace(draft, soon));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code(), base::ErrorCode::disk_full);
  const auto removed = executor.run(drafts->remove(draft.head.place, draft.head.id, soon));
  ASSERT_TRUE(removed.has_value());
  EXPECT_TRUE(*removed);
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
