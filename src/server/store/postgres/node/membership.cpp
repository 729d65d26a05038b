#include "store/postgres/node/membership.hpp"

#include <fmt/format.h>

#include "database/parameters.hpp"
#include "store/postgres/tables/schema.hpp"

namespace tradepost::store::postgres {

using database::Connection;
using database::Parameters;
using database::Rows;
using exchange::StoreFormat;

namespace {

Parameters parameters_of(const base::Uuid& node, const NodeVersion& version) {
  return Parameters().uuid(node).text(version.version).number(version.newest_format);
}

base::Error hindered_by(const LivingNode& node, StoreFormat to) {
  const std::string why = node.is.newest_format < to
                              ? fmt::format("can't read format {}", to)
                              : fmt::format("has served for {} s only", node.serving_for.count());
  return {base::ErrorCode::conflict,
          base::CallerText(fmt::format("A node of version {} {}.", node.is.version, why))};
}

base::Done raise_locked(Connection& connection, StoreFormat to, std::chrono::seconds serving_for) {
  // No node joins before the end of the transaction.
  TRY(connection.ask({.sql = "SELECT FROM network FOR UPDATE"}));
  TRY_ASSIGN(const auto nodes, living_nodes(connection));
  for (const LivingNode& node : nodes) {
    if (node.is.newest_format < to || node.serving_for < serving_for) {
      return base::refuse(hindered_by(node, to));
    }
  }
  TRY(connection.ask({.sql = "UPDATE network SET format = greatest(format, $1)",
                      .parameters = Parameters().number(to)}));
  return {};
}

}  // namespace

base::Result<Membership> Membership::join(Connection& connection, base::Uuid node,
                                          NodeVersion version) {
  TRY_ASSIGN(const Rows joined,
             connection.ask({.sql = "WITH old AS (DELETE FROM node WHERE seen < now() - "
                                    "interval '1 day'), "
                                    "store AS (SELECT format FROM network FOR SHARE) "
                                    "INSERT INTO node(id, version, newest_format) "
                                    "SELECT $1, $2, $3 FROM store WHERE format <= $3 RETURNING id",
                             .parameters = parameters_of(node, version)}));
  if (joined.count() == 0) return base::refuse(tables_too_new());
  return Membership(node, std::move(version));
}

base::Done Membership::renew(Connection& connection) const {
  TRY(connection.ask({.sql = "INSERT INTO node(id, version, newest_format) VALUES($1, $2, $3) "
                             "ON CONFLICT (id) DO UPDATE SET seen = now()",
                      .parameters = parameters_of(node_, version_)}));
  return {};
}

base::Done Membership::leave(Connection& connection) const {
  TRY(connection.ask(
      {.sql = "DELETE FROM node WHERE id = $1", .parameters = Parameters().uuid(node_)}));
  return {};
}

base::Result<std::vector<LivingNode>> living_nodes(Connection& connection) {
  std::vector<LivingNode> nodes;
  TRY_ASSIGN(const Rows has, connection.ask({.sql = "SELECT to_regclass('node') IS NOT NULL"}));
  if (!has.boolean(0, 0)) return nodes;
  TRY_ASSIGN(const Rows rows,
             connection.ask({.sql = "SELECT version, newest_format, "
                                    "extract(epoch FROM clock_timestamp() - since)::bigint "
                                    "FROM node WHERE seen > clock_timestamp() - "
                                    "interval '1 minute' ORDER BY newest_format, since DESC"}));
  for (std::size_t i = 0; i < rows.count(); ++i) {
    nodes.push_back({.is = {.version = std::string(rows.bytes(i, 0)),
                            .newest_format = static_cast<StoreFormat>(rows.number(i, 1))},
                     .serving_for = std::chrono::seconds(rows.number(i, 2))});
  }
  return nodes;
}

base::Done raise_format(Connection& connection, StoreFormat to, std::chrono::seconds serving_for) {
  TRY(connection.run("BEGIN"));
  auto raised = raise_locked(connection, to, serving_for);
  const auto ended = connection.run(raised ? "COMMIT" : "ROLLBACK");
  return raised ? ended : std::move(raised);
}

}  // namespace tradepost::store::postgres
