#include <array>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include "app/console/command_line.hpp"
#include "app/console/commands.hpp"
#include "app/console/exit_status.hpp"
#include "app/console/version.hpp"
#include "base/ground/check.hpp"

namespace {

namespace app = tradepost::app;
using app::ExitStatus;
using app::Program;

// Commands in the order of --help.
constexpr auto commands = std::to_array(
    {app::add_serve_command,        app::add_init_command,        app::add_demo_command,
     app::add_config_command,       app::add_doctor_command,      app::add_validate_command,
     app::add_schema_command,       app::add_label_command,       app::add_journal_command,
     app::add_check_command,        app::add_backup_command,      app::add_restore_command,
     app::add_migrate_command,      app::add_send_command,        app::add_list_command,
     app::add_show_command,         app::add_pull_command,        app::add_report_command,
     app::add_requeue_command,      app::add_cases_command,       app::add_partners_command,
     app::add_profile_command,      app::add_participant_command, app::add_token_command,
     app::add_relationship_command, app::add_operator_command,    app::add_queues_command,
     app::add_webhook_command,      app::add_agent_command,       app::add_sales_command,
     app::add_import_command,       app::add_bench_command,       app::add_simulate_command,
     app::add_bruno_command,        app::add_completion_command});

// If standard error fails too, only the exit code shows it.
ExitStatus print_unwritten(const std::error_code& error) {
  const std::string reason = error ? ": " + error.message() : std::string();
  const std::string sentence = "tradepost: Standard output can't be written" + reason + ".\n";
  std::fputs(sentence.c_str(), stderr);
  return ExitStatus::failed;
}

// Checks that the whole output has reached its file. No other check shows this: buffers are written
// here, and some file systems report only at the end that they are full.
ExitStatus when_written(ExitStatus status) {
  errno = 0;
  const bool is_flushed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  // With EBADF, standard output was closed before the process began, and nothing was printed.
  const bool is_closed = is_flushed && (std::fclose(stdout) == 0 || errno == EBADF);
  if (is_closed) return status;
  return print_unwritten({errno, std::generic_category()});  // 0: the reason is unknown
}

ExitStatus run(int count, char** arguments) {
  Program whole("tradepost", "tradepost: a self-hosted exchange for trade documents",
                std::string("tradepost ").append(app::version_and_commit));
  app::Command program = whole.command();
  program.require_subcommand();
  program.footer(
      "Use tradepost COMMAND --help for details. Exit codes: 0 success, 1 faults, 2 wrong\n"
      "usage, 3 failure.");

  auto status = ExitStatus::good;
  for (const auto add : commands) add(program, status);
  switch (whole.parse(count, arguments)) {
    case Program::Parsed::good:
      return status;
    case Program::Parsed::asked_for_help:
      return ExitStatus::good;
    case Program::Parsed::wrong:
      break;
  }
  return ExitStatus::usage;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return static_cast<int>(when_written(run(count, arguments)));
  } catch (const std::system_error& error) {
    // Only fmt throws this error, if a file cannot be written.
    CHECK(std::ferror(stdout) != 0 || std::ferror(stderr) != 0);
    return static_cast<int>(print_unwritten(error.code()));
  }
}
