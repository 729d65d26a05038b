#include "postgres/postgres_server.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "postgres/begun_program.hpp"

namespace tradepost::postgres {
namespace {

namespace fs = std::filesystem;

// Returns the folder of the newest version that is installed. Debian's `psql` in the path is a Perl
// script that first searches for a version, which takes longer than the statement.
std::string folder_of_programs() {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", error)) {
    if (fs::exists(version.path() / "bin/postgres")) found.push_back(version.path() / "bin");
  }
  EXPECT_FALSE(found.empty()) << "PostgreSQL is not installed: setup/packages lists it";
  return found.empty() ? std::string() : *std::ranges::max_element(found);
}

// Returns a folder in memory, if there is room: suites create many databases, and none of them
// loses its disk. On a disk, half of a suite's time goes to the files of new databases.
std::string folder_of_servers() {
  constexpr std::uintmax_t room = std::uintmax_t{4} << 30;
  const std::string memory = "/dev/shm";
  std::error_code error;
  const auto space = fs::space(memory, error);
  return !error && space.available >= room ? memory : testing::TempDir();
}

bool is_root() {
  return ::geteuid() == 0;
}

// PostgreSQL refuses to run as root.
const char* as_its_user() {
  return is_root() ? "runuser -u postgres -- " : "";
}

}  // namespace

PostgresServer::PostgresServer() : PostgresServer(folder_of_servers()) {}

PostgresServer::PostgresServer(const std::string& parent)
    : folder_(parent + "/tradepost-postgres-XXXXXX"), programs_(folder_of_programs()) {
  make_folder();
  const std::string made = fmt::format(
      "cd / && {0}'{1}/initdb' -D '{2}/data' -U postgres -A trust -E UTF8 --locale=C "
      "--no-instructions --no-sync >'{2}.log' 2>&1",
      as_its_user(), programs_, folder_);
  EXPECT_EQ(std::system(made.c_str()), 0) << text_of(folder_ + ".log");
  begin();
}

PostgresServer::PostgresServer(StandbyOf other)
    : folder_(folder_of_servers() + "/tradepost-postgres-XXXXXX"), programs_(folder_of_programs()) {
  make_folder();
  const std::string copied = fmt::format(
      "cd / && {0}'{1}/pg_basebackup' -D '{2}/data' -h '{3}' -U postgres -R -c fast "
      "--no-sync "
      ">'{2}.log' 2>&1",
      as_its_user(), programs_, folder_, other.primary.folder());
  EXPECT_EQ(std::system(copied.c_str()), 0) << text_of(folder_ + ".log");
  begin();
}

void PostgresServer::make_folder() {
  EXPECT_NE(::mkdtemp(folder_.data()), nullptr);
  if (!is_root()) return;
  EXPECT_EQ(std::system(fmt::format("chown postgres:postgres '{}'", folder_).c_str()), 0);
}

PostgresServer::~PostgresServer() {
  if (process_) crash();
  if (testing::Test::HasFailure()) std::fputs(text_of(folder_ + ".log").c_str(), stderr);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  fs::remove(folder_ + ".log", ignored);
}

void PostgresServer::begin() {
  process_ = begin_program(
      {.folder = folder_,
       .log = folder_ + ".log",
       .words = {programs_ + "/postgres", "-D", folder_ + "/data", "-k", folder_, "-c",
                 "listen_addresses=", "-c", "fsync=on", "-c", "max_connections=50"}},
      [this] { return asks("SELECT 1").is_good; });
}

void PostgresServer::demand_password(const std::string& role) const {
  const std::string file = folder_ + "/data/pg_hba.conf";
  const std::string others = text_of(file);
  std::ofstream(file) << fmt::format("local all {} scram-sha-256\n", role) << others;
  rows("SELECT pg_reload_conf()");
}

// Sends the signal of `pg_ctl stop -m immediate`.
void PostgresServer::crash() {
  process_.signal(SIGQUIT);
  process_.end(SIGCONT);  // if it is stopped
}

void PostgresServer::fall_silent() const {
  process_.signal(SIGSTOP);
}

void PostgresServer::does(const std::string& sql, const std::string& database) const {
  const std::string line =
      fmt::format("'{}/psql' -X -q '{}' -c \"{}\" >/dev/null", programs_, address(database), sql);
  EXPECT_EQ(std::system(line.c_str()), 0) << sql;
}

std::string PostgresServer::value(const std::string& sql, const std::string& database) const {
  const std::string file = folder_ + ".value";
  const std::string line = fmt::format("'{}/psql' -X -q -A -t '{}' -c \"{}\" >'{}'", programs_,
                                       address(database), sql, file);
  EXPECT_EQ(std::system(line.c_str()), 0) << sql;
  std::string value = text_of(file);
  fs::remove(file);
  while (value.ends_with('\n')) value.pop_back();
  return value;
}

void PostgresServer::set(const std::string& name, const std::string& value) const {
  set_for_the_next_start(name, value);
  rows("SELECT pg_reload_conf()");
}

void PostgresServer::set_for_the_next_start(const std::string& name,
                                            const std::string& value) const {
  std::ofstream(folder_ + "/data/postgresql.conf", std::ios::app)
      << fmt::format("{} = '{}'\n", name, value);
}

std::string PostgresServer::address(const std::string& database) const {
  return fmt::format("postgres:///{}?host={}&user=postgres", database, folder_);
}

void PostgresServer::make_database(const std::string& name) const {
  const std::string line =
      fmt::format("'{}/createdb' -h '{}' -U postgres '{}'", programs_, folder_, name);
  EXPECT_EQ(std::system(line.c_str()), 0) << name;
}

Answered PostgresServer::asks(const std::string& sql) const {
  static std::atomic<unsigned> count{0};
  const std::string files = fmt::format("{}.psql-{}", folder_, ++count);
  std::ofstream(files + ".sql") << sql;
  const std::string line = fmt::format(
      "'{2}/psql' -X -q -A -t -1 -v ON_ERROR_STOP=1 '{0}' -f '{1}.sql' >'{1}.out' 2>'{1}.err' "
      "</dev/null",
      address(), files, programs_);
  const bool is_good = std::system(line.c_str()) == 0;
  Answered answered{
      .is_good = is_good, .out = text_of(files + ".out"), .err = text_of(files + ".err")};
  std::error_code ignored;
  for (const char* const ending : {".sql", ".out", ".err"}) fs::remove(files + ending, ignored);
  return answered;
}

std::vector<std::string> PostgresServer::rows(const std::string& sql) const {
  const Answered answered = asks(sql);
  EXPECT_TRUE(answered.is_good) << sql << "\n" << answered.err;
  std::vector<std::string> rows;
  std::istringstream lines(answered.out);
  for (std::string line; std::getline(lines, line);) rows.push_back(line);
  return rows;
}

}  // namespace tradepost::postgres
