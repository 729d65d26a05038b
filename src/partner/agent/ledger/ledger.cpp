#include "agent/ledger/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/files/whole_file.hpp"
#include "base/ground/check.hpp"
#include "base/text/json_writer.hpp"
#include "document/json_reader.hpp"

namespace tradepost::agent {
namespace {

constexpr std::int64_t format_version = 2;

constexpr std::array<std::string_view, 8> stored_names{
    "waiting", "handing", "processed", "refused", "reported", "setAside", "withdrawn", "awaited"};

constexpr const char* tables = R"(
CREATE TABLE IF NOT EXISTS document(
  bridge TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, sender TEXT NOT NULL,
  standing INTEGER NOT NULL, attempts INTEGER NOT NULL, success INTEGER NOT NULL,
  reason TEXT NOT NULL, error_type TEXT NOT NULL, context TEXT NOT NULL, changed_at TEXT NOT NULL,
  PRIMARY KEY(bridge, id)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS open_document ON document(bridge, standing, id) WHERE standing < 4 OR standing = 5;
CREATE INDEX IF NOT EXISTS awaited_document ON document(bridge, standing, id) WHERE standing = 7;
CREATE TABLE IF NOT EXISTS outgoing(
  bridge TEXT NOT NULL, file TEXT NOT NULL, digest TEXT NOT NULL, key TEXT NOT NULL,
  began_ms INTEGER NOT NULL, answer TEXT NOT NULL, target TEXT NOT NULL,
  PRIMARY KEY(bridge, file)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS set_aside_file(
  bridge TEXT NOT NULL, file TEXT NOT NULL, reason TEXT NOT NULL,
  PRIMARY KEY(bridge, file)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS awaited(
  bridge TEXT NOT NULL, id TEXT NOT NULL, interchange TEXT NOT NULL, number TEXT NOT NULL,
  kind INTEGER NOT NULL, answer_key TEXT NOT NULL, answer_place INTEGER NOT NULL,
  PRIMARY KEY(bridge, id)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS awaited_interchange ON awaited(bridge, interchange);
CREATE INDEX IF NOT EXISTS awaited_number ON awaited(bridge, number);
CREATE TABLE IF NOT EXISTS health(
  bridge TEXT NOT NULL, direction INTEGER NOT NULL, contact_at TEXT NOT NULL,
  problem TEXT NOT NULL, problem_since TEXT NOT NULL, PRIMARY KEY(bridge, direction)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS counted(
  bridge TEXT NOT NULL, what TEXT NOT NULL, number INTEGER NOT NULL,
  PRIMARY KEY(bridge, what)) WITHOUT ROWID;
)";

constexpr std::string_view entry_columns =
    "id, type, standing, attempts, reason, error_type, context, sender, changed_at, success";

std::string path_of(const std::string& folder) {
  return folder + "/ledger.db";
}

std::string text_of(const std::map<std::string, std::string>& context) {
  if (context.empty()) return {};
  base::JsonWriter json;
  json.begin_object();
  for (const auto& [name, value] : context) json.key(std::string_view(name)).string(value);
  json.end_object();
  return std::move(json).finish();
}

std::map<std::string, std::string> context_of(const std::string& text) {
  std::map<std::string, std::string> context;
  if (text.empty()) return context;
  document::JsonReader reader;
  if (const auto json = reader.read(text)) {
    json->each_member([&](const document::View& name, const document::View& value) {
      context[name.text()] = value.text();
    });
  }
  return context;
}

std::int64_t number_of(Standing standing) {
  return static_cast<std::int64_t>(standing);
}

// Returns the name of the counter that the outcome increases, or an empty text.
std::string_view counted_as(const Ledger::Settled& settled) {
  if (settled.standing == Standing::withdrawn) return "withdrawn";
  if (settled.standing != Standing::reported) return {};
  return settled.report.success ? "processed" : "refused";
}

base::Done check_version(sqlite::Database& database, const std::string& folder) {
  TRY_ASSIGN(sqlite::Statement version, database.prepare("PRAGMA user_version"));
  TRY_ASSIGN(const bool is_there, version.next());
  CHECK(is_there);
  const std::int64_t found = version.integer_at(0);
  TRY(version.run());
  if (found <= format_version) return {};
  return base::refuse({base::ErrorCode::too_new,
                       base::CallerText(fmt::format(
                           "{} was written by a newer version of tradepost.", path_of(folder)))});
}

}  // namespace

std::string_view name_of(Standing standing) {
  return stored_names.at(static_cast<std::size_t>(standing));
}

base::Result<Ledger> Ledger::open(const std::string& folder, const base::Clock& clock) {
  TRY(base::make_folder(folder));
  TRY_ASSIGN(sqlite::Database database, sqlite::Database::open(path_of(folder)));
  TRY(database.run("PRAGMA journal_mode = WAL"));
  TRY(database.run("PRAGMA synchronous = FULL"));
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database));
  TRY(check_version(database, folder));
  TRY(database.run(tables));
  TRY(database.run(fmt::format("PRAGMA user_version = {}", format_version).c_str()));
  TRY(change.commit());
  return Ledger(std::move(database), clock);
}

base::Result<Ledger> Ledger::look_at(const std::string& folder, const base::Clock& clock) {
  auto database = sqlite::Database::open(path_of(folder), sqlite::Database::Access::reading);
  if (!database && database.error().code() == base::ErrorCode::not_found) {
    return base::refuse({base::ErrorCode::not_found,
                         base::CallerText(fmt::format(
                             "{} has no ledger: no agent has run with this file yet.", folder))});
  }
  if (!database) return base::refuse(database.error());
  TRY(check_version(*database, folder));
  // The transaction gives all reads one snapshot, while the agent may write.
  TRY(database->run("BEGIN"));
  return Ledger(*std::move(database), clock);
}

std::string Ledger::now() const {
  return base::to_string(clock_->now());
}

Entry Ledger::entry_of(const sqlite::Statement& row) {
  return {.id = row.text_at(0),
          .type = row.text_at(1),
          .standing = static_cast<Standing>(row.integer_at(2)),
          .attempts = static_cast<unsigned>(row.integer_at(3)),
          .report = {.success = row.integer_at(9) != 0,
                     .reason = row.text_at(4),
                     .error_type = row.text_at(5),
                     .context = context_of(row.text_at(6))},
          .sender = row.text_at(7),
          .changed_at = row.text_at(8)};
}

base::Result<std::optional<Entry>> Ledger::find(std::string_view bridge, std::string_view id) {
  TRY_ASSIGN(sqlite::Statement found,
             database_.prepare(fmt::format("SELECT {} FROM document WHERE bridge = ? AND id = ?",
                                           entry_columns)));
  TRY_ASSIGN(const bool is_there, found.text(bridge).text(id).next());
  if (!is_there) return std::optional<Entry>();
  return std::optional(entry_of(found));
}

base::Result<std::vector<Entry>> Ledger::all(std::string_view bridge, Standing standing,
                                             std::size_t count_max) {
  // The literal number lets SQLite use the partial index open_document.
  TRY_ASSIGN(sqlite::Statement row,
             database_.prepare(fmt::format("SELECT {} FROM document WHERE bridge = ? AND "
                                           "standing = {} ORDER BY id LIMIT ?",
                                           entry_columns, number_of(standing))));
  row.text(bridge).integer(static_cast<std::int64_t>(count_max));
  std::vector<Entry> all;
  for (;;) {
    TRY_ASSIGN(const bool is_there, row.next());
    if (!is_there) return all;
    all.push_back(entry_of(row));
  }
}

base::Done Ledger::begin_handing_over(std::string_view bridge, std::span<const Delivery> batch) {
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database_));
  TRY_ASSIGN(sqlite::Statement insert,
             database_.prepare("INSERT INTO document VALUES(?, ?, ?, ?, ?, ?, 0, '', '', '', ?) "
                               "ON CONFLICT(bridge, id) DO UPDATE SET standing = excluded.standing,"
                               " attempts = excluded.attempts, changed_at = excluded.changed_at"));
  for (const Delivery& one : batch) {
    insert.text(bridge).text(one.document->id).text(one.document->type);
    insert.text(one.document->sender.name).integer(number_of(Standing::handing));
    TRY(insert.integer(one.attempt).text(now()).run());
  }
  return change.commit();
}

base::Done Ledger::settle(std::string_view bridge, std::span<const Settled> all) {
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database_));
  TRY_ASSIGN(sqlite::Statement update,
             database_.prepare("UPDATE document SET standing = ?, attempts = ?, success = ?, "
                               "reason = ?, error_type = ?, context = ?, changed_at = ? "
                               "WHERE bridge = ? AND id = ?"));
  for (const Settled& one : all) {
    update.integer(number_of(one.standing)).integer(one.attempts);
    update.integer(one.report.success ? 1 : 0)
        .text(one.report.reason)
        .text(one.report.error_type)
        .text(text_of(one.report.context))
        .text(now());
    TRY(update.text(bridge).text(one.id).run());
    if (one.standing == Standing::awaited) {
      TRY(await(bridge, one.id, one.message));
    } else {
      TRY(await_no_more(bridge, one.id));
    }
    if (const auto what = counted_as(one); !what.empty()) TRY(count(bridge, what, 1));
  }
  return change.commit();
}

base::Done Ledger::await(std::string_view bridge, std::string_view id, const SentMessage& message) {
  TRY_ASSIGN(sqlite::Statement insert,
             database_.prepare("INSERT OR REPLACE INTO awaited VALUES(?, ?, ?, ?, ?, '', 0)"));
  insert.text(bridge).text(id).text(message.interchange).text(message.number);
  return insert.integer(static_cast<std::int64_t>(message.awaited)).run();
}

// An answer that decided a document stays known until its file is put away.
base::Done Ledger::await_no_more(std::string_view bridge, std::string_view id) {
  TRY_ASSIGN(sqlite::Statement remove,
             database_.prepare("DELETE FROM awaited WHERE bridge = ? AND id = ? AND "
                               "answer_key = ''"));
  return remove.text(bridge).text(id).run();
}

base::Result<std::string> Ledger::awaiting(std::string_view bridge, const Answer& answer,
                                           std::string_view column, std::string_view value) {
  if (value.empty()) return std::string();
  TRY_ASSIGN(sqlite::Statement found,
             database_.prepare(fmt::format("SELECT id, kind FROM awaited WHERE bridge = ? AND "
                                           "answer_key = '' AND {} = ? ORDER BY id DESC LIMIT 2",
                                           column)));
  TRY_ASSIGN(const bool is_there, found.text(bridge).text(value).next());
  if (!is_there) return std::string();
  std::string id = found.text_at(0);
  const bool awaits_more = static_cast<Awaited>(found.integer_at(1)) == Awaited::aperak &&
                           answer.kind == Awaited::contrl && answer.report.success;
  TRY_ASSIGN(const bool is_ambiguous, found.next());
  return awaits_more || is_ambiguous ? std::string() : id;
}

base::Result<std::string> Ledger::answer(std::string_view bridge, const Answer& answer) {
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database_));
  TRY_ASSIGN(sqlite::Statement decided,
             database_.prepare("SELECT id FROM awaited WHERE bridge = ? AND answer_key = ? AND "
                               "answer_place = ?"));
  decided.text(bridge).text(answer.file_key).integer(static_cast<std::int64_t>(answer.place));
  TRY_ASSIGN(const bool is_decided, decided.next());
  if (is_decided) return decided.text_at(0);
  TRY_ASSIGN(const auto handing, all(bridge, Standing::handing, 1));
  if (!handing.empty()) {
    return base::refuse({base::ErrorCode::unavailable,
                         base::CallerText("A hand-over is not settled. The answer waits for it.")});
  }
  TRY_ASSIGN(std::string id, awaiting(bridge, answer, "interchange", answer.interchange));
  if (id.empty()) {
    TRY_ASSIGN(id, awaiting(bridge, answer, "number", answer.number));
  }
  if (id.empty()) return id;
  TRY_ASSIGN(sqlite::Statement update,
             database_.prepare("UPDATE document SET standing = ?, success = ?, reason = ?, "
                               "error_type = ?, changed_at = ? WHERE bridge = ? AND id = ?"));
  const bool success = answer.report.success;
  update.integer(number_of(success ? Standing::processed : Standing::refused));
  update.integer(success ? 1 : 0).text(answer.report.reason).text(answer.report.error_type);
  TRY(update.text(now()).text(bridge).text(id).run());
  TRY_ASSIGN(sqlite::Statement keep,
             database_.prepare("UPDATE awaited SET answer_key = ?, answer_place = ? "
                               "WHERE bridge = ? AND id = ?"));
  keep.text(answer.file_key).integer(static_cast<std::int64_t>(answer.place));
  TRY(keep.text(bridge).text(id).run());
  TRY(change.commit());
  return id;
}

base::Done Ledger::report_again(std::string_view bridge, const Entry& entry) {
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database_));
  TRY_ASSIGN(sqlite::Statement update,
             database_.prepare("UPDATE document SET standing = ?, changed_at = ? "
                               "WHERE bridge = ? AND id = ?"));
  const bool success = entry.report.success;
  update.integer(number_of(success ? Standing::processed : Standing::refused)).text(now());
  TRY(update.text(bridge).text(entry.id).run());
  TRY(count(bridge, success ? "processed" : "refused", -1));
  return change.commit();
}

base::Result<std::int64_t> Ledger::try_again(std::string_view bridge, std::string_view id) {
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database_));
  TRY_ASSIGN(sqlite::Statement update,
             database_.prepare(fmt::format(
                 "UPDATE document SET standing = {}, attempts = 0, changed_at = ? WHERE bridge = ? "
                 "AND (standing = {} OR (standing = {} AND ?3 != '')) AND (?3 = '' OR id = ?3) "
                 "RETURNING id",
                 number_of(Standing::waiting), number_of(Standing::set_aside),
                 number_of(Standing::awaited))));
  update.text(now()).text(bridge).text(id);
  std::int64_t count = 0;
  for (;;) {
    TRY_ASSIGN(const bool is_there, update.next());
    if (!is_there) break;
    ++count;
  }
  TRY(await_no_more(bridge, id));
  TRY(change.commit());
  return count;
}

base::Result<Outgoing> Ledger::begin_sending(std::string_view bridge, std::string_view file,
                                             std::string_view digest, std::string_view new_key) {
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database_));
  TRY_ASSIGN(sqlite::Statement found,
             database_.prepare("SELECT key, began_ms, answer, target FROM outgoing "
                               "WHERE bridge = ? AND file = ? AND digest = ?"));
  TRY_ASSIGN(const bool is_there, found.text(bridge).text(file).text(digest).next());
  if (is_there) {
    return Outgoing{.file = std::string(file),
                    .key = found.text_at(0),
                    .began = base::instant_of(found.integer_at(1)),
                    .answer = found.text_at(2),
                    .target = found.text_at(3)};
  }
  const base::Instant began = clock_->now();
  TRY_ASSIGN(sqlite::Statement insert,
             database_.prepare("INSERT OR REPLACE INTO outgoing VALUES(?, ?, ?, ?, ?, '', '')"));
  insert.text(bridge).text(file).text(digest).text(new_key);
  TRY(insert.integer(base::epoch_ms(began)).run());
  TRY(change.commit());
  return Outgoing{.file = std::string(file), .key = std::string(new_key), .began = began};
}

base::Done Ledger::keep_answer(std::string_view bridge, const Outgoing& outgoing, Sending how) {
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database_));
  TRY_ASSIGN(sqlite::Statement update,
             database_.prepare("UPDATE outgoing SET answer = ?, target = ? "
                               "WHERE bridge = ? AND file = ?"));
  TRY(update.text(outgoing.answer).text(outgoing.target).text(bridge).text(outgoing.file).run());
  TRY(count(bridge, how == Sending::sent ? "sent" : "failed", 1));
  return change.commit();
}

base::Done Ledger::end_sending(std::string_view bridge, std::string_view file) {
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database_));
  TRY_ASSIGN(
      sqlite::Statement forget,
      database_.prepare("DELETE FROM awaited WHERE bridge = ?1 AND answer_key IN (SELECT key "
                        "FROM outgoing WHERE bridge = ?1 AND file = ?2)"));
  TRY(forget.text(bridge).text(file).run());
  TRY_ASSIGN(sqlite::Statement remove,
             database_.prepare("DELETE FROM outgoing WHERE bridge = ? AND file = ?"));
  TRY(remove.text(bridge).text(file).run());
  return change.commit();
}

base::Done Ledger::end_sending_but(std::string_view bridge, std::span<const std::string> files) {
  TRY_ASSIGN(sqlite::Statement row,
             database_.prepare("SELECT file FROM outgoing WHERE bridge = ?"));
  row.text(bridge);
  std::vector<std::string> ended;
  for (;;) {
    TRY_ASSIGN(const bool is_there, row.next());
    if (!is_there) break;
    if (std::ranges::find(files, row.text_at(0)) == files.end()) ended.push_back(row.text_at(0));
  }
  for (const std::string& file : ended) TRY(end_sending(bridge, file));
  return {};
}

base::Done Ledger::keep_set_aside_files(std::string_view bridge, const SetAsideFiles& files) {
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database_));
  TRY_ASSIGN(sqlite::Statement remove,
             database_.prepare("DELETE FROM set_aside_file WHERE bridge = ?"));
  TRY(remove.text(bridge).run());
  TRY_ASSIGN(sqlite::Statement insert,
             database_.prepare("INSERT INTO set_aside_file VALUES(?, ?, ?)"));
  for (const auto& [file, reason] : files) TRY(insert.text(bridge).text(file).text(reason).run());
  return change.commit();
}

base::Result<bool> Ledger::has_table(std::string_view name) {
  TRY_ASSIGN(sqlite::Statement table,
             database_.prepare("SELECT 1 FROM sqlite_master WHERE name = ?"));
  return table.text(name).next();
}

base::Result<SetAsideFiles> Ledger::set_aside_files(std::string_view bridge) {
  TRY_ASSIGN(const bool is_known, has_table("set_aside_file"));
  SetAsideFiles files;
  if (!is_known) return files;
  TRY_ASSIGN(sqlite::Statement row,
             database_.prepare("SELECT file, reason FROM set_aside_file WHERE bridge = ?"));
  row.text(bridge);
  for (;;) {
    TRY_ASSIGN(const bool is_there, row.next());
    if (!is_there) return files;
    files.emplace(row.text_at(0), row.text_at(1));
  }
}

base::Done Ledger::count(std::string_view bridge, std::string_view what, std::int64_t by) {
  TRY_ASSIGN(sqlite::Statement add,
             database_.prepare("INSERT INTO counted VALUES(?, ?, ?) ON CONFLICT(bridge, what) "
                               "DO UPDATE SET number = number + excluded.number"));
  return add.text(bridge).text(what).integer(by).run();
}

base::Done Ledger::keep_health(std::string_view bridge, Direction direction, const Health& health) {
  TRY_ASSIGN(sqlite::Statement replace,
             database_.prepare("INSERT OR REPLACE INTO health VALUES(?, ?, ?, ?, ?)"));
  replace.text(bridge).integer(static_cast<std::int64_t>(direction)).text(health.contact_at);
  return replace.text(health.problem).text(health.problem_since).run();
}

base::Result<Health> Ledger::health(std::string_view bridge, Direction direction) {
  TRY_ASSIGN(sqlite::Statement found,
             database_.prepare("SELECT contact_at, problem, problem_since FROM health "
                               "WHERE bridge = ? AND direction = ?"));
  TRY_ASSIGN(const bool is_there,
             found.text(bridge).integer(static_cast<std::int64_t>(direction)).next());
  if (!is_there) return Health{};
  return Health{.contact_at = found.text_at(0),
                .problem = found.text_at(1),
                .problem_since = found.text_at(2)};
}

base::Result<Counts> Ledger::counts(std::string_view bridge) {
  Counts counts;
  const std::array<std::pair<std::string_view, std::int64_t*>, 5> names{
      {{"processed", &counts.processed},
       {"refused", &counts.refused},
       {"withdrawn", &counts.withdrawn},
       {"sent", &counts.sent},
       {"failed", &counts.failed}}};
  TRY_ASSIGN(sqlite::Statement counted,
             database_.prepare("SELECT what, number FROM counted WHERE bridge = ?"));
  counted.text(bridge);
  for (;;) {
    TRY_ASSIGN(const bool is_there, counted.next());
    if (!is_there) break;
    for (const auto& [name, number] : names) {
      if (counted.text_at(0) == name) *number = counted.integer_at(1);
    }
  }
  TRY_ASSIGN(sqlite::Statement open,
             database_.prepare("SELECT standing, count(*) FROM document WHERE bridge = ? AND "
                               "(standing < 4 OR standing = 5) GROUP BY standing"));
  open.text(bridge);
  for (;;) {
    TRY_ASSIGN(const bool is_there, open.next());
    if (!is_there) break;
    const auto standing = static_cast<Standing>(open.integer_at(0));
    const bool is_unreported = standing == Standing::processed || standing == Standing::refused;
    auto& number = standing == Standing::set_aside ? counts.set_aside
                   : is_unreported                 ? counts.unreported
                                                   : counts.waiting;
    number += open.integer_at(1);
  }
  TRY_ASSIGN(const bool can_await, has_table("awaited"));
  if (can_await) {
    TRY_ASSIGN(sqlite::Statement awaited,
               database_.prepare("SELECT count(*) FROM awaited WHERE bridge = ? AND "
                                 "answer_key = ''"));
    TRY_ASSIGN(const bool has_count, awaited.text(bridge).next());
    if (has_count) counts.unreported += awaited.integer_at(0);
  }
  TRY_ASSIGN(sqlite::Statement outgoing,
             database_.prepare("SELECT count(*) FROM outgoing WHERE bridge = ?"));
  TRY_ASSIGN(const bool is_there, outgoing.text(bridge).next());
  if (is_there) counts.outgoing = outgoing.integer_at(0);
  return counts;
}

}  // namespace tradepost::agent
