#include <array>

#include "app/console/commands.hpp"
#include "app/console/run_program.hpp"

namespace {

namespace app = tradepost::app;

// Commands in the order of --help.
constexpr auto commands = std::to_array<app::AddCommand>(
    {app::add_serve_command,       app::add_init_command,      app::add_demo_command,
     app::add_config_command,      app::add_doctor_command,    app::add_mail_command,
     app::add_validate_command,    app::add_schema_command,    app::add_convert_command,
     app::add_label_command,       app::add_journal_command,   app::add_check_command,
     app::add_backup_command,      app::add_restore_command,   app::add_migrate_command,
     app::add_send_command,        app::add_list_command,      app::add_show_command,
     app::add_pull_command,        app::add_report_command,    app::add_requeue_command,
     app::add_cases_command,       app::add_partners_command,  app::add_profile_command,
     app::add_participant_command, app::add_token_command,     app::add_relationship_command,
     app::add_operator_command,    app::add_person_command,    app::add_queues_command,
     app::add_webhook_command,     app::add_agent_command,     app::add_sales_command,
     app::add_import_command,      app::add_bench_command,     app::add_simulate_command,
     app::add_bruno_command,       app::add_completion_command});

}  // namespace

int main(int count, char** arguments) {
  return app::run_program(
      {.name = "tradepost",
       .meaning = "tradepost: a self-hosted exchange for trade documents",
       .footer =
           "Use tradepost COMMAND --help for details. Exit codes: 0 success, 1 faults, 2 wrong\n"
           "usage, 3 failure."},
      commands, {arguments, static_cast<std::size_t>(count)});
}
