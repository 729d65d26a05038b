#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/letter.hpp"
#include "exchange/model/model.hpp"

// Commands of the random workload. A command refers to the results of earlier commands by their
// numbers, so a list stays meaningful if some commands are left out.
namespace tradepost::conformance {

using exchange::Flow;

using Member = std::size_t;  // index of a participant, in the order in which they were added
constexpr Member no_member = static_cast<Member>(-1);

// The nth transaction or case that a command created.
struct Made {
  std::size_t command = 0;
  std::size_t nth = 0;

  bool operator==(const Made&) const = default;
};
// The first digits of the numbers of all ranges, and the first of these numbers.
constexpr std::string_view range_prefix = "39521001";
constexpr std::uint64_t range_base = 39'521'001'000'000'000;

constexpr Made never_made{static_cast<std::size_t>(-1), 0};

struct Caller {
  Member member = no_member;  // an operator, if a command allows one
  Flow flow = Flow::live;

  bool operator==(const Caller&) const = default;
};

enum class Verdict : std::uint8_t { success, failure };
enum class ErrorType : std::uint8_t { data, internal };
enum class Keep : std::uint8_t { yes, no };

struct Send {
  Caller caller;
  Letter letter;
  std::string key;        // empty: none
  Keep keep = Keep::yes;  // no: POST /v2/transactions/validate
};

struct ReportLine {
  Made transaction;
  Verdict verdict{};
  std::string reason;
  ErrorType type = ErrorType::data;
};
struct Report {
  Caller caller;
  std::vector<ReportLine> lines;
};

// A page of a walk through the caller's pending transactions. The driver keeps the cursor of each
// walk, by caller and kind.
struct PullPage {
  enum class From : std::uint8_t { start, cursor, foreign_cursor };
  Caller caller;
  std::string kind;  // empty: all
  std::uint32_t count_max = 25;
  From from = From::start;  // foreign: the cursor of another walk
};

// A page of a walk through all-transactions.
struct HistoryPage {
  Caller caller;
  std::string kind;
  std::string status;
  std::string direction;
  std::string number;
  Member partner = no_member;
  std::uint32_t count_max = 25;
};

struct Requeue {
  Caller caller;
  Made transaction;
  std::string key;
};
struct Discard {
  Made transaction;
  std::string reason;
};

struct AddMember {
  std::string name;
  std::vector<Identity> identities;
};
// Entries of a profile. Each list that a command has replaces the profile's list.
struct Demand {
  std::string kind;
  std::string path;
  std::string domain;
  std::string when;  // empty: always

  bool operator==(const Demand&) const = default;
};
struct Grant {
  Member agent = no_member;
  std::vector<std::string> kinds;  // empty: all

  bool operator==(const Grant&) const = default;
};
struct PartnerNumber {
  Member of = no_member;
  std::string number;

  bool operator==(const PartnerNumber&) const = default;
};
struct SetProfile {
  Caller caller;
  std::optional<std::vector<Demand>> demands;
  std::optional<std::vector<Grant>> grants;
  std::optional<std::vector<PartnerNumber>> numbers;
};

enum class Standing : std::uint8_t { requested, active, blocked };
struct SetRelationship {
  Member from = no_member;
  Member to = no_member;
  Standing standing{};
  std::optional<std::vector<std::string>> kinds;  // an empty list: all
  std::optional<std::vector<Demand>> demands;
  bool by_operator = false;  // if false, by `to`, which receives the request
};
enum class Mode : std::uint8_t { approved, open };
struct SetNetwork {
  Mode mode{};
};

// Adds a range of numbers for units without number. A range without owner belongs to the network.
// All ranges have the same prefix.
struct AddRange {
  Member owner = no_member;
  Flow flow = Flow::live;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

enum class Take : std::uint8_t { no, yes };
struct MoveIdentity {
  Identity identity;
  Member to = no_member;
  Take take = Take::no;
};
struct RemoveIdentity {
  Identity identity;
  Member from = no_member;
};
struct Close {
  Member member = no_member;
  bool fail_pending = false;
};

struct PostError {
  Caller caller;
  std::string reason;
  ErrorType type = ErrorType::data;
  std::string key;
};
struct ChangeCase {
  Caller caller;
  Made made;
  std::string comment;  // empty: none
  enum class Then : std::uint8_t { as_it_is, resolve, reopen } then{};
};

struct Jump {
  std::int64_t by_ms = 0;
};
struct Restart {};

using Command = std::variant<Send, Report, PullPage, HistoryPage, Requeue, Discard, AddMember,
                             SetProfile, SetRelationship, SetNetwork, AddRange, MoveIdentity,
                             RemoveIdentity, Close, PostError, ChangeCase, Jump, Restart>;

struct Numbered {
  std::size_t number = 0;
  Command command;
};

// Returns the command as a sentence. `names` has the members' names.
std::string sentence(const Command& command, const std::vector<std::string>& names);

}  // namespace tradepost::conformance
