#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/command.hpp"
#include "conformance/network.hpp"

namespace tradepost::conformance {

// An answer of a network in words. T5 is the fifth transaction, C2 the second case. The `made`
// lists have the new ones in the order in which the words name them.
struct Answer {
  std::string words;
  std::vector<Place> made_transactions;
  std::vector<Place> made_cases;
};

// A simple model of the network in docs/reference/contract.md: lists that are searched linearly. It
// is written from the text of the contract, and shares only the words for flows with
// src/server/exchange.
class Oracle {
 public:
  explicit Oracle(Milliseconds now) : clock_(now) {}

  Answer apply(const Numbered& numbered);
  // Sets the ids that the exchange generated: of all transactions in the order of creation, and of
  // the range that was added last. Ids order ranges, and transactions of one moment. A later id is
  // larger, except after the clock was set back far.
  void learn_ids(const std::vector<std::string>& transactions, const std::string& range);

  const Network& network() const { return network_; }
  Milliseconds clock() const { return clock_; }
  bool was_far_ahead() const;  // compared with the last write
  // Returns the transaction or case that a command created, or nullopt.
  std::optional<Place> transaction_of(Made made) const;
  std::optional<Place> case_of(Made made) const;
  // Returns false if the command refers to something that does not exist, or to a closed
  // participant without token. Such a command is not sent to the store either.
  bool makes_sense(const Command& command) const;

  // Returns the participant that a party identifies at present. For generators of documents.
  std::optional<Member> who_is(const Party& party) const {
    return lead_of(party, no_member).member;
  }

  // Views of a participant, one line for each row, in the order of lists.
  std::vector<std::string> pending(Caller caller) const;
  std::vector<std::string> queue(Caller caller) const;
  std::vector<std::string> history(Caller caller) const;
  std::vector<std::string> cases(Caller caller) const;
  std::vector<std::string> partners(Caller caller) const;
  std::vector<std::string> events(Caller caller) const;
  std::vector<std::string> originals(Caller caller) const;
  std::vector<std::string> statistics(Caller caller) const;
  std::vector<std::string> numbers(Caller caller) const;
  std::vector<Place> history_places(const HistoryPage& wanted) const;
  std::vector<Place> pending_places(Caller caller, std::string_view kind) const;

 private:
  // The participant that a party identifies (1.2).
  struct Lead {
    std::optional<Member> member;
    bool is_ambiguous = false;
  };
  struct Route {
    PartyName principal;
    bool has_principal = false;
    Member agent = no_member;
    std::optional<PartyName> commercial;
    Member recipient = no_member;
    Identity routed_by;
    bool by_technical_recipient = false;
    std::vector<std::string> faults;  // the paths
    std::size_t warnings = 0;
  };
  struct Walk {
    std::uint64_t after = 0;
    bool has_cursor = false;
  };

  Answer apply_one(std::size_t number, const Send& command);
  Answer apply_one(std::size_t number, const Report& command);
  Answer apply_one(std::size_t number, const PullPage& command);
  Answer apply_one(std::size_t number, const HistoryPage& command);
  Answer apply_one(std::size_t number, const Requeue& command);
  Answer apply_one(std::size_t number, const Discard& command);
  Answer apply_one(std::size_t number, const AddMember& command);
  Answer apply_one(std::size_t number, const AddRange& command);
  Answer apply_one(std::size_t number, const SetProfile& command);
  Answer apply_one(std::size_t number, const SetRelationship& command);
  Answer apply_one(std::size_t number, const SetNetwork& command);
  Answer apply_one(std::size_t number, const MoveIdentity& command);
  Answer apply_one(std::size_t number, const RemoveIdentity& command);
  Answer apply_one(std::size_t number, const Close& command);
  Answer apply_one(std::size_t number, const PostError& command);
  Answer apply_one(std::size_t number, const ChangeCase& command);
  Answer apply_one(std::size_t number, const Jump& command);
  Answer apply_one(std::size_t number, const Restart& command);

  // Defined in oracle_route.cpp.
  Lead lead_of(const Party& party, Member numbers_of) const;
  std::vector<Member> meant_by(const Identity& identity, Member numbers_of) const;
  Identity leading_identity(const Party& party, Member numbers_of) const;
  void find_principal(const Letter& letter, Member caller, Route& route) const;
  void find_recipient(const Letter& letter, Member caller, Route& route) const;
  void find_commercial(const Letter& letter, Member caller, Route& route) const;
  Route route_of(const Letter& letter, Member caller) const;
  std::vector<std::string> demanded_faults(const Letter& letter, const Route& route) const;

  // Defined in oracle_send.cpp.
  std::optional<Answer> answer_by_key(Member member, Flow flow, std::string_view path,
                                      std::string_view key, std::string_view payload) const;
  void keep_key(Member member, Flow flow, std::string path, const std::string& key,
                std::string payload, std::string answer);
  Answer judge(const Send& command, const Route& route, std::size_t number);
  Answer refuse(const Send& command, std::vector<std::string> faults, std::size_t number);
  std::optional<Place> duplicate_of(const Letter& letter, Flow flow, const Route& route,
                                    bool is_meant) const;
  bool must_be_held(Member from, Member to) const;
  bool is_held_full(Member from, Member to, Flow flow) const;
  Place keep_transaction(KnownTransaction transaction);
  bool is_closed(const KnownTransaction& latest) const;
  std::size_t chain_for(const KnownTransaction& like) const;
  std::optional<Place> latest_of(std::size_t chain, bool with_version) const;

  // Defined in oracle_numbers.cpp.
  void number_units(KnownTransaction& made);
  std::optional<std::uint64_t> next_number(const KnownTransaction& of);
  std::optional<Place> newest_with(std::uint64_t sscc,
                                   const std::function<bool(Place)>& is_meant) const;
  // Compares with documents of the same principal.
  bool is_in_another_document(const KnownTransaction& made, std::uint64_t sscc) const;
  std::size_t doubts_about_units(const KnownTransaction& made, bool were_taken) const;
  bool is_in_a_range(const KnownTransaction& of, std::uint64_t number) const;

  // Defined in oracle_move.cpp.
  void deliver(Place place);
  void drop_older(Place place);
  void release(Member from, Member to);
  bool takes(Member from, Member to, const std::string& kind) const;
  enum class When : std::uint8_t { sent, released };
  void settle_older_cases(Place place, When when);
  void resolve_case_of(Place older, Place newer);
  Place open_case(KnownCase value);
  void resolve(Place case_place, std::string_view resolved_by);

  // Defined in oracle_report.cpp.
  std::string outcome_of(const ReportLine& line, Caller by, std::size_t number, Answer& answer);

  Milliseconds present() const;  // the clock, but not before the last write
  Milliseconds keep();           // present(), for a write
  bool is_member(Member member) const;
  bool is_open_member(Member member) const;
  const KnownRelationship* relationship(Member from, Member to) const;
  KnownRelationship& relationship_for_change(Member from, Member to);
  std::string name_of(Member member) const;
  std::string name_of(const PartyName& party) const;
  bool sees(Member member, Flow flow, const KnownTransaction& transaction) const;
  std::size_t held_count(Member from, Member to, Flow flow) const;
  std::optional<Place> shown_replaces(Place place, Member viewer) const;
  std::optional<Place> shown_replaced_by(Place place, Member viewer) const;
  std::string pending_line(Place place, Member viewer) const;
  std::string history_line(Place place, Member viewer) const;
  std::string page_words(const std::vector<Place>& places, bool more) const;

  Network network_;
  Milliseconds clock_;
  std::map<std::pair<Member, std::pair<Flow, std::string>>, Walk> walks_;
};

}  // namespace tradepost::conformance
