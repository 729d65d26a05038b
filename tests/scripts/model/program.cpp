// `validate` and `schema`, without the exchange.
#include "app/console/commands.hpp"

namespace app = tradepost::app;

int main(int count, char** arguments) {
  app::Program program("document_commands", "the commands about documents", "0");
  auto status = app::ExitStatus::good;
  app::add_validate_command(program.command(), status);
  app::add_schema_command(program.command(), status);
  const bool is_good = program.parse(count, arguments) == app::Program::Parsed::good;
  return static_cast<int>(is_good ? status : app::ExitStatus::usage);
}
