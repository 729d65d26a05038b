#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "conformance/person_keys_walk.hpp"
#include "journal/disk/posix_folder.hpp"
#include "scratch_store/scratch_store.hpp"

namespace tradepost::store::embedded::testing {
namespace {

class PersonKeyFiles : public ::testing::Test {
 protected:
  PersonKeyFiles() {
    auto opened = journal::open_posix_folder(scratch_.folder().path(), journal::Missing::refuse);
    EXPECT_TRUE(opened.has_value());
    if (opened) data_ = *std::move(opened);
  }

  std::string path() const { return scratch_.folder().path() + "/people-keys"; }
  void write(std::string_view text) const { std::ofstream(path()) << text; }
  Result<exchange::PersonKeys*> keys() { return scratch_.store().open_person_keys(*data_); }

  const base::ManualClock clock_{base::instant_of(1'772'000'000'000)};
  std::unique_ptr<journal::Folder> data_;
  ScratchStore scratch_{clock_};
};

TEST_F(PersonKeyFiles, keep_the_keys_of_people) {
  {
    const auto first = keys();
    ASSERT_TRUE(first.has_value());
    conformance::walk_person_keys(**first);
  }
  scratch_.reopen();
  const auto second = keys();
  ASSERT_TRUE(second.has_value());
  conformance::expect_key_that_remains(**second);
  namespace fs = std::filesystem;
  EXPECT_EQ(fs::status(path()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(PersonKeyFiles, damaged_file_is_refused_and_left_unchanged) {
  const std::string title = "tradepost people-keys 1\n";
  const std::string id = "00000000-0000-7000-8000-000000000001";
  const std::string digits(64, 'a');
  for (const std::string& text :
       {std::string(), std::string("tradepost people-keys 2\n"), title + "\n", title + id + "\n",
        title + id + " " + digits + "\n", title + id + " " + digits + " " + digits + "0\n",
        title + id + " " + std::string(64, 'g') + " " + digits + "\n"}) {
    write(text);
    const auto refused = keys();
    ASSERT_FALSE(refused.has_value()) << text;
    EXPECT_EQ(refused.error().code(), base::ErrorCode::damaged);
    std::ifstream file(path());
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text);
  }
  write(title + id + " " + digits + " " + digits + "\n");
  EXPECT_TRUE(keys().has_value());
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
