#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/bench/bench_drive.hpp"
#include "town/wire.hpp"

// An exchange in its own process and participants that trade over it, for measurements of the
// effect of one participant on the others.
namespace tradepost::town {

// `tradepost serve` on a free port of 127.0.0.1 with a new folder.
class Exchange {
 public:
  Exchange(std::string binary, std::string data, std::vector<std::string> flags);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  std::uint16_t port() const { return port_; }
  int process() const { return process_; }
  // kill() sends SIGKILL. begin() starts the exchange on the same folder and port.
  void kill();
  void begin();

  // Sends an operator's request, which must succeed, and returns the answer.
  Heard does(std::string_view method, std::string_view path, std::string_view body = "");

 private:
  void wait();

  const std::string binary_;
  const std::string data_;
  const std::vector<std::string> flags_;
  int process_ = -1;
  std::FILE* output_ = nullptr;
  std::uint16_t port_ = 0;
  std::unique_ptr<Wire> operator_;
};

struct Member {
  std::string id;
  std::string gln;
  std::string token;
};
Member add_member(Exchange& exchange, std::string_view name, std::size_t number);
enum class Standing : std::uint8_t { requested, active };
void relate(Exchange& exchange, const Member& from, const Member& to, Standing standing);

// Returns an order of about `bytes` bytes.
std::string order(const Member& from, const Member& to, std::string_view number, std::size_t bytes);

// A request with the time when it was due and the time of its answer.
struct Wait {
  enum class For : std::uint8_t { send, page, report } what;
  app::Trial became;
  app::BenchTime intended;
  app::BenchTime answered;
};

// Pairs that trade at a low, fixed rate: they send a document, pull its page and report on it.
// Their waiting times show the effect of a neighbour.
class Others {
 public:
  Others(Exchange& exchange, std::size_t pairs, std::size_t first_number);

  std::vector<Wait> trade(std::chrono::milliseconds time, std::uint64_t requests_per_second);

 private:
  struct Pair {
    Member buyer;
    Member seller;
    Wire buyer_wire;
    Wire seller_wire;
    std::uint64_t sent = 0;
    std::vector<std::string> pending;
  };
  app::Trial send(Pair& pair);
  app::Trial page(Pair& pair);
  app::Trial report(Pair& pair);

  std::vector<Pair> pairs_;
};

// Detects interruptions of a shared machine: its host uses a processor for others for milliseconds,
// or its disk stalls. A thread on each processor, with priority over all others, wakes each
// millisecond: if it is late, the processor was not available. Another thread syncs a page of a
// separate file 20 times a second.
class MachineWatch {
 public:
  explicit MachineWatch(const std::string& folder);
  ~MachineWatch();
  MachineWatch(const MachineWatch&) = delete;
  MachineWatch& operator=(const MachineWatch&) = delete;

  // Returns true if every processor was available around the moment, and every sync was shorter
  // than the longest single write of the exchange.
  bool was_undisturbed(app::BenchTime moment) const;

 private:
  struct Gone {
    app::BenchTime from;
    app::BenchTime until;
  };
  struct Watched {
    mutable std::mutex mutex;
    std::vector<Gone> times;  // the oldest first

    void add(const Gone& gone);
    bool was_gone(app::BenchTime from, app::BenchTime until) const;
  };
  void watch_processor(std::size_t processor, Watched& watched) const;
  void watch_disk(Watched& watched) const;

  const int file_;
  std::atomic<bool> stopping_ = false;
  std::deque<Watched> watched_;
  std::vector<std::thread> threads_;
};

// Sums of waiting times. Only those in undisturbed moments count.
struct Waited {
  std::uint64_t asked = 0;  // in all moments, as is `failed`
  std::uint64_t failed = 0;
  std::uint64_t counted = 0;
  app::Measured send;
  app::Measured page;
  app::Measured report;

  void add(const std::vector<Wait>& waits, const MachineWatch& watch);
  double percent_counted() const;
};

double p99_ms(const app::Measured& measured);

}  // namespace tradepost::town
