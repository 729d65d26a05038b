#include "postgres/pg_bouncer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "postgres/begun_program.hpp"

namespace tradepost::postgres {
namespace {

namespace fs = std::filesystem;

constexpr int port = 6432;  // the name of its socket; it has no TCP port

}  // namespace

PgBouncer::PgBouncer(const PostgresServer& server) : folder_(server.folder()) {
  const std::string program = "/usr/sbin/pgbouncer";
  EXPECT_TRUE(fs::exists(program)) << "PgBouncer is not installed: setup/packages lists it";
  const std::string log = folder_ + ".pgbouncer";
  const std::string settings = folder_ + "/pgbouncer.ini";
  std::ofstream(settings) << fmt::format(
      "[databases]\n"
      "* = host={0} user=postgres\n"
      "[pgbouncer]\n"
      "listen_addr =\n"
      "listen_port = {1}\n"
      "unix_socket_dir = {0}\n"
      "auth_type = any\n"
      "pool_mode = transaction\n"
      "default_pool_size = 4\n"
      "server_round_robin = 1\n",
      folder_, port);
  const std::string socket = fmt::format("{}/.s.PGSQL.{}", folder_, port);
  process_ = begin_program({.folder = folder_, .log = log, .words = {program, settings}},
                           [&] { return fs::exists(socket); });
  fs::remove(log);
}

PgBouncer::~PgBouncer() {
  process_.end(SIGQUIT);
}

std::string PgBouncer::address(const std::string& database) const {
  return fmt::format("postgres:///{}?host={}&port={}&user=postgres", database, folder_, port);
}

}  // namespace tradepost::postgres
