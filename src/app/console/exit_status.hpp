#pragma once

namespace tradepost::app {

// Exit status of commands. docs/reference/commands.md lists them.
enum class ExitStatus : int {
  good = 0,
  faulty = 1,  // the command ran and found faults: a faulty document, a damaged journal
  usage = 2,   // wrong words on the command line
  failed = 3,  // the command could not run: an unreadable file, a full disk
};

}  // namespace tradepost::app
