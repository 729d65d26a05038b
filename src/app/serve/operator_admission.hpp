#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/background/upkeep.hpp"
#include "app/serve/serve_options.hpp"
#include "exchange/administration/operators.hpp"

namespace tradepost::app {

// The first operator's token and the file that holds it.
struct FirstToken {
  std::string token;
  std::string file;
};

// Admits an operator at the start of an exchange. Its functions return the token that they have
// created, if any.
class OperatorAdmission {
 public:
  // The arguments must outlive it.
  OperatorAdmission(const ServeOptions& options, Upkeep& upkeep,
                    const exchange::LiveDirectory& directory, const base::Log& log)
      : options_(options), upkeep_(upkeep), directory_(directory), log_(log) {}

  // Admits the operator whose token the start names. Without a token, admits a first operator.
  base::Result<std::optional<FirstToken>> admit(std::optional<std::string> token);
  // Changes nothing if there is an operator already.
  base::Result<std::optional<FirstToken>> admit_first();

 private:
  using Change = std::function<exchange::Answering<exchange::OperatorAnswer>(exchange::Desk&,
                                                                             exchange::Deadline)>;

  base::Done keep(const Change& change);
  bool has_operator() const { return !exchange::operators_of(*directory_.current()).empty(); }

  const ServeOptions& options_;
  Upkeep& upkeep_;
  const exchange::LiveDirectory& directory_;
  const base::Log& log_;
};

}  // namespace tradepost::app
