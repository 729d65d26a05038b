#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>

#include "database/connection.hpp"
#include "store/postgres/commit/pipeline.hpp"
#include "store/postgres/commit/transaction.hpp"
#include "store/postgres/commit/writes.hpp"

namespace tradepost::store::postgres {

// The transactions and cases that a commit has read, each once, with the changes of its effects.
class Records {
 public:
  explicit Records(Transaction& transaction) : transaction_(transaction) {}

  // Return nullptr for an unknown id; row() also finds transactions that retention removed. A row
  // that was not read yet is searched for in the whole network.
  exchange::TransactionPtr present(exchange::TransactionId id);
  exchange::TransactionPtr row(exchange::TransactionId id);
  bool has_content(exchange::TransactionId id);
  exchange::CasePtr find_case(exchange::CaseId id);
  exchange::CasePtr open_case(const std::optional<exchange::CaseId>& id);

  // These functions skip rows and cases that are known. This one reads a row by its recipient.
  void load(std::span<const RowPlace> places);
  // Reads rows in the whole network.
  void search(std::span<const exchange::TransactionId> ids);
  // Reads rows that exist, first by recipient, then in the whole network.
  void load_existing(std::span<const RowPlace> places);
  // Reads the rows that `by` is allowed to see.
  void load_for(const exchange::Actor& by, std::span<const exchange::TransactionId> ids);
  void load_cases(std::span<const exchange::CaseId> ids);
  // Adds the reads to a round trip.
  void add_load(Pipeline& pipeline, std::span<const RowPlace> places);
  void add_load(Pipeline& pipeline, std::span<const exchange::CaseId> ids);
  // Adds the reads of the cases and of the versions delivered before, of all known rows.
  void add_led_to(Pipeline& pipeline);
  // Takes rows whose columns begin at `column`.
  void take_rows(const database::Rows& found, int column);

  // These functions make an unknown one known as missing.
  KnownRow& known(exchange::TransactionId id) { return rows_[id]; }
  KnownCase& known(exchange::CaseId id) { return cases_[id]; }
  const std::map<exchange::TransactionId, KnownRow>& rows() const { return rows_; }
  const std::map<exchange::CaseId, KnownCase>& cases() const { return cases_; }

 private:
  void take_cases(const database::Rows& found);

  Transaction& transaction_;
  std::map<exchange::TransactionId, KnownRow> rows_;  // null row: not found
  std::map<exchange::CaseId, KnownCase> cases_;
  std::set<RowPlace> looked_;  // rows searched for
};

}  // namespace tradepost::store::postgres
