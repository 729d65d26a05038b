#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/ids.hpp"
#include "base/tasks/manual_executor.hpp"
#include "conformance/command.hpp"
#include "conformance/oracle.hpp"
#include "conformance/store_under_test.hpp"
#include "document/read.hpp"
#include "exchange/administration/administer.hpp"
#include "exchange/trade/pull.hpp"
#include "exchange/trade/report.hpp"

namespace tradepost::conformance {

inline const std::string store_failed = "the store failed";

// Applies commands to a store through the use cases, on one thread, and returns the answers in the
// words of the oracle. It maps each new id to the oracle's place of the same thing.
class Driver {
 public:
  Driver(const MakeStore& make, std::int64_t now_ms, std::uint64_t seed);

  std::string apply(const Numbered& numbered, const Answer& expected, const Oracle& oracle);

  // All ids of transactions that it has learnt, in the order of creation.
  const std::vector<std::string>& transaction_ids() const { return transaction_ids_; }
  const std::string& last_range_id() const { return last_range_id_; }

  // Views of a participant, one line for each row.
  std::vector<std::string> pending(Caller caller);
  std::vector<std::string> queue(Caller caller);
  std::vector<std::string> history(Caller caller);
  std::vector<std::string> cases(Caller caller);
  std::vector<std::string> partners(Caller caller);
  // The types of the events of each transaction, in order, without soft events.
  std::vector<std::string> events(Caller caller);
  std::vector<std::string> originals(Caller caller);
  // Counts by the hour, over all time.
  std::vector<std::string> statistics(Caller caller);
  // Numbers of transport units.
  std::vector<std::string> numbers(Caller caller);

 private:
  struct Said;  // one command in progress
  using WalkKey = std::pair<Member, std::pair<Flow, std::string>>;

  std::string apply_one(const Send& command, const Said& said);
  std::string apply_one(const Report& command, const Said& said);
  std::string apply_one(const PullPage& command, const Said& said);
  std::string apply_one(const HistoryPage& command, const Said& said);
  std::string apply_one(const Requeue& command, const Said& said);
  std::string apply_one(const Discard& command, const Said& said);
  std::string apply_one(const AddMember& command, const Said& said);
  std::string apply_one(const AddRange& command, const Said& said);
  std::string apply_one(const SetProfile& command, const Said& said);
  std::string apply_one(const SetRelationship& command, const Said& said);
  std::string apply_one(const SetNetwork& command, const Said& said);
  std::string apply_one(const MoveIdentity& command, const Said& said);
  std::string apply_one(const RemoveIdentity& command, const Said& said);
  std::string apply_one(const Close& command, const Said& said);
  std::string apply_one(const PostError& command, const Said& said);
  std::string apply_one(const ChangeCase& command, const Said& said);
  std::string apply_one(const Jump& command, const Said& said);
  std::string apply_one(const Restart& command, const Said& said);
  std::string validate(const Send& command);

  // Runs a use case to its end. A store that fails does not conform: its error becomes the answer.
  template <typename T>
  std::optional<T> run(exchange::Answering<T> task) {
    base::Result<T> result = executor_.run(std::move(task));
    if (result) return *std::move(result);
    fail(result.error());
    return std::nullopt;
  }
  void fail(const base::Error& error);
  exchange::Deadline deadline() const;
  exchange::Caller caller_of(Caller caller) const;
  exchange::TransactionId id_of(Place transaction) const { return transactions_[transaction]; }
  std::optional<exchange::CaseId> id_of_case(const Oracle& oracle, Place case_place);
  exchange::TransactionId id_of(const Oracle& oracle, Made made);
  void learn(exchange::TransactionId id, const std::vector<Place>& made);
  void learn(exchange::CaseId id, Place place);
  std::string name_of(exchange::TransactionId id) const;
  std::string name_of(exchange::CaseId id, const Said& said, std::size_t nth);
  std::string name_of(exchange::ParticipantId id) const;
  std::optional<std::size_t> place_of(const std::optional<exchange::TransactionId>& id) const;
  std::string events_of(Caller caller, exchange::TransactionId id);
  // Calls `take` for each item of a history. Returns false if a page cannot be read.
  template <typename Take>
  bool each_of_history(Caller caller, exchange::HistoryFilter filter, Take take);
  // The answer instead of a view that cannot be read.
  std::vector<std::string> refusal() const;
  bool lists_bearers(Caller caller, std::uint64_t sscc,
                     const std::vector<exchange::TransactionId>& expected);
  std::string page_words(const exchange::IncomingPage& page) const;

  base::ManualClock clock_;
  base::SeededRandom random_;
  base::UuidGenerator ids_;
  // The exchange processes participants in the order of their ids, and the oracle in the order in
  // which they were added. A separate clock keeps the two equal if the other clock jumps back.
  const base::ManualClock clock_of_member_ids_{base::Instant{}};
  base::UuidGenerator member_ids_;
  base::ManualExecutor executor_;
  document::Reader reader_;
  std::unique_ptr<StoreUnderTest> store_;
  std::unique_ptr<exchange::LiveDirectory> directory_;
  exchange::RejectionLimit rejections_;
  std::unique_ptr<exchange::Desk> desk_;
  exchange::OperatorId operator_;

  std::string failure_;  // of the last use case that failed
  std::vector<exchange::ParticipantId> members_;
  std::vector<exchange::TransactionId> transactions_;
  std::vector<std::string> transaction_ids_;  // in the order of creation
  std::string last_range_id_;
  std::unordered_map<exchange::TransactionId, Place> places_;
  std::unordered_map<exchange::CaseId, Place> case_places_;
  std::map<Place, exchange::CaseId> cases_;
  std::map<WalkKey, std::optional<exchange::Cursor>> walks_;
};

}  // namespace tradepost::conformance
