#include "sales/ground/statement.hpp"

#include <fmt/format.h>

#include <utility>

namespace tradepost::sales {
namespace {

// Replaces question marks by $1, $2 and so on. No literal in the SQL of this module has one.
std::string numbered(std::string_view sql) {
  std::string out;
  int number = 0;
  for (const char c : sql) {
    if (c == '?') {
      out += fmt::format("${}", ++number);
    } else {
      out.push_back(c);
    }
  }
  return out;
}

}  // namespace

Statement::Statement(database::Connection& connection, std::string_view sql)
    : kind_(Remote{.connection = &connection, .sql = numbered(sql)}) {}

base::Done Statement::Remote::ask() {
  TRY_ASSIGN(rows, connection->ask({.sql = sql, .parameters = std::exchange(parameters, {})}));
  row = 0;
  return {};
}

Statement& Statement::text(std::string_view value) {
  if (auto* const local = std::get_if<sqlite::Statement>(&kind_)) {
    local->text(value);
  } else {
    std::get<Remote>(kind_).parameters.text(value);
  }
  return *this;
}

Statement& Statement::integer(std::int64_t value) {
  if (auto* const local = std::get_if<sqlite::Statement>(&kind_)) {
    local->integer(value);
  } else {
    std::get<Remote>(kind_).parameters.number(value);
  }
  return *this;
}

base::Done Statement::run() {
  if (auto* const local = std::get_if<sqlite::Statement>(&kind_)) return local->run();
  auto& remote = std::get<Remote>(kind_);
  if (!remote.rows) TRY(remote.ask());
  remote.rows.reset();
  return {};
}

base::Result<bool> Statement::next() {
  if (auto* const local = std::get_if<sqlite::Statement>(&kind_)) return local->next();
  auto& remote = std::get<Remote>(kind_);
  if (!remote.rows) TRY(remote.ask());
  if (remote.row++ < remote.rows->count()) return true;
  remote.rows.reset();
  return false;
}

std::string Statement::text_at(int column) const {
  if (const auto* const local = std::get_if<sqlite::Statement>(&kind_)) {
    return local->text_at(column);
  }
  const auto& remote = std::get<Remote>(kind_);
  return std::string(remote.rows->bytes(remote.row - 1, column));
}

std::int64_t Statement::integer_at(int column) const {
  if (const auto* const local = std::get_if<sqlite::Statement>(&kind_)) {
    return local->integer_at(column);
  }
  const auto& remote = std::get<Remote>(kind_);
  return remote.rows->number(remote.row - 1, column);
}

base::Result<Change> Change::begin(sqlite::Database& database) {
  TRY_ASSIGN(sqlite::Change change, sqlite::Change::begin(database));
  return Change(std::move(change));
}

base::Result<Change> Change::begin(database::Connection& connection) {
  TRY(connection.run("BEGIN"));
  Change change(connection);
  // An arbitrary number that no other program locks.
  TRY(connection.run("SELECT pg_advisory_xact_lock(126905768813939)"));
  return change;
}

Change::Change(Change&& other) noexcept
    : local_(std::exchange(other.local_, std::nullopt)),
      remote_(std::exchange(other.remote_, nullptr)) {}

Change::~Change() {
  if (remote_ != nullptr) static_cast<void>(remote_->run("ROLLBACK"));
}

base::Done Change::commit() {
  if (local_) return local_->commit();
  TRY_ASSIGN(const bool is_confirmed, std::exchange(remote_, nullptr)->commit({}));
  if (is_confirmed) return {};
  return base::refuse(
      {base::ErrorCode::unavailable, base::CallerText("The database did not confirm the change.")});
}

}  // namespace tradepost::sales
