#include "api/handlers/label_renderer.hpp"

#include <functional>
#include <optional>
#include <utility>

#include "base/ground/limits.hpp"

namespace tradepost::api {
namespace {

namespace limits = base::limits;
using Workers = base::WorkerPool<label::Typesetter>;

bool is_quick(const LabelOrder& order) {
  return order.places.size() <= limits::labels_quick_max &&
         order.content.view.size() <= limits::labels_quick_bytes_max;
}

}  // namespace

LabelRenderer::LabelRenderer(std::size_t threads)
    : quick_({.name = "label",
              .waiting_max = limits::label_files_waiting_max,
              .at_end = Workers::AtEnd::drops_the_rest},
             limits::label_files_waiting_bytes_max, [] { return label::Typesetter(); }),
      large_({.name = "labels",
              .threads = threads,
              .priority = Workers::Priority::low,
              .waiting_max = limits::label_files_waiting_max,
              .at_end = Workers::AtEnd::drops_the_rest},
             limits::label_files_waiting_bytes_max, [] { return label::Typesetter(); }) {}

base::Task<base::Result<LabelFile>> LabelRenderer::print(LabelOrder order,
                                                         base::SteadyTime deadline) {
  using Outcome = base::Result<LabelFile>;
  Pool& pool = is_quick(order) ? quick_ : large_;
  const std::size_t bytes = order.content.view.size();
  std::move_only_function<Outcome(label::Typesetter&)> work =
      [this, order = std::move(order)](label::Typesetter& typesetter) {
        Outcome outcome = label_file(order, typesetter);
        made_.fetch_add(1, std::memory_order_relaxed);
        return outcome;
      };
  std::optional<Outcome> outcome = co_await pool.run<Outcome>(bytes, deadline, std::move(work));
  if (!outcome) co_return base::refuse(refusal());
  co_return *std::move(outcome);
}

base::Error LabelRenderer::refusal() {
  refused_.fetch_add(1, std::memory_order_relaxed);
  return {base::ErrorCode::unavailable,
          base::CallerText("Too many labels are being made at this moment; try again.")};
}

}  // namespace tradepost::api
