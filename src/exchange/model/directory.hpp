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

// Participants, identifiers, tokens and relationships at one revision. Immutable, and so read by
// any thread without a lock: hold the shared_ptr for as long as what it answers is used. A change
// copies the shards that it touches and shares the others.
class Directory {
 public:
  static std::shared_ptr<const Directory> empty();

  // The directory with these entries added or replaced, in this order. An entry with a revision
  // that is lower than or equal to the present one changes nothing.
  std::shared_ptr<const Directory> with(std::span<const DirectoryEntry> entries,
                                        Revision revision) const;

  Revision revision() const { return revision_; }
  NetworkMode mode() const;

  // nullptr: there is none.
  const Participant* participant(ParticipantId id) const;
  const Token* token(const Digest& hash) const;
  const Token* token(TokenId id) const;
  const Relationship* relationship(ParticipantId from, ParticipantId to) const;
  const Endpoint* endpoint(EndpointId id) const;
  const NumberRange* range(RangeId id) const;
  const Setting* setting(SettingName name) const;

  // The participants that have it: at most one of a unique domain, any number of VAT_DE and
  // FED_TAX. Also closed ones.
  std::span<const ParticipantId> holders(Domain domain, std::string_view text) const;

  // Everything, in the order of ids; for administration, not for the way of a document.
  std::vector<const Participant*> participants() const;
  std::vector<const Token*> tokens() const;
  std::vector<const Relationship*> relationships() const;
  std::vector<const NumberRange*> ranges() const;
  // A page of them: the first `count_max` wanted ones after `after`. If many are wanted, a part of
  // each shard is read; if hardly any are, all of it.
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
  // Those that lead to or from a participant.
  std::vector<const Relationship*> relationships_of(ParticipantId participant) const;
  std::vector<const Endpoint*> endpoints_of(ParticipantId participant) const;
  // In the order in which they were made; of nobody: the network's own. Cheap, for sending.
  std::vector<const NumberRange*> ranges_of(const std::optional<ParticipantId>& owner) const;

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
