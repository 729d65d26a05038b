#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exchange/model/directory_entries.hpp"

namespace tradepost::exchange {

// The participants, identifiers, tokens, relationships and people at one revision. A Directory is
// immutable, so any thread reads it without a lock. Returned pointers are valid while the caller
// holds the shared_ptr. A change copies the shards that it touches and shares the others.
class Directory {
 public:
  static std::shared_ptr<const Directory> empty();

  // Returns a directory with these entries added or replaced, in this order. An entry whose
  // revision is not higher than the present one changes nothing.
  std::shared_ptr<const Directory> with(std::span<const DirectoryEntry> entries,
                                        Revision revision) const;

  Revision revision() const { return revision_; }
  NetworkMode mode() const;

  // Return nullptr if there is none.
  const Participant* participant(ParticipantId id) const;
  const Token* token(const Digest& hash) const;
  const Token* token(TokenId id) const;
  const Relationship* relationship(ParticipantId from, ParticipantId to) const;
  const Endpoint* endpoint(EndpointId id) const;
  const NumberRange* range(RangeId id) const;
  const Setting* setting(SettingName name) const;
  const Person* person(PersonId id) const;
  const DocumentNumbers* numbers(ParticipantId participant, Flow flow, Kind kind) const;
  // Returns the person with a session or a link that has this secret.
  const Person* person_with(const Digest& secret) const;

  // Returns the participants with this identifier, including closed ones: at most one for a unique
  // domain, any number for VAT_DE and FED_TAX.
  std::span<const ParticipantId> holders(Domain domain, std::string_view text) const;

  // Return all entries in the order of ids. For administration only; sending a document must not
  // call them.
  std::vector<const Participant*> participants() const;
  std::vector<const Token*> tokens() const;
  std::vector<const Relationship*> relationships() const;
  std::vector<const NumberRange*> ranges() const;
  // Return one page: the first `count_max` entries after `after` for which `wanted` is true. If
  // many match, a part of each shard is read; if few match, all of each shard.
  template <typename Entry>
  using Wanted = std::function<bool(const Entry&)>;
  using Ends = std::pair<ParticipantId, ParticipantId>;
  std::vector<const Participant*> participants(ParticipantId after, std::size_t count_max,
                                               const Wanted<Participant>& wanted) const;
  std::vector<const Token*> tokens(TokenId after, std::size_t count_max,
                                   const Wanted<Token>& wanted) const;
  std::vector<const Relationship*> relationships(Ends after, std::size_t count_max,
                                                 const Wanted<Relationship>& wanted) const;
  std::vector<const NumberRange*> ranges(RangeId after, std::size_t count_max,
                                         const Wanted<NumberRange>& wanted) const;
  std::vector<const Endpoint*> endpoints(EndpointId after, std::size_t count_max,
                                         const Wanted<Endpoint>& wanted) const;
  std::vector<const Person*> people(PersonId after, std::size_t count_max,
                                    const Wanted<Person>& wanted) const;
  // Return the relationships from or to the participant, and its endpoints.
  std::vector<const Relationship*> relationships_of(ParticipantId participant) const;
  std::vector<const Endpoint*> endpoints_of(ParticipantId participant) const;
  // Returns the owner's ranges in the order of their creation; nullopt: the network's own. It is
  // fast enough for sending.
  std::vector<const NumberRange*> ranges_of(const std::optional<ParticipantId>& owner) const;
  // Returns the entries of the participant, in the order of flows and kinds, with removed ranges.
  std::vector<const DocumentNumbers*> numbers_of(ParticipantId participant) const;

 private:
  struct Shard;
  class Editor;
  static constexpr std::size_t shard_count = 256;

  template <typename Entry, typename List, typename Key>
  std::vector<const Entry*> page(List list, const Key& after, std::size_t count_max,
                                 const Wanted<Entry>& wanted) const;

  // Shared: a directory and its successor have most shards in common.
  std::array<std::shared_ptr<const Shard>, shard_count> shards_;
  std::array<std::shared_ptr<const Setting>, 8> settings_;
  Revision revision_ = 0;
};

using DirectoryPtr = std::shared_ptr<const Directory>;

}  // namespace tradepost::exchange
