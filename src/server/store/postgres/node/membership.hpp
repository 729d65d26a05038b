#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "base/ids.hpp"
#include "database/connection.hpp"
#include "exchange/port/store_format.hpp"

// The nodes that serve a database, and the format in which they write.
namespace tradepost::store::postgres {

// The version of a node, and the newest format that it reads and writes.
struct NodeVersion {
  std::string version;
  exchange::StoreFormat newest_format = exchange::newest_format;
};

// A node that has renewed its row within the last minute.
struct LivingNode {
  base::Uuid id;
  NodeVersion is;
  std::chrono::seconds serving_for{};    // since the start of its process
  std::chrono::milliseconds seen_for{};  // since it renewed its row
};

// The row of this node in the table `node`. The node renews it every few seconds, so a node that
// was killed prevents a newer format for a minute at most.
class Membership {
 public:
  // Fails with too_new if the store has a newer format than this version.
  static base::Result<Membership> join(database::Connection& connection, base::Uuid node,
                                       NodeVersion version);

  // Fails with too_new if the format was raised while this node did not renew its row.
  base::Done renew(database::Connection& connection) const;
  base::Done leave(database::Connection& connection) const;
  const base::Uuid& node() const { return node_; }

 private:
  Membership(base::Uuid node, NodeVersion version) : node_(node), version_(std::move(version)) {}

  base::Uuid node_;
  NodeVersion version_;
};

// The nodes that serve a database at a moment, with the clock of the database.
struct SeenNodes {
  std::vector<LivingNode> nodes;
  base::Instant database_time{};
  std::chrono::steady_clock::time_point at{};
};

// Returns no nodes for a database without tables.
base::Result<std::vector<LivingNode>> living_nodes(database::Connection& connection);
base::Result<SeenNodes> see_nodes(database::Connection& connection);

// Raises the format of the store, unless it is raised already. Fails with conflict if a living node
// can't read the new format, or has served for a shorter time than `serving_for`.
base::Done raise_format(database::Connection& connection, exchange::StoreFormat to,
                        std::chrono::seconds serving_for);

}  // namespace tradepost::store::postgres
