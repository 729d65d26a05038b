#include "api/label_press.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/awaitables.hpp"
#include "base/limits.hpp"
#include "base/thread_name.hpp"
#include "base/urgency.hpp"

namespace tradepost::api {
namespace {

namespace limits = base::limits;

base::Error too_much_waits() {
  return {base::ErrorCode::unavailable,
          base::CallerText("Too many labels are being made at this moment; try again.")};
}

}  // namespace

LabelPress::LabelPress(std::size_t threads) {
  threads_.emplace_back([this] {
    base::name_thread("labels 0");
    run(quick_);
  });
  for (std::size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this, i] {
      base::name_thread(fmt::format("labels {}", i + 1));
      base::stands_behind();
      run(large_);
    });
  }
}

LabelPress::~LabelPress() {
  end(quick_);
  end(large_);
  for (std::thread& thread : threads_) thread.join();
}

base::Task<base::Result<std::string>> LabelPress::print(LabelOrder order,
                                                        base::SteadyTime deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<Outcome> made(executor);
  Line& line = is_quick(order) ? quick_ : large_;
  Job job{.order = std::move(order), .deadline = deadline, .completer = made.completer()};
  if (const auto back = add(line, std::move(job))) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    co_return base::refuse(too_much_waits());
  }
  std::optional<Outcome> outcome = co_await made.wait_until(deadline);
  if (!outcome) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    co_return base::refuse(too_much_waits());
  }
  co_return *std::move(outcome);
}

bool LabelPress::is_quick(const LabelOrder& order) {
  return order.places.size() <= limits::labels_quick_max &&
         order.content.view.size() <= limits::labels_quick_bytes_max;
}

auto LabelPress::add(Line& line, Job job) -> std::optional<Job> {
  {
    const std::lock_guard lock(line.mutex);
    const std::size_t bytes = job.order.content.view.size();
    const bool is_full = line.waiting.size() >= limits::label_files_waiting_max ||
                         (!line.waiting.empty() &&
                          line.waiting_bytes + bytes > limits::label_files_waiting_bytes_max);
    if (line.is_ending || is_full) return job;
    line.waiting_bytes += bytes;
    line.waiting.push_back(std::move(job));
  }
  line.changed.notify_one();
  return std::nullopt;
}

auto LabelPress::next(Line& line) -> std::optional<Job> {
  std::unique_lock lock(line.mutex);
  line.changed.wait(lock, [&] { return line.is_ending || !line.waiting.empty(); });
  if (line.is_ending) return std::nullopt;
  Job job = std::move(line.waiting.front());
  line.waiting.pop_front();
  line.waiting_bytes -= job.order.content.view.size();
  return job;
}

void LabelPress::run(Line& line) {
  std::optional<label::Typesetter> typesetter;  // made for the first file: most never ask for one
  for (std::optional<Job> job = next(line); job; job = next(line)) {
    // Nobody waits for it any more.
    if (std::chrono::steady_clock::now() >= job->deadline) continue;
    if (!typesetter) typesetter.emplace();
    Outcome outcome = label_file(job->order, *typesetter);
    made_.fetch_add(1, std::memory_order_relaxed);
    job->completer.fulfil(std::move(outcome));
  }
}

void LabelPress::end(Line& line) {
  {
    const std::lock_guard lock(line.mutex);
    line.is_ending = true;
  }
  line.changed.notify_all();
}

}  // namespace tradepost::api
