#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/network.hpp"

namespace tradepost::admin_tests {

using api_tests::Answer;
using api_tests::Trader;
using api_tests::UsualExchange;

// An operator's program, on one connection.
class Operator : public Trader {
 public:
  explicit Operator(const UsualExchange& exchange, std::string_view token = served::operator_token)
      : Trader(exchange, token) {}

  Answer patches(std::string_view path, std::string_view body);
  Answer deletes(std::string_view path);

  // What several tests do; each expects that it is done.
  std::string adds_participant(std::string_view name, std::string_view gln);  // its id
  // The token itself. `more` are further members of the body.
  std::string adds_token(std::string_view participant, std::string_view more = "");
  void relates(std::string_view from, std::string_view to, std::string_view status);
  std::string id_of(std::string_view name);  // of a participant
  // The items of a list over all its pages, each as JSON.
  std::vector<std::string> lists(std::string_view path);
};

// The faults of an answer as "path: code", in their order.
std::vector<std::string> faults_of(const Answer& answer);
using Faults = std::vector<std::string>;

}  // namespace tradepost::admin_tests
