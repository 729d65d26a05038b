#include "database/connection.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"
#include "database/address.hpp"

namespace tradepost::database {

using std::chrono::steady_clock;

namespace {

constexpr int binary = 1;

// The time after its deadline in which a silent server may still end a statement itself.
constexpr std::chrono::seconds grace{1};

base::Error unavailable(std::string text, std::string detail) {
  return {base::ErrorCode::unavailable, base::CallerText(std::move(text)),
          base::LogText(std::move(detail))};
}

base::Error away(std::string detail) {
  return unavailable("The database does not answer now.", std::move(detail));
}

base::Error late(std::string detail) {
  return unavailable("The database did not answer in time.", std::move(detail));
}

// The error for a SQLSTATE of the server.
base::Error said_with(std::string_view state, std::string detail) {
  constexpr std::string_view disk_full = "53100";
  constexpr std::string_view lock_not_available = "55P03";
  constexpr std::string_view query_canceled = "57014";
  if (state == query_canceled) return late(std::move(detail));
  if (state == lock_not_available) {
    return unavailable("Another transaction in the database held a lock for too long.",
                       std::move(detail));
  }
  if (state == disk_full) {
    return {base::ErrorCode::disk_full, base::CallerText("The disk of the database is full."),
            base::LogText(std::move(detail))};
  }
  return away(std::move(detail));
}

Statement ending_within(std::chrono::milliseconds time, bool is_planned_once) {
  const auto parameters = Parameters().text(std::to_string(time.count()));
  if (!is_planned_once) {
    return {.sql = "SELECT set_config('statement_timeout', $1, true)", .parameters = parameters};
  }
  return {.sql =
              "SELECT set_config('statement_timeout', $1, true), "
              "set_config('plan_cache_mode', 'force_generic_plan', true)",
          .parameters = parameters};
}

constexpr Statement timeline_statement{
    .sql =
        "SELECT ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint"};

// The form of libpq: 15.4 is 150004.
constexpr int server_version_min = 150'000;

base::Error too_old(int version) {
  return {
      base::ErrorCode::unavailable,
      base::CallerText(fmt::format("The database is a PostgreSQL {}; {} or a newer one is needed.",
                                   version / 10'000, server_version_min / 10'000))};
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

bool is_away(const std::string& address) {
  const std::string text = parted(address).text;
  const std::array<const char*, 3> names{"connect_timeout", "dbname", nullptr};
  const std::array<const char*, 3> values{"5", text.c_str(), nullptr};
  constexpr int dbname_is_an_address = 1;
  const auto ping = PQpingParams(names.data(), values.data(), dbname_is_an_address);
  return ping == PQPING_NO_RESPONSE || ping == PQPING_REJECT;
}

void Connection::Finish::operator()(pg_conn* connection) const {
  PQfinish(connection);
}

void Connection::take_notice(void* self, const pg_result* notice) {
  const char* const severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity != nullptr && std::string_view(severity) == "WARNING") {
    static_cast<Connection*>(self)->was_warned_ = true;
  }
}

base::Result<std::unique_ptr<Connection>> Connection::open_at(const Options& options,
                                                              const Host& host) {
  const Address address = parted(options.address);
  const auto given = [](const std::string& value) {
    return value.empty() ? nullptr : value.c_str();
  };
  // A later entry wins. So the address can change the entries before it, and not the entries after
  // it. Times are short because a server may be silent; a lost peer is detected within half a
  // minute.
  const std::array<std::pair<const char*, const char*>, 13> settings{{
      {"application_name", options.application_name.c_str()},
      {"connect_timeout", "3"},
      {"keepalives_idle", "10"},
      {"keepalives_interval", "5"},
      {"keepalives_count", "4"},
      {"tcp_user_timeout", "30000"},
      {"dbname", address.text.c_str()},
      {"client_encoding", "UTF8"},
      {"target_session_attrs", "read-write"},
      {"host", given(host.name)},
      {"hostaddr", given(host.address)},
      {"port", given(host.port)},
      {nullptr, nullptr},
  }};
  std::array<const char*, settings.size()> names{};
  std::array<const char*, settings.size()> values{};
  std::ranges::transform(settings, names.begin(), [](const auto& each) { return each.first; });
  std::ranges::transform(settings, values.begin(), [](const auto& each) { return each.second; });
  constexpr int dbname_is_an_address = 1;
  std::unique_ptr<Connection> made(new Connection(
      PQconnectdbParams(names.data(), values.data(), dbname_is_an_address), options));
  if (!made->is_alive()) return base::refuse(made->failure(nullptr));
  made->prepares_ = address.is_prepared;
  if (PQserverVersion(made->connection_.get()) < server_version_min) {
    return base::refuse(too_old(PQserverVersion(made->connection_.get())));
  }
  PQsetNoticeReceiver(made->connection_.get(), take_notice, made.get());
  if (PQsetnonblocking(made->connection_.get(), 1) != 0) {
    return base::refuse(made->failure(nullptr));
  }
  return made;
}

// Tries each host in a separate attempt: libpq itself stops at the first host with an unexpected
// answer, such as a proxy without its server or a standby without a free session.
base::Result<std::unique_ptr<Connection>> Connection::open_any(const Options& options) {
  TRY(check_address(options.address));
  const std::vector<Host> hosts = hosts_of(options.address);
  std::optional<base::Error> error;
  const std::size_t first = options.primary->host();
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const std::size_t at = (first + i) % hosts.size();
    auto made = open_at(options, hosts[at]);
    if (made) {
      options.primary->set_host(at);
      return made;
    }
    error = std::move(made).error();
  }
  return base::refuse(*std::move(error));
}

base::Result<std::unique_ptr<Connection>> Connection::open(const Options& options) {
  TRY_ASSIGN(auto made, open_any(options));
  TRY(made->find_timeline());
  return made;
}

base::Done Connection::find_timeline() {
  TRY_ASSIGN(const Rows rows, ask(timeline_statement));
  timeline_ = rows.number(0, 0);
  if (options_.primary->take(timeline_)) return {};
  return base::refuse(away("PostgreSQL: this server was failed over"));
}

bool Connection::is_alive() const {
  return !is_broken_ && PQstatus(connection_.get()) == CONNECTION_OK;
}

base::Error Connection::failure(const pg_result* result) {
  const char* const state =
      result != nullptr ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
  failed_state_ = state != nullptr ? state : "";
  // Either libpq itself failed, and may report a good connection until the next read, or the server
  // is now a standby.
  constexpr std::string_view is_read_only = "25006";
  if (state == nullptr || failed_state_ == is_read_only) is_broken_ = true;
  const char* const said =
      result != nullptr ? PQresultErrorMessage(result) : PQerrorMessage(connection_.get());
  return said_with(failed_state_,
                   fmt::format("PostgreSQL: {} {}", failed_state_, base::trimmed(said)));
}

bool Connection::send(const Statement& statement) {
  if (options_.observer) options_.observer(statement);
  std::vector<Oid> types;
  std::vector<const char*> values;
  std::vector<int> lengths;
  for (const Parameters::Value& value : statement.parameters.values()) {
    types.push_back(static_cast<Oid>(value.type));
    values.push_back(value.bytes ? value.bytes->data() : nullptr);
    lengths.push_back(value.bytes ? static_cast<int>(value.bytes->size()) : 0);
  }
  const std::vector<int> formats(values.size(), binary);
  if (const auto known = prepared_.find(statement.sql); known != prepared_.end()) {
    return PQsendQueryPrepared(connection_.get(), known->second.c_str(),
                               static_cast<int>(values.size()), values.data(), lengths.data(),
                               formats.data(), binary) == 1;
  }
  return PQsendQueryParams(connection_.get(), statement.sql.data(), static_cast<int>(values.size()),
                           types.data(), values.data(), lengths.data(), formats.data(),
                           binary) == 1;
}

std::chrono::milliseconds Connection::wait_max() const {
  using std::chrono::milliseconds;
  const milliseconds silence_max{timeline_ == 0 ? 5'000 : 2'000};
  if (!until_) return silence_max;
  const auto left = std::chrono::ceil<milliseconds>(*until_ + grace - steady_clock::now());
  return std::clamp(left, milliseconds(0), silence_max);
}

bool Connection::is_given_up() const {
  return until_ && steady_clock::now() >= *until_ + grace;
}

bool Connection::wait_for_server() {
  const auto timeline = [this]() -> std::optional<std::int64_t> {
    const auto other = open_any(options_);
    const auto found = other ? (*other)->ask(timeline_statement) : base::Result<Rows>(Rows());
    if (!found || found->count() == 0) return std::nullopt;
    return found->number(0, 0);
  };
  while (true) {
    const int unsent = PQflush(connection_.get());
    if (unsent < 0) return false;
    pollfd socket{.fd = PQsocket(connection_.get()),
                  .events = static_cast<short>(unsent > 0 ? POLLIN | POLLOUT : POLLIN),
                  .revents = 0};
    const int ready = ::poll(&socket, 1, static_cast<int>(wait_max().count()));
    if (ready > 0 && (socket.revents & ~POLLOUT) != 0) {
      return PQconsumeInput(connection_.get()) == 1;
    }
    if (ready < 0 && errno != EINTR) return false;
    // The server may still execute the statements, so their outcome is unknown.
    if (ready == 0 && timeline_ == 0) return false;  // the connection is being opened
    if (ready == 0 && is_given_up()) return false;
    if (ready == 0 && options_.primary->has_later_than(timeline_, timeline)) return false;
  }
}

pg_result* Connection::next_result() {
  while (PQisBusy(connection_.get()) == 1) {
    if (wait_for_server()) continue;
    is_broken_ = true;
    return nullptr;
  }
  return PQgetResult(connection_.get());
}

pg_result* Connection::last_result() {
  PGresult* last = nullptr;
  while (PGresult* const result = next_result()) {
    PQclear(std::exchange(last, result));
  }
  if (is_broken_) PQclear(std::exchange(last, nullptr));
  return last;
}

// Prepares the statements that are not prepared yet, in a separate round trip: if a pipeline
// failed, it would be unknown which of them were prepared.
base::Done Connection::prepare(std::span<const Statement> statements) {
  if (!prepares_) return {};
  for (const Statement& statement : statements) {
    if (prepared_.contains(statement.sql)) continue;
    std::vector<Oid> types;
    for (const Parameters::Value& value : statement.parameters.values()) {
      types.push_back(static_cast<Oid>(value.type));
    }
    const std::string name = fmt::format("s{}", prepared_.size());
    const bool is_sent = PQsendPrepare(connection_.get(), name.c_str(), statement.sql.data(),
                                       static_cast<int>(types.size()), types.data()) == 1;
    PGresult* const result = is_sent ? last_result() : nullptr;
    const Rows owner(result);
    if (!is_good(result)) return base::refuse(failure(result));
    prepared_.emplace(statement.sql, name);
  }
  return {};
}

bool Connection::send_all(std::span<const Statement> statements) {
  bool is_sent = PQenterPipelineMode(connection_.get()) == 1;
  for (const Statement& statement : statements) is_sent = is_sent && send(statement);
  return is_sent && PQpipelineSync(connection_.get()) == 1;
}

base::Result<std::vector<Rows>> Connection::ask_all(std::span<const Statement> statements) {
  if (!until_ && !along_) return ask_at_once(statements);
  std::vector<Statement> all;
  if (until_) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*until_ - steady_clock::now());
    if (left.count() <= 0) return base::refuse(late("not sent: the deadline had already passed"));
    const bool is_planned_once = prepares_ && std::ranges::any_of(statements, [](const auto& each) {
                                   return each.is_planned_once;
                                 });
    all.push_back(ending_within(left, is_planned_once));
  }
  const bool has_along = along_.has_value();
  if (has_along) all.push_back(*std::exchange(along_, std::nullopt));
  const auto others = static_cast<std::ptrdiff_t>(all.size());
  all.insert(all.end(), statements.begin(), statements.end());
  TRY_ASSIGN(std::vector<Rows> answers, ask_at_once(all));
  if (has_along) taken_along_ = answers[static_cast<std::size_t>(others) - 1];
  answers.erase(answers.begin(), answers.begin() + others);
  return answers;
}

Rows Connection::taken_along() {
  along_.reset();
  return std::exchange(taken_along_, Rows());
}

base::Result<Rows> Connection::ask(const Statement& statement) {
  TRY_ASSIGN(std::vector<Rows> all, ask_all({&statement, 1}));
  return std::move(all.front());
}

// A connection pool answers with a backend number that differs from libpq's.
base::Result<bool> Connection::is_direct() {
  TRY_ASSIGN(const Rows rows, ask({.sql = "SELECT pg_backend_pid()::bigint"}));
  return rows.number(0, 0) == PQbackendPID(connection_.get());
}

std::vector<std::string> Connection::payloads_of_others() {
  std::vector<std::string> payloads;
  while (PGnotify* const one = PQnotifies(connection_.get())) {
    if (one->be_pid != PQbackendPID(connection_.get())) payloads.emplace_back(one->extra);
    PQfreemem(one);
  }
  return payloads;
}

base::Result<std::vector<std::string>> Connection::hear(int called,
                                                        std::chrono::milliseconds time_max) {
  // Notifications can arrive with the answer to a statement.
  std::vector<std::string> payloads = payloads_of_others();
  if (!payloads.empty()) return payloads;
  std::array<pollfd, 2> waited_for{
      pollfd{.fd = PQsocket(connection_.get()), .events = POLLIN, .revents = 0},
      pollfd{.fd = called, .events = POLLIN, .revents = 0}};
  const int ready =
      ::poll(waited_for.data(), waited_for.size(), static_cast<int>(time_max.count()));
  if (ready <= 0) return payloads;
  if (waited_for[0].revents != 0 && PQconsumeInput(connection_.get()) != 1) {
    return base::refuse(failure(nullptr));
  }
  return payloads_of_others();
}

base::Result<std::vector<Rows>> Connection::ask_at_once(std::span<const Statement> statements) {
  TRY(prepare(statements));
  if (!send_all(statements)) return base::refuse(failure(nullptr));
  std::vector<Rows> answers;
  std::optional<base::Error> error;
  // A null ends the results of each statement. The answer to the sync ends the pipeline.
  for (std::size_t i = 0; i < statements.size(); ++i) {
    while (PGresult* const result = next_result()) {
      Rows rows(result);
      if (!error && is_good(result)) {
        answers.push_back(std::move(rows));
      } else if (!error) {
        error = failure(result);
      }
      if (!is_alive()) break;
    }
    if (!is_alive()) return base::refuse(error ? *std::move(error) : failure(nullptr));
  }
  const Rows end_of_all(next_result());
  const bool is_out = PQexitPipelineMode(connection_.get()) == 1;
  if (error) return base::refuse(*std::move(error));
  if (!is_out || answers.size() != statements.size()) return base::refuse(failure(nullptr));
  return answers;
}

base::Done Connection::run(const std::string& script) {
  if (options_.observer) options_.observer({.sql = script});
  const bool is_sent = PQsendQuery(connection_.get(), script.c_str()) == 1;
  PGresult* const result = is_sent ? last_result() : nullptr;
  const Rows owner(result);
  if (is_good(result)) return {};
  return base::refuse(failure(result));
}

base::Result<bool> Connection::commit(std::span<const Statement> statements) {
  std::vector<Statement> all(statements.begin(), statements.end());
  if (is_in_doubt_) {
    all.push_back({.sql = "SELECT pg_logical_emit_message(true, 'tradepost', '')"});
  }
  all.push_back({.sql = "COMMIT"});
  TRY(prepare(all));
  is_in_doubt_ = true;
  if (!send_all(all)) {
    failure(nullptr);
    return false;
  }
  std::optional<base::Error> error;
  bool is_confirmed = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    was_warned_ = false;
    while (PGresult* const result = next_result()) {
      const Rows owner(result);
      const bool is_commit = i + 1 == all.size();
      const bool is_skipped = PQresultStatus(result) == PGRES_PIPELINE_ABORTED;
      if (!is_good(result) && !is_skipped && !error) {
        base::Error said = failure(result);
        if (!is_commit) error = std::move(said);
      }
      if (!is_alive()) break;
      is_confirmed = is_commit && is_good(result) && !was_warned_ &&
                     std::string_view(PQcmdStatus(result)) == "COMMIT";
    }
    if (!is_alive()) return false;
  }
  const Rows end_of_all(next_result());
  if (PQexitPipelineMode(connection_.get()) != 1) failure(nullptr);
  if (error) return base::refuse(*std::move(error));
  is_in_doubt_ = !is_confirmed;
  return is_confirmed;
}

}  // namespace tradepost::database
