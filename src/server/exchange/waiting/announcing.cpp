#include "exchange/waiting/announcing.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/time_zones.hpp"

namespace tradepost::exchange {
namespace {

// Chooses from the work in one look at the time `now`.
class Look {
 public:
  Look(PersonData& data, Instant now)
      : data_(data), after_(data.announced), now_(now), until_(now - work_settles_in) {
    const Announced& before = data.announced;
    is_hour_over_ = now >= before.hourly + std::chrono::hours(1);
    const Instant morning = base::last_time_of_day(summary_at, data.time_zone, now);
    is_summary_due_ = before.daily < morning && now < morning + summary_within;
  }

  // Returns true if the person receives a message of it now.
  bool choose(const Waiting& waiting) {
    const auto rhythm = data_.subscriptions.rhythm_of(waiting.about);
    if (!rhythm || !has(data_.subscriptions.flows, waiting.flow)) return false;
    const bool is_chosen = *rhythm == Rhythm::daily ? is_summary_due_ : is_new(waiting, *rhythm);
    if (is_chosen) mark_after(*rhythm) = *rhythm == Rhythm::daily ? now_ : until_;
    return is_chosen;
  }

  // Keeps what is announced after it.
  void keep(std::string_view node) {
    Announced& announced = data_.announced;
    // Another node keeps its states.
    for (std::string& key : announced.undated) {
      if (key.starts_with("node ") && !key.starts_with(keys_of_node(node)))
        undated_.push_back(std::move(key));
    }
    std::ranges::sort(undated_);  // the same work always gives the same entry
    if (undated_.size() > announced_states_max) undated_.resize(announced_states_max);
    after_.undated = std::move(undated_);
    announced = std::move(after_);
  }

 private:
  bool is_new(const Waiting& waiting, Rhythm rhythm) {
    const bool is_due = rhythm == Rhythm::immediately || is_hour_over_;
    if (waiting.concerned) {
      const Announced& before = data_.announced;
      const Instant mark = rhythm == Rhythm::hourly ? before.hourly : before.immediately;
      return is_due && waiting.since > mark && waiting.since <= until_;
    }
    std::string key = key_of(waiting);
    const auto& before = data_.announced.undated;
    const bool is_announced = std::ranges::find(before, key) != before.end();
    if (is_due || is_announced) undated_.push_back(std::move(key));
    return is_due && !is_announced;
  }

  Instant& mark_after(Rhythm rhythm) {
    switch (rhythm) {
      case Rhythm::immediately:
        return after_.immediately;
      case Rhythm::hourly:
        return after_.hourly;
      case Rhythm::daily:
        break;
    }
    return after_.daily;
  }

  PersonData& data_;
  Announced after_;
  Instant now_;
  Instant until_;
  bool is_hour_over_ = false;
  bool is_summary_due_ = false;
  std::vector<std::string> undated_;
};

Answering<std::vector<Waiting>> all_waiting(Desk& desk, const KnownPerson& person,
                                            Deadline deadline) {
  const Subscriptions& wanted = person.data.subscriptions;
  std::vector<Waiting> all;
  for (const Membership& membership : person.entry.memberships) {
    for (const Flow flow : {Flow::live, Flow::test}) {
      const bool is_wanted = has(membership.flows, flow) && has(wanted.flows, flow) &&
                             (membership.participant || flow == Flow::live);
      if (!is_wanted) continue;
      CO_TRY_ASSIGN(std::vector<Waiting> found,
                    co_await waiting(desk,
                                     {.participant = membership.participant,
                                      .flow = flow,
                                      .unread_for = std::chrono::hours(wanted.unread_hours)},
                                     deadline));
      std::ranges::move(found, std::back_inserter(all));
    }
  }
  co_return std::move(all);
}

// Another node, or the person, has changed what is announced.
struct AnotherNode {};

bool is_among_operators(const Person& person) {
  return std::ranges::any_of(person.memberships,
                             [](const Membership& one) { return !one.participant; });
}

}  // namespace

std::vector<Waiting> announce(PersonData& data, const std::vector<Waiting>& work,
                              std::string_view node, Instant now) {
  Look look(data, now);
  std::vector<Waiting> chosen;
  std::set<std::string> cases;
  for (const Waiting& one : work) {
    if (!look.choose(one)) continue;
    if (!one.concerned || cases.insert(one.name).second) chosen.push_back(one);
  }
  look.keep(node);
  return chosen;
}

Answering<std::optional<Announcement>> claim_announcement(PeopleDesk& people, KnownPerson person,
                                                          std::vector<Waiting> of_node,
                                                          std::string node, Deadline deadline) {
  CO_TRY_ASSIGN(std::vector<Waiting> work, co_await all_waiting(people.desk, person, deadline));
  if (is_among_operators(person.entry)) std::ranges::move(of_node, std::back_inserter(work));
  const PersonData before = person.data;
  const Instant now = people.desk.clock.now();
  std::vector<Waiting> chosen = announce(person.data, work, node, now);
  if (person.data == before) co_return std::nullopt;

  const Announced after = person.data.announced;
  const ChangePerson<AnotherNode> change = [&](KnownPerson& known) -> std::optional<AnotherNode> {
    const bool is_same = known.data.announced == before.announced &&
                         known.data.subscriptions == before.subscriptions;
    if (!is_same) return AnotherNode{};
    known.data.announced = after;
    known.entry.change = PersonChange::profile;
    return std::nullopt;
  };
  CO_TRY_ASSIGN(const auto answer,
                co_await change_person<AnotherNode>(people, Actor::network(), person.entry.id,
                                                    change, deadline));
  if (chosen.empty() || !std::holds_alternative<KnownPerson>(answer)) co_return std::nullopt;
  co_return Announcement{.to = addressee_of(person.data), .work = std::move(chosen)};
}

}  // namespace tradepost::exchange
