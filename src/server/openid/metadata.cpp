#include "openid/metadata.hpp"

#include <algorithm>

#include "calls/address.hpp"
#include "document/json_members.hpp"
#include "document/json_reader.hpp"

namespace tradepost::openid {
namespace {

using document::View;

// An endpoint may have a query. The part in front of it is an address. The scheme is compared, too,
// because an address may have other forms, such as https:/host.
bool is_secure(std::string_view url) {
  const auto address = calls::address_of(url.substr(0, url.find('?')));
  return address && url.find_first_of("# \r\n") == std::string_view::npos &&
         (url.starts_with("https://") || (url.starts_with("http://") && address->is_loopback));
}

// Returns true if the list of a member has the word, or if the member is absent.
bool may_be(const View& document, std::string_view list, std::string_view word) {
  const View value = document.member(list);
  return !value || std::ranges::count(texts_of(value), word) > 0;
}

std::vector<Algorithm> algorithms_in(const View& document) {
  const View value = document.member("id_token_signing_alg_values_supported");
  if (!value) return {Algorithm::rs256};  // required of every provider
  std::vector<Algorithm> algorithms;
  for (const std::string& name : texts_of(value)) {
    if (const auto algorithm = algorithm_named(name)) algorithms.push_back(*algorithm);
  }
  return algorithms;
}

}  // namespace

bool is_issuer(std::string_view text) {
  return is_secure(text) && !text.contains('?');
}

std::string discovery_url_of(std::string_view issuer) {
  if (issuer.ends_with('/')) issuer.remove_suffix(1);
  return std::string(issuer) + "/.well-known/openid-configuration";
}

std::expected<Metadata, Reason> metadata_in(std::string_view json, std::string_view issuer) {
  document::JsonReader reader;
  const auto read = reader.read(json);
  if (!read || !read->is_object()) return std::unexpected(Reason::unreadable_answer);
  const View& document = *read;
  const View methods = document.member("token_endpoint_auth_methods_supported");
  Metadata metadata{
      .issuer = text_in(document, "issuer"),
      .authorization_endpoint = text_in(document, "authorization_endpoint"),
      .token_endpoint = text_in(document, "token_endpoint"),
      .jwks_uri = text_in(document, "jwks_uri"),
      .algorithms = algorithms_in(document),
      .has_secret_in_header =
          may_be(document, "token_endpoint_auth_methods_supported", "client_secret_basic"),
      .has_secret_in_body = methods && may_be(document, "token_endpoint_auth_methods_supported",
                                              "client_secret_post"),
      .names_issuer_in_redirect =
          is_true_in(document, "authorization_response_iss_parameter_supported")};
  if (metadata.issuer != issuer) return std::unexpected(Reason::issuer_of_discovery);
  for (const std::string* url :
       {&metadata.authorization_endpoint, &metadata.token_endpoint, &metadata.jwks_uri}) {
    if (!is_secure(*url)) return std::unexpected(Reason::endpoint_not_secure);
  }
  if (!may_be(document, "code_challenge_methods_supported", "S256")) {
    return std::unexpected(Reason::no_code_challenge);
  }
  if (metadata.algorithms.empty()) return std::unexpected(Reason::no_algorithm);
  return metadata;
}

}  // namespace tradepost::openid
