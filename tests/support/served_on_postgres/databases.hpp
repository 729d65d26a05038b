#pragma once

#include <string>
#include <vector>

#include "postgres/postgres_server.hpp"

// If this is linked into a suite, each exchange of it keeps its network in its own database, all in
// one PostgreSQL that begins and ends with the suite.
namespace tradepost::served {

postgres::PostgresServer& server();
// Creates an empty database, and returns its name.
std::string new_database();
// Makes an exchange with the folder `other` another node of the one with the folder `data`, which
// has begun.
void share_database(const std::string& data, const std::string& other);
// Makes an exchange with the folder `data`, which has not begun, keep its network at that address,
// or in the folder if it is empty.
void keep_at(const std::string& data, const std::string& address);
// Makes exchanges with these folders nodes on one empty database. None of them has begun.
void share_new_database(const std::vector<std::string>& folders);
std::string database_of(const std::string& data);

}  // namespace tradepost::served
