#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "http/connection/tls.hpp"

namespace tradepost::http_tests {

// A certificate and its key for a test.
struct Identity {
  std::string certificate;
  std::string key;
};

struct IdentityOf {
  enum class Key { p256, rsa_2048, rsa_1024 };

  std::string name = "localhost";
  Key key = Key::p256;
  std::chrono::hours from{-1};  // relative to now
  std::chrono::hours to{24 * 90};
  std::string passphrase = "";  // empty: the key is not protected
};
Identity make_identity(const IdentityOf& of = {});

// A temporary folder with the two files of an identity.
class IdentityFiles {
 public:
  explicit IdentityFiles(const Identity& identity = make_identity());
  IdentityFiles(IdentityFiles&&) = delete;
  ~IdentityFiles();

  void write(const Identity& identity) const;
  http::TlsFiles paths() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace tradepost::http_tests
