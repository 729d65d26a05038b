#include "town/town.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <mutex>
#include <utility>

#include "app/bench/bench_order.hpp"
#include "base/ground/check.hpp"

namespace tradepost::town {
namespace {

using app::Trial;
using Became = Trial::Became;

constexpr std::string_view operator_token = "operator-token-of-the-bench";
constexpr std::size_t order_bytes = 3'000;

Trial became(const Heard& heard) {
  if (heard.status == 0) return {.became = Became::lost};
  return {.became = heard.is_good() ? Became::good : Became::refused};
}

std::string gln_of(std::size_t number) {
  const std::string digits = fmt::format("952{:09}", number);
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) sum += (digits[i] - '0') * (i % 2 == 0 ? 1 : 3);
  return digits + std::to_string((10 - sum % 10) % 10);
}

// The threads over which a thread has priority; the value is its priority.
enum class Before : std::uint8_t { exchange = 1, traders = 2 };

// Gives this thread real-time priority. It represents a client on another machine, so it must not
// wait for a processor that the exchange and its neighbours use.
bool run_at_once(Before whom) {
  const sched_param first{.sched_priority = static_cast<int>(whom)};
  const bool may = ::sched_setscheduler(0, SCHED_FIFO, &first) == 0;
  if (!may) {
    static std::once_flag printed;
    std::call_once(printed, [] {
      fmt::print(
          stderr,
          "without the right to SCHED_FIFO, what clients wait for a processor counts, too, and "
          "so does what is stolen from the machine\n");
    });
  }
  return may;
}

}  // namespace

Exchange::Exchange(std::string binary, std::string data, std::vector<std::string> flags)
    : binary_(std::move(binary)), data_(std::move(data)), flags_(std::move(flags)) {
  begin();
}

Exchange::~Exchange() {
  ::kill(process_, SIGTERM);
  wait();
}

void Exchange::wait() {
  int status = 0;
  ::waitpid(process_, &status, 0);
  std::fclose(output_);
}

void Exchange::kill() {
  ::kill(process_, SIGKILL);
  wait();
}

void Exchange::begin() {
  std::vector<std::string> words = {
      binary_,     "serve", "--data",      data_,    "--listen", fmt::format("127.0.0.1:{}", port_),
      "--threads", "0",     "--log-level", "warning"};
  words.insert(words.end(), flags_.begin(), flags_.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::string token = fmt::format("TRADEPOST_OPERATOR_TOKEN={}", operator_token);
  std::array<char*, 2> environment{token.data(), nullptr};
  std::array<int, 2> output{};
  CHECK(::pipe2(output.data(), O_CLOEXEC) == 0);
  process_ = ::fork();
  if (process_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    ::dup2(output[1], STDOUT_FILENO);
    ::execve(binary_.c_str(), argv.data(), environment.data());
    ::_exit(127);
  }
  ::close(output[1]);
  output_ = ::fdopen(output[0], "r");
  // The last line of its output is: … serves … at http://127.0.0.1:8480
  std::array<char, 1'000> room{};
  std::string_view line;
  while (line.find(" serves ") == std::string_view::npos) {
    CHECK(std::fgets(room.data(), room.size(), output_) != nullptr);
    line = room.data();
  }
  const char* const digits = line.data() + line.rfind(':') + 1;
  std::from_chars(digits, line.data() + line.size(), port_);
  operator_ = std::make_unique<Wire>(port_);
}

Heard Exchange::does(std::string_view method, std::string_view path, std::string_view body) {
  Heard heard = operator_->ask(operator_token, method, path, body);
  if (!heard.is_good()) {
    fmt::print(stderr, "{} {}: {} {}\n", method, path, heard.status, heard.body);
    CHECK(heard.is_good());
  }
  return heard;
}

Member add_member(Exchange& exchange, std::string_view name, std::size_t number) {
  Member member{.id = {}, .gln = gln_of(number), .token = {}};
  member.id =
      exchange
          .does("POST", "/admin/participants",
                fmt::format(
                    R"({{"name":"{} {}","identifiers":[{{"domain":"GS1","identifier":"{}"}}]}})",
                    name, number, member.gln))
          .text("id");
  member.token =
      exchange.does("POST", "/admin/tokens", fmt::format(R"({{"participant":"{}"}})", member.id))
          .text("token");
  return member;
}

void relate(Exchange& exchange, const Member& from, const Member& to, Standing standing) {
  exchange.does("PUT", "/admin/relationships",
                fmt::format(R"({{"from":"{}","to":"{}","status":"{}"}})", from.id, to.id,
                            standing == Standing::active ? "active" : "requested"));
}

std::string order(const Member& from, const Member& to, std::string_view number,
                  std::size_t bytes) {
  return app::order_text(
      {.domain = "GS1", .buyer = from.gln, .supplier = to.gln, .number = number, .bytes = bytes});
}

Others::Others(Exchange& exchange, std::size_t pairs, std::size_t first_number) {
  for (std::size_t i = 0; i < pairs; ++i) {
    Pair pair{.buyer = add_member(exchange, "buyer", first_number + 2 * i),
              .seller = add_member(exchange, "seller", first_number + 2 * i + 1),
              .buyer_wire = Wire(exchange.port()),
              .seller_wire = Wire(exchange.port()),
              .sent = 0,
              .pending = {}};
    relate(exchange, pair.buyer, pair.seller, Standing::active);
    pairs_.push_back(std::move(pair));
  }
}

// Each pair sends, pulls and reports in turn, so that its queue stays short.
std::vector<Wait> Others::trade(std::chrono::milliseconds time, std::uint64_t requests_per_second) {
  std::vector<std::vector<Wait>> of_pairs(pairs_.size());
  const app::Pace pace{.time = time, .requests_per_second = requests_per_second};
  app::drive(pairs_.size(), pace, [&](std::size_t at, app::BenchTime intended) {
    [[maybe_unused]] static thread_local const bool is_prompt = run_at_once(Before::exchange);
    Pair& pair = pairs_[at];
    std::vector<Wait>& waits = of_pairs[at];
    const auto what = static_cast<Wait::For>(waits.size() % 3);
    const Trial became = what == Wait::For::send   ? send(pair)
                         : what == Wait::For::page ? page(pair)
                                                   : report(pair);
    waits.push_back({.what = what,
                     .became = became,
                     .intended = intended,
                     .answered = std::chrono::steady_clock::now()});
    return became;
  });
  std::vector<Wait> all;
  for (const auto& waits : of_pairs) all.insert(all.end(), waits.begin(), waits.end());
  return all;
}

Trial Others::send(Pair& pair) {
  const std::string body =
      order(pair.buyer, pair.seller, fmt::format("N-{}", ++pair.sent), order_bytes);
  const Heard heard = pair.buyer_wire.ask(pair.buyer.token, "POST", "/v2/transactions", body);
  if (heard.is_good()) pair.pending.push_back(heard.text("platformTransactionId"));
  return became(heard);
}

Trial Others::page(Pair& pair) {
  return became(pair.seller_wire.ask(pair.seller.token, "GET", "/v2/transactions?per_page=25"));
}

Trial Others::report(Pair& pair) {
  if (pair.pending.empty()) return page(pair);
  const std::string id = std::exchange(pair.pending.back(), {});
  pair.pending.pop_back();
  return became(pair.seller_wire.ask(pair.seller.token, "POST", "/v2/transactions/" + id,
                                     R"({"success":true})"));
}

MachineWatch::MachineWatch(const std::string& folder)
    : file_(::open((folder + "/watch").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
  CHECK(file_ >= 0);
  cpu_set_t processors{};
  CHECK(::sched_getaffinity(0, sizeof(processors), &processors) == 0);
  for (std::size_t processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &processors)) continue;
    Watched& watched = watched_.emplace_back();
    threads_.emplace_back([this, processor, &watched] { watch_processor(processor, watched); });
  }
  threads_.emplace_back([this, &watched = watched_.emplace_back()] { watch_disk(watched); });
}

MachineWatch::~MachineWatch() {
  stopping_ = true;
  for (std::thread& thread : threads_) thread.join();
  ::close(file_);
}

void MachineWatch::watch_processor(std::size_t processor, Watched& watched) const {
  constexpr std::chrono::milliseconds pause{1};
  constexpr std::chrono::microseconds late{500};
  cpu_set_t only{};
  CPU_SET(processor, &only);
  CHECK(::sched_setaffinity(0, sizeof(only), &only) == 0);
  if (!run_at_once(Before::traders)) return;
  while (!stopping_) {
    const auto due = std::chrono::steady_clock::now() + pause;
    app::wait_until(due);
    const auto now = std::chrono::steady_clock::now();
    if (now - due > late) watched.add({.from = due, .until = now});
  }
}

void MachineWatch::watch_disk(Watched& watched) const {
  constexpr std::chrono::milliseconds pause{50};
  constexpr std::chrono::milliseconds late{50};  // 10 MiB take 5 to 15 ms
  const std::string page(4'096, 'x');
  while (!stopping_) {
    const auto began = std::chrono::steady_clock::now();
    CHECK(::pwrite(file_, page.data(), page.size(), 0) == static_cast<ssize_t>(page.size()));
    CHECK(::fdatasync(file_) == 0);
    const auto now = std::chrono::steady_clock::now();
    if (now - began > late) watched.add({.from = began - pause, .until = now});
    app::wait_until(now + pause);
  }
}

void MachineWatch::Watched::add(const Gone& gone) {
  const std::lock_guard lock(mutex);
  times.push_back(gone);
}

bool MachineWatch::Watched::was_gone(app::BenchTime from, app::BenchTime until) const {
  const std::lock_guard lock(mutex);
  const auto next = std::ranges::lower_bound(times, from, {}, &Gone::until);
  return next != times.end() && next->from <= until;
}

bool MachineWatch::was_undisturbed(app::BenchTime moment) const {
  constexpr std::chrono::milliseconds around{5};
  return std::ranges::none_of(watched_, [&](const Watched& watched) {
    return watched.was_gone(moment - around, moment + around);
  });
}

void Waited::add(const std::vector<Wait>& waits, const MachineWatch& watch) {
  for (const Wait& wait : waits) {
    ++asked;
    if (wait.became.became != Became::good) {
      ++failed;
      continue;
    }
    if (!watch.was_undisturbed(wait.intended)) continue;
    ++counted;
    app::Measured& of = wait.what == Wait::For::send   ? send
                        : wait.what == Wait::For::page ? page
                                                       : report;
    ++of.good;
    of.latencies.add(wait.answered - wait.intended);
  }
}

double Waited::percent_counted() const {
  return 100 * static_cast<double>(counted) / static_cast<double>(asked);
}

double p99_ms(const app::Measured& measured) {
  return std::chrono::duration<double, std::milli>(measured.latencies.within(9'900)).count();
}

}  // namespace tradepost::town
