#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/console/commands.hpp"
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
  bool json = false;
};

void write_note(base::JsonWriter& json, const embedded::BackupNote& note) {
  json.key("sequence").integer(note.sequence);
  json.key("chain").string(note.chain.hex());
  json.key("taken").string(base::to_string(note.taken));
}

ExitStatus back_up(const Options& options) {
  const base::SystemClock clock;
  const auto report = with_progress([&](const embedded::Tell& tell) {
    return embedded::back_up({options.from}, options.to, clock, tell);
  });
  if (!report) return tell_refusal(report.error());
  if (options.json) {
    base::JsonWriter json(base::JsonWriter::Layout::indented);
    json.begin_object();
    write_note(json, report->note);
    json.key("segments").integer(report->segments);
    fmt::print("{}", std::move(json.end_object()).finish());
  } else {
    fmt::print("{} segments, up to record {}\nchain behind record {}: {}\n", report->segments,
               report->note.sequence, report->note.sequence, report->note.chain.hex());
  }
  return ExitStatus::good;
}

ExitStatus restore(const Options& options) {
  const base::SystemClock clock;
  base::SystemRandom random;
  const auto report = with_progress([&](const embedded::Tell& tell) {
    return embedded::restore(options.from, {options.to}, options.erased_in,
                             {.clock = clock, .random = random}, tell);
  });
  if (!report) return tell_refusal(report.error());
  if (options.json) {
    base::JsonWriter json(base::JsonWriter::Layout::indented);
    json.begin_object().key("backup").begin_object();
    write_note(json, report->note);
    json.end_object();
    write_life(json, report->life);
    fmt::print("{}", std::move(json.end_object()).finish());
  } else {
    fmt::print("restored up to record {}, as it was at {}\n{}", report->note.sequence,
               base::to_string(report->note.taken), words_of(report->life));
  }
  return ExitStatus::good;
}

}  // namespace

void add_backup_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("backup", "Copy a network's journal while it is served");
  command.footer(
      "TARGET must not be there; it has its name when the backup is whole, and is called\n"
      "TARGET.unfinished until then. Full segments are links where both lie on one file system: "
      "for\n"
      "a disk that may break, copy the backup elsewhere. The index is made anew by restore.\n\n"
      "Example:\n"
      "  tradepost backup /srv/tradepost /backup/2026-11-20");
  const auto options = std::make_shared<Options>();
  command.add_option("folder", options->from, "The network's folder").required().type_name("DIR");
  command.add_option("target", options->to, "Where the backup is to be")
      .required()
      .type_name("TARGET");
  command.add_flag("--json", options->json, "As JSON");
  command.callback([options, &status] { status = back_up(*options); });
}

void add_restore_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("restore", "Make a network of a backup");
  command.footer(
      "DIR must not be there, or be empty. A new epoch begins: cursors of before are refused, and\n"
      "their owners begin anew. Each range of numbers passes over a tenth of what it has left, at\n"
      "most 1,000,000 numbers, because some may have been given since the backup was taken.\n"
      "Documents that were erased since are there again, unless --erased-in names a folder whose\n"
      "journal says so: the network's own, or a later backup.\n\n"
      "Example:\n"
      "  tradepost restore /backup/2026-11-20 /srv/tradepost");
  const auto options = std::make_shared<Options>();
  command.add_option("backup", options->from, "The backup's folder").required().type_name("BACKUP");
  command.add_option("folder", options->to, "The network's folder to be")
      .required()
      .type_name("DIR");
  command
      .add_option("--erased-in", options->erased_in,
                  "Erase again what was erased in this network or backup")
      .type_name("DIR");
  command.add_flag("--json", options->json, "As JSON");
  command.callback([options, &status] { status = restore(*options); });
}

}  // namespace tradepost::app
