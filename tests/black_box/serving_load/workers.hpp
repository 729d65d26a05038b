#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "served/network.hpp"
#include "serving_load/memory.hpp"
#include "serving_load/mortal_client.hpp"

// Clients that trade over HTTP until their server is killed.
namespace tradepost::serving_load {

// Two customers, and two suppliers.
constexpr std::size_t traders_count = 4;
// Their names; several towns may stand in one network.
std::vector<std::string> names_of_traders(std::size_t town);
// New members of a network, with the customers related to the suppliers.
std::vector<served::Member> found_town(std::uint16_t port, std::size_t town);

// What a network is to its clients.
struct Town {
  std::size_t number = 0;
  std::vector<served::Member> members;
  Memory& memory;
  std::atomic<int>& variants;
  // 503 is no fault of it: the outcome is open.
  bool may_be_busy = false;
  // Of the documents of one sender to one recipient: the fewer, the more versions has each.
  std::size_t numbers_count = 60;
};

// What every member sees is what it was answered.
void compare(std::uint16_t port, Town& town);
// A request without an answer is repeated, and gets the answer that holds. How many had been kept.
std::size_t ask_again(std::uint16_t port, Town& town);

// One client at work, until nobody answers any more.
class Worker {
 public:
  Worker(Town& town, std::uint16_t port, std::size_t member, std::uint64_t seed)
      : town_(town), member_(member), random_(seed), client_(port) {}

  void work();

 private:
  struct WithKey {
    Sending sending;
    std::string id;
  };
  using Heard = std::optional<http_tests::Answer>;

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  Heard ask(std::string_view method, std::string_view path, std::string_view body = "",
            std::string_view headers = "");
  // What came says nothing of the outcome.
  bool is_open(const Heard& heard) const;

  Sending new_sending();
  // False: nobody answers any more.
  bool send(Sending sending);
  bool send_again();
  bool pull_and_report();
  bool report(const std::string& id, Said said);
  bool report_many(const std::vector<Row>& rows);
  void keep(const std::string& id, Said said, const std::string& message);
  bool mend();

  Town& town_;
  const std::size_t member_;
  std::mt19937_64 random_;
  MortalClient client_;
  std::vector<WithKey> with_key_;
  std::vector<std::string> failed_;
};

}  // namespace tradepost::serving_load
