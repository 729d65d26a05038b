#include "store/embedded/state/published_state.hpp"

#include <utility>
#include <variant>

#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {

PublishedState::PublishedState(const CommittedState& committed, const Entries& entries)
    : directory_(committed.directory),
      next_numbers_(committed.next_numbers),
      intents_(committed.intents),
      endpoints_(committed.endpoints) {
  for (const auto& [whole, entry] : entries) put(whole, entry);
}

void PublishedState::put(exchange::Revision whole, const exchange::DirectoryEntry& entry) {
  const auto [at, is_new] = revisions_.try_emplace(keys::entry(entry), whole);
  if (!is_new) entries_.erase(std::exchange(at->second, whole));
  entries_.insert_or_assign(whole, entry);
}

void PublishedState::show(const CommittedState& committed,
                          std::span<const exchange::Effect> effects) {
  bool is_about_intents = false;
  bool is_about_endpoints = false;
  std::vector<base::Completer<bool>> freed;
  {
    const std::lock_guard lock(mutex_);
    exchange::Revision whole = directory_->revision();
    for (const exchange::Effect& effect : effects) {
      if (const auto* const set = std::get_if<exchange::DirectorySet>(&effect)) {
        put(++whole, set->entry);
        is_about_endpoints |= std::holds_alternative<exchange::Endpoint>(set->entry);
      }
      if (const auto* const taken = std::get_if<exchange::NumbersTaken>(&effect)) {
        next_numbers_[taken->range] = taken->next;
      }
      is_about_endpoints |= std::holds_alternative<exchange::EndpointProgress>(effect);
      is_about_intents |= std::holds_alternative<exchange::IntentSet>(effect) ||
                          std::holds_alternative<exchange::IntentStepped>(effect);
    }
    directory_ = committed.directory;
    if (is_about_endpoints) endpoints_ = committed.endpoints;
    if (is_about_intents) {
      const bool has_fewer = committed.intents.size() < intents_.size();
      intents_ = committed.intents;
      if (has_fewer) freed = std::exchange(waiting_, {});
    }
  }
  for (auto& waiter : freed) waiter.fulfil(true);
}

exchange::DirectoryPtr PublishedState::directory() const {
  const std::lock_guard lock(mutex_);
  return directory_;
}

exchange::DirectoryNews PublishedState::news_since(exchange::Revision since) const {
  const std::lock_guard lock(mutex_);
  exchange::DirectoryNews news{.revision = directory_->revision(), .entries = {}};
  for (auto at = entries_.upper_bound(since); at != entries_.end(); ++at) {
    news.entries.push_back(at->second);
  }
  return news;
}

exchange::NextNumbers PublishedState::next_numbers() const {
  const std::lock_guard lock(mutex_);
  return next_numbers_;
}

std::vector<exchange::Intent> PublishedState::intents() const {
  const std::lock_guard lock(mutex_);
  std::vector<exchange::Intent> intents;
  for (const auto& [id, standing] : intents_) intents.push_back(standing.intent);
  return intents;
}

std::map<exchange::EndpointId, exchange::EndpointProgress> PublishedState::endpoints() const {
  const std::lock_guard lock(mutex_);
  return endpoints_;
}

void PublishedState::when_one_is_done(base::Completer<bool> done) {
  {
    const std::lock_guard lock(mutex_);
    if (!intents_.empty() && !waits_have_ended_) {
      waiting_.push_back(std::move(done));
      return;
    }
  }
  done.fulfil(true);
}

void PublishedState::end_waits() {
  std::vector<base::Completer<bool>> freed;
  {
    const std::lock_guard lock(mutex_);
    waits_have_ended_ = true;
    freed = std::exchange(waiting_, {});
  }
  for (auto& waiter : freed) waiter.fulfil(true);
}

bool PublishedState::waits_have_ended() const {
  const std::lock_guard lock(mutex_);
  return waits_have_ended_;
}

}  // namespace tradepost::store::embedded
