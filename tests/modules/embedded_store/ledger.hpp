#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "embedded_store/trading.hpp"
#include "embedded_store/word.hpp"

namespace tradepost::store::embedded::testing {

// The answers of the store over all lives, and the requests without answer. Reports from several
// threads arrive in an order that may differ from the store's: the order of two answers is unknown
// if they concern different documents, and the later one counts if they concern one document.
class Ledger {
 public:
  void hear(const Word& word);
  // Ends the life: open requests may have been done or not.
  void end_life();

  // Compares the store with its answers: they must agree, and any further data must come from an
  // open request. Fails the test otherwise. Afterwards, the ledger adopts the state of the store.
  void compare(Town& town);

  std::size_t answers() const { return answers_; }
  std::size_t documents() const { return documents_.size(); }

 private:
  using Says = std::vector<std::string>;
  using State = exchange::State;
  using TransactionId = exchange::TransactionId;
  using ParticipantId = exchange::ParticipantId;
  using Rows = std::map<TransactionId, exchange::PendingItem>;

  struct Document {
    Says sent;                             // the request; empty: unknown, or a requeue
    std::optional<TransactionId> requeue;  // the transaction that it sends again
    std::optional<State> state;            // nullopt: unknown
    bool was_answered() const { return !sent.empty() || requeue; }
  };

  void hear_answer(const Says& asked, const Says& answer);
  void hear_sent(const Says& asked, const Says& answer);
  void hear_reported(const Says& asked, const Says& answer);
  bool is_open(const Says& begins) const;
  bool is_open_report(TransactionId id, const std::string& verdict) const;

  Rows rows_of(Seat& seat, const exchange::Viewer& viewer, exchange::WithContent content) const;
  void compare_row(const Town& town, const Rows& rows, const exchange::Transaction& row);
  void explain(const exchange::Transaction& row, std::string_view content);
  bool may_be(const Town& town, const Rows& rows, State before,
              const exchange::Transaction& row) const;
  void compare_chains(const Rows& rows) const;
  void compare_queues(Seat& seat, const Rows& rows) const;
  void compare_members(const Town& town, const Rows& rows) const;
  void repeat_some(Town& town, Seat& seat);
  void learn(const Rows& rows);
  static bool continues_release(const Town& town);

  std::map<TransactionId, Document> documents_;
  std::map<std::string, TransactionId> keys_;
  std::map<std::string, Says> sends_with_key_;
  std::map<std::size_t, Says> asked_;  // by thread
  std::vector<Says> open_;
  std::vector<TransactionId> held_when_asked_;
  bool may_be_released_ = false;
  std::set<std::pair<ParticipantId, ParticipantId>> taken_;
  std::set<ParticipantId> closed_;
  std::size_t answers_ = 0;
};

}  // namespace tradepost::store::embedded::testing
