#include "exchange/rules/decide_parts.hpp"

#include <algorithm>
#include <array>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"

namespace tradepost::exchange {

namespace limits = base::limits;

bool same_route(const RouteSeen& seen, const RouteSeen& now) {
  return seen.principal == now.principal && seen.recipient == now.recipient &&
         seen.relationship == now.relationship && seen.network == now.network;
}

bool is_behind_held(const HeldFact& held, const Relationship* standing) {
  const auto taken = standing == nullptr ? KindSet() : standing->kinds;
  return held.count != 0 && (held.kinds.bits() & taken.bits()) != 0;
}

bool is_held_full(const HeldFact& held, const Bytes& content,
                  const std::optional<Original>& original) {
  // HeldFact::bytes counts contents only.
  constexpr std::size_t original_bytes_max = 1u << 20;
  return held.count >= limits::held_documents_max ||
         held.bytes + content.view.size() > limits::held_bytes_max ||
         (original && original->text.view.size() > original_bytes_max);
}

DirectorySet requested_by(const Transaction& row, Instant now) {
  Relationship relationship;
  relationship.from = *row.parties.principal.participant;
  relationship.to = row.recipient;
  relationship.revision = 1;
  return {.entry = std::move(relationship), .at = now, .by = Actor::network()};
}

CaseSet resolved(const Case& open, ResolvedBy by, Actor actor, Instant now) {
  CaseSet set{.value = open};
  ++set.value.revision;
  set.value.status = CaseStatus::resolved;
  set.value.resolved_by = by;
  set.value.changed = now;
  set.value.changed_by = actor;
  return set;
}

base::Uuid derived_id(std::string_view purpose, std::initializer_list<base::Uuid> of,
                      std::int64_t number) {
  base::Sha256 sha256;
  sha256.update(purpose).update("\n");
  for (const base::Uuid& uuid : of) {
    sha256.update({reinterpret_cast<const char*>(uuid.bytes.data()), uuid.bytes.size()});
  }
  std::array<char, 8> digits{};
  for (std::size_t i = 0; i < digits.size(); ++i) {
    digits[i] = static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i) & 0xff);
  }
  const base::Digest digest = sha256.update({digits.data(), digits.size()}).finish();
  base::Uuid id;
  std::ranges::copy_n(digest.bytes.begin(), id.bytes.size(), id.bytes.begin());
  id.bytes[6] = static_cast<std::uint8_t>((id.bytes[6] & 0x0f) | 0x80);  // UUID version 8: custom
  id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3f) | 0x80);
  return id;
}

CutText cut(std::string text, std::size_t length_max) {
  if (text.size() <= length_max) return {.text = std::move(text)};
  std::size_t bytes = 0;
  for (std::size_t length = 0; length < length_max && bytes < text.size(); ++length) {
    bytes += std::max<std::size_t>(base::sequence_bytes(std::string_view(text).substr(bytes)), 1);
  }
  if (bytes >= text.size()) return {.text = std::move(text)};
  text.resize(bytes);
  return {.text = std::move(text), .was_cut = true};
}

CutText cut(Context& context) {
  CutText answer;
  if (context.size() > limits::context_entries_max) {
    context.resize(limits::context_entries_max);
    answer.was_cut = true;
  }
  for (auto& [name, value] : context) {
    CutText shorter_name = cut(std::move(name), limits::context_length_max);
    CutText shorter_value = cut(std::move(value), limits::context_length_max);
    answer.was_cut = answer.was_cut || shorter_name.was_cut || shorter_value.was_cut;
    name = std::move(shorter_name.text);
    value = std::move(shorter_value.text);
  }
  return answer;
}

std::vector<ParticipantId> without_repeats(std::vector<ParticipantId> ids) {
  std::vector<ParticipantId> unique;
  for (const ParticipantId id : ids) {
    if (std::ranges::find(unique, id) == unique.end()) unique.push_back(id);
  }
  return unique;
}

std::vector<ParticipantId> senders_of(const Transaction& row) {
  std::vector<ParticipantId> senders;
  if (row.parties.principal.participant) senders.push_back(*row.parties.principal.participant);
  if (row.parties.agent) senders.push_back(*row.parties.agent);
  return without_repeats(std::move(senders));
}

std::vector<Effect> release(const ReleaseFacts& facts, std::uint32_t& count) {
  std::vector<Effect> effects;
  const Relationship* const standing = facts.relationship.get();
  const bool is_taken = facts.network == NetworkMode::open
                            ? standing == nullptr || standing->status != RelationshipStatus::blocked
                            : standing != nullptr && standing->status == RelationshipStatus::active;
  if (!is_taken) return effects;
  for (const auto& [row, before] : facts.held) {
    if (standing != nullptr &&
        (!standing->kinds.has(row->kind) || !has(standing->flows, row->flow)))
      continue;
    effects.emplace_back(
        Released{.id = row->id,
                 .at = facts.now,
                 .relationship_revision = standing == nullptr ? 0 : standing->revision});
    ++count;
    if (!before) continue;
    if (before->state == State::pending) {
      effects.emplace_back(Superseded{.id = before->id, .by = row->id, .at = facts.now});
    }
    if (before->open_case) {
      const bool is_requeue = row->origin.requeued == before->id;
      effects.emplace_back(resolved(*before->open_case,
                                    is_requeue ? ResolvedBy::requeue : ResolvedBy::newer_version,
                                    Actor::network(), facts.now));
    }
  }
  return effects;
}

}  // namespace tradepost::exchange
