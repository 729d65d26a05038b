// A relying party for the suite: it reads commands from standard input, and answers each with a
// line.
//
//   openid_client ISSUER CLIENT_ID CLIENT_SECRET any|public_only AUTHORITIES_FILE
//
//   begin              the address of the authorization request
//   begin_many COUNT   begins a sign-in in each of so many threads; the number of addresses
//   finish QUERY       the claims of the person, or "refused: ...", for the last begin
//   advance SECONDS    moves both clocks ahead
//   check NONCE TOKEN  the same as finish, for an ID token that another program has got
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/ground/check.hpp"
#include "base/tasks/manual_executor.hpp"
#include "http/wire/target.hpp"
#include "openid/relying_party.hpp"
#include "polling.hpp"

namespace {

namespace base = tradepost::base;
namespace openid = tradepost::openid;

std::string said(const openid::Refusal& refusal) {
  return fmt::format("refused: {} {}", openid::sentence_of(refusal.reason), refusal.detail);
}

std::string said(const openid::Claims& claims) {
  std::string text = fmt::format("{} {}{} {} {} {}", claims.subject, claims.email,
                                 claims.is_email_verified ? "!" : "?", claims.name, claims.locale,
                                 claims.zoneinfo);
  for (const std::string& group :
       claims.others.contains("groups") ? claims.others.at("groups") : std::vector<std::string>()) {
    text += ' ' + group;
  }
  return text;
}

class Program {
 public:
  explicit Program(const openid::Provider& provider)
      : provider_(provider),
        party_(provider, {.calls = calls_, .clock = clock_, .random = random_}) {}

  std::string begin() {
    const auto begun = run(party_.begin(options_));
    if (!begun) return said(begun.error());
    attempt_ = begun->attempt;
    return begun->url;
  }

  // Each thread has its executor, as the loops of an exchange.
  std::string begin_many(int count) {
    std::atomic<int> begun = 0;
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < count; ++i) {
        threads.emplace_back([&] {
          base::ManualExecutor executor;
          begun += executor.run(party_.begin(options_)).has_value() ? 1 : 0;
        });
      }
    }
    return std::to_string(begun);
  }

  std::string finish(const std::string& query) {
    const auto target = tradepost::http::Target::parse("/signed-in?" + query);
    CHECK(target.has_value());
    const auto parameters = target->parameters();
    const auto claims = run(party_.finish(attempt_, {parameters.begin(), parameters.end()}));
    return claims ? said(*claims) : said(claims.error());
  }

  std::string advance(int seconds) {
    executor_.advance(std::chrono::seconds(seconds));
    clock_.advance(std::chrono::seconds(seconds));
    return "advanced";
  }

  std::string check(const std::string& nonce, const std::string& token) {
    openid::Discovery discovery(provider_, calls_);
    const auto discovered = run(discovery.current());
    if (!discovered) return said(discovered.error());
    const auto claims = openid::checked(token, (*discovered)->keys,
                                        {.issuer = provider_.issuer,
                                         .audience = provider_.client_id,
                                         .nonce = nonce,
                                         .now = clock_.now(),
                                         .algorithms = (*discovered)->metadata.algorithms});
    return claims ? said(*claims) : said(openid::Refusal{claims.error()});
  }

 private:
  // Runs a task to its end, and moves the time to its timers.
  template <typename T>
  T run(base::Task<T> task) {
    std::optional<T> value;
    base::start(executor_, std::move(task), [&](T result) { value = std::move(result); });
    while (!value) {
      if (executor_.run_ready() == 0) tradepost::pause_between_looks();
      if (executor_.timers() > 0) executor_.advance(std::chrono::seconds(1));
    }
    return *std::move(value);
  }

  const openid::Provider provider_;
  const openid::SignInOptions options_{.redirect_uri = "https://trade.example.org/signed-in"};
  tradepost::calls::Calls calls_;
  base::ManualClock clock_{base::SystemClock().now()};
  base::SystemRandom random_;
  base::ManualExecutor executor_;
  openid::RelyingParty party_;
  openid::Attempt attempt_;
};

std::string answer_to(Program& program, const std::string& line) {
  std::istringstream words(line);
  std::string command;
  words >> command;
  if (command == "begin") return program.begin();
  if (command == "begin_many" || command == "advance") {
    int number = 0;
    words >> number;
    return command == "advance" ? program.advance(number) : program.begin_many(number);
  }
  std::string first;
  std::string second;
  words >> first >> second;
  if (command == "finish") return program.finish(first);
  CHECK(command == "check");
  return program.check(first, second);
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 6);
  using tradepost::calls::Reach;
  const std::string reach = argv[4];
  Program program({.issuer = argv[1],
                   .client_id = argv[2],
                   .client_secret = argv[3],
                   .authorities_file = argv[5],
                   .scopes = {"email", "profile"},
                   .reach = reach == "any" ? Reach::any : Reach::public_only});
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << answer_to(program, line) << '\n' << std::flush;
  }
}
