#pragma once

#include <string>
#include <vector>

namespace tradepost::postgres {

// Starts a program that refuses to run as root, as the owner of the folder, and returns its process
// id. Its output goes to the log. SIGQUIT ends it if the test ends.
int begin_program(const std::string& folder, const std::string& log,
                  const std::vector<std::string>& words);

}  // namespace tradepost::postgres
