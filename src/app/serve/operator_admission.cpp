#include "app/serve/operator_admission.hpp"

#include <string_view>
#include <variant>

#include "app/settings/secrets.hpp"
#include "base/crypto/random.hpp"
#include "journal/disk/posix_folder.hpp"

namespace tradepost::app {
namespace {

constexpr std::string_view configured_operator = "of the configuration";
constexpr std::string_view first_operator = "first";

base::Error error_of(const exchange::Refused& refused) {
  return base::Error(base::ErrorCode::invalid, base::CallerText(refused.faults.front().message));
}

base::Error error_of_busy() {
  return base::Error(base::ErrorCode::unavailable,
                     base::CallerText("Another node is changing the operators. Try again."));
}

}  // namespace

base::Result<std::optional<FirstToken>> OperatorAdmission::admit(std::optional<std::string> token) {
  if (!token && options_.operator_token_file) {
    TRY_ASSIGN(token, read_secret(*options_.operator_token_file));
  }
  if (!token) return admit_first();
  const exchange::OperatorRequest request{.name = std::string(configured_operator),
                                          .hash = base::sha256(*token)};
  TRY(keep([&](exchange::Desk& desk, exchange::Deadline deadline) {
    return exchange::keep_operator(desk, request, deadline);
  }));
  return std::nullopt;
}

base::Result<std::optional<FirstToken>> OperatorAdmission::admit_first() {
  if (has_operator()) return std::nullopt;
  base::SystemRandom random;
  const FirstToken first{.token = new_operator_token(random),
                         .file = options_.data + "/operator-token"};
  // Written before it is valid: a start that ends in between makes another token.
  TRY(journal::open_posix_folder(options_.data, journal::Missing::make));
  TRY(write_secret(first.file, first.token));
  const exchange::OperatorRequest request{.name = std::string(first_operator),
                                          .hash = base::sha256(first.token)};
  const auto kept = keep([&](exchange::Desk& desk, exchange::Deadline deadline) {
    return exchange::add_first_operator(desk, request, deadline);
  });
  if (kept) return first;
  if (!has_operator()) return base::refuse(kept.error());
  // Another node was first, so this token belongs to no operator.
  log_.info("operator_exists", {{"reason", "another node created the first operator"}});
  TRY(remove_secret(first.file));
  return std::nullopt;
}

base::Done OperatorAdmission::keep(const Change& change) {
  // Each node changes this setting once, when it begins.
  constexpr int tries_max = 10;
  for (int i = 0; i < tries_max; ++i) {
    TRY_ASSIGN(const exchange::OperatorAnswer answer,
               upkeep_.run<base::Result<exchange::OperatorAnswer>>(change));
    if (std::holds_alternative<exchange::Operator>(answer)) return {};
    if (const auto* const refused = std::get_if<exchange::Refused>(&answer))
      return base::refuse(error_of(*refused));
  }
  return base::refuse(error_of_busy());
}

}  // namespace tradepost::app
