#include "app/agent/agent_status.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "app/console/saying.hpp"
#include "app/console/table_text.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::app {
namespace {

constexpr std::size_t shown_max = 100;

std::string state_of(bool is_there, const agent::Health& health) {
  if (!is_there) return "-";
  if (!health.problem.empty()) return "problem";
  return health.contact_at.empty() ? "no contact yet" : "works";
}

void write(base::JsonWriter& json, const agent::Health& health) {
  json.begin_object();
  const auto text = [&](std::string_view name, const std::string& value) {
    json.key(name);
    value.empty() ? json.null() : json.string(value);
  };
  text("contactAt", health.contact_at);
  text("problem", health.problem);
  text("problemSince", health.problem_since);
  json.end_object();
}

void write(base::JsonWriter& json, const std::vector<agent::Entry>& entries) {
  json.begin_array();
  for (const agent::Entry& entry : entries) {
    json.begin_object().key("id").string(entry.id).key("type").string(entry.type);
    json.key("sender").string(entry.sender).key("attempts").integer(entry.attempts);
    json.key("reason").string(entry.report.reason).key("changedAt").string(entry.changed_at);
    json.end_object();
  }
  json.end_array();
}

void write(base::JsonWriter& json, const agent::SetAsideFiles& files) {
  json.begin_array();
  for (const auto& [file, reason] : files) {
    json.begin_object().key("file").string(file).key("reason").string(reason).end_object();
  }
  json.end_array();
}

void print_problem(const std::string& bridge, std::string_view direction,
                   const agent::Health& health) {
  if (health.problem.empty()) return;
  say("\n{}, {}: since {}: {}\n", bridge, direction, shown_time(health.problem_since),
      health.problem);
}

void print_entries(std::string_view title, const std::string& bridge,
                   const std::vector<agent::Entry>& entries, std::int64_t count) {
  if (entries.empty()) return;
  say("\n{}, {}: {}\n", bridge, title, count);
  TableText table({"id", "type", "sender", "attempts", "reason"});
  for (const agent::Entry& entry : entries) {
    const std::string& reason = entry.report.reason;
    table.row({entry.id, entry.type, entry.sender, std::to_string(entry.attempts),
               reason.substr(0, reason.find('\n'))});
  }
  table.print();
}

void print_files(const std::string& bridge, const agent::SetAsideFiles& files) {
  if (files.empty()) return;
  say("\n{}, files set aside in .sending: {}\n", bridge, files.size());
  TableText table({"file", "reason"});
  for (const auto& [file, reason] : files | std::views::take(shown_max)) table.row({file, reason});
  table.print();
}

// Returns the oldest waiting documents. They include each document of an attempt in progress, which
// can last a minute: the reason of the previous failure is valid until the attempt ends.
base::Result<std::vector<agent::Entry>> waiting_documents(agent::Ledger& ledger,
                                                          const std::string& bridge) {
  using agent::Standing;
  TRY_ASSIGN(std::vector<agent::Entry> all, ledger.all(bridge, Standing::waiting, shown_max));
  TRY_ASSIGN(const auto handing, ledger.all(bridge, Standing::handing, shown_max));
  for (agent::Entry entry : handing) {
    if (entry.attempts > 0) --entry.attempts;  // The attempt in progress does not count yet.
    all.push_back(std::move(entry));
  }
  std::ranges::sort(all, {}, &agent::Entry::id);
  if (all.size() > shown_max) all.resize(shown_max);
  return all;
}

}  // namespace

bool AgentStatus::is_well() const {
  return is_running && std::ranges::all_of(bridges, [](const BridgeStatus& bridge) {
           return bridge.receiving.problem.empty() && bridge.sending.problem.empty() &&
                  bridge.counts.set_aside == 0 && bridge.set_aside_files.empty();
         });
}

base::Result<AgentStatus> agent_status_of(const agent::Agent::Settings& settings,
                                          const base::Clock& clock) {
  TRY_ASSIGN(agent::Ledger ledger, agent::Ledger::look_at(settings.folder, clock));
  AgentStatus status{.is_running = agent::LedgerLock::is_taken(settings.folder)};
  for (const agent::Bridge& bridge : settings.bridges) {
    BridgeStatus one{.name = bridge.name,
                     .receives = bridge.receiving.has_value(),
                     .sends = bridge.sending.has_value()};
    using agent::Direction;
    using agent::Standing;
    TRY_ASSIGN(one.receiving, ledger.health(bridge.name, Direction::receive));
    TRY_ASSIGN(one.sending, ledger.health(bridge.name, Direction::send));
    TRY_ASSIGN(one.counts, ledger.counts(bridge.name));
    TRY_ASSIGN(one.set_aside, ledger.all(bridge.name, Standing::set_aside, shown_max));
    TRY_ASSIGN(one.waiting, waiting_documents(ledger, bridge.name));
    // Ignores set-aside files of an outbox that the bridge no longer has.
    if (one.sends) {
      TRY_ASSIGN(one.set_aside_files, ledger.set_aside_files(bridge.name));
    }
    status.bridges.push_back(std::move(one));
  }
  return status;
}

void print_for_people(const AgentStatus& status) {
  say("The agent {}.\n\n", status.is_running ? "runs" : "does not run");
  TableText table({"bridge", "receives", "contact", "processed", "failed", "waiting", "set aside",
                   "sends", "sent", "refused"});
  for (const BridgeStatus& bridge : status.bridges) {
    const agent::Counts& counts = bridge.counts;
    table.row({bridge.name, state_of(bridge.receives, bridge.receiving),
               shown_time(std::max(bridge.receiving.contact_at, bridge.sending.contact_at)),
               std::to_string(counts.processed), std::to_string(counts.refused),
               std::to_string(counts.waiting + counts.unreported), std::to_string(counts.set_aside),
               state_of(bridge.sends, bridge.sending), std::to_string(counts.sent),
               std::to_string(counts.failed)});
  }
  table.print();
  for (const BridgeStatus& bridge : status.bridges) {
    print_problem(bridge.name, "receiving", bridge.receiving);
    print_problem(bridge.name, "sending", bridge.sending);
    print_entries("waiting", bridge.name, bridge.waiting, bridge.counts.waiting);
    print_entries("set aside", bridge.name, bridge.set_aside, bridge.counts.set_aside);
    print_files(bridge.name, bridge.set_aside_files);
  }
}

std::string for_programs(const AgentStatus& status) {
  base::JsonWriter json;
  json.begin_object().key("running").boolean(status.is_running).key("bridges").begin_array();
  for (const BridgeStatus& bridge : status.bridges) {
    const agent::Counts& counts = bridge.counts;
    json.begin_object().key("name").string(bridge.name);
    if (bridge.receives) {
      json.key("receive");
      write(json, bridge.receiving);
    }
    if (bridge.sends) {
      json.key("send");
      write(json, bridge.sending);
    }
    json.key("processed").integer(counts.processed).key("failed").integer(counts.refused);
    json.key("unreported").integer(counts.unreported).key("waiting").integer(counts.waiting);
    json.key("setAside").integer(counts.set_aside).key("withdrawn").integer(counts.withdrawn);
    json.key("outgoing").integer(counts.outgoing).key("sent").integer(counts.sent);
    json.key("refused").integer(counts.failed);
    json.key("waitingDocuments");
    write(json, bridge.waiting);
    json.key("setAsideDocuments");
    write(json, bridge.set_aside);
    json.key("setAsideFiles");
    write(json, bridge.set_aside_files);
    json.end_object();
  }
  return std::move(json.end_array().end_object()).finish();
}

}  // namespace tradepost::app
