#pragma once

#include <string>
#include <vector>

namespace tradepost::postgres {

// Begins a program that refuses to run as root: as the owner of the folder. It ends by SIGQUIT if
// the test ends. What it prints goes to the log. Its process id.
int begin_program(const std::string& folder, const std::string& log,
                  const std::vector<std::string>& words);

}  // namespace tradepost::postgres
