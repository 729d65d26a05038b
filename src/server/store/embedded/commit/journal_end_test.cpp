#include "store/embedded/commit/journal_end.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/ground/check.hpp"
#include "journal/disk/posix_folder.hpp"

namespace tradepost::store::embedded {
namespace {

class JournalEndFile : public testing::Test {
 protected:
  JournalEndFile() {
    std::string name = (std::filesystem::temp_directory_path() / "tradepost-end-XXXXXX").string();
    CHECK(::mkdtemp(name.data()) != nullptr);
    path_ = name;
    auto folder = journal::open_posix_folder(path_, journal::Missing::refuse);
    CHECK(folder.has_value());
    folder_ = *std::move(folder);
  }
  ~JournalEndFile() override {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::optional<JournalEnd> read() {
    const auto end = read_journal_end(*folder_);
    CHECK(end.has_value());
    return *end;
  }

  std::string path_;
  std::unique_ptr<journal::Folder> folder_;
  const JournalEnd end_{.journal = {.bytes = {1, 2, 3}}, .place = {7, 8192}, .sequence = 1'500};
};

TEST_F(JournalEndFile, that_is_not_there_proves_nothing) {
  EXPECT_EQ(read(), std::nullopt);
}

TEST_F(JournalEndFile, is_read_as_it_was_written_last) {
  ASSERT_TRUE(write_journal_end(*folder_, {.journal = end_.journal, .place = {}, .sequence = 3}));
  ASSERT_TRUE(write_journal_end(*folder_, end_));
  EXPECT_EQ(read(), end_);
}

TEST_F(JournalEndFile, is_written_over_what_a_crash_left_of_another) {
  ASSERT_TRUE(folder_->open("journal-end.new", journal::OpenAs::made_new));
  ASSERT_TRUE(write_journal_end(*folder_, end_));
  EXPECT_EQ(read(), end_);
}

TEST_F(JournalEndFile, with_any_bit_flipped_proves_nothing) {
  ASSERT_TRUE(write_journal_end(*folder_, end_));
  const auto file = folder_->open("journal-end", journal::OpenAs::read_write);
  ASSERT_TRUE(file);
  const auto bytes = (*file)->size();
  ASSERT_TRUE(bytes);
  for (std::uint64_t at = 0; at < *bytes; ++at) {
    char byte = 0;
    ASSERT_TRUE((*file)->read_at(at, {&byte, 1}));
    const char flipped = static_cast<char>(byte ^ (1 << at % 8));
    ASSERT_TRUE((*file)->write_at(at, {&flipped, 1}));
    EXPECT_EQ(read(), std::nullopt) << at;
    ASSERT_TRUE((*file)->write_at(at, {&byte, 1}));
  }
  EXPECT_EQ(read(), end_);
}

}  // namespace
}  // namespace tradepost::store::embedded
