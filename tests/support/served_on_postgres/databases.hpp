#pragma once

#include <string>
#include <vector>

#include "postgres/postgres_server.hpp"

// Linked into a suite, this makes each exchange of it keep its network in a database of its own, of
// one PostgreSQL that begins and ends with the suite.
namespace tradepost::served {

postgres::PostgresServer& server();
// Its name; the database is empty.
std::string new_database();
// An exchange with the folder `other` is another node of the one with the folder `data`, which has
// begun.
void share_database(const std::string& data, const std::string& other);
// An exchange with the folder `data`, which has not begun, keeps its network at that address.
// Empty: in the folder.
void keep_at(const std::string& data, const std::string& address);
// Exchanges with these folders, none of which has begun, are nodes on one empty database.
void share_new_database(const std::vector<std::string>& folders);
std::string database_of(const std::string& data);

}  // namespace tradepost::served
