#pragma once

#include "simulation/partner.hpp"

namespace tradepost::simulation {

// Answers orders with order responses, shipping notices and invoices. It corrects a faulty invoice
// after the buyer refused it, and credits goods that did not arrive.
class Supplier final : public Partner {
 public:
  // `self` has its identifiers. With a warehouse, the supplier instructs it to ship each order.
  Supplier(Party self, Habits habits, std::optional<Party> warehouse = {});

  std::string_view role() const override { return "supplier"; }
  bool has_a_calendar() const override { return false; }
  std::vector<Planned> plan_of(base::Date day) const override;
  std::optional<Question> question(const Incoming& incoming) const override;
  Reaction react(const Incoming& incoming, const std::optional<std::string>& known) const override;
  std::optional<Question> question_after_failure(const Incoming& own) const override;
  std::vector<Planned> mend(const Incoming& own,
                            const std::optional<std::string>& known) const override;

 private:
  Reaction answer_order(const Incoming& order, bool is_shipped) const;
  Reaction answer_receival(const Incoming& receival, const std::optional<std::string>& order) const;

  const Party self_;
  const Habits habits_;
  const std::optional<Party> warehouse_;
};

}  // namespace tradepost::simulation
