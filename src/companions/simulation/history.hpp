#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/ground/result.hpp"
#include "document/read.hpp"
#include "simulation/partner.hpp"

// The past of a whole network.
//
// One thread plays all companies, in the order of simulated time: each document is sent at its own
// time, and its recipient reports on it a few minutes later. So the same seed gives the same
// documents and reports. Trading (trading.hpp) can continue for each company where this ends.
namespace tradepost::simulation {

struct Company {
  Party self;
  const Partner& partner;            // outlives the history
  std::vector<Party> partners = {};  // other documents stay pending; empty: trade with all
};

// The exchange. A company is named by its place in the list of companies.
class Market {
 public:
  virtual ~Market() = default;

  struct Posted {
    std::string id = {};
    bool is_duplicate = false;
  };

  // The time of all later calls. It never decreases.
  virtual void set_time(base::Instant now) = 0;
  // Returns nullopt if the exchange refuses the document because of its faults.
  virtual base::Result<std::optional<Posted>> send(std::size_t company,
                                                   const std::string& json) = 0;
  virtual base::Done report(std::size_t company, const std::string& id,
                            const client::Report& report) = 0;
  // Once a day: people look at the open cases.
  virtual base::Done look_at_cases() = 0;
};

class History {
 public:
  // `market` outlives it.
  History(std::vector<Company> companies, Market& market, std::uint64_t seed);

  // Adds a document that is in no plan of the company.
  void add(std::size_t company, Planned document);
  // `from` is the first moment of a day. No document has a later time than `until`.
  base::Done run(base::Instant from, base::Instant until);

  // The number of documents that the exchange accepted, and the number that it refused.
  std::size_t accepted() const { return accepted_; }
  std::size_t refused() const { return refused_; }

 private:
  struct Agendum {
    std::size_t company = 0;
    Planned document = {};
  };
  struct Unread {
    std::size_t from = 0;
    std::size_t by = 0;
    client::Transaction transaction = {};
    std::string number = {};
  };
  // Sender, recipient, kind and number.
  using Key = std::tuple<std::size_t, std::size_t, std::string, std::string>;
  struct Latest {
    std::string id = {};
    std::string content = {};
  };

  base::Done run_until(base::Instant end);
  base::Done send(const Agendum& agendum);
  base::Done send_once(const Agendum& agendum, const std::string& body);
  void deliver(const Agendum& agendum, const std::string& id, const std::string& body);
  base::Done read(const Unread& unread);
  void follow(const Reaction& reaction, const Incoming& incoming, std::size_t company);
  void look_after_failure(const Unread& unread);
  std::optional<std::string> find(const Question& question, std::size_t company,
                                  std::size_t with) const;
  std::optional<std::size_t> company_of(const Party& party) const;
  std::optional<Incoming> incoming_of(const client::Transaction& transaction);

  const std::vector<Company> companies_;
  Market& market_;
  const std::uint64_t seed_;
  document::Reader reader_;
  base::Instant now_ = {};
  std::multimap<base::Instant, Agendum> agenda_;
  std::multimap<base::Instant, Unread> unread_;
  std::map<Key, Latest> latest_;
  std::size_t accepted_ = 0;
  std::size_t refused_ = 0;
};

}  // namespace tradepost::simulation
