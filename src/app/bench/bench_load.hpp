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

// Requests that load an exchange.
namespace tradepost::app {

// One connection as a sender, and as a recipient that pulls and reports.
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
  // Like send(), with the planned start in the document's number, for take().
  Trial send_dated(std::size_t bytes, BenchTime intended);
  Trial page();
  Trial report();
  // Reports all unreported documents in bulk, so that nothing stays pending.
  Trial report_all();

  // Waits up to a second for documents, passes the times of each to the callback, and reports them.
  using OnAnswer = std::function<void(BenchTime intended, BenchTime came)>;
  Trial take(const OnAnswer& on_answer);

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
  client::Answer answer_;  // the most recent one
  document::JsonReader reader_{base::limits::client_answer_bytes_max};
};

}  // namespace tradepost::app
