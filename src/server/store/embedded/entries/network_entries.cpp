#include "store/embedded/entries/network_entries.hpp"

#include <variant>

#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {

Done NetworkEntries::keep(const exchange::KeyUsed& effect) {
  frame_.batch.put(keys::key_used(effect.use), kept(effect));
  const auto participant = effect.use.participant;
  const auto hour = KeyCounts::hour_of(effect.at);
  frame_.batch.put(key<layouts::keys_in_hour>(participant, hour),
                   encoded(frame_.committed.keys.in_hour(participant, hour)));
  return {};
}

Done NetworkEntries::keep(const exchange::NumbersTaken& effect) {
  changed_ranges_.insert(effect.range);
  return {};
}

Done NetworkEntries::keep(const exchange::Seen& effect) {
  frame_.batch.put(key<layouts::seen>(effect.participant, effect.flow), kept(effect));
  return {};
}

Done NetworkEntries::keep(const exchange::DirectorySet& effect) {
  frame_.batch.put(
      keys::entry(effect.entry),
      encoded(EntryValue{.whole = frame_.committed.directory->revision(), .kept = kept(effect)}));
  const auto* const endpoint = std::get_if<exchange::Endpoint>(&effect.entry);
  if (endpoint != nullptr) {
    frame_.batch.put(key<layouts::endpoint>(endpoint->id),
                     kept(frame_.committed.endpoints.at(endpoint->id)));
  }
  return {};
}

Done NetworkEntries::keep(const exchange::IntentSet& effect) {
  frame_.batch.put(key<layouts::intent>(effect.intent.id),
                   encoded(IntentValue{.steps = 0, .kept = kept(effect)}));
  return {};
}

Done NetworkEntries::keep(const exchange::IntentStepped& effect) {
  if (effect.done) {
    frame_.batch.remove(key<layouts::intent>(effect.id));
    return {};
  }
  const auto under_way = frame_.committed.intents.find(effect.id);
  if (under_way == frame_.committed.intents.end()) return {};
  const exchange::IntentSet set{.intent = under_way->second.intent, .at = {}};
  frame_.batch.put(key<layouts::intent>(effect.id),
                   encoded(IntentValue{.steps = effect.steps, .kept = kept(set)}));
  return {};
}

void NetworkEntries::finish() {
  for (const exchange::RangeId range : changed_ranges_) {
    frame_.batch.put(key<layouts::range>(range), encoded(frame_.committed.next_numbers.at(range)));
  }
}

}  // namespace tradepost::store::embedded
