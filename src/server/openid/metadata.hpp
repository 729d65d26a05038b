#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openid/keys.hpp"
#include "openid/refusal.hpp"

namespace tradepost::openid {

// The part of a discovery document that a sign-in needs (OpenID Connect Discovery 1.0).
struct Metadata {
  std::string issuer;
  std::string authorization_endpoint;
  std::string token_endpoint;
  std::string jwks_uri;
  std::vector<Algorithm> algorithms;      // of ID tokens; never empty
  bool has_secret_in_header = true;       // client_secret_basic
  bool has_secret_in_body = false;        // client_secret_post
  bool names_issuer_in_redirect = false;  // RFC 9207
};

// Returns true if a text can be an issuer: an https address, or one of the loopback interface,
// without a query.
bool is_issuer(std::string_view text);

// Returns the address of the discovery document.
std::string discovery_url_of(std::string_view issuer);

// Reads the discovery document of an issuer. The addresses in it are https, or of the loopback
// interface. A document without code_challenge_methods_supported is accepted, because providers
// support S256 and do not announce it; the nonce protects the code then, too.
std::expected<Metadata, Reason> metadata_in(std::string_view json, std::string_view issuer);

}  // namespace tradepost::openid
