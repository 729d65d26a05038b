#pragma once

namespace tradepost::app {

// What the commands end with; docs/reference/commands.md lists them.
enum class ExitStatus : int {
  good = 0,
  faulty = 1,  // it was done, and the answer is no: a faulty document, a damaged journal
  usage = 2,   // the command's words are wrong
  failed = 3,  // it could not be done: a file that can't be read, a full disk
};

}  // namespace tradepost::app
