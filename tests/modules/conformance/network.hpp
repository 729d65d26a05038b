#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/command.hpp"

// The data of the oracle about a network: lists in the order of arrival, without derived values.
// Paragraphs without a name are paragraphs of the contract.
namespace tradepost::conformance {

using Milliseconds = std::int64_t;

struct KnownMember {
  std::string name{};
  bool closed = false;
  std::vector<Identity> identities{};  // in the form used for comparison (1.2)
  std::vector<PartnerNumber> numbers{};
  std::vector<Grant> grants{};
  std::vector<Demand> demands{};
};

struct KnownRelationship {
  Member from = no_member;
  Member to = no_member;
  Standing standing{};
  std::vector<std::string> kinds{};  // empty: all
  std::vector<Demand> demands{};
};

// A party in the key of a chain (5.1): a participant, or an unknown identifier. If the principal
// has an unknown identifier, also the participant that sends for it (4.5).
struct PartyName {
  Member member = no_member;
  std::optional<Identity> identity{};

  bool operator==(const PartyName&) const = default;
};

struct KnownReport {
  Verdict verdict{};
  std::string reason{};
  ErrorType type = ErrorType::data;
  Milliseconds at = 0;
  Member by = no_member;  // absent: the network itself
};

enum class Status : std::uint8_t { pending, success, failed, dropped };
std::string_view name_of(Status status);

using Place = std::size_t;  // index in one of the lists below

struct KnownRange {
  Member owner = no_member;  // absent: the network
  Flow flow{};
  std::uint64_t first = 0;
  std::uint64_t next = 0;
  std::uint64_t end = 0;
  std::string id{};
};

struct KnownUnit {
  std::string content{};
  std::optional<std::uint64_t> own{};
  std::optional<std::uint64_t> given{};
  bool has_other_number = false;
};

struct KnownTransaction {
  Made made{};
  std::string id{};
  Milliseconds created = 0;
  Flow flow{};
  Letter letter{};
  std::string content{};
  PartyName principal{};
  Member agent = no_member;
  std::optional<PartyName> commercial{};
  Member recipient = no_member;  // has it in its queue
  Identity routed_by{};
  std::vector<Member> viewers{};
  // Equal for all documents of one number (5.1, 5.2). 0: no chain, or requeued after it was closed.
  std::size_t chain = 0;
  std::size_t warnings = 0;
  std::vector<KnownUnit> units{};
  bool starts_versions = false;  // explicit, without a predecessor (5.1)

  Status status = Status::pending;
  bool held = false;
  bool discarded = false;
  std::uint64_t arrival = 0;  // order in the queue; 0: never delivered
  bool is_requeue = false;    // requeue of the transaction that it replaces
  std::optional<Place> replaces{};
  std::optional<Place> replaced_by{};
  std::optional<KnownReport> report{};
  std::optional<Place> case_place{};
  std::vector<std::string> events{};  // types, in order

  bool was_delivered() const { return arrival != 0; }
  bool is_senders(Member member) const {
    return member != no_member && (principal.member == member || agent == member);
  }
};

struct KnownCase {
  Made made{};
  std::string origin{};  // failure
  std::vector<Member> owners{};
  Flow flow{};
  std::optional<Place> transaction{};
  bool is_open = true;
  std::string resolved_by = "nobody";
  ErrorType type = ErrorType::data;
  std::string reason{};
  std::string rejected{};  // of a rejection: the whole body
  std::size_t count = 1;
  std::size_t comments = 0;
};

struct KnownKey {
  Member member = no_member;
  Flow flow{};
  std::string path{};
  std::string key{};
  std::string payload{};
  Milliseconds at = 0;
  std::string answer{};
};

struct Network {
  Mode mode = Mode::approved;
  std::vector<KnownMember> members{};
  std::vector<KnownRelationship> relationships{};
  std::vector<KnownTransaction> transactions{};
  std::vector<KnownCase> cases{};
  std::vector<KnownKey> keys{};
  std::vector<KnownRange> ranges{};  // in the order of their ids
  std::uint64_t last_arrival = 0;
  std::size_t last_chain = 0;
  Milliseconds last_kept = 0;  // time of the last write (embedded-store 1.1)
};

}  // namespace tradepost::conformance
