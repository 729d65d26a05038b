#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/model/document_numbers.hpp"
#include "exchange/model/model.hpp"
#include "exchange/model/person.hpp"

// The entries of the directory. Each has its revision; the first one is 1.
namespace tradepost::exchange {

// A rule of one recipient, in addition to the rules for all documents (contract 4.7).
struct Requirement {
  Kind kind{};
  std::string path;               // items.*.identifiers
  std::string domain;             // one identifier must have it; empty: the field must exist
  std::vector<std::string> when;  // values of header.type; empty: any

  bool operator==(const Requirement&) const = default;
};

struct InternalNumber {
  ParticipantId of;
  std::string number;

  bool operator==(const InternalNumber&) const = default;
};

// A participant that may send in the name of the grant's owner.
struct AgentGrant {
  ParticipantId agent;
  KindSet kinds;

  bool operator==(const AgentGrant&) const = default;
};

// The rule of a place for people who sign in there (exchange/accounts/required_factor.hpp).
enum class SecondFactorRule : std::uint8_t { optional = 1, required = 2 };

enum class ParticipantState : std::uint8_t { open = 1, closing = 2, closed = 3 };

struct Participant {
  ParticipantId id;
  Revision revision = 0;
  ParticipantState state = ParticipantState::open;
  std::string name;
  std::vector<Identifier> identifiers;  // as given; comparable() normalises them for comparison
  std::vector<InternalNumber> numbers;
  std::vector<AgentGrant> agents;
  std::vector<Requirement> requirements;
  std::optional<SecondFactorRule> second_factor = {};  // nullopt: optional

  bool operator==(const Participant&) const = default;
};

class Scopes {
 public:
  enum Scope : std::uint8_t { read = 1, send = 2, report = 4, admin = 8 };
  constexpr Scopes() = default;
  constexpr explicit Scopes(std::uint8_t bits) : bits_(bits) {}
  static constexpr Scopes all() { return Scopes(15); }
  constexpr bool has(Scope scope) const { return (bits_ & scope) != 0; }
  constexpr bool has_one_of(Scopes others) const { return (bits_ & others.bits_) != 0; }
  constexpr std::uint8_t bits() const { return bits_; }
  auto operator<=>(const Scopes&) const = default;

 private:
  std::uint8_t bits_ = 0;
};

struct Token {
  TokenId id;
  Revision revision = 0;
  ParticipantId participant;
  Digest hash;  // SHA-256 of the token
  Flow flow = Flow::live;
  Scopes scopes = Scopes::all();
  std::optional<Instant> expires;
  std::optional<Instant> revoked;
  std::string name;
  std::optional<Actor> created_by = {};  // nullopt: made by an earlier version

  bool operator==(const Token&) const = default;
};

enum class RelationshipStatus : std::uint8_t { requested = 1, active = 2, blocked = 3 };

// The permission of one participant to send to another (contract 5.4).
struct Relationship {
  ParticipantId from;
  ParticipantId to;
  Revision revision = 0;
  RelationshipStatus status = RelationshipStatus::requested;
  KindSet kinds;
  FlowSet flows = FlowSet::both;
  std::vector<Requirement> requirements;

  bool operator==(const Relationship&) const = default;
};

enum class EndpointState : std::uint8_t { active = 1, given_up = 2, removed = 3 };

struct Endpoint {
  EndpointId id;
  Revision revision = 0;
  ParticipantId participant;
  Flow flow = Flow::live;
  std::uint8_t events = 7;  // bits of FeedType (feed_entries.hpp)
  EndpointState state = EndpointState::active;
  std::string url;
  std::string sealed_secret;

  bool operator==(const Endpoint&) const = default;
};

// Numbers for transport units without a number: SSCCs that begin with the prefix.
struct NumberRange {
  RangeId id;
  Revision revision = 0;
  std::optional<ParticipantId> participant;  // nullopt: the network's, for senders without a range
  Flow flow = Flow::live;
  std::string prefix;
  std::uint64_t next = 0;  // the first free number when the range was made
  std::uint64_t end = 0;   // after the last number

  bool operator==(const NumberRange&) const = default;
};

enum class NetworkMode : std::uint8_t { approved = 1, open = 2 };

enum class SettingName : std::uint16_t {
  network = 1,
  retention = 2,
  webhook_targets = 3,
  operators = 4,
  second_factor = 5,  // "required" of operators, or "optional"
};

struct Setting {
  SettingName name{};
  Revision revision = 0;
  std::string value;  // network: "approved" or "open"

  bool operator==(const Setting&) const = default;
};

// Returns approved, unless the setting is "open".
NetworkMode mode_of(const Setting* network);

// A class instead of an alias, for the reason given at Effect (effects.hpp).
class DirectoryEntry : public std::variant<Participant, Token, Relationship, Endpoint, NumberRange,
                                           Setting, Person, DocumentNumbers> {
 public:
  using variant::variant;
  DirectoryEntry(const DirectoryEntry& other);
  DirectoryEntry(DirectoryEntry&& other) noexcept;
  DirectoryEntry& operator=(const DirectoryEntry& other);
  DirectoryEntry& operator=(DirectoryEntry&& other) noexcept;
  ~DirectoryEntry();
};
Revision revision_of(const DirectoryEntry& entry);

}  // namespace tradepost::exchange
