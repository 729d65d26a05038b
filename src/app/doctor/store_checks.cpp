#include "app/doctor/store_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "app/folder/store_words.hpp"
#include "database/connection.hpp"
#include "exchange/port/store_format.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/disk/space.hpp"
#include "store/embedded/folder/format_file.hpp"
#include "store/embedded/offline/backup.hpp"
#include "store/postgres/node/durability.hpp"
#include "store/postgres/node/membership.hpp"
#include "store/postgres/tables/schema.hpp"

namespace tradepost::app {
namespace {

namespace embedded = store::embedded;
namespace postgres = store::postgres;
namespace fs = std::filesystem;

constexpr std::chrono::hours backup_age_max{26};  // a daily backup, and two hours for its duration

void describe_format(exchange::StoreFormat format, std::string_view check, Findings& findings) {
  findings.add_good(
      check, fmt::format("The network has format {} of {}.", format, exchange::newest_format));
}

base::Result<journal::Room> room_of(const ServeOptions& options, std::uint64_t& free_bytes) {
  const std::string journal = embedded::DataFolder{options.data}.journal();
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(journal, journal::Missing::refuse));
  journal::SpaceGauge gauge(*folder, options.store.journal);
  TRY(gauge.look());
  free_bytes = gauge.free_bytes();
  return gauge.room();
}

void check_nodes(database::Connection& connection, Findings& findings) {
  constexpr std::string_view check = "nodes";
  const auto nodes = postgres::living_nodes(connection);
  if (!nodes) return findings.add_problem(check, nodes.error().text().str(), "Check the database.");
  std::set<std::string> versions;
  for (const postgres::LivingNode& node : *nodes) versions.insert(node.is.version);
  if (nodes->empty()) {
    findings.add_warning(check, "No node serves the database.", "Start tradepost.");
  } else if (versions.size() > 1) {
    findings.add_warning(
        check,
        fmt::format("Nodes of the versions {} serve the database.", fmt::join(versions, ", ")),
        "Finish the upgrade: replace the nodes of the earlier version.");
  } else {
    findings.add_good(
        check, fmt::format("Serving nodes: {}, of version {}.", nodes->size(), *versions.begin()));
  }
}

std::optional<base::Instant> newest_backup(const std::string& folder) {
  std::optional<base::Instant> newest;
  std::error_code error;
  std::vector<std::string> places = {folder};
  for (const auto& entry : fs::directory_iterator(folder, error)) places.push_back(entry.path());
  for (const std::string& place : places) {
    const auto note = embedded::read_backup_note(place);
    if (note) newest = std::max(newest.value_or(note->taken), note->taken);
  }
  return newest;
}

}  // namespace

void check_disk(const ServeOptions& options, Findings& findings) {
  constexpr std::string_view check = "disk";
  std::uint64_t free_bytes = 0;
  const auto room = room_of(options, free_bytes);
  if (!room) {
    findings.add_problem(check, room.error().text().str() + " " + room.error().detail().str(),
                         "Check the setting `data`, and whose files they are.");
    return;
  }
  const std::string left =
      fmt::format("The disk of the data folder has {} MiB left", free_bytes >> 20);
  if (*room != journal::Room::ample) {
    findings.add_problem(check, left + ", so documents are refused.", "Order a larger disk.");
  } else if (free_bytes < std::uint64_t{10} << 30) {
    findings.add_warning(check, left + ".", "Order a larger disk: the journal never shrinks.");
  } else {
    findings.add_good(check, left + ".");
  }
}

void check_journal(const std::string& data, Findings& findings) {
  constexpr std::string_view check = "journal";
  const auto proof = prove(embedded::DataFolder{data}.journal(), {});
  if (!proof) {
    findings.add_problem(check, proof.error().text().str(), "Run tradepost check " + data);
  } else if (!proof->is_whole()) {
    findings.add_problem(
        check, fmt::format("The journal is damaged in {} places.", proof->verdict.defects.size()),
        fmt::format("Take no backup over an earlier one. tradepost check {} shows "
                    "what is lost.",
                    data));
  } else {
    findings.add_good(
        check, fmt::format("The journal is whole up to record {}.", proof->verdict.end.next - 1));
  }
  const auto folder = journal::open_posix_folder(data, journal::Missing::refuse);
  if (!folder) return;
  const auto format = embedded::read_format(**folder, exchange::newest_format);
  if (format) {
    describe_format(*format, "format", findings);
  } else {
    findings.add_problem("format", format.error().text().str(), "Install the newer version again.");
  }
}

void check_database(const std::string& address, Findings& findings) {
  constexpr std::string_view check = "database";
  const auto connection =
      database::Connection::open({.address = address, .application_name = "tradepost doctor"});
  if (!connection) {
    findings.add_problem(check,
                         connection.error().text().str() + " " + connection.error().detail().str(),
                         "Check the setting `store`, the server and the network between.");
    return;
  }
  const auto risks = postgres::risks_of(**connection);
  if (!risks) return findings.add_problem(check, risks.error().text().str(), "Check the server.");
  for (const std::string& risk : *risks) {
    findings.add_warning(check, risk,
                         "See docs/operate/postgresql.md: acknowledged operations may be "
                         "lost with the server.");
  }
  if (risks->empty()) findings.add_good(check, "An acknowledged operation is on two servers.");
  if (const auto format = postgres::format_of(**connection)) {
    describe_format(*format, "format", findings);
  }
  check_nodes(**connection, findings);
}

void check_backups(const std::string& folder, const base::Clock& clock, Findings& findings) {
  constexpr std::string_view check = "backup";
  const auto newest = newest_backup(folder);
  if (!newest) {
    findings.add_problem(check, fmt::format("{} has no complete backup.", folder),
                         "Take one: tradepost backup DATA " + folder + "/NAME");
    return;
  }
  const auto age = std::chrono::floor<std::chrono::hours>(clock.now() - *newest);
  const std::string sentence = fmt::format("The newest backup is {} hours old.", age.count());
  if (age > backup_age_max) {
    findings.add_warning(check, sentence, "Check the timer of the backup.");
  } else {
    findings.add_good(check, sentence);
  }
}

}  // namespace tradepost::app
