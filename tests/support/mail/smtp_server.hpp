#pragma once

#include <optional>
#include <string>

#include "http/identity.hpp"
#include "mail/server.hpp"
#include "process/process.hpp"

namespace tradepost::mail_tests {

// A message that the server accepted.
struct Accepted {
  std::string hello;  // the name in EHLO
  std::string from;
  std::string to;
  std::string protection;  // tls, or plain
  std::string user;        // `-` without a password
  std::string mime;
};

struct SmtpServerOptions {
  mail::Security security = mail::Security::none;
  std::string user = {};
  std::string password = {};
  std::string host = "localhost";  // in the certificate
};

// A real SMTP server in its own process (smtp_server.py).
class SmtpServer {
 public:
  explicit SmtpServer(const SmtpServerOptions& options = {});

  // Returns the settings that a client needs.
  mail::MailServer settings() const { return settings_; }
  // Returns the next accepted message, or nullopt if none comes.
  std::optional<Accepted> next();

 private:
  http_tests::IdentityFiles identity_;
  mail::MailServer settings_;
  process::Process process_;
};

}  // namespace tradepost::mail_tests
