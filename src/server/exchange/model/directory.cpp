#include "exchange/model/directory.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace tradepost::exchange {
namespace {

using RelationshipKey = std::pair<ParticipantId, ParticipantId>;

// Entries sorted by key. A copy of a shard copies pointers only.
template <typename Entry, typename KeyOf>
class Sorted {
 public:
  using Key = std::remove_cvref_t<std::invoke_result_t<KeyOf, const Entry&>>;

  const Entry* find(const Key& key) const {
    const auto at = place_of(key);
    return at != entries_.end() && KeyOf()(**at) == key ? at->get() : nullptr;
  }
  void put(std::shared_ptr<const Entry> entry) {
    const auto at = place_of(KeyOf()(*entry));
    const bool is_there = at != entries_.end() && KeyOf()(**at) == KeyOf()(*entry);
    const auto index = at - entries_.begin();
    if (is_there) {
      entries_[static_cast<std::size_t>(index)] = std::move(entry);
    } else {
      entries_.insert(entries_.begin() + index, std::move(entry));
    }
  }
  void remove(const Key& key) {
    const auto at = place_of(key);
    if (at != entries_.end() && KeyOf()(**at) == key) entries_.erase(at);
  }
  const auto& all() const { return entries_; }
  auto behind(const Key& key) const {
    const auto first = std::ranges::upper_bound(entries_, key, std::less<>(),
                                                [](const auto& entry) { return KeyOf()(*entry); });
    return std::ranges::subrange(first, entries_.end());
  }
  static auto key_of(const Entry* entry) { return KeyOf()(*entry); }

 private:
  auto place_of(const Key& key) const {
    return std::ranges::lower_bound(entries_, key, std::less<>(),
                                    [](const auto& entry) { return KeyOf()(*entry); });
  }
  std::vector<std::shared_ptr<const Entry>> entries_;
};

struct IdOf {
  template <typename Entry>
  auto operator()(const Entry& entry) const {
    return entry.id;
  }
};
struct HashOf {
  const Digest& operator()(const Token& token) const { return token.hash; }
};
struct EndsOf {
  RelationshipKey operator()(const Relationship& relationship) const {
    return {relationship.from, relationship.to};
  }
};
struct SeriesOf {
  std::tuple<ParticipantId, Flow, Kind> operator()(const DocumentNumbers& numbers) const {
    return {numbers.participant, numbers.flow, numbers.kind};
  }
};
struct OwnerOf {
  std::pair<std::optional<ParticipantId>, RangeId> operator()(const NumberRange& range) const {
    return {range.participant, range.id};
  }
};

struct Holders {
  Identifier identifier;  // as comparable() returns it
  std::vector<ParticipantId> participants;
};
struct IdentifierOf {
  const Identifier& operator()(const Holders& holders) const { return holders.identifier; }
};

// The secret of a session or of a link.
struct PersonSecret {
  Digest secret;
  PersonId person;
};
struct SecretOf {
  const Digest& operator()(const PersonSecret& of) const { return of.secret; }
};

std::vector<Digest> secrets_of(const Person& person) {
  std::vector<Digest> all;
  for (const PersonSession& session : person.sessions) all.push_back(session.secret);
  if (person.link) all.push_back(person.link->secret);
  return all;
}

std::size_t shard_of(const base::Uuid& uuid) {
  return std::hash<base::Uuid>()(uuid) & 0xff;
}
std::size_t shard_of(const Digest& hash) {
  return hash.bytes[0];
}
std::size_t shard_of(const RelationshipKey& key) {
  return (shard_of(key.first.uuid()) * 31 + shard_of(key.second.uuid())) & 0xff;
}
// The network's own ranges are all in one shard.
std::size_t shard_of(const std::optional<ParticipantId>& owner) {
  return shard_of(owner.value_or(ParticipantId()).uuid());
}
std::size_t shard_of(const Identifier& identifier) {
  return (std::hash<std::string_view>()(identifier.text) +
          static_cast<std::size_t>(identifier.domain)) &
         0xff;
}

std::vector<Identifier> comparable_identifiers(const Participant& participant) {
  std::vector<Identifier> all;
  for (const Identifier& own : participant.identifiers) {
    all.push_back(comparable(own.domain, own.text));
  }
  return all;
}

template <typename Entry>
void sort_by_id(std::vector<const Entry*>& entries) {
  std::ranges::sort(entries, {}, [](const Entry* entry) { return entry->id; });
}

}  // namespace

struct Directory::Shard {
  Sorted<Participant, IdOf> participants;
  Sorted<Token, HashOf> tokens;
  Sorted<Token, IdOf> tokens_by_id;
  Sorted<Relationship, EndsOf> relationships;
  Sorted<Endpoint, IdOf> endpoints;
  Sorted<NumberRange, IdOf> ranges;
  Sorted<NumberRange, OwnerOf> ranges_by_owner;
  Sorted<Holders, IdentifierOf> identifiers;
  Sorted<Person, IdOf> people;
  Sorted<DocumentNumbers, SeriesOf> numbers;
  Sorted<PersonSecret, SecretOf> person_secrets;
};

// Copies each changed shard once.
class Directory::Editor {
 public:
  explicit Editor(Directory& directory) : directory_(directory) {}

  void put(const Participant& participant) {
    const Participant* const before = directory_.participant(participant.id);
    if (before != nullptr && before->revision >= participant.revision) return;
    const auto now = comparable_identifiers(participant);
    if (before != nullptr) {
      for (const Identifier& identifier : comparable_identifiers(*before)) {
        if (std::ranges::find(now, identifier) == now.end()) let_go(identifier, participant.id);
      }
    }
    for (const Identifier& identifier : now) give(identifier, participant.id);
    edit(shard_of(participant.id.uuid()))
        .participants.put(std::make_shared<const Participant>(participant));
  }
  void put(const Token& token) {
    const Token* const before = directory_.token(token.id);
    if (before != nullptr && before->revision >= token.revision) return;
    const auto entry = std::make_shared<const Token>(token);
    edit(shard_of(token.hash)).tokens.put(entry);
    edit(shard_of(token.id.uuid())).tokens_by_id.put(entry);
  }
  void put(const Relationship& relationship) {
    const auto* const before = directory_.relationship(relationship.from, relationship.to);
    if (before != nullptr && before->revision >= relationship.revision) return;
    edit(shard_of(RelationshipKey(relationship.from, relationship.to)))
        .relationships.put(std::make_shared<const Relationship>(relationship));
  }
  void put(const Endpoint& endpoint) {
    const Endpoint* const before = directory_.endpoint(endpoint.id);
    if (before != nullptr && before->revision >= endpoint.revision) return;
    edit(shard_of(endpoint.id.uuid())).endpoints.put(std::make_shared<const Endpoint>(endpoint));
  }
  void put(const NumberRange& range) {
    const NumberRange* const before = directory_.range(range.id);
    if (before != nullptr && before->revision >= range.revision) return;
    const auto entry = std::make_shared<const NumberRange>(range);
    edit(shard_of(range.id.uuid())).ranges.put(entry);
    edit(shard_of(range.participant)).ranges_by_owner.put(entry);
  }
  void put(const Setting& setting) {
    auto& place = directory_.settings_[static_cast<std::size_t>(setting.name)];
    if (place && place->revision >= setting.revision) return;
    place = std::make_shared<const Setting>(setting);
  }
  void put(const Person& person) {
    const Person* const before = directory_.person(person.id);
    if (before != nullptr && before->revision >= person.revision) return;
    if (before != nullptr) {
      for (const Digest& secret : secrets_of(*before)) {
        edit(shard_of(secret)).person_secrets.remove(secret);
      }
    }
    for (const Digest& secret : secrets_of(person)) {
      edit(shard_of(secret))
          .person_secrets.put(std::make_shared<const PersonSecret>(secret, person.id));
    }
    edit(shard_of(person.id.uuid())).people.put(std::make_shared<const Person>(person));
  }
  void put(const DocumentNumbers& entry) {
    const auto* const before = directory_.numbers(entry.participant, entry.flow, entry.kind);
    if (before != nullptr && before->revision >= entry.revision) return;
    edit(shard_of(entry.participant.uuid()))
        .numbers.put(std::make_shared<const DocumentNumbers>(entry));
  }

 private:
  Shard& edit(std::size_t index) {
    if (!edited_[index]) {
      edited_[index] = std::make_shared<Shard>(*directory_.shards_[index]);
      directory_.shards_[index] = edited_[index];
    }
    return *edited_[index];
  }

  void give(const Identifier& identifier, ParticipantId participant) {
    Shard& shard = edit(shard_of(identifier));
    const Holders* const before = shard.identifiers.find(identifier);
    Holders after =
        before == nullptr ? Holders{.identifier = identifier, .participants = {}} : *before;
    if (std::ranges::find(after.participants, participant) != after.participants.end()) return;
    after.participants.push_back(participant);
    shard.identifiers.put(std::make_shared<const Holders>(std::move(after)));
  }

  void let_go(const Identifier& identifier, ParticipantId participant) {
    Shard& shard = edit(shard_of(identifier));
    const Holders* const before = shard.identifiers.find(identifier);
    if (before == nullptr) return;
    Holders after = *before;
    std::erase(after.participants, participant);
    shard.identifiers.put(std::make_shared<const Holders>(std::move(after)));
  }

  Directory& directory_;
  std::array<std::shared_ptr<Shard>, shard_count> edited_;
};

std::shared_ptr<const Directory> Directory::empty() {
  auto directory = std::make_shared<Directory>();
  const auto shard = std::make_shared<const Shard>();
  directory->shards_.fill(shard);
  return directory;
}

std::shared_ptr<const Directory> Directory::with(std::span<const DirectoryEntry> entries,
                                                 Revision revision) const {
  auto next = std::make_shared<Directory>(*this);
  next->revision_ = revision;
  Editor editor(*next);
  for (const DirectoryEntry& entry : entries) {
    std::visit([&](const auto& value) { editor.put(value); }, entry);
  }
  return next;
}

NetworkMode Directory::mode() const {
  return mode_of(setting(SettingName::network));
}

const Participant* Directory::participant(ParticipantId id) const {
  return shards_[shard_of(id.uuid())]->participants.find(id);
}

const Token* Directory::token(const Digest& hash) const {
  return shards_[shard_of(hash)]->tokens.find(hash);
}

const Token* Directory::token(TokenId id) const {
  return shards_[shard_of(id.uuid())]->tokens_by_id.find(id);
}

const Relationship* Directory::relationship(ParticipantId from, ParticipantId to) const {
  const RelationshipKey key(from, to);
  return shards_[shard_of(key)]->relationships.find(key);
}

const Endpoint* Directory::endpoint(EndpointId id) const {
  return shards_[shard_of(id.uuid())]->endpoints.find(id);
}

const NumberRange* Directory::range(RangeId id) const {
  return shards_[shard_of(id.uuid())]->ranges.find(id);
}

const Setting* Directory::setting(SettingName name) const {
  return settings_[static_cast<std::size_t>(name)].get();
}

const Person* Directory::person(PersonId id) const {
  return shards_[shard_of(id.uuid())]->people.find(id);
}

const DocumentNumbers* Directory::numbers(ParticipantId participant, Flow flow, Kind kind) const {
  return shards_[shard_of(participant.uuid())]->numbers.find({participant, flow, kind});
}

const Person* Directory::person_with(const Digest& secret) const {
  const PersonSecret* const found = shards_[shard_of(secret)]->person_secrets.find(secret);
  return found == nullptr ? nullptr : person(found->person);
}

std::span<const ParticipantId> Directory::holders(Domain domain, std::string_view text) const {
  if (!is_of_profile(domain)) return {};
  const Identifier identifier = comparable(domain, text);
  const Holders* const holders = shards_[shard_of(identifier)]->identifiers.find(identifier);
  return holders == nullptr ? std::span<const ParticipantId>() : holders->participants;
}

std::vector<const Participant*> Directory::participants() const {
  std::vector<const Participant*> all;
  for (const auto& shard : shards_) {
    for (const auto& entry : shard->participants.all()) all.push_back(entry.get());
  }
  sort_by_id(all);
  return all;
}

std::vector<const Token*> Directory::tokens() const {
  std::vector<const Token*> all;
  for (const auto& shard : shards_) {
    for (const auto& entry : shard->tokens_by_id.all()) all.push_back(entry.get());
  }
  sort_by_id(all);
  return all;
}

std::vector<const Relationship*> Directory::relationships() const {
  std::vector<const Relationship*> all;
  for (const auto& shard : shards_) {
    for (const auto& entry : shard->relationships.all()) all.push_back(entry.get());
  }
  std::ranges::sort(all, {}, [](const auto* entry) { return EndsOf()(*entry); });
  return all;
}

std::vector<const NumberRange*> Directory::ranges() const {
  std::vector<const NumberRange*> all;
  for (const auto& shard : shards_) {
    for (const auto& entry : shard->ranges.all()) all.push_back(entry.get());
  }
  sort_by_id(all);
  return all;
}

template <typename Entry, typename List, typename Key>
std::vector<const Entry*> Directory::page(List list, const Key& after, std::size_t count_max,
                                          const Wanted<Entry>& wanted) const {
  using SortedEntries = std::remove_cvref_t<decltype(std::declval<const Shard&>().*list)>;
  std::vector<const Entry*> found;
  for (const auto& shard : shards_) {
    std::size_t of_shard = 0;
    for (const auto& entry : ((*shard).*list).behind(after)) {
      if (of_shard == count_max) break;
      if (!wanted(*entry)) continue;
      found.push_back(entry.get());
      ++of_shard;
    }
  }
  const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(count_max, found.size()));
  std::ranges::partial_sort(found, end, {}, &SortedEntries::key_of);
  found.erase(end, found.end());
  return found;
}

std::vector<const Participant*> Directory::participants(ParticipantId after, std::size_t count_max,
                                                        const Wanted<Participant>& wanted) const {
  return page<Participant>(&Shard::participants, after, count_max, wanted);
}

std::vector<const Token*> Directory::tokens(TokenId after, std::size_t count_max,
                                            const Wanted<Token>& wanted) const {
  return page<Token>(&Shard::tokens_by_id, after, count_max, wanted);
}

std::vector<const Relationship*> Directory::relationships(
    Ends after, std::size_t count_max, const Wanted<Relationship>& wanted) const {
  return page<Relationship>(&Shard::relationships, after, count_max, wanted);
}

std::vector<const NumberRange*> Directory::ranges(RangeId after, std::size_t count_max,
                                                  const Wanted<NumberRange>& wanted) const {
  return page<NumberRange>(&Shard::ranges, after, count_max, wanted);
}

std::vector<const Endpoint*> Directory::endpoints(EndpointId after, std::size_t count_max,
                                                  const Wanted<Endpoint>& wanted) const {
  return page<Endpoint>(&Shard::endpoints, after, count_max, wanted);
}

std::vector<const Person*> Directory::people(PersonId after, std::size_t count_max,
                                             const Wanted<Person>& wanted) const {
  return page<Person>(&Shard::people, after, count_max, wanted);
}

std::vector<const Relationship*> Directory::relationships_of(ParticipantId participant) const {
  auto all = relationships();
  std::erase_if(all, [&](const auto* entry) {
    return entry->from != participant && entry->to != participant;
  });
  return all;
}

std::vector<const Endpoint*> Directory::endpoints_of(ParticipantId participant) const {
  std::vector<const Endpoint*> all;
  for (const auto& shard : shards_) {
    for (const auto& entry : shard->endpoints.all()) {
      if (entry->participant == participant) all.push_back(entry.get());
    }
  }
  sort_by_id(all);
  return all;
}

std::vector<const NumberRange*> Directory::ranges_of(
    const std::optional<ParticipantId>& owner) const {
  std::vector<const NumberRange*> all;
  for (const auto& entry : shards_[shard_of(owner)]->ranges_by_owner.behind({owner, RangeId()})) {
    if (entry->participant != owner) break;
    all.push_back(entry.get());
  }
  return all;
}

std::vector<const DocumentNumbers*> Directory::numbers_of(ParticipantId participant) const {
  std::vector<const DocumentNumbers*> all;
  for (const auto& entry : shards_[shard_of(participant.uuid())]->numbers.all()) {
    if (entry->participant == participant) all.push_back(entry.get());
  }
  return all;
}

}  // namespace tradepost::exchange
