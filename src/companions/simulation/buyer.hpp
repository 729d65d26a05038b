#pragma once

#include "simulation/documents/articles.hpp"
#include "simulation/documents/purchase.hpp"
#include "simulation/ground/draws.hpp"
#include "simulation/partner.hpp"

namespace tradepost::simulation {

// Orders every day, checks the documents of its suppliers, records deliveries and pays invoices. It
// reports its sales on Mondays and its stock on Fridays.
class Buyer final : public Partner {
 public:
  // All parties have identifiers. There is at least one supplier and one article. The texts of the
  // articles outlive the buyer.
  Buyer(Party self, std::vector<Party> suppliers, Habits habits, std::vector<Article> articles);

  std::string_view role() const override { return "buyer"; }
  bool has_a_calendar() const override { return true; }
  std::vector<Planned> plan_of(base::Date day) const override;
  std::optional<Question> question(const Incoming& incoming) const override;
  Reaction react(const Incoming& incoming, const std::optional<std::string>& known) const override;
  std::optional<Question> question_after_failure(const Incoming& own) const override;
  std::vector<Planned> mend(const Incoming& own,
                            const std::optional<std::string>& known) const override;

 private:
  std::vector<PurchaseLine> lines_of(Draws& draws) const;
  std::vector<Planned> orders_of(base::Date day) const;
  std::vector<Planned> reports_of(base::Date day) const;
  Reaction take_delivery(const Incoming& notice) const;
  Reaction check_invoice(const Incoming& invoice, const std::string& order) const;

  const Party self_;
  const std::vector<Party> suppliers_;
  const Habits habits_;
  const std::vector<Article> articles_;
};

}  // namespace tradepost::simulation
