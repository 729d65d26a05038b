#pragma once

#include <map>
#include <string>
#include <vector>

#include "tradepost/error.hpp"
#include "tradepost/transactions.hpp"

namespace tradepost::client {

struct Comment {
  std::string at = {};
  Participant by = {};
  std::string text = {};
};

struct Case {
  std::string id = {};
  std::string status = {};  // open or resolved
  std::string turn = {};    // sender, recipient or operator
  std::string type = {};    // DATA or INTERNAL
  std::string origin = {};  // failure, rejection, posted, …
  std::string reason = {};
  std::map<std::string, std::string> context = {};
  std::string transaction_id = {};
  std::string transaction_type = {};
  std::string transaction_identifier = {};  // the number of the document
  std::string opened_at = {};
  std::string changed_at = {};
  std::vector<Participant> participants = {};
  std::vector<Comment> comments = {};  // only in the result of find_case
  std::vector<Fault> faults = {};      // of the rejected document; only in the result of find_case
  std::string json = {};
};

struct CaseQuery {
  std::string status = {};  // open or resolved; empty: both
  std::string cursor = {};
  unsigned per_page = 100;
};

}  // namespace tradepost::client
