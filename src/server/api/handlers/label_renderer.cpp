#include "api/handlers/label_renderer.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"

namespace tradepost::api {
namespace {

namespace limits = base::limits;

bool is_quick(const LabelOrder& order) {
  return order.places.size() <= limits::labels_quick_max &&
         order.content.view.size() <= limits::labels_quick_bytes_max;
}

}  // namespace

LabelRenderer::LabelRenderer(std::size_t threads)
    : quick_{.workers = {{.name = "label",
                          .waiting_max = limits::label_files_waiting_max,
                          .at_end = Pool::AtEnd::drops_the_rest},
                         [] { return label::Typesetter(); }}},
      large_{.workers = {{.name = "labels",
                          .threads = threads,
                          .priority = Pool::Priority::low,
                          .waiting_max = limits::label_files_waiting_max,
                          .at_end = Pool::AtEnd::drops_the_rest},
                         [] { return label::Typesetter(); }}} {}

base::Task<base::Result<LabelFile>> LabelRenderer::print(LabelOrder order,
                                                         base::SteadyTime deadline) {
  Line& line = is_quick(order) ? quick_ : large_;
  return print_in(line, std::move(order), deadline);
}

base::Task<base::Result<LabelFile>> LabelRenderer::print_in(Line& line, LabelOrder order,
                                                            base::SteadyTime deadline) {
  using Outcome = base::Result<LabelFile>;
  base::Executor& executor = co_await base::this_executor();
  base::Completion<Outcome> made(executor);
  const std::size_t bytes = order.content.view.size();
  const std::size_t others = line.waiting_bytes.fetch_add(bytes);
  bool is_taken = others == 0 || others + bytes <= limits::label_files_waiting_bytes_max;
  if (is_taken) {
    is_taken = line.workers.post([this, &line, bytes, deadline, order = std::move(order),
                                  done = made.completer()](label::Typesetter& typesetter) mutable {
      line.waiting_bytes -= bytes;
      // The request has timed out.
      if (std::chrono::steady_clock::now() >= deadline) return;
      Outcome outcome = label_file(order, typesetter);
      made_.fetch_add(1, std::memory_order_relaxed);
      done.fulfil(std::move(outcome));
    });
  }
  if (!is_taken) {
    line.waiting_bytes -= bytes;
    co_return base::refuse(refusal());
  }
  std::optional<Outcome> outcome = co_await made.wait_until(deadline);
  if (!outcome) co_return base::refuse(refusal());
  co_return *std::move(outcome);
}

base::Error LabelRenderer::refusal() {
  refused_.fetch_add(1, std::memory_order_relaxed);
  return {base::ErrorCode::unavailable,
          base::CallerText("Too many labels are being made at this moment; try again.")};
}

}  // namespace tradepost::api
