#pragma once

#include <string>

#include "postgres/postgres_server.hpp"

// Linked into a suite, this makes each exchange of it keep its network in a database of its own, of
// one PostgreSQL that begins and ends with the suite.
namespace tradepost::served {

postgres::PostgresServer& server();
// Its name; the database is empty.
std::string new_database();

}  // namespace tradepost::served
