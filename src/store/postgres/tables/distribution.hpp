#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/result.hpp"
#include "database/connection.hpp"

// Where each table lies in a cluster of Citus.
namespace tradepost::store::postgres {

enum class Placement : std::uint8_t {
  distributed,  // a row lies in the shard of its tenant
  coordinator,  // all of it lies on the server that the nodes connect to
};

struct Distribution {
  std::string_view table;
  Placement placement{};
  // Of a distributed one: the column with the tenant, and a table whose shard of the same tenant is
  // on the same server. Its own name: it is the first of its kind.
  std::string_view tenant = {};
  std::string_view beside = {};
};

// All tables of the schema, in the order in which they are distributed.
std::span<const Distribution> distributions();

// The statements that distribute the tables, for an operator to read.
std::vector<std::string> distributing_statements();

// Brings the tables to the form of this version and distributes those that are not distributed yet.
// No node may use the store meanwhile. The names of those that were distributed now. invalid: there
// is no Citus, or a key has not its tenant; conflict: a commit is under way, or a table is
// distributed in another way; otherwise as migrate().
base::Result<std::vector<std::string>> distribute(database::Connection& connection);

}  // namespace tradepost::store::postgres
