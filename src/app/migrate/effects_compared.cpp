#include "app/migrate/effects_compared.hpp"

#include <chrono>
#include <concepts>
#include <set>
#include <variant>

#include "base/tasks/manual_executor.hpp"

namespace tradepost::app {

namespace embedded = store::embedded;

namespace {

constexpr std::uint32_t effects_at_once = 500;
constexpr std::uint64_t no_rows = ~std::uint64_t{0};  // higher than all sequences

// Compares keys, removed transactions, and the rows of effects after a sequence.
class Verification {
 public:
  explicit Verification(Comparison& comparison) : comparison_(comparison) {}

  base::Done of(const Kept& kept, std::uint64_t verified) {
    const auto& [sequence, effect] = kept;
    if (const auto* const used = std::get_if<exchange::KeyUsed>(&effect)) {
      return comparison_.key(used->use);
    }
    const bool is_gone = std::holds_alternative<exchange::Removed>(effect);
    if (sequence <= verified && !is_gone) return {};
    return std::visit([this](const auto& value) { return row_of(value); }, effect);
  }

 private:
  template <typename Effect>
  base::Done row_of(const Effect& effect) {
    if constexpr (std::same_as<Effect, exchange::Sent>) {
      return once(effect.transaction.id);
    } else if constexpr (std::same_as<Effect, exchange::CaseSet>) {
      return once(effect.value.id);
    } else if constexpr (requires { once(effect.id); }) {
      return once(effect.id);
    } else {
      return {};
    }
  }
  base::Done once(exchange::TransactionId id) {
    return seen_.insert(id.uuid()).second ? comparison_.transaction(id) : base::Done();
  }
  base::Done once(exchange::CaseId id) {
    return seen_.insert(id.uuid()).second ? comparison_.case_of(id) : base::Done();
  }

  Comparison& comparison_;
  std::set<base::Uuid> seen_;
};

}  // namespace

base::Done for_all_effects(exchange::Store& store, std::uint64_t after, const TakeEffects& take) {
  base::ManualExecutor executor;
  while (true) {
    const auto deadline = executor.now() + std::chrono::minutes(1);
    TRY_ASSIGN(const exchange::EffectsPage page,
               executor.run(store.effects(after, effects_at_once, deadline)));
    if (page.effects.empty()) return {};
    TRY(take(std::span<const Kept>(page.effects)));
    after = page.effects.back().first;
    if (!page.more) return {};
  }
}

base::Result<Compared> compare(exchange::Store& from, exchange::Store& to, std::uint64_t verified,
                               const embedded::OnProgress& on_progress) {
  using Extent = Comparison::Extent;
  const bool is_all = verified == 0;
  Comparison comparison(from, to, [&](std::uint64_t transactions) {
    if (on_progress) on_progress({.what = "verifying transaction", .done = transactions});
  });
  TRY(comparison.lists(is_all ? Extent::all : Extent::without_rows));
  Verification verification(comparison);
  const auto look = [&](std::span<const Kept> effects) -> base::Done {
    for (const Kept& kept : effects) {
      TRY(verification.of(kept, is_all ? no_rows : verified));
    }
    return {};
  };
  TRY(for_all_effects(from, 0, look));
  return comparison.compared();
}

}  // namespace tradepost::app
