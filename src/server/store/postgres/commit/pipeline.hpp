#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "database/connection.hpp"

namespace tradepost::store::postgres {

// The statements of one round trip, each with a callback for its rows.
class Pipeline {
 public:
  using Take = std::function<void(const database::Rows&)>;

  void add(database::Statement statement, Take take = {}) {
    statements_.push_back(std::move(statement));
    takes_.push_back(std::move(take));
  }
  bool is_empty() const { return statements_.empty(); }

  base::Done ask(database::Connection& connection) const {
    TRY_ASSIGN(const std::vector<database::Rows> answers, connection.ask_all(statements_));
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (takes_[i]) takes_[i](answers[i]);
    }
    return {};
  }

 private:
  std::vector<database::Statement> statements_;
  std::vector<Take> takes_;
};

}  // namespace tradepost::store::postgres
