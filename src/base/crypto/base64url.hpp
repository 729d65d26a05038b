#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tradepost::base {

// RFC 4648, section 5, without padding: letters, digits, - and _, as they may stand in an address.
std::string base64url(std::string_view bytes);

// Nothing where it is not exactly what base64url() writes: other characters, padding, a length that
// none has, bits left over.
std::optional<std::string> from_base64url(std::string_view text);

}  // namespace tradepost::base
