// `validate` and `schema`, without the exchange.
#include "app/commands.hpp"

int main(int count, char** arguments) {
  using namespace tradepost::app;
  Program program("document_commands", "the commands about documents", "0");
  auto status = ExitStatus::good;
  add_validate_command(program.command(), status);
  add_schema_command(program.command(), status);
  const bool is_good = program.parse(count, arguments) == Program::Parsed::good;
  return static_cast<int>(is_good ? status : ExitStatus::usage);
}
