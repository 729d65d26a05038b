#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tradepost::base {

// Encodes bytes by RFC 4648, section 5, without padding. The text has only letters, digits, - and
// _, which need no escapes in a URL.
std::string base64url(std::string_view bytes);

// Encodes bytes by RFC 4648, section 4, with padding, as headers of HTTP and of e-mail have them.
std::string base64(std::string_view bytes);

// Returns nullopt if the text is not exactly the output of base64url(): other characters, padding,
// an impossible length, or unused bits that are not zero.
std::optional<std::string> from_base64url(std::string_view text);

}  // namespace tradepost::base
