#include "app/upkeep.hpp"

#include <array>
#include <chrono>
#include <string_view>

#include "base/awaitables.hpp"
#include "exchange/administer.hpp"
#include "exchange/settings.hpp"

namespace tradepost::app {
namespace {

using exchange::Answering;
using exchange::Deadline;
using exchange::Desk;

// How soon an end of the process is noticed.
constexpr std::chrono::milliseconds look_every{100};

struct Chore {
  std::string_view name;
  std::chrono::seconds every;
  Answering<std::monostate> (*work)(Desk& desk, Deadline deadline);
};

constexpr std::array chores = {
    Chore{"finish_releases", std::chrono::minutes(1), exchange::finish_releases},
    Chore{"apply_retention", std::chrono::hours(1), exchange::apply_retention},
    Chore{"watch_overdue", std::chrono::minutes(10), exchange::watch_overdue},
};

}  // namespace

base::Result<std::unique_ptr<Upkeep>> Upkeep::start(const api::Network& network) {
  TRY_ASSIGN(auto loop, http::Loop::create());
  return std::unique_ptr<Upkeep>(new Upkeep(network, std::move(loop)));
}

Upkeep::Upkeep(const api::Network& network, std::unique_ptr<http::Loop> loop)
    : loop_(std::move(loop)), place_(network, *loop_) {
  loop_->post([this] { base::start(*loop_, look_after(), [this] { loop_->finish(); }); });
  thread_ = std::thread([this] { loop_->run(); });
}

Upkeep::~Upkeep() {
  stopping_ = true;
  thread_.join();
}

base::Task<void> Upkeep::look_after() {
  std::array<base::SteadyTime, chores.size()> due;
  due.fill(loop_->now());
  while (!stopping_) {
    for (std::size_t i = 0; i < chores.size() && !stopping_; ++i) {
      if (loop_->now() < due[i]) continue;
      const exchange::Deadline deadline = place_.deadline();
      const auto done = co_await chores[i].work(place_.desk, deadline);
      // What has too much to do for once goes on behind the others.
      const bool has_more = !done && loop_->now() >= deadline;
      if (has_more) continue;
      if (!done) {
        place_.network.log.warning("chore_failed", {{"chore", chores[i].name},
                                                    {"reason", done.error().text().str()},
                                                    {"detail", done.error().detail().str()}});
      }
      due[i] = loop_->now() + chores[i].every;
    }
    co_await base::sleep_until(loop_->now() + look_every);
  }
}

}  // namespace tradepost::app
