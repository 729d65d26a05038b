#include "store/postgres/node/membership.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

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

base::Error hindered_by(std::string_view version, bool can_read, StoreFormat to,
                        std::chrono::seconds serving_for) {
  const std::string why = can_read ? fmt::format("has not served for {} s yet", serving_for.count())
                                   : fmt::format("can't read format {}", to);
  return {base::ErrorCode::conflict,
          base::CallerText(fmt::format("A node of version {} {}.", version, why))};
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
  const std::array statements{
      // A lost renewal is repeated soon, so it need not wait for a standby.
      database::Statement{.sql = "SELECT set_config('synchronous_commit', 'off', true)"},
      database::Statement{.sql = "WITH store AS (SELECT format FROM network FOR SHARE) "
                                 "INSERT INTO node(id, version, newest_format) "
                                 "SELECT $1, $2, $3 FROM store WHERE format <= $3 "
                                 "ON CONFLICT (id) DO UPDATE SET seen = now() RETURNING id",
                          .parameters = parameters_of(node_, version_)}};
  TRY_ASSIGN(const auto renewed, connection.ask_all(statements));
  if (renewed.back().count() == 0) return base::refuse(tables_too_new());
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
             connection.ask({.sql = "SELECT id, version, newest_format, "
                                    "extract(epoch FROM clock_timestamp() - since)::bigint, "
                                    "(extract(epoch FROM clock_timestamp() - seen) * 1000)::bigint "
                                    "FROM node WHERE seen > clock_timestamp() - "
                                    "interval '1 minute' ORDER BY newest_format, since DESC"}));
  for (std::size_t i = 0; i < rows.count(); ++i) {
    nodes.push_back({.id = rows.uuid(i, 0),
                     .is = {.version = std::string(rows.bytes(i, 1)),
                            .newest_format = static_cast<StoreFormat>(rows.number(i, 2))},
                     .serving_for = std::chrono::seconds(rows.number(i, 3)),
                     .seen_for = std::chrono::milliseconds(rows.number(i, 4))});
  }
  return nodes;
}

base::Result<SeenNodes> see_nodes(Connection& connection) {
  TRY_ASSIGN(auto nodes, living_nodes(connection));
  TRY_ASSIGN(
      const Rows clock,
      connection.ask({.sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"}));
  return SeenNodes{.nodes = std::move(nodes),
                   .database_time = base::instant_of(clock.number(0, 0)),
                   .at = std::chrono::steady_clock::now()};
}

base::Done raise_format(Connection& connection, StoreFormat to, std::chrono::seconds serving_for) {
  const auto parameters = [&] { return Parameters().number(to).number(serving_for.count()); };
  // One transaction. Each statement sees the rows that were committed before it.
  const std::array statements{
      database::Statement{.sql = "SELECT set_config('lock_timeout', '1s', true)"},
      // No node joins before the end of the transaction.
      database::Statement{.sql = "SELECT FROM network FOR UPDATE"},
      database::Statement{.sql = "UPDATE network SET format = $1 WHERE format < $1 "
                                 "AND NOT EXISTS(SELECT FROM node "
                                 "WHERE seen > clock_timestamp() - interval '1 minute' "
                                 "AND (newest_format < $1 OR "
                                 "since > clock_timestamp() - make_interval(secs => $2)))",
                          .parameters = parameters()},
      database::Statement{.sql = "SELECT version, newest_format >= $1 FROM node "
                                 "WHERE seen > clock_timestamp() - interval '1 minute' "
                                 "AND (newest_format < $1 OR "
                                 "since > clock_timestamp() - make_interval(secs => $2)) "
                                 "AND EXISTS(SELECT FROM network WHERE format < $1) "
                                 "ORDER BY newest_format LIMIT 1",
                          .parameters = parameters()}};
  TRY_ASSIGN(const auto answers, connection.ask_all(statements));
  const Rows& hindered = answers.back();
  if (hindered.count() == 0) return {};
  return base::refuse(hindered_by(hindered.bytes(0, 0), hindered.boolean(0, 1), to, serving_for));
}

}  // namespace tradepost::store::postgres
