#include "base/metrics.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace tradepost::base {
namespace {

TEST(Metrics, counts_of_threads_are_summed_at_a_read) {
  Metrics metrics;
  const Counter sent = metrics.counter({"tradepost_sent_total", "Documents sent."});
  const Gauge open = metrics.gauge({"tradepost_open_connections", "Connections that are open."});
  EXPECT_EQ(metrics.exposition(),
            "# HELP tradepost_sent_total Documents sent.\n# TYPE tradepost_sent_total "
            "counter\ntradepost_sent_total 0\n"
            "# HELP tradepost_open_connections Connections that are open.\n"
            "# TYPE tradepost_open_connections gauge\ntradepost_open_connections 0\n");

  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&metrics, sent, open] {
      MetricSlots& slots = metrics.slots();
      for (int count = 0; count < 10'000; ++count) slots.add(sent);
      slots.add(sent, 5);
      slots.set(open, 10);
      slots.change(open, -12);
    });
  }
  for (int i = 0; i < 20; ++i) (void)metrics.exposition();  // while they count
  for (std::thread& thread : threads) thread.join();
  const std::string text = metrics.exposition();
  EXPECT_NE(text.find("\ntradepost_sent_total 40020\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\ntradepost_open_connections -8\n"), std::string::npos) << text;
}

TEST(Metrics, rows_of_a_family_are_adjacent) {
  Metrics metrics;
  const Counter orders =
      metrics.counter({"read_total", "Read.", {{"kind", "ORDER"}, {"ok", "yes"}}});
  metrics.counter({"other_total", "Other."});
  const Counter invoices =
      metrics.counter({"read_total", "Read.", {{"kind", "INVOICE"}, {"ok", "yes"}}});
  MetricSlots& slots = metrics.slots();
  slots.add(orders, 2);
  slots.add(invoices, 3);
  EXPECT_EQ(metrics.exposition(),
            "# HELP read_total Read.\n# TYPE read_total counter\n"
            "read_total{kind=\"ORDER\",ok=\"yes\"} 2\nread_total{kind=\"INVOICE\",ok=\"yes\"} 3\n"
            "# HELP other_total Other.\n# TYPE other_total counter\nother_total 0\n");
}

TEST(Metrics, series_with_labels_appears_when_it_is_first_counted) {
  Metrics metrics;
  const auto of = [](const char* route) { return Metrics::Labels{{"route", route}}; };
  const Counter sends = metrics.counter({"asked_total", "Asked.", of("send")});
  metrics.counter({"asked_total", "Asked.", of("pull")});
  const Histogram took =
      metrics.histogram({"took_seconds", "Time.", of("send")}, {5}, Metrics::Unit::as_observed);
  metrics.histogram({"took_seconds", "Time.", of("pull")}, {5}, Metrics::Unit::as_observed);
  metrics.gauge({"open", "Open.", of("send")});
  const std::string gauge = "# HELP open Open.\n# TYPE open gauge\nopen{route=\"send\"} 0\n";
  MetricSlots& slots = metrics.slots();
  EXPECT_EQ(metrics.exposition(), gauge);
  slots.observe(took, 0);
  EXPECT_EQ(metrics.exposition(),
            "# HELP took_seconds Time.\n# TYPE took_seconds histogram\n"
            "took_seconds_bucket{route=\"send\",le=\"5\"} 1\n"
            "took_seconds_bucket{route=\"send\",le=\"+Inf\"} 1\n"
            "took_seconds_sum{route=\"send\"} 0\ntook_seconds_count{route=\"send\"} 1\n" +
                gauge);
  slots.add(sends);
  EXPECT_TRUE(
      metrics.exposition().starts_with("# HELP asked_total Asked.\n# TYPE asked_total "
                                       "counter\nasked_total{route=\"send\"} 1\n# HELP "
                                       "took_seconds"));
}

TEST(Metrics, a_histogram_counts_up_to_and_with_each_bound) {
  Metrics metrics;
  const Histogram took = metrics.histogram({"took_seconds", "Time.", {{"route", "send"}}},
                                           {500, 1000, 2'500'000}, Metrics::Unit::microseconds);
  const Histogram size =
      metrics.histogram({"size_bytes", "Size."}, {1000}, Metrics::Unit::as_observed);
  MetricSlots& slots = metrics.slots();
  for (const std::uint64_t value : {0u, 500u, 501u, 1000u, 2'500'000u, 2'500'001u})
    slots.observe(took, value);
  slots.observe(size, 1001);
  EXPECT_EQ(metrics.exposition(),
            "# HELP took_seconds Time.\n# TYPE took_seconds histogram\n"
            "took_seconds_bucket{route=\"send\",le=\"0.0005\"} 2\n"
            "took_seconds_bucket{route=\"send\",le=\"0.001\"} 4\n"
            "took_seconds_bucket{route=\"send\",le=\"2.5\"} 5\n"
            "took_seconds_bucket{route=\"send\",le=\"+Inf\"} 6\n"
            "took_seconds_sum{route=\"send\"} 5.002002\n"
            "took_seconds_count{route=\"send\"} 6\n"
            "# HELP size_bytes Size.\n# TYPE size_bytes histogram\n"
            "size_bytes_bucket{le=\"1000\"} 0\nsize_bytes_bucket{le=\"+Inf\"} 1\nsize_bytes_sum "
            "1001\nsize_bytes_count 1\n");
}

TEST(Metrics, texts_are_escaped) {
  Metrics metrics;
  metrics.gauge({"up", "One\\two\n\"three\".", {{"name", "a\"b\\c\nd"}}});
  EXPECT_EQ(metrics.exposition(),
            "# HELP up One\\\\two\\n\"three\".\n# TYPE up gauge\nup{name=\"a\\\"b\\\\c\\nd\"} 0\n");
}

TEST(MetricsDeathTest, definitions_that_can_not_be_end_the_process) {
  constexpr auto failed = "check failed";
  EXPECT_DEATH(Metrics().counter({"sent", "A counter ends in _total."}), failed);
  EXPECT_DEATH(Metrics().gauge({"2nd", "A digit first."}), failed);
  EXPECT_DEATH(Metrics().gauge({"up", "A bad label.", {{"a b", ""}}}), failed);
  EXPECT_DEATH(Metrics().histogram({"h", "Not ascending."}, {2, 2}, Metrics::Unit::as_observed),
               failed);
  Metrics metrics;
  metrics.gauge({"up", "Up."});
  EXPECT_DEATH(metrics.gauge({"up", "Up."}), failed);
  EXPECT_DEATH(metrics.gauge({"up", "Another help.", {{"a", "b"}}}), failed);
  metrics.slots();
  EXPECT_DEATH(metrics.gauge({"late", "After the first slots."}), failed);
}

}  // namespace
}  // namespace tradepost::base
