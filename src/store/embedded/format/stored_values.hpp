#pragma once

#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>

#include "exchange/model/effects.hpp"
#include "exchange/port/store_reads.hpp"
#include "store/embedded/format/payload.hpp"

namespace tradepost::store::embedded {

// The last value of each enum that is kept; the first is 1, that of the kinds 0. No other is
// written and none is read: a value that nobody filled in would make a journal that no start can
// read. stored_values_test.cpp holds that these are the last.
inline constexpr std::tuple last_values{exchange::Flow::test,
                                        static_cast<exchange::Kind>(document::kind_count - 1),
                                        exchange::State::discarded,
                                        exchange::Status::dropped,
                                        exchange::Direction::received,
                                        exchange::Domain::veterinary,
                                        exchange::Actor::Type::operator_,
                                        exchange::SendCause::requeued,
                                        exchange::UnitNumbering::other,
                                        exchange::ErrorType::internal,
                                        exchange::Verdict::failure,
                                        exchange::CaseStatus::resolved,
                                        exchange::Turn::operator_,
                                        exchange::CaseOrigin::closing,
                                        exchange::ResolvedBy::success,
                                        exchange::EventType::erased,
                                        exchange::ReportEffect::recorded,
                                        exchange::ReportCause::closing,
                                        exchange::Removal::row,
                                        exchange::KeyPath::requeue,
                                        exchange::KeyOutcome::case_opened,
                                        exchange::ParticipantState::closed,
                                        exchange::RelationshipStatus::blocked,
                                        exchange::FlowSet::both,
                                        exchange::EndpointState::removed,
                                        exchange::SettingName::operators,
                                        exchange::IntentType::close,
                                        EpochBegun::Cause::moved};
template <typename Enum>
inline constexpr Enum last_value = std::get<Enum>(last_values);

template <typename Enum>
inline constexpr Enum first_value = static_cast<Enum>(std::same_as<Enum, exchange::Kind> ? 0 : 1);

template <typename Enum>
constexpr bool is_known(std::underlying_type_t<Enum> number) {
  return number >= std::to_underlying(first_value<Enum>) &&
         number <= std::to_underlying(last_value<Enum>);
}

}  // namespace tradepost::store::embedded
