#include "journal/disk/posix_folder.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

namespace tradepost::journal {
namespace {

class PosixFolder : public ::testing::Test {
 protected:
  PosixFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "tradepost-XXXXXX";
    path_ = ::mkdtemp(pattern.data());
    folder_ = *open_posix_folder(path_.string(), Missing::refuse);
  }
  ~PosixFolder() override { std::filesystem::remove_all(path_); }

  std::string read(File& file, std::uint64_t offset, std::size_t bytes) {
    std::string buffer(bytes, '?');
    buffer.resize(*file.read_at(offset, buffer));
    return buffer;
  }

  std::filesystem::path path_;
  std::unique_ptr<Folder> folder_;
};

TEST_F(PosixFolder, written_bytes_are_read) {
  const auto file = *folder_->open("a", OpenAs::made_new);
  ASSERT_TRUE(file->write_at(4, "text"));
  ASSERT_TRUE(file->sync());
  EXPECT_EQ(read(*file, 0, 100), std::string("\0\0\0\0text", 8));
  EXPECT_EQ(read(*file, 6, 1), "x");
  EXPECT_EQ(read(*file, 8, 10), "");
  EXPECT_EQ(*file->size(), 8u);
  ASSERT_TRUE(file->truncate(5));
  EXPECT_EQ(read(*file, 4, 10), "t");
}

TEST_F(PosixFolder, other_than_a_file_is_refused_without_waiting) {
  ASSERT_EQ(::mkfifo((path_ / "fifo").c_str(), 0600), 0);
  std::filesystem::create_directory(path_ / "folder");
  std::filesystem::create_symlink("/dev/null", path_ / "device");
  for (const char* name : {"fifo", "folder", "device"}) {
    const auto file = folder_->open(name, OpenAs::read_only);
    ASSERT_FALSE(file) << name;
    EXPECT_NE(file.error().detail().str().find(name), std::string::npos);
  }
  EXPECT_FALSE(folder_->open("fifo", OpenAs::read_write));
}

TEST_F(PosixFolder, a_cached_read_gives_all_or_nothing) {
  const auto file = *folder_->open("a", OpenAs::made_new);
  ASSERT_TRUE(file->write_at(0, std::string(10'000, 'c')));
  std::string buffer(5'000, '?');
  const auto count = file->read_cached(0, buffer);
  ASSERT_TRUE(count);
  if (*count) {
    EXPECT_EQ(buffer, std::string(5'000, 'c'));
  }
}

TEST_F(PosixFolder, names_are_made_renamed_and_removed) {
  ASSERT_TRUE(folder_->open("b", OpenAs::made_new));
  ASSERT_TRUE(folder_->open("a", OpenAs::made_new));
  EXPECT_EQ(*folder_->names(), (std::vector<std::string>{"a", "b"}));
  ASSERT_TRUE(folder_->rename("a", "b"));
  ASSERT_TRUE(folder_->sync());
  EXPECT_EQ(*folder_->names(), (std::vector<std::string>{"b"}));
  ASSERT_TRUE(folder_->remove("b"));
  EXPECT_TRUE(folder_->remove("b"));
  EXPECT_TRUE(folder_->names()->empty());
}

TEST_F(PosixFolder, a_missing_file_is_not_found_and_its_name_is_in_the_log_alone) {
  const auto file = folder_->open("secret-name", OpenAs::read_only);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code(), base::ErrorCode::not_found);
  EXPECT_EQ(file.error().text().str().find("secret"), std::string::npos);
  EXPECT_NE(file.error().detail().str().find("secret-name"), std::string::npos);
}

TEST_F(PosixFolder, a_new_file_never_replaces_another) {
  ASSERT_TRUE(folder_->open("a", OpenAs::made_new));
  EXPECT_FALSE(folder_->open("a", OpenAs::made_new));
}

TEST_F(PosixFolder, a_second_holder_gets_the_process_id_of_the_first) {
  const auto first = folder_->lock();
  ASSERT_TRUE(first);
  const auto second = folder_->lock();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), base::ErrorCode::in_use);
  EXPECT_NE(second.error().detail().str().find(std::to_string(::getpid())), std::string::npos);
}

TEST_F(PosixFolder, a_lock_ends_with_its_object) {
  {
    ASSERT_TRUE(folder_->lock());
  }
  EXPECT_TRUE(folder_->lock());
}

// The limit makes the system write a part and refuse the rest, like a disk that becomes full during
// the write.
TEST_F(PosixFolder, a_write_that_fits_in_part_is_an_error) {
  const auto file = *folder_->open("a", OpenAs::made_new);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{.rlim_cur = 4096, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto written = file->write_at(0, std::string(10'000, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ::signal(SIGXFSZ, handler);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), base::ErrorCode::disk_full);
}

TEST_F(PosixFolder, a_folder_is_made_once) {
  const auto inner = (path_ / "journal").string();
  EXPECT_FALSE(open_posix_folder(inner, Missing::refuse));
  EXPECT_TRUE(open_posix_folder(inner, Missing::make));
  EXPECT_TRUE(open_posix_folder(inner, Missing::make));
}

TEST_F(PosixFolder, space_is_known) {
  const auto space = folder_->space();
  ASSERT_TRUE(space);
  EXPECT_GT(space->total_bytes, 0u);
  EXPECT_LE(space->free_bytes, space->total_bytes);
}

}  // namespace
}  // namespace tradepost::journal
