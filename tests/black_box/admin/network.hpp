#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trade/trader.hpp"

namespace tradepost::admin_tests {

using http_tests::Answer;
using trade::Trader;
using trade::UsualExchange;

// An operator's program with one connection to an exchange.
class Operator : public Trader {
 public:
  explicit Operator(const UsualExchange& exchange, std::string_view token = served::operator_token)
      : Trader(exchange, token) {}

  Answer patches(std::string_view path, std::string_view body);
  Answer deletes(std::string_view path);

  // Each of these functions fails the test if its request is refused.
  std::string adds_participant(std::string_view name, std::string_view gln);  // returns its id
  // Creates a token and returns it. `more` has further members of the body.
  std::string adds_token(std::string_view participant, std::string_view more = "");
  void relates(std::string_view from, std::string_view to, std::string_view status);
  std::string id_of(std::string_view name);  // of a participant
  // Returns the items of all pages of a list, each as JSON.
  std::vector<std::string> lists(std::string_view path);
};

// Returns the faults of a 422 answer as "path: code", in the order of the answer.
std::vector<std::string> faults_of(const Answer& answer);
using Faults = std::vector<std::string>;

}  // namespace tradepost::admin_tests
