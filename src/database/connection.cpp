#include "database/connection.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"
#include "database/address.hpp"

namespace tradepost::database {
namespace {

constexpr int binary = 1;

base::Error away(std::string detail) {
  return {base::ErrorCode::unavailable, base::CallerText("The database does not answer now."),
          base::LogText(std::move(detail))};
}

bool is_good(const PGresult* result) {
  const auto status = PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

}  // namespace

Rows::Rows(pg_result* result) : result_(result, PQclear) {}

std::size_t Rows::count() const {
  return result_ ? static_cast<std::size_t>(PQntuples(result_.get())) : 0;
}

bool Rows::is_null(std::size_t row, int column) const {
  return PQgetisnull(result_.get(), static_cast<int>(row), column) != 0;
}

std::string_view Rows::bytes(std::size_t row, int column) const {
  const int at = static_cast<int>(row);
  return {PQgetvalue(result_.get(), at, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), at, column))};
}

std::int64_t Rows::number(std::size_t row, int column) const {
  const std::string_view stored = bytes(row, column);
  CHECK(stored.size() == sizeof(std::int64_t));
  std::uint64_t number = 0;
  for (const char byte : stored) number = number << 8 | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(number);
}

bool Rows::boolean(std::size_t row, int column) const {
  return bytes(row, column) != std::string_view("\0", 1);
}

base::Uuid Rows::uuid(std::size_t row, int column) const {
  const std::string_view stored = bytes(row, column);
  base::Uuid uuid;
  CHECK(stored.size() == uuid.bytes.size());
  std::ranges::copy(stored, uuid.bytes.begin());
  return uuid;
}

void Connection::Finish::operator()(pg_conn* connection) const {
  PQfinish(connection);
}

void Connection::hear(void* self, const pg_result* notice) {
  const char* const severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity != nullptr && std::string_view(severity) == "WARNING") {
    static_cast<Connection*>(self)->was_warned_ = true;
  }
}

base::Result<std::unique_ptr<Connection>> Connection::open(const Options& options) {
  TRY(check_address(options.address));
  // The address stands before what it must not change, and after what it may.
  const std::array<const char*, 8> names{
      "application_name", "connect_timeout", "keepalives_idle",      "tcp_user_timeout",
      "dbname",           "client_encoding", "target_session_attrs", nullptr};
  const std::array<const char*, 8> values{
      options.application_name.c_str(), "5",    "30",         "30000",
      options.address.c_str(),          "UTF8", "read-write", nullptr};
  constexpr int dbname_is_an_address = 1;
  std::unique_ptr<Connection> made(
      new Connection(PQconnectdbParams(names.data(), values.data(), dbname_is_an_address)));
  if (!made->is_alive()) return base::refuse(made->failure(nullptr));
  PQsetNoticeReceiver(made->connection_.get(), hear, made.get());
  return made;
}

bool Connection::is_alive() const {
  return !is_broken_ && PQstatus(connection_.get()) == CONNECTION_OK;
}

base::Error Connection::failure(const pg_result* result) {
  const char* const state =
      result != nullptr ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
  failed_state_ = state != nullptr ? state : "";
  // libpq itself has failed. It may call the connection good until the next read.
  if (state == nullptr) is_broken_ = true;
  const char* const said =
      result != nullptr ? PQresultErrorMessage(result) : PQerrorMessage(connection_.get());
  return away(fmt::format("PostgreSQL: {} {}", failed_state_, base::trimmed(said)));
}

bool Connection::send(const Statement& statement) {
  std::vector<Oid> types;
  std::vector<const char*> values;
  std::vector<int> lengths;
  for (const Parameters::Value& value : statement.parameters.values()) {
    types.push_back(static_cast<Oid>(value.type));
    values.push_back(value.bytes ? value.bytes->data() : nullptr);
    lengths.push_back(value.bytes ? static_cast<int>(value.bytes->size()) : 0);
  }
  const std::vector<int> formats(values.size(), binary);
  return PQsendQueryParams(connection_.get(), statement.sql.data(), static_cast<int>(values.size()),
                           types.data(), values.data(), lengths.data(), formats.data(),
                           binary) == 1;
}

base::Result<Rows> Connection::ask(const Statement& statement) {
  TRY_ASSIGN(std::vector<Rows> all, ask_all({&statement, 1}));
  return std::move(all.front());
}

base::Result<std::vector<Rows>> Connection::ask_all(std::span<const Statement> statements) {
  pg_conn* const connection = connection_.get();
  bool is_sent = PQenterPipelineMode(connection) == 1;
  for (const Statement& statement : statements) is_sent = is_sent && send(statement);
  is_sent = is_sent && PQpipelineSync(connection) == 1;
  if (!is_sent) return base::refuse(failure(nullptr));
  std::vector<Rows> answers;
  std::optional<base::Error> error;
  // Each statement's results end with a null, the whole with the answer to the sync.
  for (std::size_t i = 0; i < statements.size(); ++i) {
    while (PGresult* const result = PQgetResult(connection)) {
      Rows rows(result);
      if (!error && is_good(result)) {
        answers.push_back(std::move(rows));
      } else if (!error) {
        error = failure(result);
      }
      if (!is_alive()) return base::refuse(error ? *std::move(error) : failure(nullptr));
    }
  }
  Rows(PQgetResult(connection));
  const bool is_out = PQexitPipelineMode(connection) == 1;
  if (error) return base::refuse(*std::move(error));
  if (!is_out || answers.size() != statements.size()) return base::refuse(failure(nullptr));
  return answers;
}

base::Done Connection::run(const std::string& script) {
  PGresult* const result = PQexec(connection_.get(), script.c_str());
  const Rows owner(result);
  if (is_good(result)) return {};
  return base::refuse(failure(result));
}

bool Connection::commit() {
  was_warned_ = false;
  PGresult* const result = PQexec(connection_.get(), "COMMIT");
  const Rows owner(result);
  if (!is_good(result)) failure(result);
  return is_good(result) && !was_warned_ && std::string_view(PQcmdStatus(result)) == "COMMIT";
}

}  // namespace tradepost::database
