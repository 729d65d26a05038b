#pragma once

#include <string>
#include <vector>

#include "calls/calls.hpp"

namespace tradepost::openid {

// An OpenID provider, and the client that is registered there for the exchange.
struct Provider {
  std::string issuer;  // as in ID tokens; the discovery document must name the same text
  std::string client_id;
  std::string client_secret = {};        // empty: a public client, which only PKCE protects
  std::string authorities_file = {};     // PEM; empty: the file of the calls
  std::vector<std::string> scopes = {};  // in addition to openid: email, profile
  // The addresses that may be called. They must suit the role that has chosen the issuer.
  calls::Reach reach = calls::Reach::public_only;
  std::vector<std::string> also = {};  // as in calls::Call
};

}  // namespace tradepost::openid
