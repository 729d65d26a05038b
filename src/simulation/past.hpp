#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "document/rules/head.hpp"
#include "simulation/partner.hpp"

namespace tradepost::simulation {

// The history of a company: what it has to know of it to send nothing twice.
class Past {
 public:
  // The newest one first.
  void add(const client::Transaction& transaction, const document::Head& head);

  std::size_t count() const { return count_; }
  bool has_sent() const { return !sent_.empty(); }
  // Documents that came in and were processed, in their latest version, the oldest one first.
  std::vector<client::Transaction> take_processed();

  // The last time that it wrote into a document; `start`, if that is later. A time more than 400
  // days after it is that of another simulation.
  base::Instant last_written(base::Instant start) const;
  // The same, or what a partner wrote on the day after that.
  base::Instant last_of_all(base::Instant start) const;

  // Takes out of the answers to a document what was sent after it: of each kind and number as many
  // as there are.
  void leave_out_sent(std::vector<Planned>& answers, const std::string& partner_id,
                      const std::string& created_at) const;
  // How often it was sent, to anybody.
  std::map<std::string, int> counts() const;

  static std::string key(std::string_view kind, std::string_view number);

 private:
  struct Sent {
    std::string recipient_id;
    std::string created_at;
  };
  std::map<std::string, std::vector<Sent>> sent_;
  std::vector<base::Instant> written_;
  std::vector<base::Instant> written_by_others_;
  std::vector<client::Transaction> processed_;
  std::size_t count_ = 0;
};

}  // namespace tradepost::simulation
