#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exchange/model/commands.hpp"
#include "exchange/model/facts.hpp"
#include "store/postgres/commit/known_facts.hpp"
#include "store/postgres/commit/records.hpp"
#include "store/postgres/commit/transaction.hpp"
#include "store/postgres/node/node.hpp"

namespace tradepost::store::postgres {

// Reads the facts of commands in a transaction, and notes the locks that they need. The facts of
// each command include the effects of the commands before it.
class FactReader {
 public:
  FactReader(Transaction& transaction, const Node& node, Records& records, KnownFacts& known)
      : transaction_(transaction), node_(node), records_(records), known_(known) {}

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

 private:
  exchange::VersionFact version_fact(const RowPlace& place);
  std::optional<exchange::VersionFact> delivered_before(const exchange::Transaction& of);
  std::vector<exchange::VersionFact> versions_of(const exchange::Transaction& sent);
  void add_key_facts(const std::optional<exchange::KeyUse>& key, auto& facts);
  void add_recipient_facts(const exchange::Transaction& sent, auto& facts);
  void add_unit_facts(const exchange::Submission& command, exchange::SubmitFacts& facts);
  exchange::QueueCounts counts_for(const exchange::DirectoryChange& command);
  std::uint64_t pending_of(const exchange::DirectoryChange::Leaving& leaving, exchange::Flow flow);

  Transaction& transaction_;
  const Node& node_;
  Records& records_;
  KnownFacts& known_;
};

}  // namespace tradepost::store::postgres
