#pragma once

#include <cstdint>
#include <optional>

#include "exchange/port/store_reads.hpp"

namespace tradepost::exchange {

enum class TurnWanted : std::uint8_t { own = 1, others = 2 };

// The cases of a list. A case is listed if all values that are given match.
struct CaseFilter {
  std::optional<CaseStatus> status = {};
  std::optional<TurnWanted> turn = {};        // as the viewer sees it
  std::optional<Kind> kind = {};              // of the document
  std::optional<ParticipantId> partner = {};  // takes part in the case
  std::optional<Instant> opened_from = {};    // this or later
  std::optional<Instant> opened_before = {};  // earlier than this
};

// Checks every value except the status, by which the stores search.
bool matches(const Case& value, const CaseViewer& viewer, const CaseFilter& filter);

// Returns true if every case of the status and the period matches.
bool is_of_place(const CaseFilter& filter);

// Returns the number that binds a cursor to the filter.
std::uint64_t filter_number_of(const CaseFilter& filter);

}  // namespace tradepost::exchange
