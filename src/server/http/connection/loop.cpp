#include "http/connection/loop.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/error.hpp"

namespace tradepost::http {

namespace asio = boost::asio;

// The concrete type of the executor. Asio's usual names hide it in a pointer.
using ContextExecutor = asio::io_context::executor_type;
using Descriptor = asio::posix::basic_stream_descriptor<ContextExecutor>;
using Alarm =
    asio::basic_waitable_timer<std::chrono::steady_clock,
                               asio::wait_traits<std::chrono::steady_clock>, ContextExecutor>;

// The timers of jobs are in a map, and one Asio timer is set to the earliest. Most are cancelled
// before they are due, and then cost no system call and no search in Asio's heap.
struct Loop::State {
  State() : context(1), keeps_running(context.get_executor()), alarm(context) {}

  void set_alarm();
  void run_due();

  asio::io_context context;  // declared before its users
  asio::executor_work_guard<ContextExecutor> keeps_running;
  Alarm alarm;
  base::SteadyTime alarm_at = base::SteadyTime::max();
  std::map<std::pair<base::SteadyTime, base::TimerId>, base::Job> timers;
  std::unordered_map<base::TimerId, base::SteadyTime> timer_times;
  std::uint64_t last_timer = 0;
};

void Loop::State::set_alarm() {
  if (timers.empty()) {
    alarm_at = base::SteadyTime::max();
    alarm.cancel();
    return;
  }
  const base::SteadyTime earliest = timers.begin()->first.first;
  if (alarm_at <= earliest) return;  // it fires, finds nothing due, and is set again
  alarm_at = earliest;
  alarm.expires_at(earliest);
  alarm.async_wait([this](const boost::system::error_code& stopped) {
    if (stopped) return;
    alarm_at = base::SteadyTime::max();
    run_due();
  });
}

void Loop::State::run_due() {
  const base::SteadyTime now = std::chrono::steady_clock::now();
  while (!timers.empty() && timers.begin()->first.first <= now) {
    auto node = timers.extract(timers.begin());
    timer_times.erase(node.key().second);
    node.mapped()();
  }
  set_alarm();
}

base::Result<std::unique_ptr<Loop>> Loop::create() {
  try {
    return std::unique_ptr<Loop>(new Loop(std::make_unique<State>()));
  } catch (const boost::system::system_error& error) {
    return base::refuse(
        base::Error(base::ErrorCode::unavailable,
                    base::CallerText("The system has no resources for another thread."),
                    base::LogText(error.what())));
  }
}

Loop::Loop(std::unique_ptr<State> state) : state_(std::move(state)) {}

Loop::~Loop() = default;

void Loop::post(base::Job job) {
  asio::post(state_->context, std::move(job));
}

base::SteadyTime Loop::now() const {
  return std::chrono::steady_clock::now();
}

base::TimerId Loop::post_at(base::SteadyTime time, base::Job job) {
  const base::TimerId timer{++state_->last_timer};
  state_->timers.emplace(std::pair(time, timer), std::move(job));
  state_->timer_times.emplace(timer, time);
  state_->set_alarm();
  return timer;
}

void Loop::cancel(base::TimerId timer) {
  const auto found = state_->timer_times.find(timer);
  if (found == state_->timer_times.end()) return;
  state_->timers.erase({found->second, timer});
  state_->timer_times.erase(found);
  if (state_->timers.empty()) state_->set_alarm();
}

void Loop::run() {
  state_->context.run();
}

void Loop::finish() {
  post([this] { state_->keeps_running.reset(); });
}

struct Socket::State {
  explicit State(Loop& loop) : descriptor(loop.state_->context) {}
  Descriptor descriptor;
};

base::Result<Socket> Socket::adopt(Loop& loop, int descriptor) {
  auto state = std::make_unique<State>(loop);
  boost::system::error_code code;
  if (const auto refused = state->descriptor.assign(descriptor, code)) {
    ::close(descriptor);
    return base::refuse(
        base::Error(base::ErrorCode::unavailable,
                    base::CallerText("The system has no resources for another connection."),
                    base::LogText(refused.message())));
  }
  return Socket(std::move(state), descriptor);
}

Socket::Socket(std::unique_ptr<State> state, int descriptor)
    : state_(std::move(state)), descriptor_(descriptor) {}
Socket::Socket(Socket&&) noexcept = default;
Socket& Socket::operator=(Socket&&) noexcept = default;
Socket::~Socket() = default;

void Socket::begin_wait(Direction direction, std::coroutine_handle<> task) {
  const auto type =
      direction == Direction::readable ? Descriptor::wait_read : Descriptor::wait_write;
  state_->descriptor.async_wait(
      type, [task](const boost::system::error_code& /*tried anyway*/) { task.resume(); });
}

void Socket::cancel() {
  boost::system::error_code code;
  CHECK(!state_->descriptor.cancel(code));
}

bool Socket::has_hung_up() const {
  pollfd looked_at{.fd = descriptor_, .events = POLLRDHUP, .revents = 0};
  return ::poll(&looked_at, 1, 0) > 0;
}

void Socket::drop_unsent_at_end() const {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

}  // namespace tradepost::http
