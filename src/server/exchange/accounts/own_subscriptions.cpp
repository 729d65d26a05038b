#include "exchange/accounts/own_subscriptions.hpp"

#include <algorithm>
#include <utility>

#include "exchange/people/own_changes.hpp"

namespace tradepost::exchange {
namespace {

bool has_rhythm(const Subscriptions& subscriptions, Rhythm rhythm) {
  return std::ranges::any_of(subscriptions.list,
                             [&](const Subscription& one) { return one.rhythm == rhythm; });
}

}  // namespace

Answering<SubscriptionsAnswer> replace_subscriptions(PeopleDesk& people, PersonId person,
                                                     Subscriptions subscriptions,
                                                     Deadline deadline) {
  using Reason = std::variant<Unknown>;
  const Instant now = people.desk.clock.now();
  const ChangePerson<Reason> change = [&](KnownPerson& known) -> std::optional<Reason> {
    Subscriptions& present = known.data.subscriptions;
    Announced& announced = known.data.announced;
    if (!has_rhythm(present, Rhythm::immediately)) announced.immediately = now;
    if (!has_rhythm(present, Rhythm::hourly)) announced.hourly = now;
    if (!has_rhythm(present, Rhythm::daily)) announced.daily = now;
    present = subscriptions;
    known.entry.change = PersonChange::profile;
    return std::nullopt;
  };
  co_return co_await change_own<SubscriptionsAnswer>(people, person, change, deadline);
}

}  // namespace tradepost::exchange
