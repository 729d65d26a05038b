#include "store/embedded/state/committed_state.hpp"

#include <chrono>
#include <variant>

#include "exchange/model/commands.hpp"

namespace tradepost::store::embedded {

using exchange::Instant;
using exchange::ParticipantId;

KeyCounts::Hour KeyCounts::hour_of(Instant at) {
  return std::chrono::floor<std::chrono::hours>(at).time_since_epoch().count();
}

void KeyCounts::set(ParticipantId participant, Hour hour, std::uint32_t count) {
  counts_[participant][hour] = count;
}

void KeyCounts::add(ParticipantId participant, Instant at) {
  auto& hours = counts_[participant];
  const Hour hour = hour_of(at);
  hours.erase(hours.begin(), hours.lower_bound(hour - exchange::key_life.count() - 1));
  ++hours[hour];
}

std::uint32_t KeyCounts::in_hour(ParticipantId participant, Hour hour) const {
  return counts_.at(participant).at(hour);
}

std::uint32_t KeyCounts::alive(ParticipantId participant, Instant now) const {
  const auto of = counts_.find(participant);
  if (of == counts_.end()) return 0;
  std::uint32_t sum = 0;
  const Hour first = hour_of(now - exchange::key_life);
  for (auto at = of->second.lower_bound(first); at != of->second.end(); ++at) sum += at->second;
  return sum;
}

void CommittedState::keep(const exchange::Effect& effect, journal::Sequence sequence) {
  if (const auto* set = std::get_if<exchange::DirectorySet>(&effect)) {
    directory = directory->with({&set->entry, 1}, set->carried.value_or(directory->revision() + 1));
    const auto* const endpoint = std::get_if<exchange::Endpoint>(&set->entry);
    if (endpoint == nullptr) return;
    const auto [at, is_new] = endpoints.try_emplace(endpoint->id);
    if (is_new) {
      at->second.endpoint = endpoint->id;
      at->second.position = sequence;  // it receives the events from now on
    }
    at->second.state = endpoint->state;
    at->second.failures = 0;
    at->second.next_attempt = set->at;
  } else if (const auto* progress = std::get_if<exchange::EndpointProgress>(&effect)) {
    endpoints[progress->endpoint] = *progress;
  } else if (const auto* begun = std::get_if<exchange::IntentSet>(&effect)) {
    intents[begun->intent.id] = {.intent = begun->intent, .steps = 0};
  } else if (const auto* stepped = std::get_if<exchange::IntentStepped>(&effect)) {
    const auto at = intents.find(stepped->id);
    if (at == intents.end()) return;
    at->second.steps = stepped->steps;
    if (stepped->done) intents.erase(at);
  } else if (const auto* used = std::get_if<exchange::KeyUsed>(&effect)) {
    keys.add(used->use.participant, used->at);
  } else if (const auto* taken = std::get_if<exchange::NumbersTaken>(&effect)) {
    next_numbers[taken->range] = taken->next;
  }
}

const exchange::Intent* CommittedState::under_way(ParticipantId participant) const {
  for (const auto& [id, standing] : intents) {
    if (standing.intent.from == participant || standing.intent.to == participant) {
      return &standing.intent;
    }
  }
  return nullptr;
}

}  // namespace tradepost::store::embedded
