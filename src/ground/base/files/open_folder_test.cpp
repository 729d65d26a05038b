#include "base/files/open_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "base/files/whole_file.hpp"

namespace tradepost::base {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// An open folder whose links lead to another user's file outside of it.
class FolderThatIsOpen : public testing::Test {
 public:
  FolderThatIsOpen() {
    EXPECT_NE(::mkdtemp(place.data()), nullptr);
    EXPECT_TRUE(write_whole(place, "foreign", "text of another"));
    auto made = OpenFolder::make(place + "/a/b");
    EXPECT_TRUE(made);
    folder.emplace(*std::move(made));
  }
  ~FolderThatIsOpen() override {
    EXPECT_EQ(*read_whole(foreign(), 100), "text of another");
    fs::remove_all(place);
  }

  std::string foreign() const { return place + "/foreign"; }
  std::string path(const std::string& name) const { return folder->path() + "/" + name; }
  bool is_link(const std::string& name) const { return fs::is_symlink(path(name)); }

  std::string place = testing::TempDir() + "tradepost-open-folder-XXXXXX";
  std::optional<OpenFolder> folder;
};

TEST_F(FolderThatIsOpen, writes_reads_lists_moves_and_removes_its_files) {
  const auto below = folder->make_below("below");
  ASSERT_TRUE(below);
  ASSERT_TRUE(folder->write_whole("b", "new"));
  ASSERT_TRUE(folder->write_whole("a", ""));
  EXPECT_EQ(*folder->names(), (Names{"a", "b", "below"}));
  ASSERT_TRUE(below->write_whole("c", "old"));
  ASSERT_TRUE(folder->move("b", *below, "c"));
  ASSERT_TRUE(folder->sync());
  EXPECT_EQ(*below->read_whole("c", 100), "new");
  EXPECT_EQ(below->read_whole("c", 2).error().code(), ErrorCode::too_large);
  EXPECT_TRUE(folder->remove("a"));
  EXPECT_TRUE(folder->remove("a"));
  EXPECT_EQ(*folder->names(), Names{"below"});
  EXPECT_TRUE(folder->make_below("below"));
}

TEST_F(FolderThatIsOpen, writes_a_file_for_its_owner_in_place_of_one_for_all) {
  const auto before = ::umask(0);
  ASSERT_TRUE(folder->write_whole("a", "text"));
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms(0666));
  ASSERT_TRUE(folder->write_whole("a", "text", Readers::owner));
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms(0600));
  ::umask(before);
}

TEST_F(FolderThatIsOpen, looks_at_what_has_a_name) {
  ASSERT_TRUE(folder->write_whole("a", "text"));
  fs::create_directory(path("folder"));
  EXPECT_FALSE(*folder->look_at("nothing"));
  EXPECT_FALSE((*folder->look_at("folder"))->is_regular);
  const auto look = *folder->look_at("a");
  ASSERT_TRUE(look);
  EXPECT_TRUE(look->is_regular);
  EXPECT_EQ(look->bytes, 4u);
  EXPECT_EQ(*folder->look_at("a"), look);
  ASSERT_TRUE(folder->write_whole("a", "longer"));
  EXPECT_NE(*folder->look_at("a"), look);
}

TEST_F(FolderThatIsOpen, has_files_that_can_be_read_and_others) {
  ASSERT_TRUE(folder->write_whole("a", "text"));
  fs::create_directory(path("folder"));
  fs::create_symlink(path("a"), path("link"));
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  EXPECT_TRUE(folder->expect_readable("a"));
  for (const char* const name : {"folder", "link", "fifo"}) {
    EXPECT_EQ(folder->expect_readable(name).error().code(), ErrorCode::unreadable) << name;
  }
  EXPECT_EQ(folder->expect_readable("b").error().code(), ErrorCode::not_found);
}

TEST_F(FolderThatIsOpen, does_not_read_through_a_link) {
  fs::create_symlink(foreign(), path("link"));
  fs::create_symlink(place + "/nowhere", path("to_nothing"));
  const auto read = folder->read_whole("link", 100);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), ErrorCode::unreadable);
  EXPECT_EQ(read.error().text().str(), path("link") + " is a link, and links are not followed.");
  for (const char* const link : {"link", "to_nothing"}) {
    ASSERT_TRUE(*folder->look_at(link)) << link;
    EXPECT_FALSE((*folder->look_at(link))->is_regular) << link;
  }
}

TEST_F(FolderThatIsOpen, does_not_write_through_a_link) {
  for (const char* const name : {"a", ".a.unfinished"}) {
    fs::create_symlink(foreign(), path(name));
  }
  ASSERT_TRUE(folder->write_whole("a", "new"));
  EXPECT_FALSE(is_link("a"));
  EXPECT_EQ(*folder->names(), Names{"a"});
}

TEST_F(FolderThatIsOpen, moves_and_removes_a_link_itself) {
  fs::create_symlink(foreign(), path("link"));
  ASSERT_TRUE(folder->write_whole("a", "text"));
  ASSERT_TRUE(folder->move("link", *folder, "moved"));
  EXPECT_TRUE(is_link("moved"));
  ASSERT_TRUE(folder->move("a", *folder, "moved"));
  EXPECT_FALSE(is_link("moved"));
  fs::create_symlink(foreign(), path("link"));
  EXPECT_TRUE(folder->remove("link"));
  EXPECT_EQ(*folder->names(), Names{"moved"});
}

TEST_F(FolderThatIsOpen, makes_nothing_in_the_place_of_a_link_to_a_folder) {
  fs::create_directory(place + "/elsewhere");
  fs::create_symlink(place + "/elsewhere", path("link"));
  ASSERT_TRUE(folder->write_whole("file", ""));
  for (const char* const name : {"link", "file"}) {
    const auto made = folder->make_below(name);
    ASSERT_FALSE(made) << name;
    EXPECT_EQ(made.error().text().str(),
              path(name) + " is not a folder. A link to one is not followed.");
  }
}

TEST_F(FolderThatIsOpen, has_no_file_whose_name_leads_out_of_it) {
  for (const std::string name : {"", ".", "..", "../../foreign", "below/a"}) {
    EXPECT_FALSE(folder->read_whole(name, 100)) << name;
    EXPECT_FALSE(folder->write_whole(name, "new")) << name;
    EXPECT_FALSE(folder->look_at(name)) << name;
    EXPECT_FALSE(folder->remove(name)) << name;
    EXPECT_FALSE(folder->make_below(name)) << name;
    EXPECT_FALSE(folder->move(name, *folder, "a")) << name;
  }
}

TEST_F(FolderThatIsOpen, does_not_wait_for_the_writer_of_a_fifo) {
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  const auto read = folder->read_whole("fifo", 100);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().text().str(), path("fifo") + " is not a file.");
}

TEST_F(FolderThatIsOpen, is_not_taken_for_another_one_in_its_place) {
  EXPECT_TRUE(folder->expect_in_place());
  fs::rename(folder->path(), place + "/moved");
  EXPECT_EQ(folder->expect_in_place().error().code(), ErrorCode::not_found);
  fs::create_directory(folder->path());
  EXPECT_EQ(folder->expect_in_place().error().text().str(),
            folder->path() + " was replaced by another folder.");
  ASSERT_TRUE(folder->write_whole("a", "text"));
  EXPECT_TRUE(fs::is_empty(folder->path()));
  EXPECT_EQ(*read_whole(place + "/moved/a", 100), "text");
}

}  // namespace
}  // namespace tradepost::base
