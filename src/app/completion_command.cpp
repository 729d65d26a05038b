
#include <memory>
#include <string>

#include "app/console/commands.hpp"
#include "app/console/completion.hpp"
#include "app/console/saying.hpp"

namespace tradepost::app {
namespace {

std::string completion_for(const std::string& shell, const CommandWords& program) {
  if (shell == "bash") return completion_for_bash(program);
  if (shell == "zsh") return completion_for_zsh(program);
  return completion_for_fish(program);
}

}  // namespace

void add_completion_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "completion", "Print a script that completes commands and options in your shell");
  command.footer(
      "Examples:\n"
      "  source <(tradepost completion bash)                  in ~/.bashrc\n"
      "  tradepost completion zsh > ~/.zfunc/_tradepost       with ~/.zfunc in $fpath\n"
      "  tradepost completion fish | source                   in config.fish");
  const auto shell = std::make_shared<std::string>();
  command.add_option("shell", *shell, "The shell")
      .required()
      .one_of({"bash", "zsh", "fish"})
      .type_name("SHELL");
  command.callback([shell, program, &status] {
    say_lines(stdout, completion_for(*shell, program.words()));
    status = ExitStatus::good;
  });
}

}  // namespace tradepost::app
