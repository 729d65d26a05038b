#include "tracing/tracer.hpp"

#include <gtest/gtest.h>

#include "base/ground/resource_limits.hpp"
#include "base/tasks/manual_executor.hpp"
#include "tracing/trace.hpp"

namespace tradepost::tracing::tracer_test {
namespace {

using std::chrono::milliseconds;

struct Traced {
  explicit Traced(std::uint64_t one_in) : tracer(one_in, clock, random) {}

  base::ManualClock clock{base::instant_of(1'700'000'000'000)};
  base::SeededRandom random{7};
  Tracer tracer;
};

TraceContext client(bool is_sampled) {
  TraceContext context{.trace = {1}, .span = {2}, .is_sampled = is_sampled, .state = "a=1"};
  return context;
}

TEST(Tracer, one_trace_of_n_is_sampled) {
  Traced traced(4);
  int sampled = 0;
  for (int i = 0; i < 4'000; ++i) {
    sampled += traced.tracer.begin({}, CallerFlag::followed).is_sampled ? 1 : 0;
  }
  EXPECT_GT(sampled, 850);
  EXPECT_LT(sampled, 1'150);
}

TEST(Tracer, flag_of_a_followed_caller_decides) {
  Traced all(1);
  EXPECT_FALSE(all.tracer.begin(client(false), CallerFlag::followed).is_sampled);
  Traced hardly_any(1'000'000'000);
  const TraceContext context = hardly_any.tracer.begin(client(true), CallerFlag::followed);
  EXPECT_TRUE(context.is_sampled);
  EXPECT_EQ(context.trace, client(true).trace);
  EXPECT_NE(context.span, client(true).span);
  EXPECT_EQ(context.state, "a=1");
}

TEST(Tracer, ignored_caller_keeps_its_trace_but_does_not_decide) {
  Traced hardly_any(1'000'000'000);
  const TraceContext context = hardly_any.tracer.begin(client(true), CallerFlag::ignored);
  EXPECT_FALSE(context.is_sampled);
  EXPECT_EQ(context.trace, client(true).trace);
}

TEST(Tracer, full_queue_drops_spans_and_counts_them) {
  Traced traced(1);
  for (std::size_t i = 0; i < base::limits::spans_waiting_max + 3; ++i)
    traced.tracer.finish(std::vector<Span>(1));
  EXPECT_EQ(traced.tracer.dropped(), 3);
  std::size_t taken = 0;
  for (;;) {
    const auto batch = traced.tracer.next_batch(milliseconds(0));
    if (batch.empty()) break;
    EXPECT_LE(batch.size(), base::limits::spans_in_a_batch_max);
    taken += batch.size();
  }
  EXPECT_EQ(taken, base::limits::spans_waiting_max);
}

TEST(Trace, step_is_a_child_with_its_times) {
  Traced traced(1);
  base::ManualExecutor executor;
  Trace trace({.tracer = traced.tracer, .executor = executor}, client(true), CallerFlag::followed);
  executor.advance(milliseconds(5));
  Step step(&trace, "judge");
  executor.advance(milliseconds(7));
  step.end();
  executor.advance(milliseconds(1));
  trace.finish({.name = "POST /v2/transactions",
                .kind = SpanKind::server,
                .duration = milliseconds(13),
                .attributes = {},
                .status = SpanStatus::unset});
  const auto spans = traced.tracer.next_batch(milliseconds(0));
  ASSERT_EQ(spans.size(), 2);
  const auto began = std::chrono::sys_time<std::chrono::nanoseconds>(traced.clock.now());
  EXPECT_EQ(spans[0].name, "judge");
  EXPECT_EQ(spans[0].parent, trace.context().span);
  EXPECT_EQ(spans[0].begin, began + milliseconds(5));
  EXPECT_EQ(spans[0].end, began + milliseconds(12));
  EXPECT_EQ(spans[1].parent, client(true).span);
  EXPECT_EQ(spans[1].begin, began);
  EXPECT_EQ(spans[1].end, began + milliseconds(13));
}

TEST(Trace, unsampled_trace_gives_no_spans) {
  Traced traced(1);
  base::ManualExecutor executor;
  Trace trace({.tracer = traced.tracer, .executor = executor}, client(false), CallerFlag::followed);
  Step(&trace, "judge").end();
  trace.finish({.name = "GET",
                .kind = SpanKind::server,
                .duration = milliseconds(1),
                .attributes = {},
                .status = SpanStatus::unset});
  EXPECT_TRUE(traced.tracer.next_batch(milliseconds(0)).empty());
}

TEST(Causes, oldest_cause_is_forgotten) {
  Causes causes(2);
  const auto cause = [](std::uint8_t byte, std::uint8_t event) {
    return Cause{.about = base::Uuid{.bytes = {byte}}, .event = event};
  };
  causes.note(cause(1, 1), client(true));
  causes.note(cause(1, 2), client(false));
  EXPECT_TRUE(causes.find(cause(1, 1))->is_sampled);
  causes.note(cause(2, 1), client(true));
  EXPECT_FALSE(causes.find(cause(1, 1)));
  EXPECT_FALSE(causes.find(cause(1, 2))->is_sampled);
  EXPECT_TRUE(causes.find(cause(2, 1)));
}

}  // namespace
}  // namespace tradepost::tracing::tracer_test
