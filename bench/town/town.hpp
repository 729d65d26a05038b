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

// An exchange as its own process, and those who trade over it: for measurements of what one does to
// the others.
namespace tradepost::town {

// `tradepost serve` on a free port of 127.0.0.1, on a folder that is made new.
class Exchange {
 public:
  Exchange(std::string binary, std::string data, std::vector<std::string> flags);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  std::uint16_t port() const { return port_; }
  int process() const { return process_; }
  // SIGKILL, and a start on the same folder and port.
  void kill();
  void begin();

  // An operator's request, which has to be done; its answer.
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

// An order of about so many bytes.
std::string order(const Member& from, const Member& to, std::string_view number, std::size_t bytes);

// What was asked, when it should have been, and when the answer was there.
struct Wait {
  enum class For : std::uint8_t { send, page, report } what;
  app::Trial became;
  app::BenchTime intended;
  app::BenchTime answered;
};

// Pairs that trade a little, as they do all day: at a fixed rate a document is sent, the page it
// lies on is pulled, it is reported on. What they wait is what a bad neighbour does to them.
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

// A machine that others use as well is kept from everybody on it now and then: its host runs others
// on a processor for milliseconds, its disk stalls. A thread on each processor that runs before all
// others is to wake each millisecond: where it is late, the processor was not there. Another one
// syncs a page of a file of its own 20 times a second. Neither has a part in the trade.
class MachineWatch {
 public:
  explicit MachineWatch(const std::string& folder);
  ~MachineWatch();
  MachineWatch(const MachineWatch&) = delete;
  MachineWatch& operator=(const MachineWatch&) = delete;

  // Around the moment every processor was there, and no sync took longer than anything that the
  // exchange has on its disk at a time.
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

// Of many waits, those in undisturbed moments.
struct Waited {
  std::uint64_t asked = 0;  // in whatever moments, like `failed`
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
