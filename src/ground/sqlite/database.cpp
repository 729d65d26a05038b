#include "sqlite/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <utility>

namespace tradepost::sqlite {
namespace {

// The longest wait for the lock while another process writes.
constexpr std::chrono::milliseconds turn_wait_max{10'000};

base::Error error_of(sqlite3* database, int code) {
  const int kind = code & 0xff;
  const auto ours = kind == SQLITE_FULL       ? base::ErrorCode::disk_full
                    : kind == SQLITE_CANTOPEN ? base::ErrorCode::not_found
                    : kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB
                        ? base::ErrorCode::damaged
                        : base::ErrorCode::unavailable;
  const char* const name = database == nullptr ? nullptr : sqlite3_db_filename(database, "main");
  return {ours, base::CallerText(fmt::format(
                    "The database {} refuses: {}.", name == nullptr ? "" : name,
                    database == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(database)))};
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

base::Error Statement::error() const {
  return error_of(database_, sqlite3_extended_errcode(database_));
}

Statement& Statement::text(std::string_view value) {
  is_bound_ &= sqlite3_bind_text64(statement_.get(), ++bound_, value.data(), value.size(),
                                   SQLITE_TRANSIENT, SQLITE_UTF8) == SQLITE_OK;
  return *this;
}

Statement& Statement::integer(std::int64_t value) {
  is_bound_ &= sqlite3_bind_int64(statement_.get(), ++bound_, value) == SQLITE_OK;
  return *this;
}

base::Done Statement::run() {
  for (;;) {
    TRY_ASSIGN(const bool is_there, next());
    if (!is_there) return {};
  }
}

base::Result<bool> Statement::next() {
  const bool is_bound = std::exchange(is_bound_, true);
  bound_ = 0;
  const int code = is_bound ? sqlite3_step(statement_.get()) : SQLITE_TOOBIG;
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    sqlite3_reset(statement_.get());
    return false;
  }
  auto refusal = is_bound ? error() : error_of(nullptr, code);
  sqlite3_reset(statement_.get());
  return base::refuse(std::move(refusal));
}

std::string Statement::text_at(int column) const {
  const auto* const bytes =
      reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  const auto count = sqlite3_column_bytes(statement_.get(), column);
  return bytes == nullptr ? std::string() : std::string(bytes, static_cast<std::size_t>(count));
}

std::int64_t Statement::integer_at(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

base::Result<Database> Database::open(const std::string& path, Access access) {
  sqlite3* opened = nullptr;
  const int how =
      access == Access::reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const int code = sqlite3_open_v2(path.c_str(), &opened, how | SQLITE_OPEN_NOMUTEX, nullptr);
  Database database(opened);
  if (code != SQLITE_OK) {
    const auto refusal = error_of(opened, code);
    return base::refuse(
        {refusal.code(), base::CallerText(fmt::format(
                             "{} can't be opened: {}.", path,
                             opened == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(opened)))});
  }
  sqlite3_extended_result_codes(opened, 1);
  sqlite3_busy_timeout(opened, static_cast<int>(turn_wait_max.count()));
  return database;
}

base::Done Database::run(const char* sql) {
  const int code = sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return base::refuse(error_of(database_.get(), code));
  return {};
}

base::Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* made = nullptr;
  const int code =
      sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()), &made, nullptr);
  if (code != SQLITE_OK) return base::refuse(error_of(database_.get(), code));
  return Statement(*database_, made);
}

base::Result<Change> Change::begin(Database& database) {
  TRY(database.run("BEGIN IMMEDIATE"));
  return Change(database);
}

Change::Change(Change&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}

Change::~Change() {
  if (database_ != nullptr) static_cast<void>(database_->run("ROLLBACK"));
}

base::Done Change::commit() {
  TRY(database_->run("COMMIT"));
  database_ = nullptr;
  return {};
}

}  // namespace tradepost::sqlite
