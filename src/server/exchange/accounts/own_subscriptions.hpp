#pragma once

#include <variant>

#include "exchange/accounts/signing_in.hpp"

// People choose which messages about waiting work they receive.
namespace tradepost::exchange {

using SubscriptionsAnswer = std::variant<Changed, Unknown, Busy>;
// Replaces the subscriptions. Cases from before the first subscription with a rhythm are announced
// in summaries only.
Answering<SubscriptionsAnswer> replace_subscriptions(PeopleDesk& people, PersonId person,
                                                     Subscriptions subscriptions,
                                                     Deadline deadline);

}  // namespace tradepost::exchange
