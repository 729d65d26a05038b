#pragma once

#include <memory>
#include <string>
#include <vector>

#include "served_on_postgres/databases.hpp"
#include "trade/partners.hpp"

namespace tradepost::on_postgres {

// Several nodes on one database, each in a separate process.
class Nodes {
 public:
  explicit Nodes(std::size_t count, std::vector<std::string> flags = {});

  served::ServedExchange& at(std::size_t number) { return *nodes_.at(number); }
  std::uint16_t port(std::size_t number) { return at(number).port(); }
  std::size_t count() const { return nodes_.size(); }
  std::string database() const;
  // Creates a customer and a supplier, and waits until every node knows their tokens.
  trade::Partners trade();
  // Returns the id of the last change that the member sees at a node (contract 2.14).
  std::string last_change(std::size_t number, const served::Member& member);
  // Returns true if the node soon reports a change after `seen`. A node that could not read the
  // directory for two seconds refuses, for example after the server has come back, so the request
  // is repeated.
  bool is_reported_soon(std::size_t number, const served::Member& member, const std::string& seen);
  void wait_until_all_know(const served::Member& member);

 private:
  std::string data_of(std::size_t number) const;

  const served::ScratchFolder folder_;
  std::vector<std::unique_ptr<served::ServedExchange>> nodes_;
};

}  // namespace tradepost::on_postgres
