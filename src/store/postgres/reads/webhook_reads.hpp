#pragma once

#include <vector>

#include "database/connection.hpp"
#include "exchange/model/directory.hpp"
#include "exchange/port/call_places.hpp"
#include "exchange/port/store_reads.hpp"

namespace tradepost::store::postgres {

// Leases what is due, by the database's time, so that one node delivers for an endpoint. What
// another node looks at in the same moment is left to it.
base::Result<std::vector<exchange::DueDelivery>> lease_due(database::Connection& connection,
                                                           const exchange::Directory& directory,
                                                           exchange::Instant now,
                                                           exchange::CallPlaces places);

base::Result<std::vector<exchange::EndpointStanding>> read_standings(
    database::Connection& connection, const exchange::Directory& directory,
    const std::vector<exchange::EndpointId>& ids);

}  // namespace tradepost::store::postgres
