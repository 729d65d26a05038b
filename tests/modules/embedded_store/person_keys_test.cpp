#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/tasks/manual_executor.hpp"
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

TEST_F(PersonKeyFiles, key_without_room_is_refused_and_the_others_remain) {
  constexpr std::size_t bytes_max = 64u << 20;
  const std::string digits(64, 'a');
  std::string text = "tradepost people-keys 1\n";
  while (text.size() + 167 <= bytes_max)
    text += fmt::format("00000000-0000-7000-8000-{:012x} {} {}\n", text.size(), digits, digits);
  write(text);
  const auto opened = keys();
  ASSERT_TRUE(opened.has_value());
  base::ManualExecutor executor;
  const auto deadline = executor.now() + std::chrono::minutes(1);
  const exchange::PersonKey one_more{.person = exchange::PersonId(base::Uuid{.bytes = {1}}),
                                     .key = {},
                                     .address = base::sha256("ada@example.com")};
  const auto refused = executor.run((*opened)->keep(one_more, deadline));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code(), base::ErrorCode::disk_full);
  EXPECT_EQ(std::filesystem::file_size(path()), text.size());
  const auto first = exchange::PersonId::parse("00000000-0000-7000-8000-000000000018").value();
  ASSERT_TRUE(executor.run((*opened)->remove(first, deadline)).has_value());
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
