// Reads arbitrary bytes as a stored hash of a password, and as each text of a person who signs in.
//
// A hash that is read has a cost within the bounds. A one-time code works once. A recovery code and
// the secret of a link are found only in the form that the exchange has written, apart from the
// case, spaces and hyphens. A password without a fault has the required length in UTF-8.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"
#include "credentials/link_secret.hpp"
#include "credentials/one_time_code.hpp"
#include "credentials/password.hpp"
#include "credentials/password_fault.hpp"
#include "credentials/recovery_codes.hpp"

namespace {

namespace base = tradepost::base;
namespace credentials = tradepost::credentials;

// A hash of a high cost is valid, but too slow for fuzzing.
constexpr credentials::Cost cost_max_here{.memory_kib = 64, .passes = 2};

void read_hash(std::string_view text) {
  const auto cost = credentials::cost_of(text);
  if (!cost) {
    CHECK(!credentials::matches(text, "correct horse"));
    CHECK(credentials::needs_new_hash(text, credentials::least_cost));
    return;
  }
  CHECK(!credentials::needs_new_hash(text, *cost));
  CHECK(cost->memory_kib <= credentials::cost_max.memory_kib);
  CHECK(cost->passes <= credentials::cost_max.passes);
  if (cost->memory_kib > cost_max_here.memory_kib || cost->passes > cost_max_here.passes) return;
  CHECK(!credentials::matches(text, "wrong horse"));
}

void read_code(std::string_view text) {
  constexpr credentials::CodeSecret secret{};
  const base::Instant now = base::instant_of(1'800'000'000'000);
  const auto step = credentials::accepted_step(secret, text, now, -1);
  if (!step) return;
  CHECK(std::abs(*step - credentials::step_at(now)) <= 1);
  CHECK(!credentials::accepted_step(secret, text, now, *step));
}

void read_recovery_code(std::string_view text) {
  static const std::vector<base::Digest> digests = [] {
    base::SeededRandom random(1);
    std::vector<base::Digest> all;
    for (const auto& code : credentials::new_recovery_codes(random)) all.push_back(code.digest);
    return all;
  }();
  const auto place = credentials::matching(digests, text);
  if (!place) return;
  CHECK(*place < digests.size());
  CHECK(credentials::matching(std::array{digests[*place]}, base::ascii_uppered(std::string(text))));
}

void read_password(std::string_view text) {
  if (!credentials::password_fault(text, {})) {
    CHECK(text.size() <= credentials::password_bytes_max && base::is_utf8(text));
    CHECK(base::code_points(text) >= credentials::password_characters_min);
  }
  const std::array about = {text};
  static_cast<void>(credentials::password_fault("correct horse battery staple", about));
  static_cast<void>(credentials::password_fault(text, about));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_hash(text);
  read_code(text);
  read_recovery_code(text);
  read_password(text);
  if (const auto digest = credentials::digest_of_link(text)) CHECK(*digest == base::sha256(text));
  return 0;
}
