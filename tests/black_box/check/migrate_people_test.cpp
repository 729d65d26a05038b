// Tests that `tradepost migrate` carries the people of a network, with their keys.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "check/network.hpp"
#include "journal/disk/posix_folder.hpp"
#include "people_of_store.hpp"
#include "postgres/postgres_server.hpp"
#include "store/postgres/postgres_store.hpp"

namespace tradepost::check {
namespace {

using exchange::PeopleOfStore;
using exchange::PersonId;

class MigratePeople : public ::testing::Test {
 protected:
  // Serves the folder, and calls `use` with its people.
  void with_people_of(const std::string& folder, auto use) const {
    std::unique_ptr<journal::Folder> data;
    Served served(folder);
    auto opened = journal::open_posix_folder(folder, journal::Missing::refuse);
    ASSERT_TRUE(opened.has_value());
    data = *std::move(opened);
    const auto keys = served.store().open_person_keys(*data);
    ASSERT_TRUE(keys.has_value()) << keys.error().detail().str();
    PeopleOfStore people(served.store(), **keys, clock_);
    use(people);
  }
  void with_people_of_database(auto use) const {
    store::postgres::PostgresOptions options;
    options.link.database = {.address = database_.address(), .application_name = "tests"};
    const auto store = store::postgres::PostgresStore::open(clock_, options);
    ASSERT_TRUE(store.has_value()) << store.error().text().str();
    PeopleOfStore people(**store, (*store)->person_keys(), clock_);
    use(people);
  }
  void migrate(const std::string& from, const std::string& to) const {
    const Ended ended = place_.tradepost(fmt::format("migrate --from '{}' --to '{}'", from, to));
    ASSERT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  }

  const base::SystemClock clock_;
  const Place place_;
  const postgres::PostgresServer database_;
};

TEST_F(MigratePeople, person_can_be_read_and_signs_in_after_each_move) {
  const std::string email = "anna@huber.example";
  const std::string folder = place_.path("folder");
  PersonId anna;
  const auto is_there = [&](PeopleOfStore& people) {
    EXPECT_EQ(people.name_of(anna), "Anna Huber");
    EXPECT_TRUE(std::holds_alternative<exchange::NewSession>(people.sign_in(email)));
  };
  with_people_of(place_.network(), [&](PeopleOfStore& people) {
    anna = people.member(email, {.participant = {}, .role = exchange::Role::auditor});
  });
  migrate(place_.network(), database_.address());
  with_people_of_database(is_there);
  migrate(database_.address(), folder);
  with_people_of(folder, is_there);
  const auto access = std::filesystem::status(folder + "/people-keys").permissions();
  EXPECT_EQ(access, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

}  // namespace
}  // namespace tradepost::check
