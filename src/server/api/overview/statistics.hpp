#pragma once

#include <cstdint>

#include "api/bodies/query.hpp"
#include "exchange/views/statistics.hpp"
#include "http/message/response.hpp"

// Counts of transactions for participants and operators.
namespace tradepost::api {

// Reads `from`, `to` and `step`. Invalid values are faults of the query.
exchange::StatisticsRequest statistics_request_in(Query& query);

enum class DirectionOf : std::uint8_t { none, a_viewer };
http::Response statistics_answer(const exchange::StatisticsAnswer& answer, DirectionOf direction);

}  // namespace tradepost::api
