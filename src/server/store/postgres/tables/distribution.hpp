#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/result.hpp"
#include "database/connection.hpp"

// The location of each table in a Citus cluster.
namespace tradepost::store::postgres {

enum class Placement : std::uint8_t {
  distributed,  // a row is in the shard of its tenant
  coordinator,  // the whole table is on the server that the nodes connect to
};

struct Distribution {
  std::string_view table;
  Placement placement{};
  // For a distributed table: the column with the tenant, and a table whose shard of the same tenant
  // is on the same server. The first table of its kind has its own name there.
  std::string_view tenant = {};
  std::string_view beside = {};
};

// Returns all tables of the schema, in the order in which they are distributed.
std::span<const Distribution> distributions();

// Returns the statements that distribute the tables, as documentation for an operator.
std::vector<std::string> distributing_statements();

// Brings the tables to the form of this version, distributes the tables that are not distributed
// yet, and returns their names. No node may use the store during the call. Errors: `invalid`
// without Citus, or if a key does not contain its tenant; `conflict` if a commit is under way, or
// if a table is distributed in another way; the others are the errors of migrate().
base::Result<std::vector<std::string>> distribute(database::Connection& connection);

}  // namespace tradepost::store::postgres
