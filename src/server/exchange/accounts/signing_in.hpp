#pragma once

#include <string>
#include <variant>

#include "exchange/accounts/second_factor.hpp"
#include "exchange/people/joining.hpp"

// People sign in with a password, and with a code if they have a second factor.
namespace tradepost::exchange {

struct SignIn {
  std::string email;
  std::string password;
  std::string code;         // of the authenticator app, or a recovery code; empty: none
  std::string proof = {};   // of a second factor that begins with this sign-in; empty: none
  std::string issuer = {};  // of a proposed second factor: the name of the network
  SigningBrowser browser;
};

// Unknown address, wrong password, no membership, disabled: a caller can't distinguish these.
struct WrongSignIn {};
struct TooManyFailures {};  // with this address, or from this network (FailedSignIns)
using SignInAnswer = std::variant<NewSession, ProposedSecret, WrongSignIn, CodeNeeded, WrongCode,
                                  ProposalEnded, TooManyFailures, TooManySignIns, Busy>;
// Begins a session (begin_session). ProposedSecret: the place of the session requires a second
// factor, and the person has none. The person signs in again, with the proof of this secret.
Answering<SignInAnswer> sign_in(PeopleDesk& people, SignIn request, Deadline deadline);

}  // namespace tradepost::exchange
