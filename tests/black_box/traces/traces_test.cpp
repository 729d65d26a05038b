// Tests that one trace leads from a client through the exchange to a webhook, as a collector sees
// it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "http/receiver.hpp"
#include "polling.hpp"
#include "served/json.hpp"
#include "trade/partners.hpp"

namespace tradepost::traces_tests {
namespace {

using http_tests::Answer;
using http_tests::Received;
using http_tests::Receiver;
using served::at;

const std::string trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string parent = "00f067aa0ba902b7";

std::string traceparent(const std::string& flags) {
  return "traceparent: 00-" + trace + "-" + parent + "-" + flags + "\r\n";
}

// One span, as the collector got it.
struct Exported {
  std::string name;
  std::string trace;
  std::string id;
  std::string parent;
  std::string kind;
  std::string state;
  std::string status;
  std::map<std::string, std::string> attributes;
};

Exported span_at(const std::string& body, const std::string& path) {
  const auto member = [&](const char* name) { return at(body, path + "." + name); };
  Exported span{.name = member("name"),
                .trace = member("traceId"),
                .id = member("spanId"),
                .parent = member("parentSpanId"),
                .kind = member("kind"),
                .state = member("traceState"),
                .status = member("status.code"),
                .attributes = {}};
  for (int i = 0;; ++i) {
    const std::string attribute = fmt::format("{}.attributes.{}", path, i);
    const std::string key = at(body, attribute + ".key");
    if (key == "absent") return span;
    const std::string text = at(body, attribute + ".value.stringValue");
    span.attributes[key] = text == "absent" ? at(body, attribute + ".value.intValue") : text;
  }
}

std::vector<Exported> spans_in(const std::vector<Received>& calls) {
  std::vector<Exported> spans;
  for (const Received& call : calls) {
    for (int i = 0;; ++i) {
      const std::string path = fmt::format("resourceSpans.0.scopeSpans.0.spans.{}", i);
      if (at(call.body, path + ".name") == "absent") break;
      spans.push_back(span_at(call.body, path));
    }
  }
  return spans;
}

class Traced {
 public:
  explicit Traced(const std::string& collector, const std::string& one_in = "1")
      : exchange({.data = folder.path() + "/network",
                  .flags = collector.empty()
                               ? std::vector<std::string>()
                               : std::vector<std::string>{"--traces-url", collector,
                                                          "--traces-one-in", one_in}}),
        trade(exchange) {}

  Answer sends(const std::string& number, const std::string& headers = "") const {
    http_tests::Client client(exchange.port());
    return served::ask(client, trade.customer.token, "POST", "/v2/transactions",
                       trade::order(number), headers);
  }
  Answer pings(const std::string& headers = "") const {
    http_tests::Client client(exchange.port());
    return served::ask(client, trade.customer.token, "GET", "/v2/ping", "", headers);
  }
  std::string metrics() const {
    return served::Operator(exchange.port()).does("GET", "/metrics", "");
  }

  served::ScratchFolder folder;
  served::ServedExchange exchange;
  trade::Partners trade;
};

// Returns the span as soon as the collector has it. Fails the test after a while.
Exported exported(const Receiver& collector, const std::function<bool(const Exported&)>& is_it) {
  std::optional<Exported> found;
  const bool has_come = is_soon([&] {
    for (const Exported& span : spans_in(collector.calls())) {
      if (is_it(span)) found = span;
    }
    return found.has_value();
  });
  EXPECT_TRUE(has_come);
  return found.value_or(Exported());
}

Exported exported(const Receiver& collector, const std::string& name, const std::string& of_trace) {
  return exported(
      collector, [&](const Exported& span) { return span.name == name && span.trace == of_trace; });
}

// Returns the trace of traceresponse.
std::string trace_of(const Answer& answer) {
  const std::string text = answer.header("traceresponse");
  return text.size() == 55 ? text.substr(3, 32) : "none";
}

TEST(Traces, trace_of_a_sender_leads_through_the_exchange_to_the_webhook) {
  const Receiver collector;
  const Receiver webhook;
  const Traced traced(collector.url() + "/v1/traces", "1000000000");
  served::Operator(traced.exchange.port())
      .does("PUT", "/admin/webhook-targets", R"({"targets":["127.0.0.1"]})");
  http_tests::Client client(traced.exchange.port());
  const Answer hooked =
      served::ask(client, traced.trade.supplier.token, "POST", "/v2/profile/webhooks",
                  fmt::format(R"({{"url":"{}","events":["transaction.pending"]}})", webhook.url()));
  ASSERT_EQ(hooked.status, 201) << hooked.body;

  const Answer sent = traced.sends("A-1", traceparent("01") + "tracestate: rojo=1, congo=2\r\n");
  ASSERT_EQ(sent.status, 201) << sent.body;

  const Exported server = exported(collector, "POST /v2/transactions", trace);
  EXPECT_EQ(server.parent, parent);
  EXPECT_EQ(server.kind, "2");
  EXPECT_EQ(server.state, "rojo=1, congo=2");
  EXPECT_EQ(server.status, "absent");
  EXPECT_EQ(server.attributes.at("http.request.method"), "POST");
  EXPECT_EQ(server.attributes.at("http.route"), "/v2/transactions");
  EXPECT_EQ(server.attributes.at("http.response.status_code"), "201");
  EXPECT_EQ(server.attributes.at("url.scheme"), "http");
  EXPECT_EQ(server.attributes.at("tradepost.request_id"), sent.header("x-request-id"));
  EXPECT_EQ(server.attributes.at("tradepost.participant"), traced.trade.customer.id);
  EXPECT_EQ(server.attributes.at("tradepost.flow"), "LIVE");
  EXPECT_EQ(sent.header("traceresponse"), "00-" + trace + "-" + server.id + "-01");
  for (const char* step : {"receive", "judge", "store"}) {
    EXPECT_EQ(exported(collector, step, trace).parent, server.id) << step;
  }

  const Received call = webhook.calls_when(1).at(0);
  const Exported client_span = exported(collector, "POST", trace);
  EXPECT_EQ(client_span.parent, server.id);
  EXPECT_EQ(client_span.kind, "3");
  EXPECT_EQ(client_span.attributes.at("server.address"), "127.0.0.1");
  EXPECT_EQ(client_span.attributes.at("http.response.status_code"), "204");
  EXPECT_EQ(client_span.attributes.at("tradepost.event_id"), call.header("tradepost-event"));
  EXPECT_EQ(call.header("traceparent"), "00-" + trace + "-" + client_span.id + "-01");
  EXPECT_EQ(call.header("tracestate"), "rojo=1, congo=2");
  traced.exchange.log_line_with({"event=request_answered", "status=201", "trace=" + trace});
}

TEST(Traces, collector_gets_otlp_with_the_names_of_the_process) {
  const Receiver collector;
  const Traced traced(collector.url() + "/v1/traces");
  traced.pings();
  const Received call = collector.calls_when(1).at(0);
  EXPECT_EQ(call.header("content-type"), "application/json");
  const std::string resource = "resourceSpans.0.resource.attributes.";
  EXPECT_EQ(at(call.body, resource + "0.key"), "service.name");
  EXPECT_EQ(at(call.body, resource + "0.value.stringValue"), "tradepost");
  EXPECT_EQ(at(call.body, resource + "1.key"), "service.version");
  const std::string span = "resourceSpans.0.scopeSpans.0.spans.0.";
  EXPECT_LE(served::number_in(at(call.body, span + "startTimeUnixNano")),
            served::number_in(at(call.body, span + "endTimeUnixNano")));
}

TEST(Traces, refused_sampling_exports_nothing_and_passes_the_context_on) {
  const Receiver collector;
  const Traced traced(collector.url() + "/v1/traces");
  const Answer unsampled = traced.pings(traceparent("00"));
  EXPECT_EQ(trace_of(unsampled), trace);
  EXPECT_TRUE(unsampled.header("traceresponse").ends_with("-00"));
  // This span is finished later, so the collector would get the other one before or with it.
  exported(collector, "GET /v2/ping", trace_of(traced.pings()));
  for (const Exported& span : spans_in(collector.calls())) EXPECT_NE(span.trace, trace);
}

TEST(Traces, invalid_parent_begins_a_new_trace) {
  const Receiver collector;
  const Traced traced(collector.url() + "/v1/traces");
  const Answer answer = traced.pings(traceparent("01") + traceparent("01"));
  const Exported span = exported(collector, "GET /v2/ping", trace_of(answer));
  EXPECT_NE(span.trace, trace);
  EXPECT_EQ(span.parent, "absent");
}

TEST(Traces, stranger_continues_its_trace_but_does_not_decide_about_the_export) {
  const Receiver collector;
  const Traced traced(collector.url() + "/v1/traces", "1000000000");
  http_tests::Client client(traced.exchange.port());
  const Answer refused =
      served::ask(client, "no-such-token", "GET", "/v2/ping", "", traceparent("01"));
  EXPECT_EQ(refused.status, 401);
  EXPECT_EQ(trace_of(refused), trace);
  EXPECT_TRUE(refused.header("traceresponse").ends_with("-00"));
}

TEST(Traces, span_has_the_route_and_not_the_path) {
  const Receiver collector;
  const Traced traced(collector.url() + "/v1/traces");
  http_tests::Client client(traced.exchange.port());
  served::ask(client, traced.trade.customer.token, "GET",
              "/v2/all-transactions/SECRET-ID?q=SECRET");
  served::ask(client, traced.trade.customer.token, "GET", "/v2/SECRET-PLACE");
  exported(collector, [](const Exported& span) { return span.name == "GET"; });
  exported(collector,
           [](const Exported& span) { return span.name == "GET /v2/all-transactions/{id}"; });
  for (const Received& call : collector.calls()) {
    EXPECT_EQ(call.body.find("SECRET"), std::string::npos) << call.body;
  }
}

TEST(Traces, collector_that_hangs_delays_no_request_and_is_counted) {
  const http_tests::Listener hangs = http_tests::listening();
  const std::string url = fmt::format("http://127.0.0.1:{}/v1/traces", hangs.port);
  const Traced traced(url);
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < 3'000; ++i) EXPECT_EQ(traced.pings().status, 204);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(60));
  const std::string metrics = traced.metrics();
  EXPECT_EQ(metrics.find("tradepost_trace_spans_total{outcome=\"dropped\"} 0\n"),
            std::string::npos);
  EXPECT_NE(metrics.find("tradepost_trace_spans_total{outcome=\"exported\"} 0\n"),
            std::string::npos);
}

TEST(Traces, collector_that_is_away_is_in_the_log) {
  const Traced traced("http://127.0.0.1:9/v1/traces");
  EXPECT_EQ(traced.pings().status, 204);
  traced.exchange.log_line_with({"event=traces_not_exported", "level=warning", "refused"});
}

TEST(Traces, last_spans_are_exported_at_a_stop) {
  const Receiver collector;
  std::string last;
  {
    const Traced traced(collector.url() + "/v1/traces");
    last = trace_of(traced.pings());
  }
  const auto spans = spans_in(collector.calls());
  EXPECT_TRUE(std::ranges::any_of(spans, [&](const Exported& span) { return span.trace == last; }));
}

TEST(Traces, without_a_collector_there_is_no_trace) {
  const Traced traced("");
  const Answer answer = traced.pings(traceparent("01"));
  EXPECT_EQ(answer.header("traceresponse"), "");
  const std::string line = traced.exchange.log_line_with({"event=request_answered", "/v2/ping"});
  EXPECT_EQ(line.find("trace="), std::string::npos);
}

}  // namespace
}  // namespace tradepost::traces_tests
