#include "exchange/accounts/sessions.hpp"

#include <algorithm>
#include <utility>

#include "base/crypto/new_token.hpp"
#include "base/text/text.hpp"

namespace tradepost::exchange {
namespace {

constexpr std::string_view device_prefix = "tpd_";

Flow first_flow(FlowSet flows) {
  return has(flows, Flow::live) ? Flow::live : Flow::test;
}

// Returns a new session in a place where the person has access: the place of the newest session, or
// else of a membership. Returns nullopt if the person has access nowhere.
std::optional<PersonSession> place_of(const Person& person, const Directory& directory) {
  std::vector<PersonSession> places;
  const auto newest = std::ranges::max_element(person.sessions, {}, &PersonSession::used);
  if (newest != person.sessions.end()) {
    places.push_back(
        {.id = {}, .secret = {}, .participant = newest->participant, .flow = newest->flow});
  }
  for (const Membership& membership : person.memberships) {
    places.push_back({.id = {},
                      .secret = {},
                      .participant = membership.participant,
                      .flow = first_flow(membership.flows)});
  }
  const auto place = std::ranges::find_if(places, [&](const PersonSession& session) {
    return access_of(person, session, directory).has_value();
  });
  return place == places.end() ? std::nullopt : std::optional(*place);
}

void drop(Person& person, SessionId session) {
  std::erase_if(person.sessions, [&](const auto& one) { return one.id == session; });
}

// Adds the session. Drops ended sessions, and the longest unused one if there are too many.
void add(KnownPerson& person, const PersonSession& session, Browser browser, Instant now) {
  auto& sessions = person.entry.sessions;
  const std::vector<PersonSession> present = sessions;
  for (const PersonSession& one : present) {
    if (one.epoch != session.epoch || now >= end_of(one)) drop(person.entry, one.id);
  }
  while (sessions.size() >= sessions_max) {
    drop(person.entry, std::ranges::min_element(sessions, {}, &PersonSession::used)->id);
  }
  sessions.push_back(session);
  person.entry.change = PersonChange::sessions;
  person.data.browsers.push_back(std::move(browser));
}

// Returns the secret for a device that is new, which is known from now on.
std::string know_device(PersonData& data, const std::string& secret, base::Random& random) {
  auto& known = data.known_devices;
  if (std::ranges::find(known, base::sha256(secret)) != known.end()) return {};
  std::string made = base::new_token(random, device_prefix);
  if (known.size() >= known_devices_max) known.erase(known.begin());
  known.push_back(base::sha256(made));
  return made;
}

Browser browser_of(const SigningBrowser& browser, SessionId session) {
  return {.session = session,
          .agent = std::string(base::beginning_of(browser.agent, person_text_bytes_max)),
          .address = std::string(base::beginning_of(browser.address, person_text_bytes_max))};
}

bool is_living(const PersonSession& session, const PeopleDesk& people, Instant now) {
  return session.epoch == people.desk.store.epoch() && now < end_of(session);
}

// Completes a session that names its place only. Returns the value of its cookie.
std::string begin(PersonSession& session, PeopleDesk& people, Instant now) {
  const std::string secret = base::new_token(people.random, session_prefix);
  session.id = SessionId(people.desk.ids.next());
  session.secret = base::sha256(secret);
  session.began = session.used = session.confirmed = now;
  session.epoch = people.desk.store.epoch();
  return secret;
}

}  // namespace

std::optional<NewSession> begin_session(PeopleDesk& people, KnownPerson& person,
                                        const SigningBrowser& browser, Instant now) {
  auto session = place_of(person.entry, *people.desk.directory.current());
  if (!session) return std::nullopt;
  NewSession made;
  const bool has_devices = !person.data.known_devices.empty();
  made.device_secret = know_device(person.data, browser.device_secret, people.random);
  if (has_devices && !made.device_secret.empty()) made.to_notify = addressee_of(person.data);
  made.secret = begin(*session, people, now);
  made.session = *session;
  add(person, *session, browser_of(browser, session->id), now);
  return made;
}

Answering<bool> ended_by_newer_rule(PeopleDesk& people, const KnownPerson& person,
                                    const NewSession& made, Deadline deadline) {
  const DirectoryPtr directory = people.desk.directory.current();
  if (!lacks_second_factor(*directory, made.session.participant, person.data)) co_return false;
  CO_TRY(co_await end_sessions_without_factor(people, Actor::network(), person.entry.id, deadline));
  co_return true;
}

Answering<SwitchAnswer> switch_session(PeopleDesk& people, PersonId person, SessionId session,
                                       Place to, Deadline deadline) {
  const Instant now = people.desk.clock.now();
  NewSession made;
  using Reason = std::variant<SecondFactorNeeded, Unknown>;
  const ChangePerson<Reason> change = [&](KnownPerson& known) -> std::optional<Reason> {
    const auto& sessions = known.entry.sessions;
    const auto before = std::ranges::find(sessions, session, &PersonSession::id);
    const auto browser = std::ranges::find(known.data.browsers, session, &Browser::session);
    if (before == sessions.end() || browser == known.data.browsers.end()) return Unknown{};
    if (!is_living(*before, people, now)) return Unknown{};
    PersonSession next = *before;
    next.participant = to.participant;
    next.flow = to.flow;
    const DirectoryPtr directory = people.desk.directory.current();
    if (!access_of(known.entry, next, *directory)) return Unknown{};
    if (lacks_second_factor(*directory, to.participant, known.data)) return SecondFactorNeeded{};
    const Instant confirmed = before->confirmed;
    const Instant began = before->began;
    made.secret = begin(next, people, now);
    next.began = began;  // a person who switches does not stay for longer
    next.confirmed = confirmed;
    made.session = next;
    Browser moved = *browser;
    moved.session = next.id;
    drop(known.entry, session);
    add(known, next, std::move(moved), now);
    return std::nullopt;
  };
  CO_TRY_ASSIGN(auto answer,
                co_await change_person<Reason>(people, Actor::network(), person, change, deadline));
  if (const auto* reason = std::get_if<Reason>(&answer))
    co_return std::visit([](const auto& why) { return SwitchAnswer(why); }, *reason);
  if (const auto* kept = std::get_if<KnownPerson>(&answer)) {
    CO_TRY_ASSIGN(const bool is_ended, co_await ended_by_newer_rule(people, *kept, made, deadline));
    co_return is_ended ? SwitchAnswer(Busy{}) : SwitchAnswer(std::move(made));
  }
  if (std::holds_alternative<Busy>(answer)) co_return SwitchAnswer(Busy{});
  co_return SwitchAnswer(Unknown{});
}

namespace {

Answering<EndAnswer> changed_sessions(PeopleDesk& people, PersonId person,
                                      ChangeEntry<Unknown> change, Deadline deadline) {
  CO_TRY_ASSIGN(auto answer, co_await change_entry<Unknown>(people.desk, Actor::network(), person,
                                                            std::move(change), deadline));
  if (const auto* kept = std::get_if<Person>(&answer)) co_return EndAnswer(Changed{kept->revision});
  if (std::holds_alternative<Busy>(answer)) co_return EndAnswer(Busy{});
  co_return EndAnswer(Unknown{});
}

}  // namespace

Answering<EndAnswer> end_session(PeopleDesk& people, PersonId person,
                                 std::optional<SessionId> session, Deadline deadline) {
  const ChangeEntry<Unknown> change = [session](Person& entry) -> std::optional<Unknown> {
    const std::size_t before = entry.sessions.size();
    if (session) {
      drop(entry, *session);
    } else {
      entry.sessions.clear();
    }
    entry.change = PersonChange::sessions;
    const bool has_ended = entry.sessions.size() < before;
    return has_ended ? std::nullopt : std::optional(Unknown{});
  };
  return changed_sessions(people, person, change, deadline);
}

Answering<EndAnswer> mark_used(PeopleDesk& people, PersonId person, SessionId session,
                               Deadline deadline) {
  const Instant now = people.desk.clock.now();
  const ChangeEntry<Unknown> change = [&people, session,
                                       now](Person& entry) -> std::optional<Unknown> {
    auto& sessions = entry.sessions;
    const auto used = std::ranges::find(sessions, session, &PersonSession::id);
    if (used == sessions.end() || !is_living(*used, people, now)) return Unknown{};
    used->used = std::max(used->used, now);
    entry.change = PersonChange::sessions;
    return std::nullopt;
  };
  return changed_sessions(people, person, change, deadline);
}

}  // namespace tradepost::exchange
