#pragma once

#include <string>
#include <variant>

#include "exchange/accounts/sessions.hpp"
#include "exchange/people/joining.hpp"

// People sign in with a password, and with a code if they have a second factor.
namespace tradepost::exchange {

struct SignIn {
  std::string email;
  std::string password;
  std::string code;  // of the authenticator app, or a recovery code; empty: none
  SigningBrowser browser;
};

// Unknown address, wrong password, no membership, disabled: a caller can't distinguish these.
struct WrongSignIn {};
struct CodeNeeded {};
struct WrongCode {};
struct TooManyFailures {};  // with this address (FailedSignIns)
using SignInAnswer = std::variant<NewSession, WrongSignIn, CodeNeeded, WrongCode, TooManyFailures,
                                  TooManySignIns, Busy>;
// Begins a session (begin_session).
Answering<SignInAnswer> sign_in(PeopleDesk& people, SignIn request, Deadline deadline);

}  // namespace tradepost::exchange
