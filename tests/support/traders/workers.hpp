#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "served/mortal_client.hpp"
#include "served/network.hpp"
#include "traders/memory.hpp"

// Clients that trade over HTTP until their server is killed.
namespace tradepost::traders {

// The number of traders: two customers and two suppliers.
constexpr std::size_t traders_count = 4;
// Returns the names of the traders. A network can have several towns.
std::vector<std::string> names_of_traders(std::size_t town);
// Adds the members of a town to a network, with relationships from customers to suppliers.
std::vector<served::Member> found_town(std::uint16_t port, std::size_t town);

// The members that trade with each other, and the shared state of their clients.
struct Town {
  std::size_t number = 0;
  std::vector<served::Member> members;
  Memory& memory;
  std::atomic<int>& variants;
  // The exchange may answer 503, which leaves the outcome open.
  bool may_be_busy = false;
  // The number of document numbers of one sender and recipient. With fewer numbers, each has more
  // versions.
  std::size_t numbers_count = 60;
};

// Expects every member to see the documents and reports that the exchange has acknowledged.
void compare(std::uint16_t port, Town& town);
// Repeats each request without an answer, and expects the right answer. Returns the number of
// requests that the exchange had already kept.
std::size_t ask_again(std::uint16_t port, Town& town);

// A client that works until the server no longer answers.
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
  // Returns true if the answer does not show the outcome.
  bool is_open(const Heard& heard) const;

  Sending new_sending();
  // These functions return false if the server no longer answers.
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
  served::MortalClient client_;
  std::vector<WithKey> with_key_;
  std::vector<std::string> failed_;
};

}  // namespace tradepost::traders
