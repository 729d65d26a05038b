#include "postgres/begun_program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tradepost::postgres {

int begin_program(const std::string& folder, const std::string& log,
                  const std::vector<std::string>& words) {
  struct stat owner{};
  EXPECT_EQ(::stat(folder.c_str(), &owner), 0);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int process = ::fork();
  if (process != 0) return process;
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  const bool is_its_user =
      ::geteuid() != 0 || (::setgid(owner.st_gid) == 0 && ::setuid(owner.st_uid) == 0);
  if (!is_its_user) ::_exit(126);
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);  // a test that crashes leaves no processes
  ::execv(arguments.front(), arguments.data());
  ::_exit(127);
}

}  // namespace tradepost::postgres
