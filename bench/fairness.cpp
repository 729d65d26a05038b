// Measures the effect of one demanding neighbour on others. Pairs trade at a fixed rate, without a
// neighbour and with each kind of neighbour in turn, in one run. Prints the p99 of their waiting
// times and its ratio to the p99 without a neighbour. Exits with 1 if the ratio is more than three.
//
// Waiting times while the machine itself was interrupted (town::MachineWatch) do not count, and
// turns are repeated until enough waiting times count. If too many turns are needed, the run has no
// result and exits with 3.
//
//   fairness BINARY DIR [--seconds S] [--turns N] [--rate R] [--cases N] [--only NAMES] [-- FLAG…]
//
// BINARY is tradepost. DIR is created on the disk to measure and removed. FLAG is an option of
// `serve`. NAMES are parts of neighbours' names, separated by commas.
#include <fmt/core.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/ground/check.hpp"
#include "town/town.hpp"

namespace {

namespace town = tradepost::town;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t pairs = 16;
constexpr std::size_t crowd = 64;  // connections of a neighbour
constexpr double bound = 3;
constexpr milliseconds rest{3'000};
constexpr std::uint64_t tries_max = 4;  // for each turn that has to count
constexpr int not_shown = 3;            // exit status

struct Options {
  std::string binary;
  std::string folder;
  // Long enough for the store to keep large documents, which takes pauses of seconds.
  std::uint64_t seconds = 15;
  std::uint64_t turns = 2;
  std::uint64_t rate = 300;
  std::uint64_t cases = 100'000;
  std::string only;
  std::vector<std::string> flags;
};

std::optional<Options> options_in(int count, char** words) {
  if (count < 3) return std::nullopt;
  Options options{.binary = words[1], .folder = words[2], .only = {}, .flags = {}};
  for (int i = 3; i < count; i += 2) {
    const std::string_view name = words[i];
    if (name == "--") {
      options.flags.assign(words + i + 1, words + count);
      return options;
    }
    if (i + 1 == count) return std::nullopt;
    const std::string_view value = words[i + 1];
    if (name == "--only") {
      options.only = value;
      continue;
    }
    std::uint64_t* const number = name == "--seconds" ? &options.seconds
                                  : name == "--turns" ? &options.turns
                                  : name == "--rate"  ? &options.rate
                                  : name == "--cases" ? &options.cases
                                                      : nullptr;
    if (number == nullptr) return std::nullopt;
    std::from_chars(value.data(), value.data() + value.size(), *number);
  }
  return options;
}

// Shared by the benchmark and a neighbour in its own process.
struct Counters {
  std::atomic<bool> enough = false;
  std::atomic<std::uint64_t> last_number = 0;
  std::atomic<std::uint64_t> done = 0;
  std::atomic<std::uint64_t> refused = 0;
};

class SharedMemory {
 public:
  SharedMemory()
      : bytes_(::mmap(nullptr, sizeof(Counters), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                      -1, 0)) {
    CHECK(bytes_ != MAP_FAILED);
    new (bytes_) Counters;
  }
  ~SharedMemory() { ::munmap(bytes_, sizeof(Counters)); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  Counters& counters() { return *static_cast<Counters*>(bytes_); }

 private:
  void* bytes_;
};

// A neighbour that sends requests on many connections until `enough` is set. It represents a client
// on another machine, so it has the lowest priority and its own process: it must not take
// processors from the exchange or share locks with the measured clients.
class Neighbour {
 public:
  using Work = std::function<void(std::size_t connection, const std::atomic<bool>& enough)>;

  Neighbour(std::size_t connections, const Work& work, Counters& counters) : counters_(counters) {
    counters_.enough = false;
    process_ = ::fork();
    CHECK(process_ >= 0);
    if (process_ != 0) return;
    constexpr sched_param none{};
    static_cast<void>(::sched_setscheduler(0, SCHED_IDLE, &none));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < connections; ++i) {
      threads.emplace_back([&, i] { work(i, counters.enough); });
    }
    for (std::thread& thread : threads) thread.join();
    ::_exit(0);
  }
  ~Neighbour() {
    counters_.enough = true;
    ::waitpid(process_, nullptr, 0);
  }
  Neighbour(const Neighbour&) = delete;
  Neighbour& operator=(const Neighbour&) = delete;

 private:
  Counters& counters_;
  pid_t process_;
};

class Fairness {
 public:
  explicit Fairness(Options options)
      : options_(std::move(options)),
        exchange_(options_.binary, options_.folder + "/data", options_.flags),
        others_(exchange_, pairs, 1),
        bad_(town::add_member(exchange_, "bad", 1'001)),
        partner_(town::add_member(exchange_, "partner", 1'002)) {
    town::relate(exchange_, bad_, partner_, town::Standing::active);
    town::relate(exchange_, partner_, bad_, town::Standing::active);
  }

  int run() {
    others_.trade(milliseconds(2'000), options_.rate);  // warms up; does not count
    fmt::print("{} pairs, {} requests a second, {} s a turn, {} turns\n\n", pairs, options_.rate,
               options_.seconds, options_.turns);
    fmt::print("{:<22} {:>24} {:>24} {:>24}\n", "p99, ms (times quiet)", "send", "page", "report");
    // These documents are sent first, so that the floods push them out of the journal's memory.
    if (is_wanted("pulls slowly") || is_wanted("pulls without end")) fill(200, 40'000);
    beside("floods with sends", crowd, [this](auto at, const auto& enough) { flood(at, enough); });
    beside("floods with pings", crowd, [this](auto, const auto& enough) { ping(enough); });
    beside("pulls slowly", crowd, [this](auto, const auto& enough) { pull_slowly(enough); });
    beside("pulls without end", crowd, [this](auto, const auto& enough) { pull(enough); });
    beside("sends 10 MiB", 8, [this](auto at, const auto& enough) { send_large(at, enough); });
    if (is_wanted("has many cases")) make_cases();
    beside("has many cases", 8, [this](auto at, const auto& enough) { look_at_cases(at, enough); });
    if (failed_ > 0) fmt::print("{} requests of the others failed\n", failed_);
    if (failed_ > 0 || worst_ > bound) return 1;
    return is_shown_ ? 0 : not_shown;
  }

 private:
  bool is_wanted(std::string_view name) const {
    std::string_view left = options_.only;
    if (left.empty()) return true;
    while (!left.empty()) {
      const std::string_view part = left.substr(0, left.find(','));
      if (name.find(part) != std::string_view::npos) return true;
      left.remove_prefix(std::min(left.size(), part.size() + 1));
    }
    return false;
  }

  void trade_a_turn(town::Waited& waited) {
    const auto waits = others_.trade(std::chrono::seconds(options_.seconds), options_.rate);
    waited.add(waits, watch_);
  }

  // Allows a tenth of the requested turns to be lost to disturbances.
  bool is_enough(const town::Waited& waited) const {
    return waited.counted * 10 >= options_.turns * options_.seconds * options_.rate * 9;
  }

  void beside(std::string_view name, std::size_t connections, const Neighbour::Work& work) {
    if (!is_wanted(name)) return;
    counters_.done = 0;
    counters_.refused = 0;
    double seconds = 0;
    const auto quiet = std::make_unique<town::Waited>();
    const auto loud = std::make_unique<town::Waited>();
    const auto is_enough_of_both = [&] { return is_enough(*quiet) && is_enough(*loud); };
    trade_a_turn(*quiet);
    for (std::uint64_t turn = 0; !is_enough_of_both() && turn < tries_max * options_.turns;
         ++turn) {
      const auto began = steady_clock::now();
      {
        const Neighbour neighbour(connections, work, counters_);
        trade_a_turn(*loud);
      }
      seconds += std::chrono::duration<double>(steady_clock::now() - began).count();
      others_.trade(rest, options_.rate);  // the neighbour's remaining work ends in this time
      trade_a_turn(*quiet);
    }
    fmt::print(
        "{:<22} {:>24} {:>24} {:>24}   {:.0f} /s own, {:.0f} /s refused, {:.0f} % "
        "of quiet and {:.0f} % of loud counted\n",
        name, shown(quiet->send, loud->send), shown(quiet->page, loud->page),
        shown(quiet->report, loud->report), static_cast<double>(counters_.done) / seconds,
        static_cast<double>(counters_.refused) / seconds, quiet->percent_counted(),
        loud->percent_counted());
    std::fflush(stdout);
    failed_ += quiet->failed + loud->failed;
    is_shown_ = is_shown_ && is_enough_of_both();
  }

  std::string shown(const tradepost::app::Measured& quiet, const tradepost::app::Measured& loud) {
    if (quiet.good == 0) return "-";
    const double before = town::p99_ms(quiet);
    const double beside = town::p99_ms(loud);
    worst_ = std::max(worst_, beside / before);
    return fmt::format("{:.1f} to {:.1f} ({:.1f})", before, beside, beside / before);
  }

  void count(const town::Heard& heard) {
    if (heard.is_good()) {
      ++counters_.done;
    } else {
      ++counters_.refused;
    }
  }

  std::string next_number() { return fmt::format("B-{}", ++counters_.last_number); }

  void flood(std::size_t, const std::atomic<bool>& enough) {
    town::Wire wire(exchange_.port());
    while (!enough) {
      count(wire.ask(bad_.token, "POST", "/v2/transactions",
                     town::order(bad_, partner_, next_number(), 3'000)));
    }
  }

  void ping(const std::atomic<bool>& enough) {
    town::Wire wire(exchange_.port());
    while (!enough) count(wire.ask(bad_.token, "GET", "/v2/ping"));
  }

  void fill(std::size_t documents, std::size_t bytes) {
    town::Wire wire(exchange_.port());
    for (std::size_t i = 0; i < documents; ++i) {
      wire.ask(partner_.token, "POST", "/v2/transactions",
               town::order(partner_, bad_, next_number(), bytes));
    }
  }

  // Requests pages of megabytes and reads them slowly.
  void pull_slowly(const std::atomic<bool>& enough) {
    while (!enough) {
      town::Wire wire(exchange_.port());
      wire.begin(bad_.token, "GET", "/v2/transactions?per_page=100");
      for (int i = 0; i < 20 && !enough; ++i) {
        ::poll(nullptr, 0, 100);
        wire.read_some(4'096);
      }
      ++counters_.done;
    }
  }

  void pull(const std::atomic<bool>& enough) {
    town::Wire wire(exchange_.port());
    while (!enough) count(wire.ask(bad_.token, "GET", "/v2/transactions?per_page=100"));
  }

  void send_large(std::size_t, const std::atomic<bool>& enough) {
    constexpr std::size_t bytes = (10u << 20) - 4'096;
    std::string body = town::order(bad_, partner_, "0000000000", bytes);
    const auto place = body.find("0000000000");
    town::Wire wire(exchange_.port());
    while (!enough) {
      body.replace(place, 10, fmt::format("{:010}", ++counters_.last_number));
      count(wire.ask(bad_.token, "POST", "/v2/transactions", body));
    }
  }

  void make_cases() {
    const auto began = steady_clock::now();
    std::atomic<std::uint64_t> left = options_.cases;
    {
      const auto work = [&](std::size_t, const std::atomic<bool>&) {
        town::Wire wire(exchange_.port());
        while (left.fetch_sub(1) - 1 < options_.cases) {
          wire.ask(
              bad_.token, "POST", "/v2/errors",
              R"({"errorReason":"Wrong price","errorType":"DATA","errorContext":{"line":"1"}})");
        }
      };
      std::vector<std::thread> threads;
      const std::atomic<bool> enough = false;
      for (std::size_t i = 0; i < crowd; ++i) threads.emplace_back([&, i] { work(i, enough); });
      for (std::thread& thread : threads) thread.join();
    }
    const double seconds = std::chrono::duration<double>(steady_clock::now() - began).count();
    fmt::print("  ({} cases made in {:.0f} s)\n", options_.cases, seconds);
    // The connections of the pairs were idle for so long that they may have been closed.
    others_.trade(milliseconds(2'000), options_.rate);
  }

  void look_at_cases(std::size_t at, const std::atomic<bool>& enough) {
    constexpr std::string_view paths[] = {
        "/v2/errors?per_page=100", "/v2/errors?per_page=100&filter[status]=resolved",
        "/v2/errors?per_page=100&filter[status]=open", "/v2/errors?per_page=1"};
    town::Wire wire(exchange_.port());
    while (!enough) count(wire.ask(bad_.token, "GET", paths[at % std::size(paths)]));
  }

  const Options options_;
  town::Exchange exchange_;
  town::Others others_;
  const town::Member bad_;
  const town::Member partner_;
  SharedMemory memory_;
  Counters& counters_ = memory_.counters();
  town::MachineWatch watch_{options_.folder};
  double worst_ = 0;
  std::uint64_t failed_ = 0;
  bool is_shown_ = true;
};

}  // namespace

int main(int count, char** words) {
  const auto options = options_in(count, words);
  if (!options) {
    fmt::print(stderr,
               "fairness BINARY DIR [--seconds S] [--turns N] [--rate R] [--cases N] "
               "[--only NAMES] [-- FLAG…]\n");
    return 2;
  }
  std::filesystem::create_directories(options->folder);
  const int status = Fairness(*options).run();
  std::filesystem::remove_all(options->folder);
  return status;
}
