#include "simulation/partner.hpp"

#include <utility>

namespace tradepost::simulation {

client::Report refusal(std::string reason, std::map<std::string, std::string> context) {
  return {.success = false,
          .reason = std::move(reason),
          .error_type = "DATA",
          .context = std::move(context)};
}

}  // namespace tradepost::simulation
