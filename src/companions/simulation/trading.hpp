#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "document/read.hpp"
#include "simulation/ground/simulated_clock.hpp"
#include "simulation/happening.hpp"
#include "simulation/past.hpp"
#include "tradepost/exchange.hpp"

// A simulated company at an exchange.
//
// Its only memory is the history of the exchange. When it starts, it reads the documents that it
// received and sent, decides again about each, and sends the missing ones (past.hpp). So it can be
// killed at any moment. It does the same after the exchange was unreachable.
//
// With a clock of speed 0 (SimulatedClock), it runs from one event to the next as fast as it can.
// Before the next event it waits for the reports on all documents that it sent, and it reads a
// document when its clock has reached the time in the document. So two companies that both run in
// this way send the same documents in every run, in whatever order their requests arrive.
namespace tradepost::simulation {

struct TradingOptions {
  base::Instant until = {};          // the end: no later document is sent
  std::vector<Party> partners = {};  // other documents stay pending; empty: trade with all
  // With speed 0: the longest wait for reports and for documents of others.
  std::chrono::seconds patience{5};
  // Ends the run, and its pauses. The exchange has the same one in its settings.
  std::stop_token stop = {};
};

class Trading {
 public:
  // All arguments outlive it.
  Trading(const Partner& partner, client::Exchange& exchange, SimulatedClock& clock,
          TradingOptions options, OnHappening announce);

  // Runs until `until`. Reports a temporary error and tries again.
  client::Result<void> run();

  // The number of documents that the exchange refused although no fault was intended.
  std::size_t refused() const { return refused_; }

 private:
  client::Result<Past> read_past();
  client::Result<void> remember();
  client::Result<bool> step();
  void plan_days();
  client::Result<bool> pull();
  client::Result<bool> read_held();
  client::Result<void> handle(const client::Transaction& transaction);
  client::Result<Reaction> decide(const Incoming& incoming, const client::Participant& with);
  void follow(const Reaction& reaction, const Incoming& incoming);
  client::Result<std::optional<std::string>> find(const Question& question,
                                                  const client::Participant& with);
  client::Result<bool> send_next();
  client::Result<void> send(const Planned& document);
  client::Result<void> send_once(const Planned& document, const std::string& body);
  client::Result<void> look_after_failures();
  client::Result<void> look_after_failure(const client::Transaction& failed);
  client::Result<void> watch_reports();

  std::optional<Incoming> incoming_of(const client::Transaction& transaction,
                                      std::chrono::days oldest);
  bool is_partner(const Party& party) const;
  std::optional<base::Instant> next_event() const;
  bool is_over(base::Instant event) const { return event > options_.until; }
  client::Result<bool> wait(std::optional<base::Instant> event);
  void stir();
  void announce(Happening happening);

  const Partner& partner_;
  client::Exchange& exchange_;
  SimulatedClock& clock_;
  const TradingOptions options_;
  const OnHappening on_happening_;
  const base::Instant started_;
  document::Reader reader_{base::limits::client_answer_bytes_max};

  std::multimap<base::Instant, Planned> agenda_;
  std::multimap<base::Instant, client::Transaction> held_;
  base::Instant begins_ = {};               // start of the calendar
  base::Instant planned_to_ = {};           // start of the next day to plan
  std::map<std::string, int> sent_before_;  // by kind and number; not planned again
  std::set<std::string> put_aside_;         // pending documents that are held, or from others
  std::set<std::string> unreported_;        // sent, and not reported on
  std::set<std::string> failures_;          // failed documents that were handled
  std::chrono::steady_clock::time_point quiet_since_ = {};
  bool is_remembering_ = false;
  bool is_waiting_ = false;  // reported since then that nothing is left to do
  std::size_t refused_ = 0;
};

}  // namespace tradepost::simulation
