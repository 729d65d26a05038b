#include "http/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <semaphore>
#include <string>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/tasks/thread_name.hpp"
#include "base/tasks/thread_priority.hpp"

namespace tradepost::http {
namespace {

std::size_t cores() {
  return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

Server::Server(const Options& options, std::unique_ptr<Tls> tls)
    : timeouts_(options.timeouts),
      tls_(std::move(tls)),
      limits_(options.connections),
      compressors_(options.compressors > 0 ? options.compressors : (cores() + 1) / 2) {}

base::Result<std::unique_ptr<Server>> Server::start(const Options& options,
                                                    const MakeService& make_service,
                                                    const base::Clock& clock,
                                                    const base::Log& log) {
  const auto address = Address::parse(options.address);
  if (!address) {
    return base::refuse(base::Error(
        base::ErrorCode::invalid,
        base::CallerText(
            "The address to listen on must be an IP address, such as 127.0.0.1 or ::1.")));
  }
  std::unique_ptr<Tls> tls;
  if (options.tls) {
    TRY_ASSIGN(tls, Tls::load(*options.tls, clock, log));
  }
  const std::size_t loops = options.loops > 0 ? options.loops : cores();
  TRY_ASSIGN(ListeningSockets sockets, ListeningSockets::open(*address, options.port, loops));

  std::unique_ptr<Server> server(new Server(options, std::move(tls)));
  server->port_ = sockets.port();
  for (std::size_t i = 0; i < loops; ++i) {
    TRY_ASSIGN(auto loop, Loop::create());
    TRY_ASSIGN(Socket socket, Socket::adopt(*loop, sockets.take()));
    auto service = make_service(*loop);
    auto listener = std::make_unique<Listener>(
        Listener::Setting{
            .loop = *loop,
            .service = *service,
            .limits = server->limits_,
            .compressors = server->compressors_,
            .memory = options.memory == nullptr ? server->unbounded_memory_ : *options.memory,
            .timeouts = server->timeouts_,
            .clock = clock,
            .log = log,
            .tls = server->tls_.get()},
        std::move(socket));
    server->lanes_.push_back({.loop = std::move(loop),
                              .service = std::move(service),
                              .listener = std::move(listener),
                              .thread = {}});
  }
  std::size_t nth = 0;
  for (Lane& lane : server->lanes_) {
    lane.loop->post([listener = lane.listener.get()] { listener->start(); });
    std::string name = fmt::format("{} {}", options.name, nth++);
    lane.thread = std::thread([loop = lane.loop.get(), name = std::move(name)] {
      base::name_thread(name);
      base::set_time_slice(base::limits::loop_step);
      loop->run();
    });
  }
  return server;
}

Server::~Server() {
  stop();
  wait();
}

std::optional<base::Instant> Server::certificate_ends_at() const {
  return tls_ ? std::optional(tls_->ends_at()) : std::nullopt;
}

base::Done Server::reload_tls() {
  if (!tls_) return {};
  return tls_->reload();
}

bool Server::answers_within(std::chrono::milliseconds time) {
  // A loop that answers too late finds it still there.
  const auto answers = std::make_shared<std::counting_semaphore<>>(0);
  for (const Lane& lane : lanes_) lane.loop->post([answers] { answers->release(); });
  const auto deadline = std::chrono::steady_clock::now() + time;
  return std::ranges::all_of(lanes_,
                             [&](const Lane&) { return answers->try_acquire_until(deadline); });
}

void Server::stop() {
  for (Lane& lane : lanes_) {
    lane.loop->post([listener = lane.listener.get()] { listener->stop(); });
  }
}

void Server::wait() {
  for (Lane& lane : lanes_) {
    if (lane.thread.joinable()) lane.thread.join();
  }
}

}  // namespace tradepost::http
