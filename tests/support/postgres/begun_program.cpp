#include "postgres/begun_program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>

#include "polling.hpp"

namespace tradepost::postgres {

using process::Process;

Process begin_program(const Program& program, const std::function<bool()>& is_ready) {
  struct stat owner{};
  EXPECT_EQ(::stat(program.folder.c_str(), &owner), 0);
  std::vector<char*> arguments;
  for (const std::string& word : program.words)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  Process process([&](Process::Pipes) {
    const int file = ::open(program.log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(file, STDOUT_FILENO);
    ::dup2(file, STDERR_FILENO);
    const bool is_its_user =
        ::geteuid() != 0 || (::setgid(owner.st_gid) == 0 && ::setuid(owner.st_uid) == 0);
    if (!is_its_user) ::_exit(126);
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);  // a test that crashes leaves no processes
    ::execv(arguments.front(), arguments.data());
    ::_exit(127);
  });
  bool is_begun = false;
  is_soon([&] { return (is_begun = is_ready()) || !process.is_running(); },
          std::chrono::minutes(1));
  EXPECT_TRUE(is_begun) << program.words.front() << " did not begin:\n" << text_of(program.log);
  return process;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace tradepost::postgres
