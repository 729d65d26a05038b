#include "agent/agent.hpp"

#include <fmt/format.h>

#include <type_traits>
#include <utility>

#include "agent/outbox.hpp"
#include "agent/receiver.hpp"
#include "agent/sinks/database_sink.hpp"
#include "agent/sinks/folder_sink.hpp"
#include "agent/sinks/http_sink.hpp"
#include "agent/sinks/program_sink.hpp"
#include "base/tasks/thread_name.hpp"

namespace tradepost::agent {
namespace {

template <typename S>
base::Result<std::unique_ptr<Sink>> owned(base::Result<S> sink) {
  if (!sink) return base::refuse(sink.error());
  return std::unique_ptr<Sink>(std::make_unique<S>(*std::move(sink)));
}

base::Error named(const Bridge& bridge, const std::string& what, base::ErrorCode code) {
  return {code, base::CallerText(fmt::format("Bridge {}: {}", bridge.name, what))};
}

base::Result<client::Exchange> exchange_of(const Bridge& bridge, const std::stop_token& stop) {
  // Longer outages are left to the loop of the bridge, which retries for ever and logs the problem.
  constexpr std::chrono::seconds retry_for{5};
  client::Settings settings = bridge.exchange;
  settings.retry_for = retry_for;
  settings.user_agent = "tradepost-agent";
  settings.stop = stop;
  auto exchange = client::Exchange::open(std::move(settings));
  if (exchange) return *std::move(exchange);
  return base::refuse(named(bridge, exchange.error().message, base::ErrorCode::invalid));
}

base::Result<std::unique_ptr<Sink>> folder_sink_of(const Bridge& bridge, const IntoFolder& target,
                                                   const std::stop_token& stop,
                                                   const base::Log& log) {
  if (target.also.empty()) return owned(FolderSink::open(target.folder, target.converted));
  TRY_ASSIGN(auto exchange, exchange_of(bridge, stop));
  return owned(FolderSink::open(
      target.folder, target.converted,
      DocumentForms(std::move(exchange),
                    {.names = target.also, .language = target.language, .bridge = bridge.name},
                    log)));
}

base::Result<std::unique_ptr<Sink>> sink_of(const Bridge& bridge, const std::string& folder,
                                            const std::stop_token& stop, const base::Log& log) {
  const Receiving& receiving = *bridge.receiving;
  return std::visit(
      [&](const auto& target) -> base::Result<std::unique_ptr<Sink>> {
        using T = std::decay_t<decltype(target)>;
        if constexpr (std::is_same_v<T, IntoFolder>) {
          return folder_sink_of(bridge, target, stop, log);
        } else if constexpr (std::is_same_v<T, IntoProgram>) {
          return owned(ProgramSink::open({.command = target.command,
                                          .folder = folder + "/runs/" + bridge.name,
                                          .bridge = bridge.name,
                                          .timeout = receiving.timeout}));
        } else if constexpr (std::is_same_v<T, IntoHttp>) {
          return owned(HttpSink::open({.address = target.address,
                                       .token = target.token,
                                       .authorities_file = bridge.exchange.authorities_file,
                                       .takes_plain_http = bridge.exchange.takes_plain_http,
                                       .bridge = bridge.name,
                                       .timeout = receiving.timeout,
                                       .stop = stop}));
        } else if constexpr (std::is_same_v<T, IntoDatabase>) {
          return DatabaseSink::open(target.address, bridge.name);
        } else {
          return target.open();
        }
      },
      receiving.target);
}

}  // namespace

base::Result<std::unique_ptr<Agent>> Agent::start(Settings settings, const base::Clock& clock,
                                                  const base::Log& log) {
  TRY_ASSIGN(LedgerLock lock, LedgerLock::take(settings.folder));
  std::unique_ptr<Agent> agent(new Agent(std::move(settings), std::move(lock), clock, log));
  for (const Bridge& bridge : agent->settings_.bridges) {
    if (bridge.receiving) TRY(agent->start_receiving(bridge));
    if (bridge.sending) TRY(agent->start_sending(bridge));
  }
  return agent;
}

Agent::Agent(Settings settings, LedgerLock lock, const base::Clock& clock, const base::Log& log)
    : settings_(std::move(settings)),
      lock_(std::move(lock)),
      clock_(clock),
      log_(log),
      meters_(settings_.bridges) {}

Agent::~Agent() {
  stop_.request_stop();
  for (std::thread& thread : threads_) thread.join();
}

base::Done Agent::receive_once(Settings settings, const base::Clock& clock, const base::Log& log) {
  TRY_ASSIGN(LedgerLock lock, LedgerLock::take(settings.folder));
  Agent agent(std::move(settings), std::move(lock), clock, log);
  for (const Bridge& bridge : agent.settings_.bridges) {
    if (!bridge.receiving) continue;
    TRY_ASSIGN(Receiver receiver, agent.receiver_of(bridge));
    TRY(receiver.run_once());
  }
  return {};
}

base::Result<Receiver> Agent::receiver_of(const Bridge& bridge) {
  TRY_ASSIGN(auto ledger, Ledger::open(settings_.folder, clock_));
  ledgers_.push_back(std::make_unique<Ledger>(std::move(ledger)));
  TRY_ASSIGN(auto exchange, exchange_of(bridge, stop_.get_token()));
  auto sink = sink_of(bridge, settings_.folder, stop_.get_token(), log_);
  if (!sink) return base::refuse(named(bridge, sink.error().text().str(), sink.error().code()));
  Condition condition({.bridge = bridge,
                       .direction = Direction::receive,
                       .ledger = *ledgers_.back(),
                       .meters = meters_,
                       .clock = clock_,
                       .log = log_,
                       .stop = stop_.get_token()});
  return Receiver(std::move(condition), std::move(exchange), *std::move(sink),
                  bridge.receiving->attempts_max);
}

base::Done Agent::start_receiving(const Bridge& bridge) {
  TRY_ASSIGN(auto receiver, receiver_of(bridge));
  threads_.emplace_back([receiver = std::move(receiver)]() mutable {
    base::name_thread("receive");
    receiver.run();
  });
  return {};
}

base::Done Agent::start_sending(const Bridge& bridge) {
  TRY_ASSIGN(auto ledger, Ledger::open(settings_.folder, clock_));
  ledgers_.push_back(std::make_unique<Ledger>(std::move(ledger)));
  TRY_ASSIGN(auto exchange, exchange_of(bridge, stop_.get_token()));
  TRY_ASSIGN(auto outbox, Outbox::open(Condition({.bridge = bridge,
                                                  .direction = Direction::send,
                                                  .ledger = *ledgers_.back(),
                                                  .meters = meters_,
                                                  .clock = clock_,
                                                  .log = log_,
                                                  .stop = stop_.get_token()}),
                                       std::move(exchange), *bridge.sending, clock_));
  threads_.emplace_back([outbox = std::move(outbox)]() mutable {
    base::name_thread("send");
    outbox.run();
  });
  return {};
}

}  // namespace tradepost::agent
