#pragma once

#include <chrono>
#include <string>

#include "credentials/hashing_pool.hpp"
#include "exchange/accounts/provider_sign_in.hpp"
#include "exchange/accounts/signing_in.hpp"
#include "exchange/world.hpp"

// A small network with people.
namespace tradepost::exchange {

inline constexpr auto good_password = "correct horse battery staple";
inline constexpr auto other_password = "four other words entirely";

class PeopleWorld : public World {
 public:
  Invitation invitation(std::string email, std::optional<ParticipantId> participant, Role role) {
    return {.name = "Anna Huber",
            .email = std::move(email),
            .language = Language::german,
            .membership = {.participant = participant, .role = role}};
  }
  InviteAnswer invited(Invitation wanted) {
    return invited_by({.by = Actor::of(operator_id), .of = {}}, std::move(wanted));
  }
  InviteAnswer invited_by(Manager manager, Invitation wanted) {
    return run(invite(people(), manager, std::move(wanted), soon()));
  }
  // Returns the person, who has joined with good_password.
  PersonId member(const std::string& email, std::optional<ParticipantId> participant, Role role) {
    const auto answer = invited(invitation(email, participant, role));
    if (const auto* added = std::get_if<MembershipAdded>(&answer)) return added->person;
    return std::get<PersonId>(joined(std::get<IssuedLink>(answer).secret, good_password));
  }
  JoinAnswer joined(std::string secret, std::string password) {
    return run(join(people(),
                    {.link_secret = std::move(secret), .password = std::move(password), .name = {}},
                    soon()));
  }
  SignInAnswer signed_in(std::string email, std::string password, std::string code = {},
                         std::string device_secret = {}) {
    return run(sign_in(people(),
                       {.email = std::move(email),
                        .password = std::move(password),
                        .code = std::move(code),
                        .browser = {.device_secret = std::move(device_secret),
                                    .agent = "Firefox",
                                    .address = "192.0.2.7"}},
                       soon()));
  }
  NewSession session_of(std::string email) {
    return std::get<NewSession>(signed_in(std::move(email), good_password));
  }
  // Returns Anna Huber as a provider names her.
  static NamedPerson at_provider(std::string email) {
    return {.email = std::move(email),
            .identity = base::sha256("https://login.example 17"),
            .name = "Anna Huber",
            .language = Language::german,
            .time_zone = "Europe/Berlin",
            .authenticated = {},
            .given = {},
            .browser = {.device_secret = {}, .agent = "Firefox", .address = "192.0.2.7"}};
  }
  std::optional<LivingSession> living(const NewSession& session) {
    return living_session(*desk.directory.current(), base::sha256(session.secret), store().epoch(),
                          clock.now());
  }
  KnownPerson known(PersonId person) { return run(known_person(people(), person, soon())).value(); }
  // Changes the data of the person without a use case.
  void put(KnownPerson person) {
    ++person.entry.revision;
    seal(person);
    World::put(std::move(person.entry));
  }

  // A restart of the store ends the result.
  PeopleDesk& people() {
    people_.emplace(people_at(desk));
    return *people_;
  }
  // Returns the context of another process with this desk.
  PeopleDesk people_at(Desk& of) {
    return {.desk = of,
            .keys = network.person_keys(),
            .hashing = hashing,
            .failed_sign_ins = failed_sign_ins,
            .random = random,
            .network_key = {}};
  }

  FailedSignIns failed_sign_ins;
  credentials::HashingPool hashing{1, credentials::least_cost};

 private:
  std::optional<PeopleDesk> people_;
};

}  // namespace tradepost::exchange
