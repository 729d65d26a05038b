#include "simulation/documents/triggers.hpp"

#include <algorithm>
#include <array>

namespace tradepost::simulation {
namespace {

constexpr std::string_view reported_as_failed =
    "Any document is reported as failed, with the type DATA.";
constexpr std::string_view left_pending =
    "No document is reported on or answered; it stays pending.";

constexpr std::array effects{
    TriggerEffect{.trigger = Trigger::reject,
                  .ending = "-REJECT",
                  .by_supplier = "The order response rejects the order.",
                  .by_buyer = "Shipping notice: the goods of its last unit are refused."},
    TriggerEffect{.trigger = Trigger::partial,
                  .ending = "-PARTIAL",
                  .by_supplier = "Half of the first line is confirmed, shipped and charged.",
                  .by_buyer = "Shipping notice: one piece is reported as broken."},
    TriggerEffect{.trigger = Trigger::late,
                  .ending = "-LATE",
                  .by_supplier = "The goods leave 1 to 3 days later than confirmed.",
                  .by_buyer = "Invoice: it is paid after 10 days, without a discount."},
    TriggerEffect{.trigger = Trigger::wrong_invoice,
                  .ending = "-WRONG-INVOICE",
                  .by_supplier =
                      "The sums of the invoice are 10.00 too high. After you report it as "
                      "failed, its correction follows.",
                  .by_buyer = "No effect."},
    TriggerEffect{.trigger = Trigger::fail,
                  .ending = "-FAIL",
                  .by_supplier = reported_as_failed,
                  .by_buyer = reported_as_failed},
    TriggerEffect{.trigger = Trigger::silent,
                  .ending = "-SILENT",
                  .by_supplier = left_pending,
                  .by_buyer = left_pending},
};

}  // namespace

std::span<const TriggerEffect> trigger_effects() {
  return effects;
}

Trigger trigger_in(std::string_view number) {
  const auto* const found = std::ranges::find_if(
      effects, [&](const TriggerEffect& one) { return number.ends_with(one.ending); });
  return found == effects.end() ? Trigger::none : found->trigger;
}

Habits habits_for(const Habits& habits, Trigger trigger) {
  if (trigger == Trigger::none) return habits;
  const auto certain_if = [&](Trigger wanted) { return trigger == wanted ? 100u : 0u; };
  return {.seed = habits.seed,
          .orders_a_day = habits.orders_a_day,
          .late = certain_if(Trigger::late),
          .partial = certain_if(Trigger::partial),
          .rejected = certain_if(Trigger::reject),
          .twice = 0,
          .new_version = 0,
          .faulty = certain_if(Trigger::wrong_invoice)};
}

}  // namespace tradepost::simulation
