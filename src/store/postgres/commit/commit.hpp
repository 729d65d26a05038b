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
#include "store/postgres/commit/writes.hpp"
#include "store/postgres/node/node.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {

// One transaction of the database: the facts of commands, read under the locks of what they change,
// and the effects of the decisions, one after the other: each has the effects of those before it
// among its facts. One thread.
//
// A row is used only under the lock of the queue that it lies in. Which queues and chains a command
// concerns is known only when its rows were read; so a command that needs a lock that the commit
// does not have is left out, and tried again with all of wanted().
//
// After a failure every read has the answer of an empty database, and nothing is decided: ask
// is_sound() before and after keep().
class Commit {
 public:
  Commit(database::Connection& connection, Node& node, const Locks& locks);
  ~Commit();  // gives it up, unless it was finished
  Commit(Commit&&) = delete;

  // Waits for the locks of the queues in a round trip of its own: what comes meanwhile can join().
  void lock_queues(std::size_t commands);
  // Before begin(): more keys and chains; queues and positions are locked already.
  void join(const Locks& more);
  // With the facts of these read; a command of another type asks for its own.
  void begin(const Sought& sought = {});
  // The next command, which wanted these locks until now.
  void next(const Locks& wanted);
  bool has_intents() const { return has_intents_; }  // slices of work are under way

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
  exchange::Instant now() const { return now_; }

  void keep(const exchange::Effect& effect);
  // Of a store that moves here: the effect has this sequence there, from which positions are taken.
  // Nobody else uses the tables, so no lock is needed.
  void keep_moved(std::uint64_t sequence, const exchange::Effect& effect);
  // What these effects change, read at once; the last instant after them.
  void expect_moved(std::span<const std::pair<std::uint64_t, exchange::Effect>> effects,
                    exchange::Instant last_instant);
  // Nothing where there is none. The second one: also if retention removed it. One that was not
  // looked for yet is searched in the whole network.
  exchange::TransactionPtr present(exchange::TransactionId id);
  exchange::TransactionPtr row(exchange::TransactionId id);
  bool has_content(exchange::TransactionId id);

  // All locks are held and nothing has failed.
  bool is_sound() const { return !error_ && !is_short_ && !is_overtaken_; }
  const Locks& wanted() const { return wanted_; }
  // Another try may succeed: a lock was missing, or another commit was first.
  bool may_be_repeated() const { return is_short_ || is_overtaken_; }
  // Another commit has the lock of a key.
  bool is_key_running() const { return is_key_running_; }
  const std::optional<base::Error>& error() const { return error_; }

  // Writes what was kept and commits it, in one round trip; `beside` it only if there is any.
  // False: it failed, or may_be_repeated(), or nothing is known (is_unknown()).
  bool finish(const std::vector<database::Statement>& beside = {});
  bool is_unknown() const { return is_unknown_; }
  // Also of a commit of which nothing is known.
  Changed changed() const;

 private:
  using CasePtr = exchange::CasePtr;
  using CaseId = exchange::CaseId;
  using TransactionId = exchange::TransactionId;

  database::Rows ask(database::Statement statement);
  void ask(const Questions& questions);
  void add_beginning(Questions& questions, std::size_t commands);
  void fail();
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
  void need(const QueueName& queue, std::uint32_t positions = 0);
  void need(const ChainName& chain);
  void need_directory();
  std::uint64_t take_position(const QueueName& queue);

  // Those that are not known. A row is found only with its recipient,
  database::Statement rows_at(std::span<const RowPlace> places);
  void load(std::span<const RowPlace> places);
  // or in the whole network,
  void search(std::span<const TransactionId> ids);
  // or first there, and then in the whole network: they exist.
  void load_existing(std::span<const RowPlace> places);
  // As far as the one who asks sees them.
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

  database::Connection& connection_;
  Node& node_;
  Locks locks_;
  Locks wanted_;
  KnownFacts known_;
  exchange::Instant begun_{};  // what the facts were asked for
  exchange::Instant last_{};   // of the queues
  std::map<QueueName, exchange::Position> ends_;
  std::map<QueueName, std::uint64_t> next_positions_;
  std::map<QueueName, std::uint32_t> taken_;
  exchange::Instant now_{};
  exchange::DirectoryPtr directory_;
  bool has_intents_ = false;
  std::optional<std::uint64_t> moved_as_;  // the sequence of an effect that moves here
  bool is_begun_ = false;
  bool is_joined_ = false;
  bool is_short_ = false;
  bool is_overtaken_ = false;
  bool is_key_running_ = false;
  bool is_unknown_ = false;
  std::optional<base::Error> error_;
  std::map<TransactionId, KnownRow> rows_;  // without a row: it was looked for
  std::map<CaseId, KnownCase> cases_;
  Writes writes_;
  std::set<QueueName> delivered_to_;
};

}  // namespace tradepost::store::postgres
