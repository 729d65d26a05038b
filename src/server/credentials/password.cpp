#include "credentials/password.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"
#include "base/text/whole_number.hpp"

namespace tradepost::credentials {
namespace {

constexpr std::string_view prefix = "$argon2id$v=19$m=";
constexpr std::string_view lanes = "p=1";  // libsodium computes one lane

constexpr bool is_within_bounds(const Cost& cost) {
  return cost.memory_kib >= least_cost.memory_kib && cost.memory_kib <= cost_max.memory_kib &&
         cost.passes >= least_cost.passes && cost.passes <= cost_max.passes;
}
static_assert(is_within_bounds(usual_cost));
static_assert(std::size_t{least_cost.memory_kib} * 1024 == crypto_pwhash_argon2id_MEMLIMIT_MIN);
static_assert(least_cost.passes == crypto_pwhash_argon2id_OPSLIMIT_MIN);

// Selects the fastest code for the processor. Later calls have no effect.
void start_sodium() {
  CHECK(sodium_init() >= 0);
}

bool is_of_salt_or_hash(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || base::is_ascii_digit(c) || c == '+' ||
         c == '/' || c == '$';
}

// Returns the text before the separator and removes both, or nullopt without a separator.
std::optional<std::string_view> cut_before(char separator, std::string_view& text) {
  const auto end = text.find(separator);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end + 1);
  return part;
}

// Reads `t=2`, for the name `t`.
std::optional<std::uint32_t> number_in(std::string_view text, std::string_view name) {
  if (!text.starts_with(name)) return std::nullopt;
  return base::whole_number<std::uint32_t>(text.substr(name.size()));
}

}  // namespace

std::string hashed(std::string_view password, const Cost& cost) {
  CHECK(is_within_bounds(cost));
  start_sodium();
  std::array<char, crypto_pwhash_argon2id_STRBYTES> text{};
  CHECK(crypto_pwhash_argon2id_str(text.data(), password.data(), password.size(), cost.passes,
                                   std::size_t{cost.memory_kib} * 1024) == 0);
  return text.data();
}

bool matches(std::string_view hash, std::string_view password) {
  if (!cost_of(hash)) return false;
  start_sodium();
  const std::string text(hash);  // the library reads up to a zero
  errno = 0;
  const bool is_match =
      crypto_pwhash_argon2id_str_verify(text.c_str(), password.data(), password.size()) == 0;
  CHECK(is_match || errno != ENOMEM);
  return is_match;
}

std::string hash_of_no_password(const Cost& cost) {
  CHECK(is_within_bounds(cost));
  // A salt of 16 and a hash of 32 bytes, all zero.
  return fmt::format("{}{},t={},{}${:A<22}${:A<43}", prefix, cost.memory_kib, cost.passes, lanes,
                     "", "");
}

std::optional<Cost> cost_of(std::string_view hash) {
  if (hash.size() >= crypto_pwhash_argon2id_STRBYTES || !hash.starts_with(prefix)) {
    return std::nullopt;
  }
  std::string_view rest = hash.substr(prefix.size());
  const auto memory = cut_before(',', rest);
  const auto passes = cut_before(',', rest);
  if (!memory || !passes || cut_before('$', rest) != lanes) return std::nullopt;
  const auto memory_kib = number_in(*memory, "");
  const auto passes_count = number_in(*passes, "t=");
  if (!memory_kib || !passes_count || !std::ranges::all_of(rest, is_of_salt_or_hash)) {
    return std::nullopt;
  }
  const Cost cost{.memory_kib = *memory_kib, .passes = *passes_count};
  return is_within_bounds(cost) ? std::optional(cost) : std::nullopt;
}

bool needs_new_hash(std::string_view hash, const Cost& cost) {
  return cost_of(hash) != cost;
}

}  // namespace tradepost::credentials
