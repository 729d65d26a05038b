
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/console/commands.hpp"
#include "app/console/completion.hpp"
#include "app/console/saying.hpp"

namespace tradepost::app {
namespace {

std::string completion_for(const std::string& shell, Command program) {
  const std::string name = program.call();
  if (shell == "bash") return completion_for_bash(name, program.words());
  if (shell == "zsh") return completion_for_zsh(name, program.words());
  return completion_for_fish(name, program.words());
}

}  // namespace

void add_completion_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "completion", "Print a script that completes commands and options in your shell");
  command.footer(
      fmt::format("Examples:\n"
                  "  source <({0} completion bash)                  in ~/.bashrc\n"
                  "  {0} completion zsh > ~/.zfunc/_{0}       with ~/.zfunc in $fpath\n"
                  "  {0} completion fish | source                   in config.fish",
                  program.call()));
  const auto shell = std::make_shared<std::string>();
  command.add_option("shell", *shell, "The shell")
      .required()
      .one_of({"bash", "zsh", "fish"})
      .type_name("SHELL");
  command.callback([shell, program, &status] {
    say_lines(stdout, completion_for(*shell, program));
    status = ExitStatus::good;
  });
}

}  // namespace tradepost::app
