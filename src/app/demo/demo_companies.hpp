#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulation/buyer.hpp"
#include "simulation/history.hpp"
#include "simulation/supplier.hpp"
#include "simulation/warehouse.hpp"

namespace tradepost::app {

// A company of the demo network: two suppliers, two customers and a warehouse.
struct DemoMember {
  std::string_view name;
  std::string_view gln;
  std::string_view word;  // names its token in the file `tokens`, and its lines in `trade`
};

// The places of the members in the list.
enum DemoPlace : std::uint8_t { musterhaus, nord, huber, sommer, lager, demo_member_count };

const DemoMember& demo_member(std::size_t place);
simulation::Party demo_party(std::size_t place);
// Returns true if the companies trade with each other.
bool are_demo_partners(std::size_t one, std::size_t other);

// The decisions of the companies. All of them depend on one seed.
class DemoCompanies {
 public:
  explicit DemoCompanies(std::uint64_t seed);

  // Returns the companies in the order of their places. They refer to this object.
  std::vector<simulation::Company> all() const;
  // Returns the documents that people send in the days before `until`: catalogues, orders that
  // Musterhaus places by hand, and an invoice for an order by telephone.
  struct ByHand {
    std::size_t sender = 0;
    simulation::Planned document = {};
  };
  static std::vector<ByHand> sent_by_hand(base::Instant until);

 private:
  const simulation::Buyer musterhaus_;
  const simulation::Buyer nord_;
  const simulation::Supplier huber_;
  const simulation::Supplier sommer_;
  const simulation::Warehouse lager_;
};

}  // namespace tradepost::app
