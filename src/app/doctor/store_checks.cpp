#include "app/doctor/store_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "api/health/bounds.hpp"
#include "app/folder/kept_backups.hpp"
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

constexpr const char* reinstall = "Install the newer version again.";

void describe_format(exchange::StoreFormat format, Findings& findings) {
  findings.add_good(
      "format", fmt::format("The network has format {} of {}.", format, exchange::newest_format));
}

struct DiskState {
  std::uint64_t free_bytes = 0;
  bool takes_documents = false;
};

// The exchange deletes its ballast before it refuses documents.
base::Result<DiskState> disk_state(const ServeOptions& options) {
  const std::string journal = embedded::DataFolder{options.data}.journal();
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(journal, journal::Missing::refuse));
  journal::SpaceGauge gauge(*folder, options.store.journal);
  TRY(gauge.look());
  const bool has_ballast = embedded::is_there(journal + "/ballast");
  return DiskState{.free_bytes = gauge.free_bytes(),
                   .takes_documents = has_ballast || gauge.room() == journal::Room::ample};
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

// Returns nullopt if no backup is complete.
base::Result<std::optional<base::Instant>> newest_backup(const ServeOptions& options) {
  std::optional<journal::Identity> network;
  if (!options.database) {
    TRY_ASSIGN(network, identity_of(options.data));
  }
  TRY_ASSIGN(const auto backups, backups_in(options.backups, network));
  if (backups.empty()) return std::nullopt;
  return backups.front().note.taken;
}

}  // namespace

void check_disk(const ServeOptions& options, Findings& findings) {
  constexpr std::string_view check = "disk";
  const auto disk = disk_state(options);
  if (!disk) {
    findings.add_problem(check, disk.error().text().str() + " " + disk.error().detail().str(),
                         "Check the setting `data`, and whose files they are.");
    return;
  }
  const std::string left =
      fmt::format("The disk of the data folder has {} MiB left", disk->free_bytes >> 20);
  if (!disk->takes_documents) {
    findings.add_problem(check, left + ", so documents are refused.", "Order a larger disk.");
  } else if (disk->free_bytes < api::health::little_space_bytes) {
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
    describe_format(*format, findings);
  } else {
    findings.add_problem("format", format.error().text().str(), reinstall);
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
  const auto format = postgres::format_of(**connection);
  if (!format) {
    findings.add_problem("format", format.error().text().str(), "Check the database.");
  } else if (*format > exchange::newest_format) {
    findings.add_problem("format", postgres::tables_too_new().text().str(), reinstall);
  } else {
    describe_format(*format, findings);
  }
  check_nodes(**connection, findings);
}

void check_backups(const ServeOptions& options, const base::Clock& clock, Findings& findings) {
  constexpr std::string_view check = "backup";
  const auto newest = newest_backup(options);
  if (!newest) {
    findings.add_problem(check, newest.error().text().str() + " " + newest.error().detail().str(),
                         "Check the setting `backups`, and whose files they are.");
    return;
  }
  if (!*newest) {
    findings.add_problem(check,
                         fmt::format("{} has no complete backup of this network.", options.backups),
                         "Take one: tradepost backup DATA " + options.backups + " --keep 14");
    return;
  }
  const auto age = clock.now() - **newest;
  const auto hours = std::chrono::floor<std::chrono::hours>(age).count();
  const std::string sentence = fmt::format("The newest backup is {} hours old.", hours);
  if (age < std::chrono::hours(-1)) {
    findings.add_warning(check, "The newest backup has a date in the future.",
                         "The clock was wrong. Remove this backup.");
  } else if (age > api::health::backup_age_max) {
    findings.add_warning(check, sentence, "Check the timer of the backup.");
  } else {
    findings.add_good(check, sentence);
  }
}

}  // namespace tradepost::app
