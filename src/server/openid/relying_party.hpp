#pragma once

#include <expected>
#include <mutex>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/tasks/task.hpp"
#include "base/text/url_text.hpp"
#include "openid/authorization.hpp"
#include "openid/discovery.hpp"
#include "openid/id_token.hpp"

namespace tradepost::openid {

// Signs people in at one provider: the relying party of OpenID Connect. It keeps no sign-ins; the
// caller keeps each attempt, and limits how many sign-ins run at a time. Any thread may call it.
// Tasks must end before it does.
class RelyingParty {
 public:
  struct Parts {
    calls::Calls& calls;
    const base::Clock& clock;
    base::Random& random;  // for this object only
  };
  // Everything that `parts` refers to must outlive it.
  RelyingParty(Provider provider, Parts parts)
      : provider_(std::move(provider)), parts_(parts), discovery_(provider_, parts_.calls) {}

  // Returns the address for the browser, and the attempt to keep.
  base::Task<std::expected<AuthorizationRequest, Refusal>> begin(SignInOptions options);
  // Returns the claims of the person, from the query of the redirect.
  base::Task<std::expected<Claims, Refusal>> finish(Attempt attempt,
                                                    std::vector<base::Parameter> query);

 private:
  std::expected<Claims, Reason> claims_of(const std::string& token, const Discovered& discovered,
                                          const Attempt& attempt) const;

  const Provider provider_;
  const Parts parts_;
  Discovery discovery_;

  std::mutex mutex_;  // guards parts_.random
};

}  // namespace tradepost::openid
