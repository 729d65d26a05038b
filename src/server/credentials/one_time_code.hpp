#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"

// Codes of an authenticator app: TOTP (RFC 6238) with SHA-1, 6 digits and steps of 30 s, the only
// parameters that all common apps support.
namespace tradepost::credentials {

// The key that the exchange and the app share. The exchange needs it to compute codes, so it is
// stored encrypted, not as a digest.
using CodeSecret = std::array<std::uint8_t, 20>;

CodeSecret new_secret(base::Random& random);

// Returns 32 characters of base32, for a person who types the secret into the app.
std::string base32(const CodeSecret& secret);

// Returns the number of the step that contains the instant. Steps are counted from 1970.
std::int64_t step_at(base::Instant instant);

std::string code_at(const CodeSecret& secret, base::Instant instant);

// Returns the step of a typed code, or nullopt for a wrong one. The code is that of the current
// step or of the one before or after it, because clocks differ and people type slowly. Spaces are
// ignored: some apps show `123 456`. A step up to `last_step` is refused, so a code works once: the
// caller stores the returned step for the next call. Without an accepted code it passes -1. The
// caller limits the number of attempts.
std::optional<std::int64_t> accepted_step(const CodeSecret& secret, std::string_view code,
                                          base::Instant now, std::int64_t last_step);

// The names that the app shows for a secret.
struct CodeLabel {
  std::string_view issuer;   // the name of the network
  std::string_view account;  // the e-mail address of the person
};

// Returns the address that apps read from a QR code. A colon in the issuer becomes a space, because
// it separates the two names:
//   otpauth://totp/Huber:anna%40huber.example?secret=GEZDGNBVGY3TQOJQ…&issuer=Huber
std::string otpauth_uri(const CodeSecret& secret, const CodeLabel& label);

}  // namespace tradepost::credentials
