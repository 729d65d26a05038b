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

// Whether the statements of the store name the tenants whose shards they concern.
namespace tradepost::store::postgres::testing {

// Each statement that stores of this process sent, with the types of its parameters. Any thread.
class SentStatements {
 public:
  using Types = std::vector<database::Type>;

  void add(const database::Statement& statement);
  std::map<std::string, Types> all() const;
  // How often it was sent.
  std::size_t count(const std::string& sql) const;

 private:
  mutable std::mutex mutex_;
  // guarded by mutex_
  std::map<std::string, Types> all_;
  std::map<std::string, std::size_t> counts_;
};
SentStatements& sent_statements();

// What stands in the sources of the store, in the form in which it is sent.
std::set<std::string> statements_of_sources();

// Asks PostgreSQL itself: each distributed table has a partition for each eighth of its tenants
// here. A plan for one tenant that scans more than one partition would ask other shards, too,
// whatever the words of the statement are. And nobody may change a tenant here.
class TenantPlans {
 public:
  explicit TenantPlans(const database::Options& database);

  // Nothing: all is well.
  std::optional<std::string> complaint_about(const std::string& sql,
                                             const SentStatements::Types& types) const;

 private:
  std::unique_ptr<database::Connection> connection_;
};

// Of what only operators, the background and a start of a node ask: they concern the whole network.
struct OfTheWholeNetwork {
  std::string_view begins;  // of one statement
  std::string_view reason;
};
const std::vector<OfTheWholeNetwork>& of_the_whole_network();

// Fails the test for each statement of the sources or of those that were sent that is not well.
void expect_tenants_in(const std::map<std::string, SentStatements::Types>& sent,
                       const database::Options& database, bool is_all_sent);

}  // namespace tradepost::store::postgres::testing
