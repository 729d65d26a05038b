#pragma once

#include "app/console/command_line.hpp"
#include "app/console/exit_status.hpp"

// Each function adds its command to the program. The command writes its exit status to `status`,
// which must outlive the program.
namespace tradepost::app {

void add_serve_command(Command program, ExitStatus& status);
void add_init_command(Command program, ExitStatus& status);
void add_demo_command(Command program, ExitStatus& status);
void add_config_command(Command program, ExitStatus& status);
void add_doctor_command(Command program, ExitStatus& status);
void add_mail_command(Command program, ExitStatus& status);
void add_validate_command(Command program, ExitStatus& status);
void add_schema_command(Command program, ExitStatus& status);
void add_convert_command(Command program, ExitStatus& status);
void add_label_command(Command program, ExitStatus& status);
void add_journal_command(Command program, ExitStatus& status);
void add_check_command(Command program, ExitStatus& status);
void add_backup_command(Command program, ExitStatus& status);
void add_restore_command(Command program, ExitStatus& status);
void add_migrate_command(Command program, ExitStatus& status);
void add_send_command(Command program, ExitStatus& status);
void add_list_command(Command program, ExitStatus& status);
void add_show_command(Command program, ExitStatus& status);
void add_pull_command(Command program, ExitStatus& status);
void add_report_command(Command program, ExitStatus& status);
void add_requeue_command(Command program, ExitStatus& status);
void add_cases_command(Command program, ExitStatus& status);
void add_partners_command(Command program, ExitStatus& status);
void add_profile_command(Command program, ExitStatus& status);
void add_participant_command(Command program, ExitStatus& status);
void add_token_command(Command program, ExitStatus& status);
void add_relationship_command(Command program, ExitStatus& status);
void add_operator_command(Command program, ExitStatus& status);
void add_person_command(Command program, ExitStatus& status);
void add_queues_command(Command program, ExitStatus& status);
void add_webhook_command(Command program, ExitStatus& status);
void add_agent_command(Command program, ExitStatus& status);
void add_agent_commands(Command agent, ExitStatus& status);  // the commands below `agent`
void add_sales_command(Command program, ExitStatus& status);
void add_import_command(Command program, ExitStatus& status);
void add_bench_command(Command program, ExitStatus& status);
void add_simulate_command(Command program, ExitStatus& status);
void add_bruno_command(Command program, ExitStatus& status);
void add_completion_command(Command program, ExitStatus& status);

}  // namespace tradepost::app
