#include "app/console/run_program.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "app/console/version.hpp"
#include "base/ground/check.hpp"

namespace tradepost::app {
namespace {

// If standard error fails too, only the exit code shows it.
ExitStatus print_unwritten(const std::string& program, const std::error_code& error) {
  const std::string reason = error ? ": " + error.message() : std::string();
  const std::string sentence = program + ": Standard output can't be written" + reason + ".\n";
  std::fputs(sentence.c_str(), stderr);
  return ExitStatus::failed;
}

// Checks that the whole output has reached its file. No other check shows this: buffers are written
// here, and some file systems report only at the end that they are full.
ExitStatus when_written(const std::string& program, ExitStatus status) {
  errno = 0;
  const bool is_flushed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  // With EBADF, standard output was closed before the process began, and nothing was printed.
  const bool is_closed = is_flushed && (std::fclose(stdout) == 0 || errno == EBADF);
  if (is_closed) return status;
  return print_unwritten(program, {errno, std::generic_category()});  // 0: the reason is unknown
}

ExitStatus run(const ProgramTexts& texts, std::span<const AddCommand> commands,
               std::span<char*> arguments) {
  Program whole(texts.name, texts.meaning, (texts.name + " ").append(version_and_commit));
  Command program = whole.command();
  program.require_subcommand();
  program.footer(texts.footer);

  auto status = ExitStatus::good;
  for (const auto add : commands) add(program, status);
  switch (whole.parse(static_cast<int>(arguments.size()), arguments.data())) {
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

int run_program(const ProgramTexts& texts, std::span<const AddCommand> commands,
                std::span<char*> arguments) {
  try {
    return static_cast<int>(when_written(texts.name, run(texts, commands, arguments)));
  } catch (const std::system_error& error) {
    // Only fmt throws this error, if a file cannot be written.
    CHECK(std::ferror(stdout) != 0 || std::ferror(stderr) != 0);
    return static_cast<int>(print_unwritten(texts.name, error.code()));
  }
}

}  // namespace tradepost::app
