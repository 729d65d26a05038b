// exchange_server FILE: an exchange in memory on a free port of 127.0.0.1, with the network of the
// file (network_file.hpp). Prints its port; then takes a line at a time on standard input, and
// prints `done` behind each:
//
//   revoke TOKEN
//
// Ends as a server should when its input ends: what is under way is answered.
#include <fmt/core.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "api/api.hpp"
#include "api/meters.hpp"
#include "base/check.hpp"
#include "base/manual_executor.hpp"
#include "base/random.hpp"
#include "exchange/administer.hpp"
#include "exchange/operators.hpp"
#include "exchange_server/network_file.hpp"
#include "http/server.hpp"
#include "memory_store/memory_store.hpp"

namespace {

namespace api = tradepost::api;
namespace base = tradepost::base;
namespace exchange = tradepost::exchange;
namespace http = tradepost::http;
using tradepost::exchange_server::NetworkFile;
using tradepost::exchange_server::OperatorLine;
using tradepost::exchange_server::ParticipantLine;
using tradepost::exchange_server::TokenLine;

class ExchangeServer {
 public:
  explicit ExchangeServer(const NetworkFile& file);
  ~ExchangeServer() { is_stopping_ = true; }

  std::uint16_t port() const { return server_->port(); }
  void revoke(const std::string& token);

 private:
  void add(const ParticipantLine& line);
  void add(exchange::ParticipantId participant, const TokenLine& line);
  void add(const OperatorLine& line);
  void relate(const NetworkFile& file);
  exchange::Deadline deadline() const { return executor_.now() + std::chrono::minutes(1); }

  // What an operator's verb answers; anything but the good answer is a mistake of the file.
  template <typename Good, typename Answer>
  Good done(exchange::Answering<Answer> task) {
    auto answer = executor_.run(std::move(task));
    CHECK(answer.has_value() && std::holds_alternative<Good>(*answer));
    return std::get<Good>(*std::move(answer));
  }

  const exchange::OperatorId operator_{base::Uuid{{1}}};
  base::SystemClock clock_;
  base::StandardErrorSink sink_;
  base::Log log_{clock_, sink_};
  base::ManualExecutor executor_;
  tradepost::memory_store::MemoryStore store_{clock_};
  exchange::LiveDirectory directory_;
  exchange::RejectionLimit rejections_;
  api::PollLimit polls_;
  api::RateLimit rates_{{}};
  api::Turns turns_{0};
  api::TokenUses token_uses_;
  api::Meters meters_{api::routes()};
  api::Settings settings_;
  base::SystemRandom random_;
  base::UuidGenerator ids_{clock_, random_};
  tradepost::document::Reader reader_;
  exchange::Desk desk_{.store = store_,
                       .directory = directory_,
                       .clock = clock_,
                       .ids = ids_,
                       .reader = reader_,
                       .rejections = rejections_,
                       .rules = {}};
  std::map<std::string, exchange::ParticipantId> by_name_;
  std::map<std::string, exchange::TokenId> tokens_;
  std::atomic<bool> is_stopping_ = false;
  std::unique_ptr<http::Server> server_;
};

ExchangeServer::ExchangeServer(const NetworkFile& file) {
  settings_.field_word = file.field_word.value_or(settings_.field_word);
  settings_.public_url = file.public_url;
  random_.fill(std::as_writable_bytes(std::span(settings_.cursor_key)));
  if (file.mode == exchange::NetworkMode::open) {
    done<exchange::Changed>(exchange::set_network(desk_, operator_, file.mode, deadline()));
  }
  for (const ParticipantLine& line : file.participants) add(line);
  for (const OperatorLine& line : file.operators) add(line);
  relate(file);

  const api::Network network{.store = store_,
                             .directory = directory_,
                             .rejections = rejections_,
                             .polls = polls_,
                             .rates = rates_,
                             .turns = turns_,
                             .token_uses = token_uses_,
                             .meters = meters_,
                             .clock = clock_,
                             .clock_of_ids = clock_,
                             .log = log_,
                             .settings = settings_,
                             .is_stopping = is_stopping_};
  auto server = http::Server::start(
      {}, [&](base::Executor& loop) { return std::make_unique<api::Api>(network, loop); }, clock_,
      log_);
  CHECK(server.has_value());
  server_ = *std::move(server);
}

void ExchangeServer::add(const ParticipantLine& line) {
  const auto added = done<exchange::Participant>(
      exchange::add_participant(desk_, operator_, line.request, deadline()));
  by_name_.emplace(line.request.name, added.id);
  for (const TokenLine& token : line.tokens) add(added.id, token);
}

void ExchangeServer::add(exchange::ParticipantId participant, const TokenLine& line) {
  exchange::TokenRequest request;
  request.participant = participant;
  request.hash = base::sha256(line.token);
  request.flow = line.flow;
  request.scopes = line.scopes;
  if (line.expires_in_days) {
    request.expires = clock_.now() + std::chrono::days(*line.expires_in_days);
  }
  const auto added =
      done<exchange::Token>(exchange::add_token(desk_, operator_, std::move(request), deadline()));
  tokens_.emplace(line.token, added.id);
}

void ExchangeServer::add(const OperatorLine& line) {
  exchange::OperatorRequest request{.name = line.name, .hash = base::sha256(line.token)};
  done<exchange::Operator>(exchange::add_operator(desk_, exchange::Actor::of(operator_),
                                                  std::move(request), deadline()));
}

void ExchangeServer::relate(const NetworkFile& file) {
  for (const auto& line : file.relationships) {
    exchange::RelationshipRequest request;
    request.from = by_name_.at(line.from);
    request.to = by_name_.at(line.to);
    request.status = line.status;
    done<exchange::PartnerChanged>(exchange::put_relationship(desk_, exchange::Actor::of(operator_),
                                                              std::move(request), deadline()));
  }
}

void ExchangeServer::revoke(const std::string& token) {
  done<exchange::Token>(exchange::revoke_token(desk_, operator_, tokens_.at(token), deadline()));
}

std::string contents_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  CHECK(file.good());
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** arguments) {
  CHECK(count == 2);
  ExchangeServer server(tradepost::exchange_server::network_in(contents_of(arguments[1])));
  fmt::print("{}\n", server.port());
  std::fflush(stdout);
  std::string verb;
  std::string token;
  while (std::cin >> verb >> token) {
    CHECK(verb == "revoke");
    server.revoke(token);
    fmt::print("done\n");
    std::fflush(stdout);
  }
}
