// The program `http_server plain|p256|rsa_2048` serves the routes of tests/modules/http on a free
// port, without TLS or with a self-made certificate. It prints the port, and ends at the end of its
// standard input.
#include <cstdio>
#include <optional>
#include <string_view>

#include "http/identity.hpp"
#include "http/running_server.hpp"

int main(int count, char** arguments) {
  using tradepost::http_tests::IdentityFiles;
  using tradepost::http_tests::IdentityOf;
  using tradepost::http_tests::make_identity;
  const std::string_view kind = count == 2 ? arguments[1] : "";
  std::optional<IdentityFiles> files;
  if (kind == "p256") {
    files.emplace(make_identity({.key = IdentityOf::Key::p256}));
  } else if (kind == "rsa_2048") {
    files.emplace(make_identity({.key = IdentityOf::Key::rsa_2048}));
  } else if (kind != "plain") {
    std::fputs("http_server plain|p256|rsa_2048\n", stderr);
    return 2;
  }
  tradepost::http::Server::Options options;
  if (files) options.tls = files->paths();
  const tradepost::http_tests::RunningServer server(options);
  std::printf("%u\n", unsigned{server.port()});
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
}
