#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "credentials/one_time_code.hpp"
#include "credentials/recovery_codes.hpp"
#include "exchange/people/managing.hpp"
#include "exchange/people_world.hpp"

// Sessions of people (decision 23).
namespace tradepost::exchange::signing_in_test {
namespace {

constexpr auto anna_email = "anna@huber.example";

class Network : public testing::Test, public PeopleWorld {
 public:
  const PersonId anna = member(anna_email, buyer, Role::clerk);

  credentials::CodeSecret with_second_factor() {
    KnownPerson person = known(anna);
    person.data.code_secret = credentials::new_secret(random);
    const auto secret = *person.data.code_secret;
    put(std::move(person));
    return secret;
  }
  EndAnswer used(const NewSession& session) {
    return run(mark_used(people(), anna, session.session.id, soon()));
  }
};
using SigningIn = Network;
using Sessions = Network;

TEST_F(SigningIn, unknown_and_known_addresses_get_the_same_answer) {
  EXPECT_TRUE(is<WrongSignIn>(signed_in(anna_email, other_password)));
  EXPECT_TRUE(is<WrongSignIn>(signed_in("nobody@huber.example", good_password)));
  EXPECT_TRUE(is<WrongSignIn>(signed_in("", "")));
}

TEST_F(SigningIn, code_is_asked_for_only_after_the_right_password) {
  with_second_factor();
  EXPECT_TRUE(is<WrongSignIn>(signed_in(anna_email, other_password)));
  EXPECT_TRUE(is<CodeNeeded>(signed_in(anna_email, good_password)));
}

TEST_F(SigningIn, code_works_once) {
  const auto secret = with_second_factor();
  const std::string code = credentials::code_at(secret, clock.now());
  EXPECT_TRUE(is<WrongCode>(signed_in(anna_email, good_password, "000000x")));
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password, code)));
  EXPECT_TRUE(is<WrongCode>(signed_in(anna_email, good_password, code)));
  clock.advance(std::chrono::seconds(30));
  EXPECT_TRUE(is<NewSession>(
      signed_in(anna_email, good_password, credentials::code_at(secret, clock.now()))));
}

TEST_F(SigningIn, code_works_once_on_two_nodes) {
  const auto secret = with_second_factor();
  LiveDirectory elsewhere;
  Desk other = desk_with(elsewhere);
  run(elsewhere.catch_up(store(), soon()));
  const std::string code = credentials::code_at(secret, clock.now());
  ASSERT_TRUE(is<NewSession>(signed_in(anna_email, good_password, code)));
  PeopleDesk late = people_at(other);
  EXPECT_TRUE(is<WrongCode>(run(
      sign_in(late, {.email = anna_email, .password = good_password, .code = code, .browser = {}},
              soon()))));
}

TEST_F(SigningIn, tenth_failure_blocks_the_address_for_15_minutes) {
  for (const auto* email : {anna_email, "nobody@huber.example"}) {
    for (int i = 0; i < 10; ++i) {
      EXPECT_TRUE(is<WrongSignIn>(signed_in(email, other_password))) << email << i;
    }
    EXPECT_TRUE(is<TooManyFailures>(signed_in(email, good_password))) << email;
  }
  clock.advance(FailedSignIns::window);
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password)));
}

TEST_F(SigningIn, hundredth_failure_blocks_the_network_of_the_client) {
  const auto from = [&](std::string network, std::string email, std::string password) {
    return run(sign_in(people(),
                       {.email = std::move(email),
                        .password = std::move(password),
                        .code = {},
                        .browser = {.device_secret = {},
                                    .agent = "Firefox",
                                    .address = "203.0.113.7",
                                    .network = std::move(network)}},
                       soon()));
  };
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(
        is<WrongSignIn>(from("203.0.113.7", std::to_string(i) + "@huber.example", other_password)));
  }
  EXPECT_TRUE(is<TooManyFailures>(from("203.0.113.7", anna_email, good_password)));
  EXPECT_TRUE(is<NewSession>(from("203.0.113.8", anna_email, good_password)));
  clock.advance(FailedSignIns::window);
  EXPECT_TRUE(is<NewSession>(from("203.0.113.7", anna_email, good_password)));
}

TEST_F(SigningIn, wrong_codes_block_the_address) {
  const auto secret = with_second_factor();
  const std::string right = credentials::code_at(secret, clock.now());
  const std::string wrong = right == "123456" ? "654321" : "123456";
  for (int i = 0; i < 10; ++i) signed_in(anna_email, good_password, wrong);
  EXPECT_TRUE(is<TooManyFailures>(signed_in(anna_email, good_password, right)));
}

TEST_F(SigningIn, hash_of_another_cost_is_replaced) {
  KnownPerson person = known(anna);
  person.data.password_hash = credentials::hashed(good_password, {.memory_kib = 16, .passes = 1});
  const std::string before = person.data.password_hash;
  put(std::move(person));
  ASSERT_TRUE(is<NewSession>(signed_in(anna_email, good_password)));
  EXPECT_NE(known(anna).data.password_hash, before);
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password)));
}

TEST_F(SigningIn, recovery_code_works_once) {
  with_second_factor();
  const auto codes = credentials::new_recovery_codes(random);
  KnownPerson person = known(anna);
  for (const auto& code : codes) person.data.recovery_codes.push_back(code.digest);
  put(std::move(person));
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password, codes[3].text)));
  EXPECT_TRUE(is<WrongCode>(signed_in(anna_email, good_password, codes[3].text)));
  EXPECT_EQ(known(anna).data.recovery_codes.size(), codes.size() - 1);
}

TEST_F(SigningIn, device_is_new_once) {
  const auto first = std::get<NewSession>(signed_in(anna_email, good_password));
  EXPECT_FALSE(first.device_secret.empty());
  const auto second =
      std::get<NewSession>(signed_in(anna_email, good_password, {}, first.device_secret));
  EXPECT_TRUE(second.device_secret.empty());
}

TEST_F(SigningIn, secrets_of_sessions_differ_and_are_stored_as_digests) {
  const NewSession one = session_of(anna_email);
  const NewSession two = session_of(anna_email);
  EXPECT_NE(one.secret, two.secret);
  const Person& entry = *desk.directory.current()->person(anna);
  ASSERT_EQ(entry.sessions.size(), 2u);
  EXPECT_EQ(entry.sessions[0].secret, base::sha256(one.secret));
}

TEST_F(SigningIn, secret_of_a_link_is_no_session) {
  ASSERT_TRUE(is<IssuedLink>(run(issue_reset(people(), anna_email, soon()))));
  const DirectoryPtr current = desk.directory.current();
  const Digest secret = current->person(anna)->link->secret;
  EXPECT_NE(current->person_with(secret), nullptr);
  EXPECT_FALSE(living_session(*current, secret, store().epoch(), clock.now()).has_value());
}

TEST_F(Sessions, caller_is_the_person_in_the_participant) {
  const auto session = living(session_of(anna_email));
  ASSERT_TRUE(session.has_value());
  const auto& caller = std::get<Caller>(session->access);
  EXPECT_EQ(caller.participant, buyer);
  EXPECT_EQ(caller.flow, Flow::live);
  EXPECT_EQ(caller.actor(), Actor::of(buyer, anna));
  EXPECT_TRUE(is_still_in_session(caller, *desk.directory.current(), store().epoch(), clock.now()));
  EXPECT_FALSE(
      is_still_in_session(caller, *desk.directory.current(), store().epoch() + 1, clock.now()));
}

TEST_F(Sessions, auditor_is_no_participant) {
  member("audit@net.example", std::nullopt, Role::auditor);
  const auto session = living(session_of("audit@net.example"));
  ASSERT_TRUE(session.has_value());
  EXPECT_EQ(std::get<OperatorSession>(session->access).role, Role::auditor);
}

TEST_F(Sessions, session_ends_after_an_hour_without_a_request) {
  const NewSession session = session_of(anna_email);
  clock.advance(std::chrono::minutes(59));
  EXPECT_TRUE(living(session).has_value());
  used(session);
  clock.advance(std::chrono::minutes(59));
  EXPECT_TRUE(living(session).has_value());
  clock.advance(std::chrono::minutes(1));
  EXPECT_FALSE(living(session).has_value());
}

TEST_F(Sessions, session_ends_after_12_hours_of_requests) {
  const NewSession session = session_of(anna_email);
  for (int minutes = 0; minutes < 12 * 60 - 30; minutes += 30) {
    clock.advance(std::chrono::minutes(30));
    EXPECT_TRUE(living(session).has_value()) << minutes;
    used(session);
  }
  clock.advance(std::chrono::minutes(30));
  EXPECT_FALSE(living(session).has_value());
}

TEST_F(Sessions, ended_session_is_not_used_again) {
  const NewSession session = session_of(anna_email);
  clock.advance(std::chrono::hours(1));
  EXPECT_TRUE(is<Unknown>(used(session)));
  EXPECT_TRUE(is<Unknown>(run(switch_session(people(), anna, session.session.id,
                                             {.participant = buyer, .flow = Flow::test}, soon()))));
}

TEST_F(Sessions, restore_ends_all_sessions) {
  const NewSession session = session_of(anna_email);
  begin_epoch();
  run(directory.catch_up(store(), soon()));
  EXPECT_FALSE(living(session).has_value());
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password)));
}

TEST_F(Sessions, restart_keeps_sessions) {
  const NewSession session = session_of(anna_email);
  restart();
  LiveDirectory next;
  run(next.catch_up(store(), soon()));
  EXPECT_TRUE(
      living_session(*next.current(), base::sha256(session.secret), store().epoch(), clock.now())
          .has_value());
}

TEST_F(Sessions, person_ends_one_session_or_all) {
  const NewSession one = session_of(anna_email);
  const NewSession two = session_of(anna_email);
  const NewSession three = session_of(anna_email);
  EXPECT_TRUE(is<Changed>(run(end_session(people(), anna, one.session.id, soon()))));
  EXPECT_TRUE(is<Unknown>(run(end_session(people(), anna, one.session.id, soon()))));
  EXPECT_FALSE(living(one).has_value());
  EXPECT_TRUE(living(two).has_value());
  EXPECT_TRUE(is<Changed>(run(end_session(people(), anna, std::nullopt, soon()))));
  EXPECT_FALSE(living(two).has_value() || living(three).has_value());
  session_of(anna_email);
  EXPECT_EQ(known(anna).data.browsers.size(), 1u) << "the browsers of ended sessions are dropped";
}

TEST_F(Sessions, switching_begins_another_session_and_ends_the_present_one) {
  invited(invitation(anna_email, supplier, Role::reader));
  const NewSession session = session_of(anna_email);
  const auto to = [&](std::optional<ParticipantId> participant, Flow flow) {
    return run(switch_session(people(), anna, session.session.id,
                              {.participant = participant, .flow = flow}, soon()));
  };
  EXPECT_TRUE(is<Unknown>(to(stranger, Flow::live)));
  EXPECT_TRUE(is<Unknown>(to(std::nullopt, Flow::live))) << "anna is no operator";
  const auto answer = to(supplier, Flow::test);
  ASSERT_TRUE(is<NewSession>(answer));
  const auto& switched = std::get<NewSession>(answer);
  EXPECT_NE(switched.secret, session.secret);
  EXPECT_FALSE(living(session).has_value());
  const auto caller = std::get<Caller>(living(switched)->access);
  EXPECT_EQ(caller.participant, supplier);
  EXPECT_EQ(caller.flow, Flow::test);
  EXPECT_FALSE(caller.scopes.has(Scopes::send));
  EXPECT_EQ(switched.session.began, session.session.began) << "12 hours in all";
}

TEST_F(Sessions, sign_in_returns_to_the_place_of_the_newest_session) {
  invited(invitation(anna_email, supplier, Role::reader));
  const NewSession session = session_of(anna_email);
  run(switch_session(people(), anna, session.session.id,
                     {.participant = supplier, .flow = Flow::test}, soon()));
  const NewSession next = session_of(anna_email);
  EXPECT_EQ(next.session.participant, supplier);
  EXPECT_EQ(next.session.flow, Flow::test);
}

TEST_F(Sessions, longest_unused_session_ends_when_there_are_too_many) {
  const NewSession first = session_of(anna_email);
  for (std::size_t i = 1; i < sessions_max; ++i) {
    clock.advance(std::chrono::seconds(1));
    session_of(anna_email);
  }
  EXPECT_TRUE(living(first).has_value());
  clock.advance(std::chrono::seconds(1));
  session_of(anna_email);
  EXPECT_FALSE(living(first).has_value());
  EXPECT_EQ(known(anna).entry.sessions.size(), sessions_max);
  EXPECT_EQ(known(anna).data.browsers.size(), sessions_max);
}

TEST_F(Sessions, closed_participant_has_no_sessions) {
  const NewSession session = session_of(anna_email);
  Participant closed = *desk.directory.current()->participant(buyer);
  ++closed.revision;
  closed.state = ParticipantState::closed;
  World::put(closed);
  EXPECT_FALSE(living(session).has_value());
}

}  // namespace
}  // namespace tradepost::exchange::signing_in_test
