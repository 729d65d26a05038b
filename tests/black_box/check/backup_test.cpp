// Tests `tradepost backup` of a store while it is written, and `tradepost restore`.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "check/network.hpp"
#include "polling.hpp"
#include "served/binary.hpp"
#include "served/json.hpp"
#include "served/network.hpp"

namespace tradepost::check {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& path) {
  return "'" + path + "'";
}

Ended back_up(const Place& place, const std::string& to) {
  return place.tradepost("backup " + quoted(place.network()) + " " + quoted(place.path(to)));
}

Ended restore(const Place& place, const std::string& from, const std::string& to) {
  return place.tradepost("restore " + quoted(place.path(from)) + " " + quoted(place.path(to)));
}

// Gives a backup another time.
void date(const std::string& backup, const std::string& taken_ms) {
  const std::string note = backup + "/backup";
  const std::string line = fmt::format("sed -i 's/^taken-ms .*/taken-ms {}/' '{}'", taken_ms, note);
  EXPECT_EQ(std::system(line.c_str()), 0);
}

// The ids of acknowledged documents, added by one thread and read by another.
class Acknowledged {
 public:
  void add(TransactionId id) {
    const std::lock_guard lock(mutex_);
    ids_.push_back(id);
  }
  std::vector<TransactionId> so_far() const {
    const std::lock_guard lock(mutex_);
    return ids_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<TransactionId> ids_;  // guarded by mutex_
};

TEST(Backup, taken_while_a_network_is_written_has_all_that_was_answered_before) {
  constexpr int backups = 12;
  const Place place;
  Acknowledged acknowledged;
  std::atomic<bool> is_enough = false;
  std::vector<std::vector<TransactionId>> before;
  {
    Served served(place.network());
    served.found();
    std::jthread writer([&] {
      for (std::uint64_t i = 0; !is_enough; ++i) acknowledged.add(served.send(i));
    });
    for (int i = 0; i < backups; ++i) {
      before.push_back(acknowledged.so_far());
      const auto ended = back_up(place, fmt::format("backup-{}", i));
      EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
    }
    is_enough = true;
  }
  const auto all = acknowledged.so_far();
  EXPECT_TRUE(fs::exists(place.segment(3))) << "the backups met the ends of segments";
  for (int i = 0; i < backups; ++i) {
    SCOPED_TRACE(i);
    const auto to = fmt::format("restored-{}", i);
    const auto restored = restore(place, fmt::format("backup-{}", i), to);
    EXPECT_EQ(restored.exit_code, 0) << restored.out << restored.err;
    const auto checked = place.tradepost("check " + quoted(place.path(to)));
    EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
    Served served(place.path(to));
    EXPECT_GT(served.store().epoch(), 1U);
    auto there = served.all();
    EXPECT_GE(there.size(), before[static_cast<std::size_t>(i)].size());
    ASSERT_LE(there.size(), all.size());
    EXPECT_EQ(there, std::vector<TransactionId>(
                         all.begin(), all.begin() + static_cast<std::ptrdiff_t>(there.size())));
  }
}

TEST(Backup, of_a_stopped_network_is_all_of_it) {
  const Place place;
  const auto sent = place.make_network(100);
  const auto ended = back_up(place, "backup");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_EQ(place.tradepost("journal verify " + quoted(place.path("backup/journal"))).exit_code, 0);
  EXPECT_FALSE(fs::exists(place.path("backup/index")));
  EXPECT_GT(fs::hard_link_count(place.path("backup/journal/00000001.segment")), 1U);
  EXPECT_EQ(restore(place, "backup", "restored").exit_code, 0);
  EXPECT_EQ(Served(place.path("restored")).all(), sent);
  EXPECT_EQ(fs::hard_link_count(place.path("restored/journal/00000001.segment")), 1U)
      << "a network shares no bytes with its backup";
}

TEST(Backup, writes_over_nothing) {
  const Place place;
  place.make_network(3);
  EXPECT_EQ(back_up(place, "backup").exit_code, 0);
  const auto before = contents_of(place.path("backup"));
  EXPECT_EQ(back_up(place, "backup").exit_code, 3);
  EXPECT_EQ(contents_of(place.path("backup")), before);
  fs::create_directory(place.path("other.unfinished"));
  const auto ended = back_up(place, "other");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("interrupted")) << ended.err;
}

TEST(Backup, keeps_the_newest_of_a_network_and_removes_what_an_interruption_left) {
  const Place place;
  const Place other;
  place.make_network(3);
  other.make_network(3);
  const std::string folder = place.path("backups");
  fs::create_directories(folder + "/2020-01-02T030405Z.unfinished/journal");
  fs::create_directories(folder + "/by hand");
  const std::string in_progress = "2100-01-01T000000Z.unfinished";
  fs::create_directories(folder + "/" + in_progress);
  const auto backed_up = [&](const std::string& network, const std::string& to) {
    const auto ended = place.tradepost(fmt::format("backup '{}' '{}'", network, to));
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
  };
  backed_up(place.network(), folder + "/2020-01-01T000000Z");
  backed_up(place.network(), folder + "/before the upgrade");
  backed_up(other.network(), folder + "/2020-01-03T000000Z");
  const auto ended =
      place.tradepost(fmt::format("backup '{}' '{}' --keep 1 --json", place.network(), folder));
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(served::at(ended.out, "removed"), "1");

  std::set<std::string> left;
  for (const auto& entry : fs::directory_iterator(folder)) left.insert(entry.path().filename());
  const std::string newest = fs::path(served::at(ended.out, "backup")).filename();
  EXPECT_EQ(left, (std::set<std::string>{"2020-01-03T000000Z", in_progress, "before the upgrade",
                                         "by hand", newest}));
  EXPECT_EQ(restore(place, "backups/" + newest, "restored").exit_code, 0);
}

TEST(Backup, its_time_is_a_metric) {
  const Place place;
  place.make_network(3);
  const std::string folder = place.path("backups");
  fs::create_directory(folder);
  const served::ServedExchange exchange({.data = place.network(), .flags = {"--backups", folder}});
  http_tests::Client client(exchange.port());
  // Returns the seconds of the metric, or nullopt before the first look at the folder.
  const auto taken = [&]() -> std::optional<std::uint64_t> {
    const auto metrics = served::ask(client, served::operator_token, "GET", "/metrics").body;
    const auto line = metrics.find("\ntradepost_backup_timestamp_seconds ");
    if (line == std::string::npos) return std::nullopt;
    const auto at = metrics.find(' ', line) + 1;
    return served::number_in(metrics.substr(at, metrics.find_first_of(".\n", at) - at));
  };
  EXPECT_TRUE(is_soon([&] { return taken() == 0u; }));
  const auto before = static_cast<std::uint64_t>(::time(nullptr));
  const auto ended =
      place.tradepost(fmt::format("backup '{}' '{}' --keep 1", place.network(), folder));
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_TRUE(is_soon([&] { return taken() >= before; }, std::chrono::seconds(60)));
}

TEST(Backup, folder_that_is_missing_is_logged_at_the_start) {
  const Place place;
  place.make_network(3);
  const served::ServedExchange exchange(
      {.data = place.network(), .flags = {"--backups", place.path("backups")}});
  exchange.log_line_with({"event=backups_not_read"});
}

// A wrong clock may have given a backup a date in the future.
TEST(Backup, that_was_just_taken_is_never_removed) {
  const Place place;
  place.make_network(3);
  const std::string folder = place.path("backups");
  fs::create_directory(folder);
  const std::string later = folder + "/2100-01-01T000000Z";
  EXPECT_EQ(place.tradepost(fmt::format("backup '{}' '{}'", place.network(), later)).exit_code, 0);
  date(later, "4102444800000");
  const auto found = place.tradepost(
      fmt::format("doctor --quick --data '{}' --backups '{}'", place.network(), folder));
  EXPECT_TRUE(found.out.contains("The newest backup has a date in the future.")) << found.out;

  const auto ended =
      place.tradepost(fmt::format("backup '{}' '{}' --keep 1 --json", place.network(), folder));
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_TRUE(fs::exists(served::at(ended.out, "backup")));
  EXPECT_FALSE(fs::exists(later));
}

TEST(Backup, of_a_damaged_journal_is_refused_and_leaves_nothing) {
  const Place place;
  place.make_network(100);
  flip(place.segment(1), byte_of_record(place.segment(1), 20) + 200);
  const auto ended = back_up(place, "backup");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.err.contains("segment 1, byte ")) << ended.err;
  EXPECT_FALSE(fs::exists(place.path("backup")));
  EXPECT_FALSE(fs::exists(place.path("backup.unfinished")));
}

TEST(Backup, that_was_killed_is_no_backup_and_one_that_was_not_is_one) {
  const Place place;
  place.make_network(100);
  int killed = 0;
  for (int i = 0; i < 20; ++i) {
    SCOPED_TRACE(i);
    const auto to = fmt::format("backup-{}", i);
    const auto command =
        fmt::format("timeout -s KILL 0.{:03} '{}' backup {} {} >/dev/null 2>&1", 1 + 4 * i,
                    served::binary(), quoted(place.network()), quoted(place.path(to)));
    const bool was_killed = std::system(command.c_str()) != 0;
    killed += was_killed ? 1 : 0;
    const bool is_there = fs::exists(place.path(to));
    EXPECT_TRUE(is_there || was_killed);
    const auto restored = restore(place, is_there ? to : to + ".unfinished", "restored" + to);
    EXPECT_EQ(restored.exit_code == 0, is_there) << restored.err;
    EXPECT_EQ(fs::exists(place.path("restored" + to)), is_there);
  }
  EXPECT_GT(killed, 0);
}

TEST(Restore, refuses_what_is_no_whole_backup) {
  const Place place;
  place.make_network(100);
  EXPECT_EQ(back_up(place, "backup").exit_code, 0);
  fs::copy(place.path("backup"), place.path("interrupted"), fs::copy_options::recursive);
  fs::remove(place.path("interrupted/backup"));
  const auto interrupted = restore(place, "interrupted", "to");
  EXPECT_EQ(interrupted.exit_code, 1);
  EXPECT_TRUE(interrupted.err.contains("This is not a complete backup.")) << interrupted.err;

  fs::copy(place.path("backup"), place.path("shortened"), fs::copy_options::recursive);
  fs::remove(place.path("shortened/journal/00000002.segment"));
  EXPECT_EQ(restore(place, "shortened", "to").exit_code, 1) << "a piece is missing";

  fs::copy(place.path("backup"), place.path("flipped"), fs::copy_options::recursive);
  flip(place.path("flipped/journal/00000001.segment"), 9000);
  EXPECT_EQ(restore(place, "flipped", "to").exit_code, 1);

  EXPECT_EQ(restore(place, "nothing", "to").exit_code, 3);
  EXPECT_FALSE(fs::exists(place.path("to")));
}

TEST(Restore, refuses_a_backup_of_a_newer_version) {
  const Place place;
  place.make_network(3);
  EXPECT_EQ(back_up(place, "backup").exit_code, 0);
  std::ofstream(place.path("backup/backup")) << "tradepost backup 2\nwhat comes then\n";
  const auto ended = restore(place, "backup", "to");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("newer version")) << ended.err;
}

TEST(Restore, keeps_the_format_of_the_backup) {
  const Place place;
  place.make_network(3);
  const auto text_of = [&](const std::string& folder) {
    std::ifstream file(place.path(folder + "/format"));
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  std::ofstream(place.path("network/format")) << "tradepost format 1\n";
  EXPECT_EQ(back_up(place, "backup").exit_code, 0);
  EXPECT_EQ(text_of("backup"), "tradepost format 1\n");
  EXPECT_EQ(restore(place, "backup", "to").exit_code, 0);
  EXPECT_EQ(text_of("to"), "tradepost format 1\n");

  std::ofstream(place.path("backup/format")) << "tradepost format 9\n";
  const auto ended = restore(place, "backup", "other");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("newer version")) << ended.err;
}

TEST(Restore, takes_an_empty_folder_and_no_other) {
  const Place place;
  const auto sent = place.make_network(3);
  EXPECT_EQ(back_up(place, "backup").exit_code, 0);
  fs::create_directory(place.path("empty"));
  EXPECT_EQ(restore(place, "backup", "empty").exit_code, 0);
  EXPECT_EQ(Served(place.path("empty")).all(), sent);
  EXPECT_FALSE(fs::exists(place.path("empty/restoring")));
  const auto before = contents_of(place.network());
  EXPECT_EQ(restore(place, "backup", "network").exit_code, 3);
  EXPECT_EQ(contents_of(place.network()), before);
}

TEST(Restore, gives_no_number_that_was_given_since_the_backup) {
  const Place place;
  std::set<std::string> given;
  {
    Served served(place.network());
    served.found();
    for (const auto& number : served.take_numbers(10)) given.insert(number);
    EXPECT_EQ(back_up(place, "backup").exit_code, 0);
    for (const auto& number : served.take_numbers(5'000)) given.insert(number);
  }
  const auto restored = restore(place, "backup", "restored");
  EXPECT_EQ(restored.exit_code, 0);
  EXPECT_TRUE(restored.out.contains("skips 99999 numbers, starting at 34012345000000011"))
      << restored.out;
  for (const auto& number : Served(place.path("restored")).take_numbers(5'000)) {
    EXPECT_TRUE(given.insert(number).second) << number;
  }
}

TEST(Restore, of_a_restored_network_begins_the_next_epoch) {
  const Place place;
  place.make_network(3);
  EXPECT_EQ(back_up(place, "backup").exit_code, 0);
  EXPECT_EQ(restore(place, "backup", "second").exit_code, 0);
  EXPECT_EQ(place
                .tradepost("backup " + quoted(place.path("second")) + " " +
                           quoted(place.path("backup-2")))
                .exit_code,
            0);
  EXPECT_EQ(restore(place, "backup-2", "third").exit_code, 0);
  const auto second = Served(place.path("second")).store().epoch();
  EXPECT_GT(second, 1U);
  Served served(place.path("third"));
  EXPECT_GT(served.store().epoch(), second);
  EXPECT_EQ(served.all().size(), 3U);
}

TEST(Restore, two_of_one_backup_begin_two_epochs) {
  const Place place;
  place.make_network(3);
  EXPECT_EQ(back_up(place, "backup").exit_code, 0);
  std::set<std::uint64_t> epochs;
  for (const std::string to : {"one", "other"}) {
    EXPECT_EQ(restore(place, "backup", to).exit_code, 0);
    epochs.insert(Served(place.path(to)).store().epoch());
  }
  EXPECT_EQ(epochs.size(), 2U) << "a cursor of the one would be accepted by the other";
  EXPECT_GT(*epochs.begin(), 1U);
}

TEST(Restore, erases_again_what_was_erased_since_the_backup) {
  const Place place;
  std::vector<TransactionId> sent;
  {
    Served served(place.network());
    served.found();
    for (std::uint64_t i = 0; i < 3; ++i) sent.push_back(served.send(i));
    served.erase(sent[0]);
    EXPECT_EQ(back_up(place, "backup").exit_code, 0);
    served.erase(sent[1]);
    served.erase(served.send(4));  // not in the backup
    EXPECT_EQ(back_up(place, "later").exit_code, 0);
  }
  const auto erased_after = [&](const std::string& name, const std::string& words) {
    const auto restored = place.tradepost(fmt::format(
        "restore {} {} {}", quoted(place.path("backup")), quoted(place.path(name)), words));
    EXPECT_EQ(restored.exit_code, 0) << restored.err;
    EXPECT_EQ(restored.out.contains("erased again: 1 documents"), !words.empty());
    EXPECT_EQ(place.tradepost("check " + quoted(place.path(name))).exit_code, 0);
    return Served(place.path(name)).erased();
  };
  EXPECT_EQ(erased_after("without", ""), std::vector{sent[0]});
  const std::vector both{sent[0], sent[1]};
  EXPECT_EQ(erased_after("by-network", "--erased-in " + quoted(place.network())), both);
  EXPECT_EQ(erased_after("by-later", "--erased-in " + quoted(place.path("later"))), both);
  // A damaged source is read as far as possible.
  fs::remove(place.segment(2));
  EXPECT_EQ(erased_after("by-damaged", "--erased-in " + quoted(place.network())), both);
}

TEST(Restore, believes_no_other_network_what_was_erased) {
  const Place place;
  place.make_network(3);
  EXPECT_EQ(back_up(place, "backup").exit_code, 0);
  const Place other;
  other.make_network(3);
  for (const auto& folder : {other.network(), place.path("nowhere")}) {
    const auto ended =
        place.tradepost(fmt::format("restore {} {} --erased-in {}", quoted(place.path("backup")),
                                    quoted(place.path("to")), quoted(folder)));
    EXPECT_EQ(ended.exit_code, 3) << ended.err;
    EXPECT_FALSE(fs::exists(place.path("to")));
  }
}

TEST(Restore, keeps_what_was_erased_erased) {
  const Place place;
  {
    Served served(place.network());
    served.found();
    served.trade();
  }
  EXPECT_EQ(back_up(place, "backup").exit_code, 0);
  EXPECT_EQ(restore(place, "backup", "restored").exit_code, 0);
  EXPECT_EQ(place.tradepost("check " + quoted(place.path("restored"))).exit_code, 0);
  Served was(place.network());
  Served is(place.path("restored"));
  EXPECT_EQ(is.all(), was.all());
  EXPECT_EQ(is.erased(), was.erased());
  EXPECT_EQ(is.erased().size(), 1U);
}

}  // namespace
}  // namespace tradepost::check
