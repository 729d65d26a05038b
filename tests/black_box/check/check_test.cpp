// Tests `tradepost check` and --rebuild. The test creates the store; the binary checks it.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/ground/check.hpp"
#include "check/network.hpp"
#include "conformance/run.hpp"
#include "conformance/store_under_test.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/journal.hpp"
#include "store/embedded/format/key.hpp"
#include "store/embedded/format/value_codec.hpp"
#include "store/embedded/index/index.hpp"

namespace tradepost::check {
namespace {

namespace fs = std::filesystem;
namespace embedded = store::embedded;

using embedded::Applied;
using embedded::Batch;
using embedded::Index;

std::unique_ptr<Index> open_index(const Place& place) {
  auto index = Index::open(place.index(), {});
  CHECK(index.has_value());
  return *std::move(index);
}

void write(const Place& place, Batch batch) {
  const auto index = open_index(place);
  CHECK(index->write(batch).has_value());
  CHECK(index->flush().has_value());
}

// Returns the first entry of each table.
std::map<char, std::pair<std::string, std::string>> first_entries(const Place& place) {
  const auto index = open_index(place);
  std::map<char, std::pair<std::string, std::string>> first;
  embedded::ReadContext context;
  auto walk = index->walk({}, {}, context);
  while (walk.next()) {
    first.try_emplace(walk.key().front(), std::string(walk.key()), std::string(walk.value()));
  }
  return first;
}

Applied applied_of(const Place& place) {
  const auto index = open_index(place);
  embedded::ReadContext context;
  const auto bytes = index->get(embedded::key<embedded::layouts::applied>(), context);
  CHECK(bytes.has_value() && bytes->has_value());
  const auto applied = embedded::decoded<Applied>(**bytes, "applied");
  CHECK(applied.has_value());
  return *applied;
}

class CheckedNetwork : public ::testing::Test {
 protected:
  CheckedNetwork() {
    Served served(place_.network());
    served.found();
    served.trade();
  }
  Place place_;
};

TEST_F(CheckedNetwork, untouched_has_no_damage) {
  const auto ended = place_.check();
  EXPECT_TRUE(ended.out.ends_with("nothing wrong\n")) << ended.out;
  EXPECT_EQ(ended.err, "") << "progress is for a terminal";
  EXPECT_EQ(ended.exit_code, 0);
}

TEST_F(CheckedNetwork, is_the_same_after_the_check) {
  // The lock file has the process id of its last holder, so the check changes it.
  fs::remove(place_.network() + "/journal/lock");
  const auto before = contents_of(place_.network());
  EXPECT_EQ(place_.check().exit_code, 0);
  fs::remove(place_.network() + "/journal/lock");
  EXPECT_EQ(contents_of(place_.network()), before);
}

TEST_F(CheckedNetwork, that_was_rebuilt_has_nothing_wrong) {
  EXPECT_EQ(place_.check("--rebuild").exit_code, 0);
  EXPECT_EQ(place_.check().exit_code, 0);
  Served served(place_.network());
  EXPECT_EQ(served.store().epoch(), 1U);
  served.send(1);
}

TEST_F(CheckedNetwork, each_entry_that_is_missing_is_named) {
  Batch batch;
  const auto entries = first_entries(place_);
  for (const auto& [table, entry] : entries) {
    if (table != 'a') batch.remove(entry.first);
  }
  write(place_, std::move(batch));
  const auto ended = place_.check();
  EXPECT_EQ(ended.exit_code, 1);
  for (const std::string table :
       {"transaction", "chain", "history", "number", "event", "key used", "keys in hour", "case",
        "cases", "rejection", "rejected payload", "range", "counts", "frame", "erased", "directory",
        "queue", "act"}) {
    EXPECT_TRUE(ended.out.contains("WRONG: " + table + ", missing: ")) << table << "\n"
                                                                       << ended.out;
  }
  EXPECT_TRUE(ended.out.contains(fmt::format("{} entries are wrong", entries.size() - 1)))
      << ended.out;
  EXPECT_FALSE(ended.out.contains("unknown table")) << ended.out;
  EXPECT_FALSE(ended.out.contains("missing: key ")) << "a key that people can't read\n"
                                                    << ended.out;
}

TEST_F(CheckedNetwork, each_entry_that_was_changed_is_named) {
  Batch batch;
  const auto entries = first_entries(place_);
  for (const auto& [table, entry] : entries) {
    if (table != 'a') batch.put(entry.first, entry.second + "!");
  }
  write(place_, std::move(batch));
  const auto ended = place_.check();
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.contains("WRONG: transaction, different: id 0")) << ended.out;
  EXPECT_TRUE(ended.out.contains("WRONG: chain, different: principal ")) << ended.out;
  EXPECT_TRUE(ended.out.contains(fmt::format("{} entries are wrong", entries.size() - 1)))
      << ended.out;
}

TEST_F(CheckedNetwork, each_entry_that_was_added_is_named) {
  const exchange::ParticipantId other_process(base::Uuid{.bytes = {7}});
  Batch batch;
  batch.put(embedded::key<embedded::layouts::queue>(other_process, exchange::Flow::test, 17), "");
  batch.put("\xff", "behind every table");
  batch.put("~what", "");
  write(place_, std::move(batch));
  const auto ended = place_.check();
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(
      ended.out.contains("WRONG: queue, extra: participant "
                         "07000000-0000-0000-0000-000000000000, flow test, position 17\n"))
      << ended.out;
  EXPECT_TRUE(ended.out.contains("WRONG: unknown table 0xff, extra: key ff\n")) << ended.out;
  EXPECT_TRUE(ended.out.contains("WRONG: unknown table '~', extra: key 7e77686174\n")) << ended.out;
  EXPECT_TRUE(ended.out.contains("3 entries are wrong")) << ended.out;
}

TEST_F(CheckedNetwork, how_far_the_index_says_to_be_is_compared_field_by_field) {
  auto applied = applied_of(place_);
  applied.last_instant += std::chrono::hours(1);
  Batch harmless;
  harmless.put(embedded::key<embedded::layouts::applied>(), embedded::encoded(applied));
  write(place_, std::move(harmless));
  EXPECT_EQ(place_.check().exit_code, 0) << "a moment in which nothing was kept";
  applied.epoch = 7;
  applied.directory += 1;
  Batch wrong;
  wrong.put(embedded::key<embedded::layouts::applied>(), embedded::encoded(applied));
  write(place_, std::move(wrong));
  const auto ended = place_.check();
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.contains("WRONG: applied, different: epoch, directory\n")) << ended.out;
}

TEST_F(CheckedNetwork, faults_beyond_a_hundred_are_counted) {
  Batch batch;
  for (int i = 0; i < 150; ++i) batch.put(fmt::format("z{:016}", i), "");
  write(place_, std::move(batch));
  const auto ended = place_.check();
  EXPECT_TRUE(ended.out.contains("… and 50 more\n150 entries are wrong")) << ended.out;
  const auto json = place_.check("--json");
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_TRUE(json.out.contains(R"("wrongCount": 150)")) << json.out;
  EXPECT_TRUE(json.out.contains(R"("table": "erased")")) << json.out;
}

TEST_F(CheckedNetwork, without_an_index_is_reported_and_gets_one) {
  fs::remove_all(place_.index());
  const auto ended = place_.check();
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.contains("WRONG: there is no index")) << ended.out;
  EXPECT_EQ(place_.check("--rebuild").exit_code, 0);
  EXPECT_EQ(place_.check().exit_code, 0);
}

TEST_F(CheckedNetwork, with_an_index_that_is_garbage_is_reported_and_gets_one) {
  for (const auto& entry : fs::directory_iterator(place_.index())) {
    if (entry.path().extension() == ".sst") flip(entry.path().string(), 100);
    if (entry.path().filename().string().starts_with("MANIFEST")) flip(entry.path().string(), 20);
  }
  const auto ended = place_.check();
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.contains("WRONG: the index can't be read")) << ended.out << ended.err;
  EXPECT_EQ(place_.check("--rebuild").exit_code, 0);
  EXPECT_EQ(place_.check().exit_code, 0);
}

TEST_F(CheckedNetwork, with_another_networks_index_is_reported) {
  const Place other;
  other.make_network(3);
  fs::remove_all(place_.index());
  fs::copy(other.index(), place_.index(), fs::copy_options::recursive);
  const auto ended = place_.check();
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.contains("the index belongs to another journal")) << ended.out;
}

TEST_F(CheckedNetwork, that_is_being_served_is_left_alone) {
  const Served served(place_.network());
  for (const std::string words : {"", "--rebuild", "--repair", "--repair --yes"}) {
    const auto ended = place_.check(words);
    EXPECT_EQ(ended.exit_code, 3) << words;
    EXPECT_TRUE(ended.err.contains(fmt::format("locked by process {}", ::getpid()))) << ended.err;
  }
  EXPECT_EQ(place_.check("--chain").exit_code, 0) << "that one only reads";
}

TEST_F(CheckedNetwork, with_an_index_of_a_newer_version_is_refused) {
  auto applied = applied_of(place_);
  applied.format = Applied::format_now + 1;
  Batch batch;
  batch.put(embedded::key<embedded::layouts::applied>(), embedded::encoded(applied));
  write(place_, std::move(batch));
  const auto ended = place_.check();
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("newer version")) << ended.err;
}

TEST_F(CheckedNetwork, with_an_index_of_an_older_version_has_it_built_again_at_a_start) {
  auto applied = applied_of(place_);
  applied.format = Applied::format_now - 1;
  Batch batch;
  for (const auto& [table, entry] : first_entries(place_)) batch.remove(entry.first);
  batch.put(embedded::key<embedded::layouts::applied>(), embedded::encoded(applied));
  write(place_, std::move(batch));
  EXPECT_EQ(place_.check().exit_code, 1);
  Served(place_.network()).send(1);
  EXPECT_EQ(applied_of(place_).format, Applied::format_now);
  EXPECT_EQ(place_.check().exit_code, 0);
}

// Appends a record of a kind that this version does not know, as a newer version does.
void append_unknown_record(const Place& place) {
  const auto folder =
      journal::open_posix_folder(place.network() + "/journal", journal::Missing::refuse);
  CHECK(folder.has_value());
  const auto opened = journal::Journal::open(**folder, small_segments().journal, {});
  CHECK(opened.has_value());
  const journal::NewRecord record{.kind = 999, .version = 1, .head = "news", .body = {}};
  CHECK((*opened)->writer().append({&record, 1}, {}).has_value());
  CHECK((*opened)->writer().seal().has_value());
}

TEST_F(CheckedNetwork, with_records_of_a_newer_version_is_refused) {
  append_unknown_record(place_);
  const auto ended = place_.check("--rebuild");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("newer version")) << ended.err;
  EXPECT_EQ(place_.check().exit_code, 0) << "as far as the index goes, which is still there";
}

TEST_F(CheckedNetwork, keeps_nothing_of_a_check_that_was_killed) {
  fs::create_directories(place_.network() + "/check-1234/index");
  std::ofstream(place_.network() + "/check-1234/index/000001.sst") << "left";
  EXPECT_EQ(place_.check().exit_code, 0);
  EXPECT_FALSE(fs::exists(place_.network() + "/check-1234"));
}

TEST(Check, of_no_network_can_not_be_done) {
  const Place place;
  for (const std::string words : {"", "--rebuild", "--repair", "--chain"}) {
    EXPECT_EQ(place.check(words).exit_code, 3) << words;
  }
  EXPECT_FALSE(fs::exists(place.network())) << "and none is made";
}

TEST(Check, of_words_that_do_not_go_together_is_a_wrong_call) {
  const Place place;
  for (const std::string words :
       {"--rebuild --repair", "--yes", "--anchor x", "--chain --repair"}) {
    EXPECT_EQ(place.check(words).exit_code, 2) << words;
  }
}

// A store of the conformance suite that is checked at each stop.
class CheckedStore final : public conformance::StoreUnderTest {
 public:
  explicit CheckedStore(const base::Clock& clock) : store_(clock) {}
  ~CheckedStore() override { stop(); }

  exchange::Store& store() override { return store_.store(); }
  void restart() override {
    stop();
    store_.open();
  }

 private:
  void stop() {
    store_.close();
    const auto ended = binary_.tradepost("check '" + store_.folder().path() + "'");
    EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  }

  embedded::testing::ScratchStore store_;
  served::Desk binary_;
};

TEST(Check, finds_nothing_wrong_after_random_commands) {
  const auto make = [](const base::Clock& clock) { return std::make_unique<CheckedStore>(clock); };
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    const auto result = conformance::run(make, seed, {.commands = 600, .poll_interval = 600});
    EXPECT_FALSE(result.difference);
  }
}

}  // namespace
}  // namespace tradepost::check
