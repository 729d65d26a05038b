
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/console/commands.hpp"
#include "app/folder/kept_backups.hpp"
#include "app/folder/store_words.hpp"
#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "store/embedded/offline/backup.hpp"

namespace tradepost::app {
namespace {

namespace embedded = store::embedded;

struct Options {
  std::string from;
  std::string to;
  std::vector<std::string> erased_in;
  std::size_t keep = 0;
  bool json = false;
};

void write_note(Printout& out, const embedded::BackupNote& note) {
  out.member("sequence", note.sequence).member("chain", note.chain.hex());
  out.member("taken", base::to_string(note.taken));
}

ExitStatus back_up(const Options& options) {
  const base::SystemClock clock;
  const base::Instant now = clock.now();
  const bool is_dated = options.keep > 0;
  const std::string target =
      is_dated ? (std::filesystem::path(options.to) / backup_name(now)).string() : options.to;
  if (is_dated) {
    const auto removed = remove_unfinished_backups(options.to, now);
    if (!removed) return print_refusal(removed.error());
  }
  const auto report = with_progress([&](const embedded::OnProgress& on_progress) {
    return embedded::back_up({options.from}, target, clock, on_progress);
  });
  if (!report) return print_refusal(report.error());
  Printout out({.is_json = options.json});
  out.member("backup", target);
  write_note(out, report->note);
  out.member("segments", report->segments);
  out.say("{} segments, up to record {}\nchain after record {}: {}\n", report->segments,
          report->note.sequence, report->note.sequence, report->note.chain.hex());
  if (is_dated) {
    const auto removed = remove_old_backups(options.to, {target, report->note}, options.keep);
    if (!removed) return print_refusal(removed.error());
    out.member("removed", *removed);
    out.say("{}: complete; {} older backups removed\n", target, *removed);
  }
  std::move(out).print_json();
  return ExitStatus::good;
}

ExitStatus restore(const Options& options) {
  const base::SystemClock clock;
  base::SystemRandom random;
  const auto report = with_progress([&](const embedded::OnProgress& on_progress) {
    return embedded::restore(options.from, {options.to}, options.erased_in,
                             {.clock = clock, .random = random}, on_progress);
  });
  if (!report) return print_refusal(report.error());
  Printout out({.is_json = options.json});
  out.part("backup", [&] { write_note(out, report->note); });
  out.say("restored up to record {}, the state of {}\n", report->note.sequence,
          base::to_string(report->note.taken));
  describe(out, report->life);
  std::move(out).print_json();
  return ExitStatus::good;
}

}  // namespace

void add_backup_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "backup", "Copy a network's journal, also while the exchange is running");
  command.footer(
      "TARGET must not exist. While the backup is in progress, its folder is called\n"
      "TARGET.unfinished. The finished backup is read once more and verified before it gets its\n"
      "name. It contains every document that was acknowledged before the command began. If both\n"
      "folders are on one file system, full segments are hard links. To protect the data\n"
      "against a failing disk, copy the backup to another disk. A backup has no index: restore\n"
      "rebuilds it.\n"
      "\n"
      "With --keep, TARGET is an existing folder of backups. The new one gets the time as its\n"
      "name. Then only the NUMBER newest backups of this network remain. Backups with other names\n"
      "are kept.\n"
      "\n"
      "Examples:\n"
      "  tradepost backup /srv/tradepost /backup/2026-11-20\n"
      "  tradepost backup /srv/tradepost /backup --keep 14");
  const auto options = std::make_shared<Options>();
  command.add_option("folder", options->from, "The network's folder").required().type_name("DIR");
  command.add_option("target", options->to, "The folder of the backup")
      .required()
      .type_name("TARGET");
  command.add_option("--keep", options->keep, "Back up into TARGET/TIME, and keep NUMBER backups")
      .between(1, 10'000)
      .type_name("NUMBER");
  command.add_flag("--json", options->json, "Print JSON");
  command.callback([options, &status] { status = back_up(*options); });
}

void add_restore_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("restore", "Restore a network from a backup");
  command.footer(
      "DIR must not exist, or must be empty. A restore begins a new epoch: the exchange refuses\n"
      "earlier cursors, and clients start their lists again. Each SSCC range skips a tenth of\n"
      "its remaining numbers, at most 1,000,000, because some may have been assigned after the\n"
      "backup. Documents that were erased after the backup are restored, unless --erased-in\n"
      "names a folder whose journal has the erasures: the network's own folder, or a later\n"
      "backup.\n"
      "\n"
      "Example:\n"
      "  tradepost restore /backup/2026-11-20 /srv/tradepost");
  const auto options = std::make_shared<Options>();
  command.add_option("backup", options->from, "The backup's folder").required().type_name("BACKUP");
  command.add_option("folder", options->to, "The folder of the restored network")
      .required()
      .type_name("DIR");
  command
      .add_option("--erased-in", options->erased_in,
                  "Repeat the erasures of this network or backup")
      .type_name("DIR");
  command.add_flag("--json", options->json, "Print JSON");
  command.callback([options, &status] { status = restore(*options); });
}

}  // namespace tradepost::app
