#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "database/connection.hpp"

// Checks that the statements of the store name the tenants whose shards they concern.
namespace tradepost::store::postgres::testing {

// Each statement that stores of this process sent, with the types of its parameters. Any thread may
// use it.
class SentStatements {
 public:
  using Types = std::vector<database::Type>;

  void add(const database::Statement& statement);
  std::map<std::string, Types> all() const;
  // Returns the number of times that it was sent.
  std::size_t count(const std::string& sql) const;

 private:
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::map<std::string, Types> all_;
  std::map<std::string, std::size_t> counts_;
};
SentStatements& sent_statements();

// Returns the statements in the sources of the store, in the form in which they are sent.
std::set<std::string> statements_of_sources();

// Checks statements with PostgreSQL's planner: each distributed table has a partition for each
// eighth of its tenants here. If a plan for one tenant scans several partitions, the statement
// would also reach other shards, whatever its text is. The role that runs the statements may not
// change a tenant column.
class TenantPlans {
 public:
  explicit TenantPlans(const database::Options& database);

  // Returns nullopt if the statement is correct.
  std::optional<std::string> complaint_about(const std::string& sql,
                                             const SentStatements::Types& types) const;

 private:
  std::unique_ptr<database::Connection> connection_;
};

// Statements for operators, the background or a start of a node only: they concern the whole
// network.
struct OfTheWholeNetwork {
  std::string_view begins;  // start of one statement
  std::string_view reason;
};
const std::vector<OfTheWholeNetwork>& of_the_whole_network();

// Fails the test for each incorrect statement, in the sources or among the sent ones.
void expect_tenants_in(const std::map<std::string, SentStatements::Types>& sent,
                       const database::Options& database, bool is_all_sent);

}  // namespace tradepost::store::postgres::testing
