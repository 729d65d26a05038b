#include "mail/smtp_server.hpp"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <sstream>
#include <vector>

#include "base/crypto/base64url.hpp"
#include "base/text/whole_number.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::mail_tests {
namespace {

using process::Process;

constexpr std::chrono::seconds patience{30};
constexpr std::array<const char*, 3> words_of_security = {"none", "starttls", "tls"};

Process started(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  return Process([&](Process::Pipes pipes) {
    ::dup2(pipes.output, STDOUT_FILENO);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a test that crashes leaves no process
    ::execv(arguments.front(), arguments.data());
    ::_exit(127);
  });
}

}  // namespace

SmtpServer::SmtpServer(const SmtpServerOptions& options)
    : identity_(http_tests::make_identity({.name = options.host})) {
  const auto files = identity_.paths();
  std::vector<std::string> words = {
      "/usr/bin/python3", source_dir() + "/tests/support/mail/smtp_server.py",
      words_of_security.at(static_cast<std::size_t>(options.security)), files.certificate,
      files.key};
  if (!options.user.empty()) words.insert(words.end(), {options.user, options.password});
  process_ = started(std::move(words));
  const auto port = base::whole_number<std::uint16_t>(process_.line(patience).value_or(""));
  EXPECT_TRUE(port) << "python3-aiosmtpd did not start: setup/packages lists it";
  settings_ = {.host = "localhost",
               .port = port.value_or(1),
               .security = options.security,
               .user = options.user,
               .password = options.password,
               .authorities_file = files.certificate};
}

std::optional<Accepted> SmtpServer::next() {
  const auto line = process_.line(patience);
  if (!line) return std::nullopt;
  std::istringstream words(*line);
  Accepted accepted;
  std::string content;
  words >> accepted.hello >> accepted.from >> accepted.to >> accepted.protection >> accepted.user >>
      content;
  accepted.mime = base::from_base64url(content).value_or("");
  return accepted;
}

}  // namespace tradepost::mail_tests
