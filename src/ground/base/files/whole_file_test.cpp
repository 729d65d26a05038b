#include "base/files/whole_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace tradepost::base {
namespace {

namespace fs = std::filesystem;

class WholeFile : public testing::Test {
 public:
  WholeFile() { EXPECT_NE(::mkdtemp(folder.data()), nullptr); }
  ~WholeFile() override { fs::remove_all(folder); }

  std::string folder = testing::TempDir() + "tradepost-whole-file-XXXXXX";
};

TEST_F(WholeFile, is_written_in_the_place_of_an_older_one_and_nothing_else_is_left) {
  for (const char* const text : {"first", "", "second"}) {
    ASSERT_TRUE(write_whole(folder, "a", text));
    EXPECT_EQ(*read_whole(folder + "/a", 100), text);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
}

TEST_F(WholeFile, that_cannot_be_written_leaves_nothing_and_names_its_path) {
  const auto nowhere = write_whole(folder + "/nowhere", "a", "text");
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().text().str(),
            folder + "/nowhere/a can't be written: No such file or directory.");
  fs::create_directory(folder + "/taken");
  EXPECT_FALSE(write_whole(folder, "taken", "text"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
}

TEST_F(WholeFile, is_read_up_to_its_bound) {
  ASSERT_TRUE(write_whole(folder, "a", std::string(100'000, 'x')));
  EXPECT_EQ(read_whole(folder + "/a", 100'000)->size(), 100'000u);
  EXPECT_EQ(read_whole(folder + "/a", 99'999).error().code(), ErrorCode::too_large);
  EXPECT_EQ(read_whole(folder + "/b", 1).error().code(), ErrorCode::not_found);
}

TEST_F(WholeFile, link_folder_and_fifo_without_a_writer_are_refused) {
  ASSERT_TRUE(write_whole(folder, "a", "text"));
  fs::create_symlink(folder + "/a", folder + "/link");
  ASSERT_EQ(::mkfifo((folder + "/fifo").c_str(), 0600), 0);
  for (const std::string name : {"/link", "/fifo", ""}) {
    EXPECT_FALSE(read_whole(folder + name, 100)) << name;
  }
}

TEST_F(WholeFile, replaces_a_link_at_its_name_and_at_that_of_the_unfinished_file) {
  ASSERT_TRUE(write_whole(folder, "foreign", "text of another"));
  fs::create_symlink(folder + "/foreign", folder + "/a");
  fs::create_symlink(folder + "/foreign", folder + "/.a.unfinished");
  ASSERT_TRUE(write_whole(folder, "a", "new"));
  EXPECT_EQ(*read_whole(folder + "/foreign", 100), "text of another");
  EXPECT_EQ(*read_whole(folder + "/a", 100), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 2);
}

TEST_F(WholeFile, has_a_folder_that_is_made_and_synced) {
  ASSERT_TRUE(make_folder(folder + "/x/y"));
  ASSERT_TRUE(make_folder(folder + "/x/y"));
  ASSERT_TRUE(write_whole(folder + "/x/y", "a", "text"));
  EXPECT_TRUE(sync_folder(folder + "/x/y"));
  EXPECT_FALSE(sync_folder(folder + "/nowhere"));
  EXPECT_FALSE(make_folder(folder + "/x/y/a/below"));
}

}  // namespace
}  // namespace tradepost::base
