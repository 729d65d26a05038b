// Kills a process again and again with -9 while it trades on a store with several threads. Every
// answered command persists once and as answered, whether the index is current, older or gone.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "base/ground/check.hpp"
#include "embedded_store/fresh_index.hpp"
#include "embedded_store/ledger.hpp"
#include "journal/disk/posix_folder.hpp"
#include "process/process.hpp"
#include "scratch_store/scratch_store.hpp"
#include "scratch_store/store_on_files.hpp"
#include "tests/support/run.hpp"

namespace tradepost::store::embedded::testing {
namespace {

constexpr std::uint64_t slowness = run::is_sanitized ? 4 : 1;
// The lives of a short run: three of each index on average.
constexpr std::uint64_t short_run = run::is_sanitized ? 5 : 10;

enum class IndexIs : std::uint8_t { as_it_was, gone, an_older_one };

// The time of a kill: a number of answers, and a delay after the last of them.
struct Moment {
  std::size_t answers = 0;
  std::chrono::microseconds later{};
};

// Reads lines from a pipe, and ignores an incomplete last line.
class Lines {
 public:
  explicit Lines(int pipe) : pipe_(pipe) {}

  // Returns false at the end.
  bool read_into(Ledger& ledger) {
    std::array<char, 1u << 16> buffer;
    const auto count = ::read(pipe_, buffer.data(), buffer.size());
    if (count <= 0) return false;
    rest_.append(buffer.data(), static_cast<std::size_t>(count));
    std::size_t begin = 0;
    for (auto end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n', begin)) {
      ledger.hear(word_of(std::string_view(rest_).substr(begin, end - begin)));
      begin = end + 1;
    }
    rest_.erase(0, begin);
    return true;
  }

 private:
  const int pipe_;
  std::string rest_;
};

class Killing : public ::testing::Test {
 protected:
  void begin_folder() {
    scratch_ = std::make_unique<ScratchFolder>();
    ledger_ = Ledger();
  }

  const std::string& path() const { return scratch_->path(); }
  std::string older_index() const { return path() + "/older"; }
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  void trade_and_kill(std::uint64_t life, const Moment& moment) {
    process::Process trader([&](process::Process::Pipes pipes) {
      CHECK(::dup2(pipes.output, STDOUT_FILENO) == STDOUT_FILENO);
      ::execl(TRADEPOST_TRADING_PROCESS, TRADEPOST_TRADING_PROCESS, path().c_str(),
              std::to_string(life).c_str(), std::to_string(seed_).c_str(), nullptr);
    });
    Lines lines(trader.output());
    const std::size_t enough = ledger_.answers() + moment.answers;
    while (ledger_.answers() < enough && lines.read_into(ledger_)) continue;
    trader.kill_after(moment.later);
    while (lines.read_into(ledger_)) continue;
  }

  void put_index(IndexIs what) {
    namespace fs = std::filesystem;
    const bool has_older = fs::exists(older_index());
    if (what == IndexIs::gone || (what == IndexIs::an_older_one && has_older)) {
      fs::remove_all(index_path(path()));
    }
    if (what == IndexIs::an_older_one && has_older) fs::rename(older_index(), index_path(path()));
    // Copies the index for a later life, while no process uses it.
    if (what == IndexIs::as_it_was && !has_older && below(3) == 0) {
      fs::copy(index_path(path()), older_index(), fs::copy_options::recursive);
    }
  }

  void compare() {
    const base::SystemClock clock;
    const auto place =
        StoreOnFiles::open(path(), clock, small_options(),
                           [](const base::Error& error) { ADD_FAILURE() << error.detail().str(); });
    ASSERT_TRUE(place) << place.error().text().str() << " " << place.error().detail().str();
    Town town((*place)->store(), clock);
    ledger_.compare(town);
  }

  void compare_index() {
    const auto folder = journal::open_posix_folder(journal_path(path()), journal::Missing::refuse);
    ASSERT_TRUE(folder);
    EXPECT_EQ(difference_from_fresh_index(**folder, index_path(path()), small_options()), "");
  }

  void live(std::uint64_t life) {
    const Moment moment{.answers = 1 + below(below(2) == 0 ? 60 : 1500 / slowness),
                        .later = std::chrono::microseconds(below(30'000))};
    const auto index = static_cast<IndexIs>(below(3));
    SCOPED_TRACE("seed " + std::to_string(seed_) + ", life " + std::to_string(life) + ", index " +
                 std::to_string(static_cast<int>(index)));
    trade_and_kill(life, moment);
    put_index(index);
    compare();
    compare_index();
  }

  std::unique_ptr<ScratchFolder> scratch_;
  Ledger ledger_;
  const std::uint64_t seed_ = run::seed();
  std::mt19937_64 random_{seed_};
};

// Every life ends with a comparison of all answers, so a long run uses several folders.
// Covers contract 4.8 and 4.10.
TEST_F(Killing, a_killed_store_has_all_that_it_answered) {
  const int folders = run::is_long() ? 4 : 1;
  const std::uint64_t lives = run::is_long() ? 50 : short_run;
  for (int folder = 0; folder < folders && !HasFailure(); ++folder) {
    begin_folder();
    for (std::uint64_t life = 0; life < lives && !HasFailure(); ++life) live(life);
    std::printf("%llu lives, %zu answers, %zu documents\n", static_cast<unsigned long long>(lives),
                ledger_.answers(), ledger_.documents());
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
