#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/bench_drive.hpp"
#include "app/bench/bench_network.hpp"
#include "document/json_reader.hpp"
#include "tradepost/exchange.hpp"

// The requests that load an exchange.
namespace tradepost::app {

// One connection as sender, and as recipient that pulls and reports.
class BenchClient {
 public:
  BenchClient(const BenchPair& pair, client::Exchange buyer, client::Exchange seller,
              std::string id_name, std::string number_prefix)
      : pair_(pair),
        buyer_(std::move(buyer)),
        seller_(std::move(seller)),
        id_name_(std::move(id_name)),
        number_prefix_(std::move(number_prefix)) {}

  // Remembers the sent documents, for report() and report_all().
  Trial send(std::size_t bytes);
  // The same, with the moment in its number, for take().
  Trial send_dated(std::size_t bytes, BenchTime intended);
  Trial page();
  Trial report();
  // Reports all sent documents without a report, in bulks, so that nothing stays pending.
  Trial report_all();

  // Waits for up to a second for documents, passes each one's times to `told`, and reports them.
  using Told = std::function<void(BenchTime intended, BenchTime came)>;
  Trial take(const Told& told);

  std::size_t unreported() const { return sent_.size(); }

 private:
  Trial ask(client::Exchange& exchange, const client::Request& request);
  Trial send_numbered(const std::string& number, std::size_t bytes);
  Trial report(const std::vector<std::string>& ids);

  const BenchPair& pair_;
  client::Exchange buyer_;
  client::Exchange seller_;
  const std::string id_name_;
  const std::string number_prefix_;
  std::uint64_t last_number_ = 0;
  std::vector<std::string> sent_;
  client::Answer answer_;  // the last one
  document::JsonReader reader_{base::limits::client_answer_bytes_max};
};

}  // namespace tradepost::app
