#include "exchange/accounts/signing_in.hpp"

#include <utility>

#include "credentials/recovery_codes.hpp"
#include "exchange/accounts/required_factor.hpp"
#include "exchange/people/own_changes.hpp"

namespace tradepost::exchange {
namespace {

using NotSignedIn = std::variant<WrongSignIn, CodeNeeded, WrongCode, ProposalEnded, ProposedSecret>;

// Returns the hash to keep after a sign-in with the right password. It is a new one if the cost has
// changed, unless too many sign-ins wait.
base::Task<std::string> hash_to_keep(PeopleDesk& people, std::string hash, std::string password) {
  if (!people.hashing.needs_new_hash(hash)) co_return hash;
  const std::optional<std::string> made = co_await people.hashing.hashed(std::move(password));
  co_return made.value_or(hash);
}

// Returns why the person with this code has no session yet, or nullopt. The proof of a proposed
// second factor is kept, and its recovery codes are given to the new session.
std::optional<NotSignedIn> fault_of_factor(PeopleDesk& people, KnownPerson& person,
                                           const SignIn& request, NewSession& made, Instant now) {
  const auto as_answer = [](const auto& why) { return NotSignedIn(why); };
  if (person.data.code_secret) {
    const auto fault = take_code(person.data, request.code, now);
    return fault ? std::optional(std::visit(as_answer, *fault)) : std::nullopt;
  }
  if (!request.proof.empty()) {
    const auto codes = credentials::new_recovery_codes(people.random);
    const ProvenSecret proven{.proof = request.proof, .code = request.code};
    const auto fault = keep_second_factor(person, proven, codes, now);
    if (fault) return std::visit(as_answer, *fault);
    for (const auto& code : codes) made.recovery_codes.push_back(code.text);
    return std::nullopt;
  }
  const DirectoryPtr directory = people.desk.directory.current();
  if (!lacks_second_factor(*directory, made.session.participant, person.data)) return std::nullopt;
  return proposal_for(people, person, request.issuer);
}

// The keys under which failures of the sign-in count.
struct FailureKeys {
  Digest address;
  std::optional<Digest> network;

  FailureKeys(const PeopleDesk& people, const SignIn& request)
      : address(address_digest(people.network_key, request.email)) {
    if (!request.browser.network.empty()) network = base::sha256(request.browser.network);
  }
};

bool is_blocked(FailedSignIns& failed, const FailureKeys& keys, Instant now) {
  return failed.is_blocked(keys.address, now) ||
         (keys.network &&
          failed.is_blocked(*keys.network, now, FailedSignIns::failures_of_network_max));
}

void note(FailedSignIns& failed, const FailureKeys& keys, Instant now) {
  failed.note(keys.address, now);
  if (keys.network) failed.note(*keys.network, now);
}

bool counts_as_failure(const NotSignedIn& reason) {
  return std::holds_alternative<WrongSignIn>(reason) || std::holds_alternative<WrongCode>(reason);
}

}  // namespace

Answering<SignInAnswer> sign_in(PeopleDesk& people, SignIn request, Deadline deadline) {
  const Instant now = people.desk.clock.now();
  const FailureKeys keys(people, request);
  if (is_blocked(people.failed_sign_ins, keys, now)) co_return SignInAnswer(TooManyFailures{});
  CO_TRY_ASSIGN(const auto known, co_await person_with_email(people, request.email, deadline));
  std::optional<std::string> hash;
  if (known && !known->data.password_hash.empty()) hash = known->data.password_hash;
  const std::optional<bool> is_right = co_await people.hashing.matches(hash, request.password);
  if (!is_right) co_return SignInAnswer(TooManySignIns{});
  if (!*is_right) {
    note(people.failed_sign_ins, keys, now);
    co_return SignInAnswer(WrongSignIn{});
  }
  const std::string kept_hash = co_await hash_to_keep(people, *hash, request.password);

  const PersonId id = known->entry.id;
  NewSession made;
  const ChangePerson<NotSignedIn> change = [&](KnownPerson& person) -> std::optional<NotSignedIn> {
    const bool is_same = person.data.password_hash == *hash;
    auto begun = begin_session(people, person, request.browser, now);
    if (!is_same || !begun) return WrongSignIn{};
    if (auto fault = fault_of_factor(people, person, request, *begun, now)) return fault;
    person.data.password_hash = kept_hash;
    made = *std::move(begun);
    return std::nullopt;
  };
  const Actor by = request.proof.empty() ? Actor::network() : own_actor(known->entry);
  CO_TRY_ASSIGN(auto answer, co_await change_person<NotSignedIn>(people, by, id, change, deadline));
  if (const auto* reason = std::get_if<NotSignedIn>(&answer)) {
    if (counts_as_failure(*reason)) note(people.failed_sign_ins, keys, now);
    co_return std::visit([](const auto& why) { return SignInAnswer(why); }, *reason);
  }
  if (const auto* kept = std::get_if<KnownPerson>(&answer)) {
    CO_TRY_ASSIGN(const bool is_ended, co_await ended_by_newer_rule(people, *kept, made, deadline));
    co_return is_ended ? SignInAnswer(Busy{}) : SignInAnswer(std::move(made));
  }
  if (std::holds_alternative<Busy>(answer)) co_return SignInAnswer(Busy{});
  co_return SignInAnswer(WrongSignIn{});
}

}  // namespace tradepost::exchange
