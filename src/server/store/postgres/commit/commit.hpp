#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "database/connection.hpp"
#include "exchange/port/store_reads.hpp"
#include "exchange/rules/decide.hpp"
#include "store/postgres/commit/changed.hpp"
#include "store/postgres/commit/known_facts.hpp"
#include "store/postgres/commit/questions.hpp"
#include "store/postgres/commit/transaction.hpp"
#include "store/postgres/commit/writes.hpp"
#include "store/postgres/node/node.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {

// Reads the facts of commands in a transaction and keeps the effects of the decisions in order. The
// facts of each command include the effects of the commands before it. One thread.
class Commit {
 public:
  Commit(database::Connection& connection, Node& node, const Locks& locks)
      : transaction_(connection, node, locks), node_(node) {}

  // After a failed statement no command is decided: check is_open() before and after keep().
  Transaction& transaction() { return transaction_; }

  // Begins the transaction and reads the facts of these commands. A command of another type reads
  // its own facts.
  void begin(const Sought& sought = {});

  exchange::SubmitFacts facts_for(const exchange::Submission& command);
  exchange::ReportFacts facts_for(const exchange::ReportCommand& command);
  exchange::RequeueFacts facts_for(const exchange::Requeue& command);
  exchange::DiscardFacts facts_for(const exchange::Discard& command);
  exchange::ReleaseFacts facts_for(const exchange::Release& command);
  exchange::CaseOpeningFacts facts_for(const exchange::CaseOpening& command);
  exchange::CaseChangeFacts facts_for(const exchange::CaseChange& command);
  exchange::DirectoryFacts facts_for(const exchange::DirectoryChange& command);
  exchange::IntentFacts facts_for(const exchange::IntentWork& work, std::uint32_t budget);
  exchange::OverdueFacts facts_for(const exchange::OverdueWork& work, std::uint32_t budget);
  exchange::RetentionFacts facts_for(const exchange::RetentionWork& work, std::uint32_t budget);
  exchange::DeliveryFacts facts_for(const exchange::Delivered& outcome);

  void keep(const exchange::Effect& effect);
  // Keeps an effect of a store that moves here. Its sequence there is also its position here. The
  // tables have no other user, so no lock is needed.
  void keep_moved(std::uint64_t sequence, const exchange::Effect& effect);
  // Reads all rows that these effects change. `last_instant` is the last instant after them.
  void expect_moved(std::span<const std::pair<std::uint64_t, exchange::Effect>> effects,
                    exchange::Instant last_instant);
  // Return nullptr for an unknown id; row() also finds transactions that retention removed. A row
  // that was not read yet is searched for in the whole network.
  exchange::TransactionPtr present(exchange::TransactionId id);
  exchange::TransactionPtr row(exchange::TransactionId id);
  bool has_content(exchange::TransactionId id);

  // Writes the effects and commits in one round trip; the given statements only if there are
  // effects. Returns false if the transaction is not committed for certain.
  bool finish(const std::vector<database::Statement>& beside = {});
  // Includes the changes of a commit with an unknown outcome.
  Changed changed() const;

 private:
  using CasePtr = exchange::CasePtr;
  using CaseId = exchange::CaseId;
  using TransactionId = exchange::TransactionId;

  void add_facts(Questions& questions, const Sought& sought);
  void add_versions(Questions& questions, const Sought& sought);
  void add_payloads(Questions& questions, const Sought& sought);
  void add_held(Questions& questions, std::span<const exchange::Transaction* const> all);
  void add_keys(Questions& questions, std::span<const exchange::KeyUse* const> uses);
  void count_keys(Questions& questions, std::span<const exchange::KeyUse* const> uses,
                  exchange::Instant now);
  void ask_more_facts(const Sought& sought);
  void add_sent_before(Questions& questions, const Sought& sought);
  void add_units(Questions& questions, const Sought& sought);
  void add_ssccs(Questions& questions, const Sought& sought);
  void add_led_to(Questions& questions);
  std::uint64_t take_position(const QueueName& queue);

  // These functions skip rows that are known. This one reads a row by its recipient.
  database::Statement rows_at(std::span<const RowPlace> places);
  void load(std::span<const RowPlace> places);
  // Reads rows in the whole network.
  void search(std::span<const TransactionId> ids);
  // Reads rows that exist, first by recipient, then in the whole network.
  void load_existing(std::span<const RowPlace> places);
  // Reads the rows that `by` is allowed to see.
  void load_for(const exchange::Actor& by, std::span<const TransactionId> ids);
  void take_rows(const database::Rows& found, int column);
  database::Statement cases_statement(std::span<const CaseId> ids);
  void take_cases(const database::Rows& found);
  void load_cases(std::span<const CaseId> ids);
  CasePtr find_case(CaseId id);
  CasePtr open_case(const std::optional<CaseId>& id);
  exchange::VersionFact version_fact(const RowPlace& place);
  std::vector<exchange::VersionFact> versions_of(const exchange::Transaction& sent);
  std::optional<exchange::KeyFact> key(const exchange::KeyUse& use);
  std::uint32_t keys_alive(const exchange::KeyUse& use);
  void load_key(const exchange::KeyUse& use);
  exchange::HeldFact held(const exchange::Transaction& row);
  void count_held(const exchange::Transaction& row, bool is_added);
  void add_sent(const exchange::Transaction& sent);
  std::int64_t take_units_sequence();
  void add_unit_facts(const exchange::Submission& command, exchange::SubmitFacts& facts);
  exchange::QueueCounts counts_for(const exchange::DirectoryChange& command);
  std::uint64_t pending_of(const exchange::DirectoryChange::Leaving& leaving, exchange::Flow flow);

  void put(exchange::Transaction next);
  void deliver(exchange::Transaction row);
  void add_feed(const exchange::Effect& effect);
  void apply(const exchange::Sent& effect);
  void apply(const exchange::Superseded& effect);
  void apply(const exchange::Released& effect);
  void apply(const exchange::Reported& effect);
  void apply(const exchange::Discarded& effect);
  void apply(const exchange::Moved& effect);
  void apply(const exchange::Noted&) {}
  void apply(const exchange::Removed& effect);
  void apply(const exchange::Erased& effect);
  void apply(const exchange::CaseSet& effect);
  void apply(const exchange::CaseCommented& effect);
  void apply(const exchange::Rejected& effect);
  void apply(const exchange::RejectedGone& effect);
  void apply(const exchange::KeyUsed& effect);
  void apply(const exchange::NumbersTaken& effect);
  void apply(const exchange::EndpointProgress& effect);
  void apply(const exchange::Seen& effect);
  void apply(const exchange::DirectorySet& effect);
  void apply(const exchange::IntentSet& effect);
  void apply(const exchange::IntentStepped& effect);
  void apply(const exchange::ActCarried&) {}
  void apply(const exchange::FeedCarried& effect);

  Transaction transaction_;
  Node& node_;
  KnownFacts known_;
  std::optional<std::uint64_t> moved_as_;   // the sequence of an effect that moves here
  std::map<TransactionId, KnownRow> rows_;  // null row: not found
  std::map<CaseId, KnownCase> cases_;
  Writes writes_;
  std::set<QueueName> delivered_to_;
};

}  // namespace tradepost::store::postgres
