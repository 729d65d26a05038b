#include <array>

#include "app/console/commands.hpp"
#include "app/console/run_program.hpp"

// The program tradepost-agent: the commands of `tradepost agent`, without the exchange.
namespace {

namespace app = tradepost::app;

constexpr auto commands =
    std::to_array<app::AddCommand>({app::add_agent_commands, app::add_completion_command});

}  // namespace

int main(int count, char** arguments) {
  return app::run_program(
      {.name = "tradepost-agent",
       .meaning = "tradepost-agent: connect your own system with an exchange, without code"},
      commands, {arguments, static_cast<std::size_t>(count)});
}
