#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "credentials/recovery_codes.hpp"
#include "exchange/accounts/sessions.hpp"

// People keep a second factor: the codes of an authenticator app, and recovery codes.
namespace tradepost::exchange {

inline constexpr std::chrono::minutes proposal_lives{10};

struct CodeNeeded {};
struct WrongCode {};

// A secret that the exchange does not keep yet.
struct ProposedSecret {
  std::string secret;  // in base32, for typing
  std::string uri;     // otpauth, for a QR code
  std::string proof;   // the sealed secret, which only this person can bring back
};
// Returns nullopt for an unknown person. The app shows `issuer`, the name of the network.
Answering<std::optional<ProposedSecret>> proposed_code_secret(PeopleDesk& people, PersonId person,
                                                              std::string issuer,
                                                              Deadline deadline);

// The proof of a proposal and a code of its secret, which shows that the app has the secret.
struct ProvenSecret {
  std::string proof;
  std::string code;
};
struct ProposalEnded {};  // older than proposal_lives, or of another person
struct HasSecondFactor {};
// The recovery codes, which the exchange keeps as digests only.
using RecoveryCodes = std::vector<std::string>;
using BeginAnswer =
    std::variant<RecoveryCodes, ProposalEnded, WrongCode, HasSecondFactor, Unknown, Busy>;
// Keeps the secret. Each sign-in needs a code from now on.
Answering<BeginAnswer> begin_second_factor(PeopleDesk& people, PersonId person, ProvenSecret proven,
                                           Deadline deadline);

// Makes the secret of the proof the second factor of a person who has none.
using ProofFault = std::variant<ProposalEnded, WrongCode>;
std::optional<ProofFault> keep_second_factor(KnownPerson& person, const ProvenSecret& proven,
                                             std::span<const credentials::RecoveryCode> codes,
                                             Instant now);

ProposedSecret proposal_for(PeopleDesk& people, const KnownPerson& person,
                            const std::string& issuer);

// Deletes the secret and the recovery codes. Unknown: the person has no second factor.
struct SecondFactorRequired {};  // in a place of the person
using EndFactorAnswer = std::variant<Changed, SecondFactorRequired, Unknown, Busy>;
Answering<EndFactorAnswer> end_second_factor(PeopleDesk& people, PersonId person,
                                             Deadline deadline);

void forget_second_factor(PersonData& data);

// Accepts the code once: its step, or its recovery code, is used up. Returns nullopt if it is right
// or the person has no second factor.
using CodeFault = std::variant<CodeNeeded, WrongCode>;
std::optional<CodeFault> take_code(PersonData& data, const std::string& code, Instant now);

}  // namespace tradepost::exchange
