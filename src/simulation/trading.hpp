#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "document/read.hpp"
#include "simulation/ground/simulated_clock.hpp"
#include "simulation/happening.hpp"
#include "simulation/past.hpp"
#include "tradepost/exchange.hpp"

// A simulated company at an exchange.
//
// Its only memory is the history of the exchange. At its start it reads which documents it had and
// sent, decides once more about each, and sends what is missing (past.hpp). So it may be killed at
// any moment. It does the same after the exchange could not be reached.
//
// With a clock that stands (SimulatedClock) it goes from one event to the next as fast as it can.
// Before the next event it waits until every document that it sent was reported on, and it reads a
// document when its clock has come to the time that is written in it. So two companies that both
// run like this send the same documents in every run, however their requests mix.
namespace tradepost::simulation {

struct TradingOptions {
  base::Instant until = {};          // nothing later is sent; it ends there
  std::vector<Party> partners = {};  // documents of others are left alone; empty: of nobody
  // With a clock that stands: how long it waits for reports and documents of others.
  std::chrono::seconds patience{5};
};

class Trading {
 public:
  // All outlive it.
  Trading(const Partner& partner, client::Exchange& exchange, SimulatedClock& clock,
          TradingOptions options, Tell tell);

  // Until the end that the options name. An error that may pass is told, and waited out.
  client::Result<void> run();

  // Documents that the exchange refused although they were meant to be right.
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
  void tell(Happening happening);

  const Partner& partner_;
  client::Exchange& exchange_;
  SimulatedClock& clock_;
  const TradingOptions options_;
  const Tell tell_;
  const base::Instant started_;
  document::Reader reader_{base::limits::client_answer_bytes_max};

  std::multimap<base::Instant, Planned> agenda_;
  std::multimap<base::Instant, client::Transaction> held_;
  base::Instant begins_ = {};               // the calendar
  base::Instant planned_to_ = {};           // a midnight
  std::map<std::string, int> sent_before_;  // kind and number, of the calendar
  std::set<std::string> put_aside_;         // pending ones that are held, or of others
  std::set<std::string> unreported_;        // of those that were sent
  std::set<std::string> failures_;          // that were looked after
  std::chrono::steady_clock::time_point quiet_since_ = {};
  bool is_remembering_ = false;
  bool is_waiting_ = false;  // since then, with nothing left to do
  std::size_t refused_ = 0;
};

}  // namespace tradepost::simulation
