#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "calls/calls.hpp"
#include "exchange/model/person.hpp"
#include "openid/relying_party.hpp"

// The OpenID providers at which people sign in.
namespace tradepost::api {

// The roles that a provider gives in one place.
struct ProviderRoles {
  std::optional<exchange::ParticipantId> place = {};  // nullopt: the operators
  std::string claim;                                  // whose texts are compared with `values`
  std::vector<std::pair<exchange::Role, std::string>> values = {};
};

struct ProviderRules {
  std::string id;
  std::string name;                       // for people
  std::vector<std::string> domains = {};  // of e-mail, in lower case; empty: all others
  bool trusts_email = false;              // also an address that the provider has not verified
  bool allows_passwords = true;
  std::optional<ProviderRoles> roles = {};
  openid::Provider client;
};

// Returns the highest role that one of the texts gives.
std::optional<exchange::Role> role_of(const ProviderRoles& roles,
                                      const std::vector<std::string>& texts);

class SignInProvider {
 public:
  // The provider calls at most this many times at once for people who sign in.
  static constexpr int sign_ins_max = 32;

  SignInProvider(ProviderRules rules, calls::Calls& calls, const base::Clock& clock)
      : rules_(std::move(rules)),
        party_(rules_.client, {.calls = calls, .clock = clock, .random = random_}) {}

  const ProviderRules& rules() const { return rules_; }
  openid::RelyingParty& party() { return party_; }

  // One of the sign-ins that run. It frees its place in the end.
  class Place {
   public:
    explicit Place(std::atomic<int>& running) : running_(&running) {}
    Place(Place&& other) noexcept : running_(std::exchange(other.running_, nullptr)) {}
    ~Place() {
      if (running_ != nullptr) --*running_;
    }

   private:
    std::atomic<int>* running_;
  };
  // Returns nullopt if too many sign-ins run.
  std::optional<Place> enter();

 private:
  const ProviderRules rules_;
  base::SystemRandom random_;
  openid::RelyingParty party_;
  std::atomic<int> running_ = 0;
};

// Any thread may call it. The tasks of a provider must end before it does.
class SignInProviders {
 public:
  // `rules` has distinct ids and domains, and at most one provider without domains. The clock must
  // outlive the object.
  SignInProviders(const std::vector<ProviderRules>& rules, const base::Clock& clock);

  // Returns the only provider that may name people with the address; nullptr: none.
  SignInProvider* serving(std::string_view email) const;
  SignInProvider* with_id(std::string_view id) const;
  // Returns the provider without domains; nullptr: none.
  SignInProvider* for_others() const;
  // Returns true if a provider serves addresses of some domains only.
  bool has_domains() const;
  // Returns true if people with the address can't use a password.
  bool forbids_password(std::string_view email) const;

  // Ends the calls in progress, so that their tasks continue.
  void end() { calls_.end(); }

 private:
  calls::Calls calls_;
  std::vector<std::unique_ptr<SignInProvider>> all_;
};

}  // namespace tradepost::api
