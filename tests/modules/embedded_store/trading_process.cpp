// Opens a store and trades on it with several threads until it is killed. It writes each request to
// its standard output before it sends it, and each answer after it came.
//
//   trading_process FOLDER LIFE SEED

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "base/ground/check.hpp"
#include "embedded_store/trading.hpp"
#include "scratch_store/scratch_store.hpp"
#include "scratch_store/store_on_files.hpp"

namespace tradepost::store::embedded::testing {
namespace {

constexpr std::size_t traders = 4;

// Uses one write, so that the pipe has the whole line or none of it.
void on_word(const Word& word) {
  constexpr std::size_t pipe_takes_at_once = 4096;
  const std::string line = line_of(word);
  CHECK(line.size() <= pipe_takes_at_once);
  CHECK(::write(STDOUT_FILENO, line.data(), line.size()) == static_cast<ssize_t>(line.size()));
}

void trade(const std::string& path, std::uint64_t life, std::uint64_t seed) {
  const base::SystemClock clock;
  // A failure of the store here is unexpected.
  const auto place = StoreOnFiles::open(path, clock, small_options(), [](const base::Error& error) {
    std::fprintf(stderr, "the store has failed: %s\n", error.detail().str().c_str());
    std::abort();
  });
  CHECK(place.has_value());
  Town town((*place)->store(), clock);
  const auto founded = found(town);
  CHECK(founded.has_value());
  std::vector<std::jthread> threads;
  for (std::size_t nth = 0; nth < traders; ++nth) {
    threads.emplace_back([&place, &clock, nth, life, seed] {
      Trader trader((*place)->store(), clock,
                    {.nth = nth, .of = traders, .life = life, .seed = seed}, on_word);
      while (trader.trade()) continue;
    });
  }
}

}  // namespace
}  // namespace tradepost::store::embedded::testing

int main(int count, char** arguments) {
  if (count != 4) {
    std::fputs("trading_process FOLDER LIFE SEED\n", stderr);
    return 2;
  }
  using tradepost::store::embedded::testing::number_of;
  tradepost::store::embedded::testing::trade(arguments[1], number_of(arguments[2]),
                                             number_of(arguments[3]));
}
