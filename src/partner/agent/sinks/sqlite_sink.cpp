#include "agent/sinks/sqlite_sink.hpp"

namespace tradepost::agent {
namespace {

constexpr const char* tables = R"(
CREATE TABLE IF NOT EXISTS tradepost_document(
  id TEXT PRIMARY KEY, bridge TEXT NOT NULL, type TEXT NOT NULL, flow TEXT NOT NULL,
  sender_id TEXT NOT NULL, sender TEXT NOT NULL, created_at TEXT NOT NULL, replaces_id TEXT,
  superseded_by TEXT, content TEXT NOT NULL,
  received_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')));
CREATE TABLE IF NOT EXISTS tradepost_delivered(id TEXT PRIMARY KEY) WITHOUT ROWID;
)";

}  // namespace

base::Result<std::unique_ptr<Sink>> SqliteSink::open(const std::string& path,
                                                     const std::string& bridge) {
  TRY_ASSIGN(sqlite::Database database, sqlite::Database::open(path));
  TRY(database.run("PRAGMA synchronous = FULL"));
  TRY(database.run(tables));
  return std::unique_ptr<Sink>(new SqliteSink(std::move(database), bridge));
}

base::Done SqliteSink::insert(std::span<const Delivery> batch) {
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database_));
  TRY_ASSIGN(sqlite::Statement mark, database_.prepare("INSERT INTO tradepost_delivered VALUES(?) "
                                                       "ON CONFLICT DO NOTHING RETURNING id"));
  TRY_ASSIGN(sqlite::Statement row,
             database_.prepare("INSERT INTO tradepost_document(id, bridge, type, flow, sender_id, "
                               "sender, created_at, replaces_id, content) "
                               "VALUES(?, ?, ?, ?, ?, ?, ?, nullif(?, ''), ?)"));
  TRY_ASSIGN(sqlite::Statement older,
             database_.prepare("UPDATE tradepost_document SET superseded_by = ? "
                               "WHERE id = ?"));
  for (const Delivery& one : batch) {
    const auto& document = *one.document;
    TRY_ASSIGN(const bool is_new, mark.text(document.id).next());
    if (!is_new) continue;
    TRY(mark.run());
    row.text(document.id).text(bridge_).text(document.type).text(document.flow);
    row.text(document.sender.id).text(document.sender.name).text(document.created_at);
    TRY(row.text(document.replaces_id).text(document.content).run());
    if (document.replaces_id.empty()) continue;
    TRY(older.text(document.id).text(document.replaces_id).run());
  }
  return change.commit();
}

}  // namespace tradepost::agent
