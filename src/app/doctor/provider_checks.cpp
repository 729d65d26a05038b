#include "app/doctor/provider_checks.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "http/connection/loop.hpp"
#include "openid/discovery.hpp"

namespace tradepost::app {
namespace {

constexpr std::string_view check = "providers";

openid::Discovery::Outcome discovered(http::Loop& loop, const openid::Provider& provider,
                                      calls::Calls& calls) {
  openid::Discovery discovery(provider, calls);
  std::optional<openid::Discovery::Outcome> outcome;
  base::start(loop, discovery.current(), [&](openid::Discovery::Outcome of_task) {
    outcome = std::move(of_task);
    loop.finish();
  });
  loop.run();
  return *std::move(outcome);
}

}  // namespace

void check_providers(const ServeOptions& options, Findings& findings) {
  calls::Calls calls;
  for (const api::ProviderRules& rules : options.providers) {
    const auto loop = http::Loop::create();
    if (!loop) {
      return findings.add_problem(check, "The system has no more file descriptors.",
                                  "Raise the limit of open files.");
    }
    const auto outcome = discovered(**loop, rules.client, calls);
    if (outcome) {
      findings.add_good(check, fmt::format("The provider {} answers.", rules.id));
      continue;
    }
    const openid::Refusal& refusal = outcome.error();
    findings.add_warning(
        check,
        fmt::format("The provider {} can't be used: {} {}", rules.id,
                    openid::sentence_of(refusal.reason), refusal.detail),
        "Check `issuer` and `cacert` in the file of `sign_in_providers`, and the firewall.");
  }
}

}  // namespace tradepost::app
