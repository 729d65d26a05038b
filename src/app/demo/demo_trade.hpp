#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/demo/demo_companies.hpp"
#include "app/demo/demo_network.hpp"
#include "simulation/happening.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::app {

// The companies of the demo trade over HTTP, each in its own thread, from the end of its history
// on. Each action is a line of the file `trade`.
class DemoTrade {
 public:
  // `speed` is the number of simulated seconds in a second on the first simulated day. The later
  // days are ten times slower.
  static base::Result<std::unique_ptr<DemoTrade>> begin(const DemoFolder& folder,
                                                        const DemoSecrets& secrets,
                                                        const std::string& url,
                                                        std::uint32_t speed);
  // Ends the calls in progress.
  ~DemoTrade();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, CloseFile>;
  DemoTrade(std::uint64_t seed, File lines, std::uint32_t speed);

  struct Period {
    base::Instant begin = {};
    std::uint32_t speed = 1;
    base::Instant end = {};
  };

  void trade(const simulation::Company& company, const std::string& word,
             const client::Settings& settings);
  // Returns the simulated time of its end.
  client::Result<base::Instant> trade_until(const simulation::Company& company,
                                            const std::string& word,
                                            const client::Settings& settings, const Period& period);
  void write(const std::string& word, const simulation::Happening& happening);

  const DemoCompanies companies_;
  const std::vector<simulation::Company> all_ = companies_.all();
  const std::uint32_t speed_;
  std::mutex mutex_;
  File lines_;                         // guarded by mutex_
  std::vector<std::jthread> threads_;  // last: they use the others
};

}  // namespace tradepost::app
