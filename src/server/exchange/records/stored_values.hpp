#pragma once

#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>

#include "exchange/model/effects.hpp"
#include "exchange/port/store_reads.hpp"

namespace tradepost::exchange {

// The last value of each stored enum. The first value is 1, for Kind 0. Other values are never
// written and never read: an uninitialised value would make a store that no start can read.
// stored_values_test.cpp verifies that these are the last values. A store defines last_value for
// each additional enum.
inline constexpr std::tuple last_values{Flow::test,
                                        static_cast<Kind>(document::kind_count - 1),
                                        State::discarded,
                                        Status::dropped,
                                        Direction::received,
                                        Domain::veterinary,
                                        Actor::Type::person,
                                        SendCause::requeued,
                                        UnitNumbering::other,
                                        ErrorType::internal,
                                        Verdict::failure,
                                        CaseStatus::resolved,
                                        Turn::operator_,
                                        CaseOrigin::closing,
                                        ResolvedBy::success,
                                        EventType::erased,
                                        Audience::senders,
                                        ReportEffect::recorded,
                                        ReportCause::closing,
                                        Removal::row,
                                        KeyPath::requeue,
                                        KeyOutcome::case_opened,
                                        ParticipantState::closed,
                                        RelationshipStatus::blocked,
                                        FlowSet::both,
                                        EndpointState::removed,
                                        SettingName::second_factor,
                                        SecondFactorRule::required,
                                        IntentType::close,
                                        ActType::numbers_removed,
                                        FeedType::case_opened,
                                        PersonState::erased,
                                        Role::operator_,
                                        PersonLink::Purpose::reset,
                                        PersonChange::sessions,
                                        NumbersChange::taken,
                                        OriginalForm::xml};
template <typename Enum>
inline constexpr Enum last_value = std::get<Enum>(last_values);

template <typename Enum>
inline constexpr Enum first_value = static_cast<Enum>(std::same_as<Enum, Kind> ? 0 : 1);

template <typename Enum>
constexpr bool is_known(std::underlying_type_t<Enum> number) {
  return number >= std::to_underlying(first_value<Enum>) &&
         number <= std::to_underlying(last_value<Enum>);
}

}  // namespace tradepost::exchange
