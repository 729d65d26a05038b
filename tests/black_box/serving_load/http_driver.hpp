#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "conformance/command.hpp"
#include "conformance/oracle.hpp"
#include "served/network.hpp"
#include "traders/pages.hpp"

// Applies the commands of the conformance suite to the binary over HTTP, and expresses its answers
// in the oracle's words.
namespace tradepost::serving_load {

using traders::Row;

// Returns the command in its form for HTTP, or nullopt if no request exists for it. For example,
// a request cannot make time jump.
std::optional<conformance::Command> over_http(conformance::Command command);

inline constexpr std::string_view requeue_reason = "once more";

class HttpDriver {
 public:
  // `word` is the value of --field-word. All output has the constant time of the oracle.
  HttpDriver(std::string word, conformance::Milliseconds time);

  std::string apply(const conformance::Numbered& numbered, const conformance::Answer& expected,
                    const conformance::Oracle& oracle);

  // The transactions that a participant sees, one on each line, in the oracle's words.
  std::vector<std::string> pending(conformance::Caller caller);
  std::vector<std::string> history(conformance::Caller caller);
  std::string events(conformance::Caller caller, conformance::Place transaction);
  // Returns "" if the id of the case is unknown, or if no participant of the case is left.
  std::string case_line(const conformance::Oracle& oracle, conformance::Place case_place);
  // Returns the status of a transaction's page, 404 if the caller is not a party to it.
  int find(conformance::Caller caller, conformance::Place transaction);

 private:
  using Answer = http_tests::Answer;
  struct Said {
    std::size_t number;
    const conformance::Answer& expected;
    const conformance::Oracle& oracle;
  };
  struct Known {
    std::string id;
    std::string live_token;
    std::string test_token;
  };
  using WalkKey = std::pair<conformance::Member, std::pair<conformance::Flow, std::string>>;

  std::string apply_one(const conformance::Send& command, const Said& said);
  std::string apply_one(const conformance::Report& command, const Said& said);
  std::string apply_one(const conformance::PullPage& command, const Said& said);
  std::string apply_one(const conformance::HistoryPage& command, const Said& said);
  std::string apply_one(const conformance::Requeue& command, const Said& said);
  std::string apply_one(const conformance::Discard& command, const Said& said);
  std::string apply_one(const conformance::AddMember& command, const Said& said);
  std::string apply_one(const conformance::AddRange& command, const Said& said);
  std::string apply_one(const conformance::SetProfile& command, const Said& said);
  std::string apply_one(const conformance::SetRelationship& command, const Said& said);
  std::string apply_one(const conformance::SetNetwork& command, const Said& said);
  std::string apply_one(const conformance::MoveIdentity& command, const Said& said);
  std::string apply_one(const conformance::RemoveIdentity& command, const Said& said);
  std::string apply_one(const conformance::Close& command, const Said& said);
  std::string apply_one(const conformance::PostError& command, const Said& said);
  std::string apply_one(const conformance::ChangeCase& command, const Said& said);
  std::string apply_one(const conformance::Jump& command, const Said& said);
  std::string apply_one(const conformance::Restart& command, const Said& said);

  void connect();
  Answer ask(conformance::Caller caller, std::string_view method, std::string_view path,
             std::string_view body = "", std::string_view headers = "");
  Answer ask_as_operator(std::string_view method, std::string_view path, std::string_view body);
  Answer patch(conformance::Member member, std::string_view more, std::string_view body);

  std::string refused(const conformance::Send& command, const Answer& answer, const Said& said);
  bool is_beyond_the_cases_of_a_minute(conformance::Caller caller) const;
  std::string report_one(const conformance::Report& command, const Said& said);
  std::string report_many(const conformance::Report& command, const Said& said);
  std::string outcome(std::string_view answer, const Said& said, std::size_t& opened);
  std::string demands_json(const std::vector<conformance::Demand>& demands) const;
  std::string grants_json(const std::vector<conformance::Grant>& grants) const;

  std::string id_of(const Said& said, conformance::Made made) const;
  std::string learn(const std::string& id, const Said& said);
  std::string learn_case(const std::string& error_url, std::size_t nth, const Said& said);
  std::string name_of(const std::string& id) const;
  std::optional<std::size_t> place_of(const std::string& id) const;
  std::vector<Row> whole(conformance::Caller caller, std::string_view path);
  std::vector<Row> newest_first(conformance::Caller caller, std::string_view path);

  const std::string word_;
  const conformance::Milliseconds time_;
  served::ScratchFolder folder_;
  served::ServedExchange exchange_;
  std::unique_ptr<served::Operator> operator_;
  std::unique_ptr<http_tests::Client> client_;
  std::vector<Known> members_;
  std::vector<std::string> transactions_;
  std::unordered_map<std::string, conformance::Place> places_;
  std::unordered_map<std::string, conformance::Place> case_places_;
  std::map<conformance::Place, std::string> cases_;
  std::map<WalkKey, std::optional<std::string>> walks_;
  std::map<std::pair<conformance::Member, conformance::Flow>, std::size_t> refusals_;
  bool has_lost_cases_ = false;
};

}  // namespace tradepost::serving_load
