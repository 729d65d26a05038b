#include "store/postgres/tables/distribution.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <utility>

#include "database/parameters.hpp"
#include "store/postgres/tables/schema.hpp"

namespace tradepost::store::postgres {

using database::Connection;
using database::Parameters;
using database::Rows;

namespace {

constexpr Distribution by(std::string_view table, std::string_view tenant,
                          std::string_view beside = "queue") {
  return {.table = table, .placement = Placement::distributed, .tenant = tenant, .beside = beside};
}
constexpr Distribution whole(std::string_view table) {
  return {.table = table, .placement = Placement::coordinator};
}

constexpr std::array all{
    // Distributed by the recipient, whose commits take positions one after the other.
    by("queue", "recipient"),
    by("transaction", "recipient"),
    by("pending", "recipient"),
    by("held", "recipient"),
    by("payload", "recipient"),
    by("original", "recipient"),
    // Distributed by each viewer of a document. A commit writes these rows in the same transaction,
    // so it spans the shards of all viewers.
    by("history", "viewer"),
    by("sscc", "viewer"),
    by("reference", "viewer"),
    by("feed_end", "participant"),
    by("feed", "participant"),
    by("idempotency", "participant"),
    by("seen", "participant"),
    by("rejection", "sender"),
    // Distributed by the document, which keeps its id when it moves to another recipient.
    by("event", "id"),
    // Distributed by the commercial recipient, which may not be a participant.
    by("version", "commercial", "version"),
    // Small tables that all nodes lock or scan.
    whole("network"),
    whole("shared_key"),
    whole("migration"),
    whole("move"),
    whole("node"),
    whole("directory_entry"),
    whole("act"),
    whole("person_key"),
    whole("notice"),
    whole("command"),
    whole("number_range"),
    whole("intent"),
    whole("draft"),
    // Rows of several participants are locked together, which Citus does on one server only.
    whole("endpoint"),
    whole("exchange_case"),
    whole("case_owner"),
    whole("case_comment"),
};

base::Error invalid(std::string text) {
  return {base::ErrorCode::invalid, base::CallerText(std::move(text))};
}

base::Error conflict(std::string text) {
  return {base::ErrorCode::conflict, base::CallerText(std::move(text))};
}

std::string distributing(const Distribution& table) {
  const bool is_first = table.table == table.beside;
  return fmt::format("SELECT create_distributed_table('{}', '{}', colocate_with => '{}')",
                     table.table, table.tenant, is_first ? "none" : table.beside);
}

// Adds the recipient of each version, because nodes of an earlier version did not write it.
constexpr std::string_view complete =
    "UPDATE version AS v SET recipient = t.recipient FROM transaction t "
    "WHERE t.id = v.id AND v.recipient IS DISTINCT FROM t.recipient";

// Every commit takes the shared lock of the directory, so this one fails while a commit is under
// way.
constexpr std::string_view lock = "SELECT pg_try_advisory_lock(29808, 2)";
constexpr std::string_view unlock = "SELECT pg_advisory_unlock(29808, 2)";

base::Done check_extension(Connection& connection) {
  TRY_ASSIGN(const Rows rows, connection.ask({.sql = "SELECT EXISTS(SELECT FROM pg_extension "
                                                     "WHERE extname = 'citus')"}));
  if (rows.boolean(0, 0)) return {};
  return base::refuse(
      invalid("The database has no Citus. Connect to the coordinator of the cluster, and run "
              "CREATE EXTENSION citus there first."));
}

// Checks that each unique key contains the tenant, because a unique key holds only within a shard.
base::Done check_keys(Connection& connection, const Distribution& table) {
  TRY_ASSIGN(
      const Rows rows,
      connection.ask(
          {.sql = "SELECT i.indexrelid::regclass::text FROM pg_index i WHERE "
                  "i.indrelid = to_regclass($1) AND i.indisunique AND NOT EXISTS(SELECT FROM "
                  "pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = $2 "
                  "AND a.attnum = ANY(i.indkey::smallint[]))",
           .parameters = Parameters().text(table.table).text(table.tenant)}));
  if (rows.count() == 0) return {};
  return base::refuse(
      invalid(fmt::format("The key {} does not contain {}, by which {} is distributed.",
                          rows.bytes(0, 0), table.tenant, table.table)));
}

using Found = std::map<std::string, std::string, std::less<>>;  // table → its tenant column

base::Result<Found> distributed_already(Connection& connection) {
  TRY_ASSIGN(const Rows rows,
             connection.ask({.sql = "SELECT table_name::text, distribution_column::text "
                                    "FROM citus_tables"}));
  Found found;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    found.emplace(rows.bytes(i, 0), rows.is_null(i, 1) ? "" : rows.bytes(i, 1));
  }
  return found;
}

base::Done check_placements(const Found& found) {
  for (const Distribution& table : all) {
    const auto known = found.find(table.table);
    if (known == found.end() || known->second == table.tenant) continue;
    return base::refuse(
        conflict(fmt::format("The table {} is already distributed by '{}' instead of '{}'. Use "
                             "another database, or undistribute_table().",
                             table.table, known->second, table.tenant)));
  }
  return {};
}

base::Result<std::vector<std::string>> distribute_locked(Connection& connection) {
  TRY(migrate(connection));
  TRY_ASSIGN(const Found found, distributed_already(connection));
  TRY(check_placements(found));
  for (const Distribution& table : all) {
    if (table.placement == Placement::distributed) TRY(check_keys(connection, table));
  }
  std::vector<std::string> made;
  if (!found.contains("version")) TRY(connection.run(std::string(complete)));
  for (const Distribution& table : all) {
    if (table.placement != Placement::distributed || found.contains(table.table)) continue;
    TRY(connection.run(distributing(table)));
    made.emplace_back(table.table);
  }
  return made;
}

}  // namespace

std::span<const Distribution> distributions() {
  return all;
}

std::vector<std::string> distributing_statements() {
  std::vector<std::string> statements;
  statements.emplace_back(complete);
  for (const Distribution& table : all) {
    if (table.placement == Placement::distributed) statements.push_back(distributing(table));
  }
  return statements;
}

base::Result<std::vector<std::string>> distribute(Connection& connection) {
  TRY(check_extension(connection));
  TRY_ASSIGN(const Rows locked, connection.ask({.sql = lock}));
  if (!locked.boolean(0, 0)) {
    return base::refuse(conflict("A node is using the database. Stop all nodes first."));
  }
  auto made = distribute_locked(connection);
  if (!connection.is_alive()) return made;
  TRY(connection.ask({.sql = unlock}));
  return made;
}

}  // namespace tradepost::store::postgres
