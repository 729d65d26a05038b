#pragma once

#include <cstdint>

#include "api/bodies/query.hpp"
#include "exchange/views/statistics.hpp"
#include "http/message/response.hpp"

// Counts of transactions, as participants and operators ask for them.
namespace tradepost::api {

// `from`, `to` and `step`; what is wrong with them is a fault of the query.
exchange::StatisticsRequest statistics_request_in(Query& query);

enum class DirectionOf : std::uint8_t { nobody, a_viewer };
http::Response statistics_answer(const exchange::StatisticsAnswer& answer, DirectionOf direction);

}  // namespace tradepost::api
