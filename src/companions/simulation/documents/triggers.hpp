#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "simulation/documents/planned.hpp"

// Endings of document numbers by which an integrator makes a simulated company act in a certain
// way. They have an effect in the TEST flow only (Incoming::trigger).
namespace tradepost::simulation {

enum class Trigger : std::uint8_t { none, reject, partial, late, wrong_invoice, fail, silent };

// The ending of a number and its effect, in the words of docs/guides/simulation.md.
struct TriggerEffect {
  Trigger trigger;
  std::string_view ending;
  std::string_view by_supplier;  // about an order
  std::string_view by_buyer;
};
std::span<const TriggerEffect> trigger_effects();

Trigger trigger_in(std::string_view number);

// Returns the habits for a document with this trigger: the wanted one is certain, and no other
// occurs.
Habits habits_for(const Habits& habits, Trigger trigger);

}  // namespace tradepost::simulation
