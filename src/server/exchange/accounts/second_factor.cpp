#include "exchange/accounts/second_factor.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/crypto/base64url.hpp"
#include "base/text/whole_number.hpp"
#include "exchange/accounts/required_factor.hpp"
#include "exchange/people/own_changes.hpp"

namespace tradepost::exchange {
namespace {

using credentials::CodeSecret;

std::string purpose_for(const Person& person) {
  return "second factor of person " + person.id.to_string();
}

// The sealed text is the secret and the end of the proposal.
std::string proof_of(const CodeSecret& secret, const KnownPerson& person, Instant ends) {
  std::string text(secret.begin(), secret.end());
  text += std::to_string(ends.time_since_epoch().count());
  return base::base64url(base::Sealer(person.key).seal(text, purpose_for(person.entry)));
}

std::optional<CodeSecret> secret_in(std::string_view proof, const KnownPerson& person,
                                    Instant now) {
  const auto sealed = base::from_base64url(proof);
  if (!sealed) return std::nullopt;
  const auto text = base::Sealer(person.key).open(*sealed, purpose_for(person.entry));
  CodeSecret secret{};
  if (!text || text->size() < secret.size()) return std::nullopt;
  const auto ends = base::whole_number<Instant::rep>(std::string_view(*text).substr(secret.size()));
  if (!ends || now.time_since_epoch().count() >= *ends) return std::nullopt;
  std::transform(text->begin(), text->begin() + secret.size(), secret.begin(),
                 [](char byte) { return static_cast<std::uint8_t>(byte); });
  return secret;
}

}  // namespace

ProposedSecret proposal_for(PeopleDesk& people, const KnownPerson& person,
                            const std::string& issuer) {
  const CodeSecret secret = credentials::new_secret(people.random);
  const Instant ends = people.desk.clock.now() + proposal_lives;
  return {.secret = credentials::base32(secret),
          .uri = credentials::otpauth_uri(secret, {.issuer = issuer, .account = person.data.email}),
          .proof = proof_of(secret, person, ends)};
}

Answering<std::optional<ProposedSecret>> proposed_code_secret(PeopleDesk& people, PersonId person,
                                                              std::string issuer,
                                                              Deadline deadline) {
  CO_TRY_ASSIGN(const auto known, co_await known_person(people, person, deadline));
  if (!known) co_return std::optional<ProposedSecret>();
  co_return proposal_for(people, *known, issuer);
}

std::optional<ProofFault> keep_second_factor(KnownPerson& person, const ProvenSecret& proven,
                                             std::span<const credentials::RecoveryCode> codes,
                                             Instant now) {
  const auto secret = secret_in(proven.proof, person, now);
  if (!secret) return ProposalEnded{};
  const auto step = credentials::accepted_step(*secret, proven.code, now, -1);
  if (!step) return WrongCode{};
  PersonData& data = person.data;
  data.code_secret = secret;
  data.code_step = *step;
  data.recovery_codes.clear();
  for (const auto& code : codes) data.recovery_codes.push_back(code.digest);
  person.entry.change = PersonChange::secrets;
  return std::nullopt;
}

Answering<BeginAnswer> begin_second_factor(PeopleDesk& people, PersonId person, ProvenSecret proven,
                                           Deadline deadline) {
  using Reason = std::variant<ProposalEnded, WrongCode, HasSecondFactor>;
  using Kept = std::variant<Changed, ProposalEnded, WrongCode, HasSecondFactor, Unknown, Busy>;
  const Instant now = people.desk.clock.now();
  const auto codes = credentials::new_recovery_codes(people.random);
  const ChangePerson<Reason> change = [&](KnownPerson& known) -> std::optional<Reason> {
    if (known.data.code_secret) return HasSecondFactor{};
    if (const auto fault = keep_second_factor(known, proven, codes, now))
      return std::visit([](const auto& why) { return Reason(why); }, *fault);
    return std::nullopt;
  };
  CO_TRY_ASSIGN(const auto answer, co_await change_own<Kept>(people, person, change, deadline));
  RecoveryCodes texts;
  for (const auto& code : codes) texts.push_back(code.text);
  const auto answer_of = [&](const auto& one) -> BeginAnswer {
    if constexpr (std::is_same_v<decltype(one), const Changed&>) {
      return std::move(texts);
    } else {
      return one;
    }
  };
  co_return std::visit(answer_of, answer);
}

Answering<EndFactorAnswer> end_second_factor(PeopleDesk& people, PersonId person,
                                             Deadline deadline) {
  using Reason = std::variant<SecondFactorRequired, Unknown>;
  const ChangePerson<Reason> change = [&people](KnownPerson& known) -> std::optional<Reason> {
    if (!known.data.code_secret) return Unknown{};
    const bool has_password = !known.data.password_hash.empty();
    if (has_password && needs_second_factor(*people.desk.directory.current(), known.entry))
      return SecondFactorRequired{};
    forget_second_factor(known.data);
    known.entry.change = PersonChange::secrets;
    return std::nullopt;
  };
  CO_TRY_ASSIGN(const auto answer,
                co_await change_own<EndFactorAnswer>(people, person, change, deadline));
  if (!std::holds_alternative<Changed>(answer)) co_return answer;
  CO_TRY_ASSIGN(const bool is_done,
                co_await end_sessions_without_factor(people, Actor::network(), person, deadline));
  co_return is_done ? answer : EndFactorAnswer(Busy{});
}

void forget_second_factor(PersonData& data) {
  data.code_secret.reset();
  data.code_step = -1;
  data.recovery_codes.clear();
}

std::optional<CodeFault> take_code(PersonData& data, const std::string& code, Instant now) {
  if (!data.code_secret) return std::nullopt;
  if (code.empty()) return CodeNeeded{};
  if (const auto step = credentials::accepted_step(*data.code_secret, code, now, data.code_step)) {
    data.code_step = *step;
    return std::nullopt;
  }
  const auto place = credentials::matching(data.recovery_codes, code);
  if (!place) return WrongCode{};
  data.recovery_codes.erase(data.recovery_codes.begin() + static_cast<std::ptrdiff_t>(*place));
  return std::nullopt;
}

}  // namespace tradepost::exchange
