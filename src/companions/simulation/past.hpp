#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "document/rules/head.hpp"
#include "simulation/partner.hpp"

namespace tradepost::simulation {

// The history of a company. With it, a restarted company sends no document twice.
class Past {
 public:
  // Call this for the newest transaction first.
  void add(const client::Transaction& transaction, const document::Head& head);

  std::size_t count() const { return count_; }
  bool has_sent() const { return !sent_.empty(); }
  // Returns the latest versions of received documents that were processed, the oldest one first.
  std::vector<client::Transaction> take_processed();

  // Returns the latest time in a document of the company, or `start` if that is later. Ignores
  // times more than 400 days after `start`, which are from another simulation.
  base::Instant last_written(base::Instant start) const;
  // The same, but also counts documents of partners up to one day after that time.
  base::Instant last_of_all(base::Instant start) const;

  // Removes answers that were sent after the document: for each kind and number, as many as the
  // history has. An answer to `partner` counts only if it was sent to `partner_id`.
  void leave_out_sent(std::vector<Planned>& answers, const Party& partner,
                      const std::string& partner_id, const std::string& created_at) const;
  // Returns how often each kind and number was sent, to any recipient.
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
