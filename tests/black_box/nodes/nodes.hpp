#pragma once

#include <memory>
#include <string>
#include <vector>

#include "served_on_postgres/databases.hpp"
#include "serving/trade.hpp"

namespace tradepost::on_postgres {

// Several nodes on one database, each a process of its own.
class Nodes {
 public:
  explicit Nodes(std::size_t count, std::vector<std::string> flags = {});

  served::ServedExchange& at(std::size_t number) { return *nodes_.at(number); }
  std::uint16_t port(std::size_t number) { return at(number).port(); }
  std::size_t count() const { return nodes_.size(); }
  std::string database() const;
  // When every node knows the tokens of both: a second after they were made.
  serving::Trade trade();
  // The id of the last change that the member sees at a node (contract 2.14).
  std::string last_change(std::size_t number, const served::Member& member);
  // Whether the node tells of a later one. A node that could not read the directory for two
  // seconds refuses, as beside a server that has just come back: it is asked again.
  bool is_told_soon(std::size_t number, const served::Member& member, const std::string& seen);
  void wait_until_all_know(const served::Member& member);

 private:
  std::string data_of(std::size_t number) const;

  const served::ScratchFolder folder_;
  std::vector<std::unique_ptr<served::ServedExchange>> nodes_;
};

}  // namespace tradepost::on_postgres
