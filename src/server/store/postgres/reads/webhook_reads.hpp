#pragma once

#include <vector>

#include "database/connection.hpp"
#include "exchange/model/directory.hpp"
#include "exchange/port/call_places.hpp"
#include "exchange/port/store_reads.hpp"

namespace tradepost::store::postgres {

// Leases the endpoints with due deliveries, by the time of the database, so that one node delivers
// for an endpoint. Skips endpoints that another node is checking at the same moment.
base::Result<std::vector<exchange::DueDelivery>> lease_due(database::Connection& connection,
                                                           const exchange::Directory& directory,
                                                           exchange::Instant now,
                                                           exchange::CallPlaces places);

base::Result<std::vector<exchange::EndpointStanding>> read_standings(
    database::Connection& connection, const exchange::Directory& directory,
    const std::vector<exchange::EndpointId>& ids);

}  // namespace tradepost::store::postgres
