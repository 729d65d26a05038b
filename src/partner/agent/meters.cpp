#include "agent/meters.hpp"

namespace tradepost::agent {

Meters::Meters(const std::vector<Bridge>& bridges) {
  for (const Bridge& bridge : bridges) {
    const auto counter = [&](std::string_view name, std::string_view help,
                             std::string_view outcome) {
      base::Metrics::Labels labels{{"bridge", bridge.name}};
      if (!outcome.empty()) labels.emplace_back("outcome", outcome);
      return metrics_.counter(
          {.name = std::string(name), .help = std::string(help), .labels = std::move(labels)});
    };
    const auto gauge = [&](std::string_view name, std::string_view help,
                           std::string_view direction) {
      base::Metrics::Labels labels{{"bridge", bridge.name}};
      if (!direction.empty()) labels.emplace_back("direction", direction);
      return metrics_.gauge(
          {.name = std::string(name), .help = std::string(help), .labels = std::move(labels)});
    };
    constexpr std::string_view handed = "tradepost_agent_handed_over_total";
    constexpr std::string_view of_handed = "Documents that were handed over, by outcome";
    constexpr std::string_view sent = "tradepost_agent_sent_total";
    constexpr std::string_view of_sent = "Files of the outbox that the exchange answered";
    constexpr std::string_view problem = "tradepost_agent_problem";
    constexpr std::string_view of_problem = "1 while a direction of the bridge does not work";
    bridges_.emplace(
        bridge.name,
        OfBridge{.processed = counter(handed, of_handed, "processed"),
                 .refused = counter(handed, of_handed, "refused"),
                 .later = counter(handed, of_handed, "later"),
                 .reports = counter("tradepost_agent_reports_total",
                                    "Reports that the exchange accepted", ""),
                 .sent = counter(sent, of_sent, "sent"),
                 .failed = counter(sent, of_sent, "failed"),
                 .waiting = gauge("tradepost_agent_waiting",
                                  "Documents that will be retried, at the last scan", ""),
                 .set_aside = gauge("tradepost_agent_set_aside",
                                    "Documents that are set aside and need attention", ""),
                 .set_aside_files = gauge("tradepost_agent_set_aside_files",
                                          "Entries of .sending/ that can't be sent", ""),
                 .receiving_problem = gauge(problem, of_problem, "receive"),
                 .sending_problem = gauge(problem, of_problem, "send")});
  }
}

}  // namespace tradepost::agent
