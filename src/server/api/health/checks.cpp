#include "api/health/checks.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "api/health/bounds.hpp"

namespace tradepost::api {
namespace {

using base::Instant;
using std::chrono::seconds;

// Sections of the documentation.
constexpr std::string_view help_disk = "/docs/operate/runbook#the-disk-is-full";
constexpr std::string_view help_store =
    "/docs/operate/runbook#the-store-has-failed-or-the-index-is-damaged";
constexpr std::string_view help_slow = "/docs/operate/runbook#sends-are-slow";
constexpr std::string_view help_database = "/docs/operate/runbook#the-database-is-away";
constexpr std::string_view help_backup = "/docs/operate/runbook#a-backup-is-missing";
constexpr std::string_view help_backups_off = "/docs/operate/backup#back-up-a-folder-every-day";
constexpr std::string_view help_backups_of_database = "/docs/operate/backup#postgresql";
constexpr std::string_view help_certificate = "/docs/operate/runbook#the-certificate-has-expired";
constexpr std::string_view help_clock = "/docs/operate/runbook#the-clock-is-wrong";
constexpr std::string_view help_upgrade = "/docs/operate/runbook#an-upgrade-does-not-finish";
constexpr std::string_view help_nodes = "/docs/operate/upgrade#upgrade-several-nodes";
constexpr std::string_view help_webhooks = "/docs/operate/runbook#a-webhook-fails-or-was-given-up";
constexpr std::string_view help_mail = "/docs/operate/runbook#e-mails-do-not-arrive";
constexpr std::string_view help_requests = "/docs/operate/runbook#refused-requests-are-not-written";

// A state, its sentence, and where the documentation says what to do.
struct Verdict {
  HealthState state{};
  std::string_view message;
  std::string_view help = {};
};

Verdict ok(std::string_view message) {
  return {.state = HealthState::ok, .message = message};
}
Verdict warning(std::string_view message, std::string_view help) {
  return {.state = HealthState::warning, .message = message, .help = help};
}
Verdict failing(std::string_view message, std::string_view help) {
  return {.state = HealthState::failing, .message = message, .help = help};
}
Verdict unknown(std::string_view message, std::string_view help) {
  return {.state = HealthState::unknown, .message = message, .help = help};
}

HealthCheck check(std::string_view code, const Verdict& verdict,
                  std::vector<HealthFigure> figures = {}) {
  return {.code = code,
          .state = verdict.state,
          .message = verdict.message,
          .help = verdict.help,
          .figures = std::move(figures)};
}

std::int64_t whole(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

std::int64_t seconds_in(Instant::duration time) {
  return std::chrono::round<seconds>(time).count();
}

// The store in a folder

Verdict disk(const FolderFacts& folder) {
  if (!folder.has_room) {
    return failing("The disk of the data folder is full. New documents are refused with 503.",
                   help_disk);
  }
  if (folder.free_bytes < health::little_space_bytes) {
    return warning(
        "Less than 10 GiB are free on the disk of the data folder. The journal never shrinks.",
        help_disk);
  }
  return ok("The disk of the data folder has enough free space.");
}

Verdict journal(const HealthFacts& facts, const FolderFacts& folder) {
  if (facts.has_failed)
    return failing("The journal can't be written any more. The log has the reason.", help_store);
  if (!folder.has_room) {
    return failing("The journal accepts reports, but no new documents until the disk has space.",
                   help_disk);
  }
  return ok("The journal accepts records. Each record is on the disk before it is acknowledged.");
}

Verdict index(IndexState state) {
  switch (state) {
    case IndexState::whole:
      return ok("The index has everything that the journal has.");
    case IndexState::behind:
      return warning("The index is written more slowly than documents arrive.", help_slow);
    case IndexState::rebuilt:
      return warning("The index was damaged at the last start and was rebuilt. Check the disk.",
                     help_store);
    case IndexState::damaged:
      return failing("The index is damaged. The next start rebuilds it from the journal.",
                     help_store);
  }
  std::unreachable();
}

void add_folder(const HealthFacts& facts, std::vector<HealthCheck>& checks) {
  const FolderFacts& folder = *facts.folder;
  checks.push_back(check("disk", disk(folder), {{"freeBytes", whole(folder.free_bytes)}}));
  checks.push_back(check("journal", journal(facts, folder),
                         {{"bytes", whole(folder.journal_bytes)},
                          {"lastRecordAt", folder.last_record_at},
                          {"takesDocuments", folder.has_room && !facts.has_failed}}));
  checks.push_back(check("index", index(folder.index), {{"bytes", whole(folder.index_bytes)}}));
}

// The store in a database

// Returns the nodes, unless they were read too long ago.
const DatabaseNodes* nodes_known(const HealthFacts& facts, Instant now) {
  if (!facts.database || !facts.database->nodes) return nullptr;
  const DatabaseNodes& nodes = *facts.database->nodes;
  return now - nodes.read_at <= health::nodes_age_max ? &nodes : nullptr;
}

HealthCheck database(const DatabaseFacts& facts) {
  const Verdict verdict =
      facts.is_away
          ? failing("The database does not answer. Requests are refused with 503.", help_database)
          : ok("The database answers.");
  return check("database", verdict, {{"answeredAt", facts.answered_at}});
}

Verdict nodes(const HealthFacts& facts, Instant now) {
  if (!facts.database) return ok("The exchange has one node.");
  const DatabaseNodes* known = nodes_known(facts, now);
  if (known == nullptr)
    return unknown("The nodes were not read from the database within a minute.", help_database);
  const auto is_other = [&](const NodeFacts& node) { return node.version != facts.version; };
  if (std::ranges::any_of(known->nodes, is_other))
    return warning("Nodes of different versions serve. Finish the upgrade.", help_nodes);
  return ok("All nodes have the same version.");
}

// Both stores

Verdict backup(const HealthFacts& facts, Instant now) {
  const BackupFacts& backup = facts.backup;
  switch (backup.reading) {
    case BackupFacts::Reading::off:
      if (facts.database) {
        return unknown("The exchange does not know the backups of its database.",
                       help_backups_of_database);
      }
      return unknown("The exchange does not know its backups, because `backups` is not set.",
                     help_backups_off);
    case BackupFacts::Reading::not_yet:
      return unknown("The folder of backups is being read.", help_backup);
    case BackupFacts::Reading::refused:
      return failing("The folder of backups can't be read. The log has the reason.", help_backup);
    case BackupFacts::Reading::done:
      break;
  }
  if (!backup.newest) return failing("The folder has no complete backup.", help_backup);
  if (*backup.newest - now > health::backup_age_max)
    return warning("The newest backup has a date in the future. The clock was wrong.", help_backup);
  if (now - *backup.newest > health::backup_age_max)
    return warning("The newest backup is more than 30 hours old.", help_backup);
  return ok("The newest backup is at most 30 hours old.");
}

Verdict certificate(Instant end, Instant now) {
  if (end < now)
    return failing("The certificate has expired. Clients refuse to connect.", help_certificate);
  if (end - now < health::certificate_renewed_before)
    return warning("The certificate ends within 14 days. Check its renewal.", help_certificate);
  return ok("The certificate is valid for at least 14 days.");
}

Verdict clock(const ClockFacts& clock, Instant::duration error) {
  if (error > health::clock_error_max) {
    return warning("The clock was set back. Records keep the last date until the clock reaches it.",
                   help_clock);
  }
  if (clock.has_jumped) {
    return warning("The clock jumped forward. Retention and overdue checks wait for an hour.",
                   help_clock);
  }
  if (clock.is_synchronised == false)
    return warning("No time service synchronises the clock of this machine.", help_clock);
  if (!clock.is_synchronised)
    return unknown("The system does not report whether its clock is synchronised.", help_clock);
  return ok("The clock is synchronised.");
}

Verdict clock_on_database(const ClockFacts& of_machine, Instant::duration ahead) {
  if (std::chrono::abs(ahead) > health::clock_error_max)
    return warning("The clock of this machine differs from that of the database.", help_clock);
  return clock(of_machine, {});
}

void add_clock(const HealthFacts& facts, Instant now, std::vector<HealthCheck>& checks) {
  std::vector<HealthFigure> figures;
  if (facts.clock.is_synchronised)
    figures.push_back({"isSynchronised", *facts.clock.is_synchronised});
  if (facts.folder) {
    const auto ahead = std::max(facts.folder->last_record_at - now, Instant::duration::zero());
    figures.push_back({"behindSeconds", seconds_in(ahead)});
    figures.push_back({"clockFalls", whole(facts.folder->clock_falls)});
    checks.push_back(check("clock", clock(facts.clock, ahead), std::move(figures)));
    return;
  }
  const DatabaseNodes* known = nodes_known(facts, now);
  const auto ahead = known == nullptr ? Instant::duration::zero() : known->ahead;
  if (known != nullptr) figures.push_back({"aheadOfDatabaseSeconds", seconds_in(ahead)});
  checks.push_back(check("clock", clock_on_database(facts.clock, ahead), std::move(figures)));
}

Verdict format(const HealthFacts& facts) {
  if (facts.format >= exchange::newest_format)
    return ok("The store has the newest format of this version.");
  if (facts.is_format_refused) {
    return warning("The store still has the format of the earlier version: another node needs it.",
                   help_upgrade);
  }
  return ok("The store still has the format of the earlier version. It is raised by itself.");
}

Verdict mail(const MailFacts& facts, Instant now) {
  if (!facts.queue)
    return failing("The queue of e-mails can't be used. The log has the reason.", help_mail);
  const auto& oldest = facts.queue->oldest;
  if (oldest && now - *oldest > health::retried_work_age_max)
    return warning("An e-mail has waited for more than an hour.", help_mail);
  return ok("E-mails are accepted by the mail server.");
}

Verdict webhooks(const RetriedWork& facts, Instant now) {
  if (facts.oldest && now - *facts.oldest > health::retried_work_age_max)
    return warning("A webhook has refused an event for more than an hour.", help_webhooks);
  return ok("Webhooks accept their events.");
}

std::vector<HealthFigure> figures_of(const RetriedWork& work, std::string_view count) {
  std::vector<HealthFigure> figures{{count, whole(work.waiting)}};
  if (work.oldest) figures.push_back({"oldestAt", *work.oldest});
  return figures;
}

}  // namespace

std::string_view name_of(HealthState state) {
  switch (state) {
    case HealthState::ok:
      return "ok";
    case HealthState::warning:
      return "warning";
    case HealthState::failing:
      return "failing";
    case HealthState::unknown:
      return "unknown";
  }
  std::unreachable();
}

std::vector<HealthCheck> checks_of(const HealthFacts& facts, Instant now) {
  std::vector<HealthCheck> checks;
  if (facts.folder) add_folder(facts, checks);
  if (facts.database) checks.push_back(database(*facts.database));
  std::vector<HealthFigure> of_backup;
  if (facts.backup.newest) of_backup.push_back({"takenAt", *facts.backup.newest});
  checks.push_back(check("backup", backup(facts, now), std::move(of_backup)));
  if (facts.certificate_ends_at) {
    const Instant end = *facts.certificate_ends_at;
    checks.push_back(check("certificate", certificate(end, now), {{"endsAt", end}}));
  }
  add_clock(facts, now, checks);
  checks.push_back(
      check("format", format(facts),
            {{"storeFormat", facts.format}, {"newestStoreFormat", exchange::newest_format}}));
  checks.push_back(check("nodes", nodes(facts, now)));
  checks.push_back(
      check("webhooks", webhooks(facts.webhooks, now), figures_of(facts.webhooks, "failing")));
  if (facts.mail.is_on) {
    checks.push_back(check("mail", mail(facts.mail, now),
                           figures_of(facts.mail.queue.value_or(RetriedWork{}), "waiting")));
  }
  if (facts.loses_requests) {
    checks.push_back(
        check("request_log", warning("Refused requests are not written to the disk, and are lost "
                                     "with a restart.",
                                     help_requests)));
  }
  return checks;
}

std::vector<exchange::Subject> work_of(const HealthFacts& facts, Instant now) {
  using exchange::Subject;
  std::vector<Subject> work;
  for (const HealthCheck& check : checks_of(facts, now)) {
    if (check.state == HealthState::ok || check.state == HealthState::unknown) continue;
    if (check.code == "disk") work.push_back(Subject::little_space);
    if (check.code == "index" && facts.folder->index != IndexState::behind)
      work.push_back(Subject::index_damaged);
    if (check.code == "certificate") work.push_back(Subject::certificate_ends);
    if (check.code == "backup") work.push_back(Subject::backup_old);
  }
  return work;
}

std::vector<NodeFacts> nodes_of(const HealthFacts& facts, Instant now) {
  const DatabaseNodes* known = nodes_known(facts, now);
  if (known != nullptr) return known->nodes;
  return {NodeFacts{.version = facts.version,
                    .serving_since = facts.started_at,
                    .seen_at = now,
                    .is_this = true}};
}

}  // namespace tradepost::api
