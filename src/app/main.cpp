#include "app/command_line.hpp"
#include "app/commands.hpp"
#include "app/exit_status.hpp"

namespace {

using tradepost::app::ExitStatus;
using tradepost::app::Program;

int run(int count, char** arguments) {
  Program whole("tradepost", "tradepost: a self-hosted exchange for trade documents",
                TRADEPOST_VERSION);
  tradepost::app::Command program = whole.command();
  program.require_subcommand();
  program.footer(
      "tradepost COMMAND --help says more. Exit codes: 0 good, 1 faulty, 2 wrong call, 3 failed.");

  auto status = ExitStatus::good;
  tradepost::app::add_serve_command(program, status);
  tradepost::app::add_config_command(program, status);
  tradepost::app::add_validate_command(program, status);
  tradepost::app::add_schema_command(program, status);
  tradepost::app::add_label_command(program, status);
  tradepost::app::add_journal_command(program, status);
  tradepost::app::add_check_command(program, status);
  tradepost::app::add_backup_command(program, status);
  tradepost::app::add_restore_command(program, status);
  tradepost::app::add_send_command(program, status);
  tradepost::app::add_list_command(program, status);
  tradepost::app::add_show_command(program, status);
  tradepost::app::add_pull_command(program, status);
  tradepost::app::add_report_command(program, status);
  tradepost::app::add_requeue_command(program, status);
  tradepost::app::add_cases_command(program, status);
  tradepost::app::add_partners_command(program, status);
  tradepost::app::add_profile_command(program, status);
  tradepost::app::add_participant_command(program, status);
  tradepost::app::add_token_command(program, status);
  tradepost::app::add_relationship_command(program, status);
  tradepost::app::add_operator_command(program, status);
  tradepost::app::add_queues_command(program, status);
  tradepost::app::add_webhook_command(program, status);
  tradepost::app::add_bench_command(program, status);
  tradepost::app::add_completion_command(program, status);
  switch (whole.parse(count, arguments)) {
    case Program::Parsed::good:
      return static_cast<int>(status);
    case Program::Parsed::asked_for_help:
      return static_cast<int>(ExitStatus::good);
    case Program::Parsed::wrong:
      break;
  }
  return static_cast<int>(ExitStatus::usage);
}

}  // namespace

int main(int count, char** arguments) {
  return run(count, arguments);
}
