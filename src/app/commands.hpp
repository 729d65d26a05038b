#pragma once

#include <CLI/CLI.hpp>

#include "app/exit_status.hpp"

// Each adds its command to the program; what the command ends with is written to `status`, which
// outlives the program.
namespace tradepost::app {

void add_serve_command(CLI::App& program, ExitStatus& status);
void add_config_command(CLI::App& program, ExitStatus& status);
void add_validate_command(CLI::App& program, ExitStatus& status);
void add_schema_command(CLI::App& program, ExitStatus& status);
void add_label_command(CLI::App& program, ExitStatus& status);
void add_journal_command(CLI::App& program, ExitStatus& status);
void add_check_command(CLI::App& program, ExitStatus& status);
void add_backup_command(CLI::App& program, ExitStatus& status);
void add_restore_command(CLI::App& program, ExitStatus& status);
void add_send_command(CLI::App& program, ExitStatus& status);
void add_list_command(CLI::App& program, ExitStatus& status);
void add_show_command(CLI::App& program, ExitStatus& status);
void add_pull_command(CLI::App& program, ExitStatus& status);
void add_report_command(CLI::App& program, ExitStatus& status);
void add_requeue_command(CLI::App& program, ExitStatus& status);
void add_cases_command(CLI::App& program, ExitStatus& status);
void add_partners_command(CLI::App& program, ExitStatus& status);
void add_profile_command(CLI::App& program, ExitStatus& status);
void add_participant_command(CLI::App& program, ExitStatus& status);
void add_token_command(CLI::App& program, ExitStatus& status);
void add_relationship_command(CLI::App& program, ExitStatus& status);
void add_operator_command(CLI::App& program, ExitStatus& status);
void add_queues_command(CLI::App& program, ExitStatus& status);
void add_webhook_command(CLI::App& program, ExitStatus& status);
void add_bench_command(CLI::App& program, ExitStatus& status);
void add_completion_command(CLI::App& program, ExitStatus& status);

}  // namespace tradepost::app
