#include "store/embedded/entries/case_entries.hpp"

#include <memory>
#include <string>
#include <utility>

#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {

Result<exchange::CasePtr> CaseEntries::case_before(exchange::CaseId id) {
  const auto known = cases_.find(id);
  if (known != cases_.end()) return known->second;
  TRY_ASSIGN(auto kept,
             frame_.records.kept<exchange::CaseSet>(key<layouts::case_row>(id), frame_.context));
  if (!kept) return exchange::CasePtr();
  return std::make_shared<const exchange::Case>(std::move(kept->value));
}

void CaseEntries::list_case(const exchange::Case& value, bool is_there) {
  const auto place = keys::case_place({.opened = value.opened, .id = value.id});
  for (const auto owner : value.owners) {
    frame_.set(key<layouts::cases>(owner, value.flow, value.status) + place, {}, is_there);
    frame_.set(keys::known_to(owner, value.flow, value.id.uuid()), {}, is_there);
    frame_.changed.insert({.participant = owner, .flow = value.flow});
  }
  const exchange::ParticipantId everyone;  // the list of all cases, for operators
  frame_.set(key<layouts::cases>(everyone, value.flow, value.status) + place, {}, is_there);
  frame_.changed.insert(exchange::ChangeViewer::operators());
}

Done CaseEntries::set(const exchange::CaseSet& effect) {
  const exchange::Case& value = effect.value;
  TRY_ASSIGN(const exchange::CasePtr before, case_before(value.id));
  if (before) list_case(*before, false);
  list_case(value, true);
  frame_.batch.put(key<layouts::case_row>(value.id), kept(effect));
  cases_[value.id] = std::make_shared<const exchange::Case>(value);
  return {};
}

Done CaseEntries::keep(const exchange::CaseCommented& effect, At) {
  frame_.batch.put(key<layouts::comment>(effect.id, effect.number), kept(effect));
  return {};
}

Done CaseEntries::keep(const exchange::Rejected& effect, At at) {
  const RejectedValue value{.sender = effect.sender,
                            .flow = effect.flow,
                            .payload = effect.payload,
                            .record = {.sequence = at.sequence, .place = at.place}};
  frame_.batch.put(key<layouts::rejection>(effect.id), encoded(value));
  frame_.batch.put(key<layouts::rejections>(effect.sender, effect.flow, at.sequence),
                   encoded(RejectionValue{.id = effect.id, .bytes = effect.bytes()}));
  frame_.batch.put(key<layouts::rejected_payload>(effect.sender, effect.flow, effect.payload),
                   encoded(effect.id));
  return {};
}

Done CaseEntries::keep(const exchange::RejectedGone& effect, At) {
  TRY_ASSIGN(const auto value, frame_.records.value<RejectedValue>(
                                   key<layouts::rejection>(effect.id), frame_.context));
  if (!value) return {};
  frame_.batch.remove(key<layouts::rejection>(effect.id));
  frame_.batch.remove(key<layouts::rejections>(value->sender, value->flow, value->record.sequence));
  frame_.batch.remove(key<layouts::rejected_payload>(value->sender, value->flow, value->payload));
  TRY_ASSIGN(const exchange::CasePtr before, case_before(effect.id));
  if (before) list_case(*before, false);
  cases_[effect.id] = nullptr;
  frame_.batch.remove(key<layouts::case_row>(effect.id));
  auto comments = frame_.records.index().walk(key<layouts::comment>(effect.id), {}, frame_.context);
  while (comments.next()) {
    frame_.batch.remove(key<layouts::comment>(effect.id) + std::string(comments.key()));
  }
  return comments.done();
}

}  // namespace tradepost::store::embedded
