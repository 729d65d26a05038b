#pragma once

#include "simulation/partner.hpp"

namespace tradepost::simulation {

// Ships the goods of dispatch instructions and reports it. It refuses some instructions.
class Warehouse final : public Partner {
 public:
  // `self` has its identifiers.
  Warehouse(Party self, Habits habits);

  std::string_view role() const override { return "warehouse"; }
  bool has_a_calendar() const override { return false; }
  std::vector<Planned> plan_of(base::Date day) const override;
  std::optional<Question> question(const Incoming& incoming) const override;
  Reaction react(const Incoming& incoming, const std::optional<std::string>& known) const override;
  std::optional<Question> question_after_failure(const Incoming& own) const override;
  std::vector<Planned> mend(const Incoming& own,
                            const std::optional<std::string>& known) const override;

 private:
  const Party self_;
  const Habits habits_;
};

}  // namespace tradepost::simulation
