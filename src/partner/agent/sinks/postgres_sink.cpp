#include "agent/sinks/postgres_sink.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/text/text.hpp"

namespace tradepost::agent {
namespace {

// The type json keeps the text of a value unchanged; jsonb does not.
constexpr const char* tables = R"(
CREATE TABLE IF NOT EXISTS tradepost_document(
  id text PRIMARY KEY, bridge text NOT NULL, type text NOT NULL, flow text NOT NULL,
  sender_id text NOT NULL, sender text NOT NULL, created_at timestamptz NOT NULL, replaces_id text,
  superseded_by text, content json NOT NULL, received_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS tradepost_delivered(id text PRIMARY KEY);
)";

// These timeouts end a statement that hangs.
constexpr const char* bounds =
    "SET statement_timeout = '60s'; SET lock_timeout = '30s'; SET synchronous_commit = on;"
    "SET client_min_messages = warning";

void be_silent(void* /*unused*/, const PGresult* /*notice*/) {}

}  // namespace

void PostgresSink::Finish::operator()(pg_conn* connection) const {
  PQfinish(connection);
}

void PostgresSink::Clear::operator()(pg_result* result) const {
  PQclear(result);
}

base::Result<std::unique_ptr<Sink>> PostgresSink::open(const std::string& address,
                                                       const std::string& bridge) {
  PQconninfoOption* const parsed = PQconninfoParse(address.c_str(), nullptr);
  PQconninfoFree(parsed);
  if (parsed == nullptr) {
    // The error text of libpq would contain the password.
    return base::refuse({base::ErrorCode::invalid,
                         base::CallerText("The address of the database can't be read. It looks "
                                          "like postgres://USER@HOST/NAME.")});
  }
  return std::unique_ptr<Sink>(new PostgresSink(address, bridge));
}

base::Error PostgresSink::error() const {
  return {base::ErrorCode::unavailable,
          base::CallerText(fmt::format("PostgreSQL refuses: {}",
                                       base::trimmed(PQerrorMessage(connection_.get()))))};
}

base::Done PostgresSink::connect() {
  // The address overrides the names before `dbname`, and cannot override the names after it.
  const std::array<const char*, 7> names{"application_name",
                                         "connect_timeout",
                                         "keepalives_idle",
                                         "tcp_user_timeout",
                                         "dbname",
                                         "client_encoding",
                                         nullptr};
  const std::array<const char*, 7> values{"tradepost agent", "10",   "30",   "60000",
                                          address_.c_str(),  "UTF8", nullptr};
  constexpr int dbname_is_an_address = 1;
  connection_.reset(PQconnectdbParams(names.data(), values.data(), dbname_is_an_address));
  if (PQstatus(connection_.get()) != CONNECTION_OK) {
    auto refusal = error();
    connection_.reset();
    return base::refuse(std::move(refusal));
  }
  PQsetNoticeReceiver(connection_.get(), be_silent, nullptr);
  TRY(ask(bounds));
  TRY(ask(tables));
  return {};
}

base::Result<PostgresSink::Answer> PostgresSink::ask(
    const char* sql, std::initializer_list<const std::string*> values) {
  std::vector<const char*> texts;
  for (const std::string* const value : values) texts.push_back(value->c_str());
  Answer answer(values.size() == 0
                    ? PQexec(connection_.get(), sql)
                    : PQexecParams(connection_.get(), sql, static_cast<int>(texts.size()), nullptr,
                                   texts.data(), nullptr, nullptr, 0));
  const auto status = PQresultStatus(answer.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return answer;
  return base::refuse(error());
}

base::Done PostgresSink::insert(std::span<const Delivery> batch) {
  if (connection_ == nullptr) TRY(connect());
  auto done = insert_all(batch);
  if (done) return done;
  // Rolls back from any state. After a COMMIT without an answer, the marks show if it succeeded.
  const bool is_usable = PQstatus(connection_.get()) == CONNECTION_OK && ask("ROLLBACK");
  if (!is_usable) connection_.reset();
  return done;
}

base::Done PostgresSink::insert_all(std::span<const Delivery> batch) {
  TRY(ask("BEGIN"));
  for (const Delivery& one : batch) {
    const auto& document = *one.document;
    TRY_ASSIGN(const auto marked, ask("INSERT INTO tradepost_delivered VALUES($1) "
                                      "ON CONFLICT DO NOTHING RETURNING id",
                                      {&document.id}));
    if (PQntuples(marked.get()) == 0) continue;
    TRY(ask(
        "INSERT INTO tradepost_document(id, bridge, type, flow, sender_id, sender, created_at, "
        "replaces_id, content) VALUES($1, $2, $3, $4, $5, $6, $7, nullif($8, ''), $9)",
        {&document.id, &bridge_, &document.type, &document.flow, &document.sender.id,
         &document.sender.name, &document.created_at, &document.replaces_id, &document.content}));
    if (document.replaces_id.empty()) continue;
    TRY(ask("UPDATE tradepost_document SET superseded_by = $1 WHERE id = $2",
            {&document.id, &document.replaces_id}));
  }
  TRY(ask("COMMIT"));
  return {};
}

}  // namespace tradepost::agent
