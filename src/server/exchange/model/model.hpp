#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/sha256.hpp"
#include "base/ids.hpp"
#include "document/model/fault.hpp"
#include "document/model/kinds.hpp"

// The terms of the network (contract 1). Every enum here is stored: its numbers are permanent,
// never 0, and a retired number is not used again. The numbers of document::Kind are stored as
// well: they are the order of model/documents.json, and model.cpp lists the assigned ones.
namespace tradepost::exchange {

using ParticipantId = base::Id<struct ParticipantTag>;
using PersonId = base::Id<struct PersonTag>;
using SessionId = base::Id<struct SessionTag>;
using OperatorId = base::Id<struct OperatorTag>;
using TokenId = base::Id<struct TokenTag>;
using TransactionId = base::Id<struct TransactionTag>;
using CaseId = base::Id<struct CaseTag>;
using EndpointId = base::Id<struct EndpointTag>;
using RangeId = base::Id<struct RangeTag>;
using IntentId = base::Id<struct IntentTag>;
using base::Digest;
using base::Instant;
using document::Finding;
using document::Kind;

enum class Flow : std::uint8_t { live = 1, test = 2 };

// The state of a transaction. superseded and discarded are both shown as DROPPED, held as PENDING.
enum class State : std::uint8_t {
  pending = 1,
  held = 2,
  success = 3,
  failed = 4,
  superseded = 5,
  discarded = 6,
};
enum class Status : std::uint8_t { pending = 1, success = 2, failed = 3, dropped = 4 };
constexpr Status status_of(State state) {
  switch (state) {
    case State::pending:
    case State::held:
      return Status::pending;
    case State::success:
      return Status::success;
    case State::failed:
      return Status::failed;
    case State::superseded:
    case State::discarded:
      break;
  }
  return Status::dropped;
}
std::string_view name_of(Flow flow);  // LIVE
std::optional<Flow> flow_of(std::string_view name);
std::string_view name_of(Status status);  // PENDING

// The domains of parties' identifiers. The last two occur on some documents only, and never
// identify a participant.
enum class Domain : std::uint8_t {
  gs1 = 1,
  duns = 2,
  vat_de = 3,
  fed_tax = 4,
  sender_internal = 5,
  receiver_internal = 6,
  vvvo = 7,
  veterinary = 8,
};
std::string_view name_of(Domain domain);  // VAT_DE
std::optional<Domain> domain_of(std::string_view name);
constexpr bool is_unique(Domain domain) {
  return domain == Domain::gs1 || domain == Domain::duns;
}
// Returns true for the domains of a profile: GS1, DUNS, VAT_DE, FED_TAX.
constexpr bool is_of_profile(Domain domain) {
  return domain <= Domain::fed_tax;
}

struct Identifier {
  Domain domain = Domain::gs1;
  std::string text;

  auto operator<=>(const Identifier&) const = default;
};
// Returns the form for comparison: GS1, DUNS, VAT_DE and FED_TAX without spaces and hyphens, in
// upper case.
Identifier comparable(Domain domain, std::string_view text);

// The sender or receiver of a document in the key of a chain. It is one of: a participant; an
// unknown identifier; or, for a principal, an unknown identifier with the participant that sends
// for it.
struct PartyKey {
  std::optional<ParticipantId> participant;
  std::optional<Identifier> identifier;

  bool is_participant() const { return participant && !identifier; }
  auto operator<=>(const PartyKey&) const = default;
};

// A set of kinds. The default is all kinds, including future ones.
class KindSet {
 public:
  constexpr KindSet() = default;
  constexpr KindSet(std::initializer_list<Kind> kinds) : bits_(0) {
    for (const Kind kind : kinds) add(kind);
  }
  static constexpr KindSet of_bits(std::uint32_t bits) {
    KindSet set;
    set.bits_ = bits;
    return set;
  }

  constexpr void add(Kind kind) { bits_ |= bit(kind); }
  constexpr bool has(Kind kind) const { return (bits_ & bit(kind)) != 0; }
  constexpr bool is_all() const { return bits_ == all; }
  constexpr std::uint32_t bits() const { return bits_; }
  auto operator<=>(const KindSet&) const = default;

 private:
  static constexpr std::uint32_t all = 0xffffffff;
  static constexpr std::uint32_t bit(Kind kind) {
    return std::uint32_t{1} << static_cast<unsigned>(kind);
  }
  std::uint32_t bits_ = all;
};

// Bytes and the owner that keeps them alive, such as a request's body or a store's buffer. They are
// passed on without a copy.
struct Bytes {
  std::string_view view;
  std::shared_ptr<const void>
      owner;  // shared: a page, a batch and a request may hold the same buffer
};
Bytes bytes_of(std::string text);

// The author of a change. The network itself, with a zero id, acts by rule. A person with a
// membership in the operators is an operator with the person's id.
struct Actor {
  enum class Type : std::uint8_t { network = 1, participant = 2, operator_ = 3, person = 4 };
  Type type = Type::network;
  base::Uuid id;    // of a person: of the participant that the person acts for
  PersonId person;  // of a person only

  static Actor network() { return {}; }
  static Actor of(OperatorId id) { return {Type::operator_, id.uuid(), {}}; }
  // A zero person: a program of the participant acts.
  static Actor of(ParticipantId id, PersonId person = {}) {
    return {person == PersonId() ? Type::participant : Type::person, id.uuid(), person};
  }

  // The participant that acts, by a program or by a person.
  std::optional<ParticipantId> participant() const {
    const bool is_participants = type == Type::participant || type == Type::person;
    return is_participants ? std::optional(ParticipantId(id)) : std::nullopt;
  }
  bool is(ParticipantId participant_id) const { return participant() == participant_id; }
  auto operator<=>(const Actor&) const = default;
};

// The one whose turn it is in a fair queue: people share the turns of their participant.
struct Requester {
  Requester() = default;
  Requester(const Actor& actor)  // not explicit: each actor is a requester
      : of(actor.participant() ? Actor::of(*actor.participant()) : actor) {}

  Actor of;
  auto operator<=>(const Requester&) const = default;
};

// A place in a queue (recipient, flow). It only grows, and has no other meaning. 0: never
// delivered.
using Position = std::uint64_t;
using Revision = std::uint64_t;  // of an entry; 0: it does not exist yet

// Identifies the versions of one document (contract 5.1).
struct ChainKey {
  PartyKey principal;
  PartyKey commercial;
  Kind kind{};
  Flow flow{};
  std::string number;

  auto operator<=>(const ChainKey&) const = default;
};

}  // namespace tradepost::exchange
