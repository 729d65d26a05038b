#pragma once

#include <map>
#include <string>
#include <vector>

#include "simulation/partner.hpp"

namespace tradepost::simulation {

// What a company sent, as the history has it, so that it sends nothing of it again.
class Past {
 public:
  void add_sent(std::string_view kind, std::string_view number, const std::string& recipient_id,
                const std::string& created_at);

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
};

}  // namespace tradepost::simulation
