#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "exchange/decide.hpp"
#include "exchange/directory.hpp"
#include "exchange/effects.hpp"
#include "exchange/facts.hpp"
#include "exchange/store_reads.hpp"

// What the effects of the network amount to, in plain maps: the third store, by which the others
// are judged. It keeps every effect, can be made again from them, and knows no rule.
namespace tradepost::memory_store {

using exchange::Bytes;
using exchange::CaseChange;
using exchange::CaseChangeFacts;
using exchange::CaseCommented;
using exchange::CaseId;
using exchange::CaseOpening;
using exchange::CaseOpeningFacts;
using exchange::CasePtr;
using exchange::CaseSet;
using exchange::ChainKey;
using exchange::Delivered;
using exchange::DeliveryFacts;
using exchange::Digest;
using exchange::Directory;
using exchange::DirectoryChange;
using exchange::DirectoryEntry;
using exchange::DirectoryFacts;
using exchange::DirectoryPtr;
using exchange::DirectorySet;
using exchange::Discard;
using exchange::Discarded;
using exchange::DiscardFacts;
using exchange::Effect;
using exchange::EndpointId;
using exchange::EndpointProgress;
using exchange::Erased;
using exchange::Event;
using exchange::FeedEntry;
using exchange::Flow;
using exchange::HeldFact;
using exchange::HistoryPlace;
using exchange::Instant;
using exchange::Intent;
using exchange::IntentFacts;
using exchange::IntentId;
using exchange::IntentSet;
using exchange::IntentStepped;
using exchange::IntentWork;
using exchange::KeyFact;
using exchange::KeyPath;
using exchange::KeyUse;
using exchange::KeyUsed;
using exchange::Moved;
using exchange::Noted;
using exchange::NumbersTaken;
using exchange::OverdueFacts;
using exchange::OverdueWork;
using exchange::ParticipantId;
using exchange::PartyKey;
using exchange::Position;
using exchange::QueueCounts;
using exchange::RangeId;
using exchange::Rejected;
using exchange::RejectedGone;
using exchange::Release;
using exchange::Released;
using exchange::ReleaseFacts;
using exchange::Removed;
using exchange::ReportCommand;
using exchange::Reported;
using exchange::ReportFacts;
using exchange::Requeue;
using exchange::RequeueFacts;
using exchange::RetentionFacts;
using exchange::RetentionWork;
using exchange::RouteSeen;
using exchange::Seen;
using exchange::Sent;
using exchange::Submission;
using exchange::SubmitFacts;
using exchange::Superseded;
using exchange::Transaction;
using exchange::TransactionId;
using exchange::TransactionPtr;
using exchange::VersionFact;

struct Queue {
  ParticipantId participant;
  Flow flow{};
  auto operator<=>(const Queue&) const = default;
};

struct Direction {
  ParticipantId from;
  ParticipantId to;
  Flow flow{};
  auto operator<=>(const Direction&) const = default;
};

struct Payload {
  PartyKey principal;
  ParticipantId recipient;
  Flow flow{};
  Digest digest;
  auto operator<=>(const Payload&) const = default;
};

struct KeyName {
  ParticipantId participant;
  Flow flow{};
  KeyPath path{};
  Digest key;
  auto operator<=>(const KeyName&) const = default;
};

struct RejectionName {
  ParticipantId sender;
  Flow flow{};
  auto operator<=>(const RejectionName&) const = default;
};

class State {
 public:
  // Keeps an effect under its sequence, the next one.
  void keep(const Effect& effect);

  // The facts of the moment, for decide.
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

  // What is there; nothing or nullptr where there is none.
  TransactionPtr row(TransactionId id) const;
  Bytes content(TransactionId id) const;
  CasePtr find_case(CaseId id) const;
  std::optional<KeyFact> key(const KeyUse& use, Instant now) const;
  HeldFact held(const Direction& direction) const;

  // Open to the reads of the store (memory_store.cpp).
  std::map<TransactionId, TransactionPtr> rows;
  std::map<TransactionId, Bytes> contents;
  std::map<TransactionId, std::vector<Event>> events;
  std::set<TransactionId> removed;
  std::map<Queue, std::map<Position, TransactionId>> queues;
  std::map<Direction, std::map<std::uint64_t, TransactionId>> held_back;
  std::map<ParticipantId, std::set<HistoryPlace>> seen_by;
  std::map<Queue, std::uint64_t> failed;
  std::map<CaseId, CasePtr> cases;
  std::map<CaseId, std::vector<CaseCommented>> comments;
  std::map<CaseId, Rejected> rejected;
  DirectoryPtr directory = Directory::empty();
  std::vector<DirectoryEntry> directory_log;  // revision n of the whole at n - 1
  std::map<IntentId, std::pair<Intent, std::uint64_t>> intents;
  std::map<Queue, std::map<Position, FeedEntry>> feeds;
  std::map<EndpointId, EndpointProgress> progress;
  std::map<Queue, Instant> last_polls;
  std::map<base::Uuid, NumbersTaken> number_blocks;
  std::map<RangeId, std::uint64_t> next_numbers;
  std::vector<Effect> log;  // sequence n at n - 1

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
  void deliver(Transaction row);

  VersionFact version_fact(TransactionId id) const;
  std::vector<VersionFact> versions_of(const Transaction& row) const;
  RouteSeen route_of(const Transaction& row) const;
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
