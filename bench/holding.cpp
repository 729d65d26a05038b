// Opens a network with many held documents while pairs trade. Prints the pairs' waiting times and
// the ratio to those before. Exits with 1 if the ratio is more than three, and with 3 if the
// machine was interrupted for most of the time (town::MachineWatch).
//
//   holding BINARY DIR [SENDERS RECIPIENTS EACH] [RATE]
//
// BINARY is tradepost. DIR is created and removed. By default 10 senders have 1,000 held documents
// each for 10 recipients.
#include <fmt/core.h>
#include <poll.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "town/town.hpp"

namespace {

namespace town = tradepost::town;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t pairs = 16;
constexpr double bound = 3;
constexpr milliseconds turn{10'000};
constexpr int not_shown = 3;

struct Size {
  std::size_t senders = 10;
  std::size_t recipients = 10;
  std::size_t each = 1'000;
  std::uint64_t rate = 300;
};

double seconds_since(steady_clock::time_point began) {
  return std::chrono::duration<double>(steady_clock::now() - began).count();
}

void hold(town::Exchange& exchange, const Size& size) {
  std::vector<town::Member> senders;
  std::vector<town::Member> recipients;
  for (std::size_t i = 0; i < size.senders; ++i)
    senders.push_back(town::add_member(exchange, "sender", 2'000 + i));
  for (std::size_t i = 0; i < size.recipients; ++i)
    recipients.push_back(town::add_member(exchange, "recipient", 3'000 + i));
  const auto began = steady_clock::now();
  std::atomic<std::size_t> held = 0;
  std::vector<std::thread> threads;
  for (const town::Member& from : senders) {
    threads.emplace_back([&] {
      town::Wire wire(exchange.port());
      for (std::size_t number = 0; number < size.each; ++number) {
        for (const town::Member& to : recipients) {
          const auto sent = wire.ask(from.token, "POST", "/v2/transactions",
                                     town::order(from, to, fmt::format("{:05}", number), 500));
          if (sent.status == 202) ++held;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  fmt::print("{} held of {} directions, in {:.0f} s\n", held.load(), size.senders * size.recipients,
             seconds_since(began));
}

bool holds_any(town::Exchange& exchange) {
  const std::string queues = exchange.does("GET", "/admin/queues?per_page=100").body;
  constexpr std::string_view name = "\"held\":";
  for (auto at = queues.find(name); at != std::string::npos; at = queues.find(name, at + 1)) {
    if (queues[at + name.size()] != '0') return true;
  }
  return false;
}

double print_pause(std::string_view what, const tradepost::app::Measured& quiet,
                   const tradepost::app::Measured& opening) {
  const double before = town::p99_ms(quiet);
  const double meanwhile = town::p99_ms(opening);
  fmt::print("{:<8} p99 {:7.1f} ms quiet, {:7.1f} ms while holding, {:.1f} times\n", what, before,
             meanwhile, meanwhile / before);
  return meanwhile / before;
}

int run(const std::string& binary, const std::string& folder, const Size& size) {
  town::Exchange exchange(binary, folder + "/data", {});
  town::Others others(exchange, pairs, 1);
  hold(exchange, size);
  others.trade(milliseconds(2'000), size.rate);
  town::MachineWatch watch(folder);
  const auto quiet = std::make_unique<town::Waited>();
  quiet->add(others.trade(turn, size.rate), watch);

  std::atomic<bool> is_open = false;
  const auto began = steady_clock::now();
  double took = 0;
  std::thread opening([&] {
    exchange.does("PUT", "/admin/network", R"({"mode":"open"})");
    // A long release continues after the answer.
    while (holds_any(exchange)) ::poll(nullptr, 0, 100);
    took = seconds_since(began);
    is_open = true;
  });
  std::vector<town::Wait> waits;
  while (!is_open) {
    const auto more = others.trade(milliseconds(200), size.rate);
    waits.insert(waits.end(), more.begin(), more.end());
  }
  opening.join();
  quiet->add(others.trade(turn, size.rate), watch);
  const auto meanwhile = std::make_unique<town::Waited>();
  meanwhile->add(waits, watch);
  fmt::print(
      "opened in {:.1f} s; {} requests failed; {:.0f} % of quiet and {:.0f} % of loud counted\n",
      took, quiet->failed + meanwhile->failed, quiet->percent_counted(),
      meanwhile->percent_counted());
  const double worst = std::max({print_pause("send", quiet->send, meanwhile->send),
                                 print_pause("page", quiet->page, meanwhile->page),
                                 print_pause("report", quiet->report, meanwhile->report)});
  if (worst > bound || quiet->failed + meanwhile->failed > 0) return 1;
  const bool is_shown = quiet->percent_counted() > 50 && meanwhile->percent_counted() > 50;
  if (!is_shown) fmt::print("too much of it was disturbed: nothing is shown\n");
  return is_shown ? 0 : not_shown;
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    fmt::print(stderr, "holding BINARY DIR [SENDERS RECIPIENTS EACH] [RATE]\n");
    return 2;
  }
  Size size;
  std::size_t* const numbers[] = {&size.senders, &size.recipients, &size.each, &size.rate};
  for (int i = 3; i < count && i < 7; ++i) {
    const std::string_view word = words[i];
    std::from_chars(word.data(), word.data() + word.size(), *numbers[i - 3]);
  }
  std::filesystem::create_directories(words[2]);
  const int status = run(words[1], words[2], size);
  std::filesystem::remove_all(words[2]);
  return status;
}
