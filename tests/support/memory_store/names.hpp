#pragma once

#include <compare>

#include "exchange/port/store_reads.hpp"
#include "exchange/rules/decide.hpp"

// The names of exchange that this store uses, and the keys of its maps.
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
using exchange::SsccFact;
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

}  // namespace tradepost::memory_store
