#include "simulation/warehouse.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/limits.hpp"
#include "client/reading.hpp"
#include "document/json_reader.hpp"
#include "simulation/documents/dispatch.hpp"
#include "simulation/ground/draws.hpp"
#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {

using std::chrono::hours;
using std::chrono::minutes;

Warehouse::Warehouse(Party self, Habits habits) : self_(std::move(self)), habits_(habits) {}

std::vector<Planned> Warehouse::plan_of(base::Date) const {
  return {};
}

std::optional<Question> Warehouse::question(const Incoming&) const {
  return std::nullopt;
}

Reaction Warehouse::react(const Incoming& incoming, const std::optional<std::string>&) const {
  if (incoming.kind != "DISPATCH_INSTRUCTION") {
    return {.report = refusal("The recipient is a warehouse, which takes dispatch instructions.")};
  }
  document::JsonReader reader(base::limits::body_bytes_max);
  const auto view = reader.read(incoming.content);
  if (!view) return {};
  Draws draws(habits_.seed, {"dispatch", incoming.number});
  if (draws.happens(habits_.rejected)) {
    return {.report = refusal("The goods of line 1 are blocked by quality control.",
                              {{"shipmentIdentifier", incoming.number}})};
  }
  const auto wanted = instant_in(client::text_in(view->member("header"), "requestedDespatchDate"));
  const base::Instant soonest = incoming.at + hours(1);
  const Dispatch response{.number = number_after("LA-", incoming.number),
                          .warehouse = self_,
                          .at = std::max(wanted.value_or(soonest) - minutes(30), soonest)};
  return {.about = "the goods are picked",
          .documents = {{.at = response.at,
                         .kind = "DISPATCH_INSTRUCTION_RESPONSE",
                         .number = response.number,
                         .to = incoming.from,
                         .body = dispatch_instruction_response(*view, response),
                         .about = "shipped as instructed"}}};
}

std::optional<Question> Warehouse::question_after_failure(const Incoming&) const {
  return std::nullopt;
}

std::vector<Planned> Warehouse::mend(const Incoming&, const std::optional<std::string>&) const {
  return {};
}

}  // namespace tradepost::simulation
