#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "exchange/model/directory.hpp"
#include "memory_store/names.hpp"

// The state of the network, computed from effects, in plain maps: the reference for the other
// stores. It keeps every effect, can be rebuilt from them, and contains no rule.
namespace tradepost::memory_store {

class State {
 public:
  // Keeps an effect under the next sequence.
  void keep(const Effect& effect);

  // Returns the present facts for decide.
  SubmitFacts facts_for(const Submission& command, Instant now) const;
  ReportFacts facts_for(const ReportCommand& command, Instant now) const;
  RequeueFacts facts_for(const Requeue& command, Instant now) const;
  DiscardFacts facts_for(const Discard& command, Instant now) const;
  ReleaseFacts facts_for(const Release& command, Instant now) const;
  CaseOpeningFacts facts_for(const CaseOpening& command, Instant now) const;
  CaseChangeFacts facts_for(const CaseChange& command, Instant now) const;
  DirectoryFacts facts_for(const DirectoryChange& command, Instant now) const;
  IntentFacts facts_for(const IntentWork& work, std::uint32_t budget, Instant now) const;
  OverdueFacts facts_for(const OverdueWork& work, std::uint32_t budget, Instant now) const;
  RetentionFacts facts_for(const RetentionWork& work, std::uint32_t budget, Instant now) const;
  DeliveryFacts facts_for(const Delivered& outcome, Instant now) const;

  // Return the stored value, or an empty value or nullptr if there is none.
  TransactionPtr row(TransactionId id) const;
  Bytes content(TransactionId id) const;
  CasePtr find_case(CaseId id) const;
  std::optional<KeyFact> key(const KeyUse& use, Instant now) const;
  HeldFact held(const Direction& direction) const;

  // Public for the reads of the store (memory_store.cpp).
  std::map<TransactionId, TransactionPtr> rows;
  std::map<TransactionId, Bytes> contents;
  std::map<TransactionId, std::vector<Event>> events;
  std::set<TransactionId> removed;
  std::map<Queue, std::map<Position, TransactionId>> queues;
  std::map<Direction, std::map<std::uint64_t, TransactionId>> held_back;
  std::map<ParticipantId, std::set<HistoryPlace>> seen_by;
  std::map<std::uint64_t, std::vector<TransactionId>> by_sscc;  // in the order of sending
  std::map<Queue, std::uint64_t> failed;
  std::map<CaseId, CasePtr> cases;
  std::map<CaseId, std::vector<CaseCommented>> comments;
  std::map<CaseId, Rejected> rejected;
  DirectoryPtr directory = Directory::empty();
  std::vector<DirectoryEntry> directory_log;  // revision n is at n - 1
  std::map<IntentId, std::pair<Intent, std::uint64_t>> intents;
  std::map<Queue, std::map<Position, FeedEntry>> feeds;
  std::map<EndpointId, EndpointProgress> progress;
  std::map<Queue, Instant> last_polls;
  std::map<RangeId, std::uint64_t> next_numbers;
  std::vector<Effect> log;  // sequence n is at n - 1

 private:
  void put(Transaction next);
  void index(const Transaction& row, bool is_there);
  void apply(const Sent& effect);
  void apply(const Superseded& effect);
  void apply(const Released& effect);
  void apply(const Reported& effect);
  void apply(const Discarded& effect);
  void apply(const Moved& effect);
  void apply(const Noted&) {}
  void apply(const Removed& effect);
  void apply(const Erased& effect);
  void apply(const CaseSet& effect);
  void apply(const CaseCommented& effect);
  void apply(const Rejected& effect);
  void apply(const RejectedGone& effect);
  void apply(const KeyUsed& effect);
  void apply(const NumbersTaken& effect);
  void apply(const EndpointProgress& effect);
  void apply(const Seen& effect);
  void apply(const DirectorySet& effect);
  void apply(const IntentSet& effect);
  void apply(const IntentStepped& effect);
  // This store carries no data over.
  void apply(const exchange::ActCarried&) {}
  void apply(const exchange::FeedCarried&) {}
  void deliver(Transaction row);

  VersionFact version_fact(TransactionId id) const;
  std::vector<VersionFact> versions_of(const Transaction& row) const;
  std::optional<SsccFact> sscc_used(const Transaction& sent, std::uint64_t number) const;
  std::uint32_t keys_alive(ParticipantId participant, Instant now) const;
  QueueCounts counts_for(const DirectoryChange& command) const;

  std::map<ChainKey, std::vector<TransactionId>> chains_;   // oldest first
  std::map<Payload, std::vector<TransactionId>> payloads_;  // oldest first
  std::map<TransactionId, std::uint64_t> sent_at_;          // sequence
  std::map<KeyName, KeyUsed> keys_;
  std::map<ParticipantId, std::deque<Instant>> key_times_;
  std::map<RejectionName, std::deque<CaseId>> rejections_;  // oldest first
  std::map<RejectionName, std::map<Digest, CaseId>> rejected_payloads_;
};

}  // namespace tradepost::memory_store
