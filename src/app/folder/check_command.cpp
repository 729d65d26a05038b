#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "app/folder/store_words.hpp"
#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/ground/check.hpp"
#include "store/embedded/format/payload.hpp"
#include "store/embedded/offline/check.hpp"
#include "store/embedded/offline/rebuild.hpp"
#include "store/embedded/offline/repair.hpp"

namespace tradepost::app {
namespace {

namespace embedded = store::embedded;

struct Options {
  std::string folder;
  std::string anchor_file;
  bool rebuild = false;
  bool repair = false;
  bool chain = false;
  bool yes = false;
  bool json = false;

  embedded::DataFolder data() const { return {folder}; }
};

constexpr std::size_t lost_named_for_people = 100;

using State = embedded::CheckReport::Index;

// A state of the index, in words for programs and for people.
struct StateWords {
  State state;
  std::string_view name;
  std::string_view sentence;  // names in braces are figures of the report
};

constexpr std::array all_states = {
    StateWords{State::compared, "compared",
               "index: {entries} entries, built from records up to {sequence}"},
    StateWords{State::not_judged, "not_judged",
               "index: not checked, because the journal is damaged"},
    StateWords{State::none, "none",
               "WRONG: there is no index; --rebuild or the next start builds it"},
    StateWords{State::unreadable, "unreadable",
               "WRONG: the index can't be read ({why}); use --rebuild"},
    StateWords{State::foreign, "foreign",
               "WRONG: the index belongs to another journal or an older version; --rebuild or the "
               "next start rebuilds it"},
    StateWords{State::ahead, "ahead",
               "WRONG: the journal ends with record {last}, but the index has record {sequence}; a "
               "start fails; --repair continues without the missing records"},
    StateWords{State::elsewhere, "elsewhere",
               "WRONG: the index does not end with a frame of this journal; --rebuild or the next "
               "start rebuilds it"},
    StateWords{State::unrepeatable, "unrepeatable",
               "WRONG: no index can be built from the records ({why})"},
};

const StateWords& state_words(State state) {
  const auto found = std::ranges::find(all_states, state, &StateWords::state);
  CHECK(found != all_states.end());
  return *found;
}

void describe(Printout& out, const embedded::CheckReport& report) {
  const auto& journal = report.journal;
  const auto last = journal.end.next - 1;
  out.member("sound", report.is_sound()).member("records", journal.records);
  out.member("lastSequence", last).member("chain", journal.end.chain.hex());
  out.say("journal: {} records in segments {} to {}\n", journal.records, journal.first_segment,
          journal.last_segment);
  if (journal.torn) {
    const auto& [place, bytes] = *journal.torn;
    out.say("torn: {} bytes after segment {}, byte {}; the next start cuts them\n", bytes,
            place.segment, place.offset);
  }
  describe(out, journal.defects);
  out.part("index", [&] {
    const StateWords& words = state_words(report.index);
    out.member("state", words.name).member("sequence", report.sequence);
    out.member("entries", report.entries).member("wrongCount", report.fault_count);
    out.say("{}\n", fmt::format(fmt::runtime(words.sentence), fmt::arg("entries", report.entries),
                                fmt::arg("sequence", report.sequence), fmt::arg("last", last),
                                fmt::arg("why", report.why)));
    out.list("wrong", report.faults, [&](const embedded::EntryFault& fault) {
      const auto what = embedded::name_of(fault.what);
      out.member("what", what).member("table", fault.table).member("entry", fault.entry);
      out.say("WRONG: {}, {}: {}\n", fault.table, what,
              fault.entry.empty() ? "the one entry" : fault.entry);
    });
  });
  if (report.fault_count > report.faults.size()) {
    out.say("… and {} more\n", report.fault_count - report.faults.size());
  }
  if (report.fault_count > 0) {
    out.say("{} entries are wrong; use --rebuild\n", report.fault_count);
  }
  if (report.is_sound()) out.say("nothing wrong\n");
}

base::Result<embedded::CheckReport> checked(const Options& options) {
  return with_progress([&](const embedded::OnProgress& on_progress) {
    return embedded::check(options.data(), on_progress);
  });
}

ExitStatus print(const embedded::CheckReport& report, const Options& options) {
  Printout out({.is_json = options.json});
  describe(out, report);
  std::move(out).print_json();
  return report.is_sound() ? ExitStatus::good : ExitStatus::faulty;
}

ExitStatus check(const Options& options) {
  const auto report = checked(options);
  return report ? print(*report, options) : print_refusal(report.error());
}

ExitStatus rebuild(const Options& options) {
  const auto rebuilt = with_progress([&](const embedded::OnProgress& on_progress) {
    return embedded::rebuild_index(options.data(), on_progress);
  });
  if (!rebuilt) return print_refusal(rebuilt.error());
  Printout out({.is_json = options.json});
  out.member("rebuilt", true).member("lastSequence", rebuilt->sequence);
  out.member("epoch", rebuilt->epoch);
  out.say("the index was rebuilt from records up to {}\n", rebuilt->sequence);
  std::move(out).print_json();
  return ExitStatus::good;
}

// Prints the loss as sentences only if a part of the journal stays.
void describe_loss(Printout& out, const embedded::Damage& damage) {
  const bool is_said = !damage.nothing_is_left;
  out.list("unreadable", damage.unreadable, [&](const embedded::LostPiece& piece) {
    out.member("first", piece.first).member("last", piece.last);
    if (!is_said) return;
    out.say("lost: records {} to {}, which can't be read\n", piece.first, piece.last);
  });
  out.member("lostCount", damage.lost_count);
  std::size_t said = 0;
  out.list("lost", damage.lost, [&](const embedded::LostRecord& record) {
    const auto kind = embedded::record_name(record.kind);
    const auto transaction = record.transaction ? record.transaction->to_string() : "";
    out.member("sequence", record.sequence).member("kind", kind);
    if (record.transaction) out.member("transaction", transaction);
    if (!is_said || said == lost_named_for_people) return;
    ++said;
    out.say("lost: record {}, {}{}{}\n", record.sequence, kind,
            record.transaction ? ", transaction " : "", transaction);
  });
  if (is_said && damage.lost_count > said) out.say("… and {} more\n", damage.lost_count - said);
}

void describe(Printout& out, const embedded::Damage& damage) {
  describe(out, damage.defects);
  out.member("canBeRepaired", !damage.nothing_is_left).member("keptThrough", damage.kept);
  out.member("isAnothers", damage.is_anothers);
  if (damage.nothing_is_left) {
    out.say("No record before the damage can be kept. Restore a backup.\n");
    return describe_loss(out, damage);
  }
  if (damage.cut) {
    out.say("cut: the journal from segment {}, byte {}; records up to {} stay\n",
            damage.cut->segment, damage.cut->offset, damage.kept);
  }
  if (damage.is_anothers) out.say("lost: the earlier journal that the file journal-end names\n");
  for (const auto& place : damage.stray) {
    out.say("cut: bytes after the end of segment {}, which has no record there\n", place.segment);
  }
  describe_loss(out, damage);
  if (damage.is_to_be_finished) {
    out.say("an earlier repair was interrupted and will be finished\n");
  }
}

// Rebuilds a wrong index. Called for a sound journal, which is not changed.
ExitStatus check_or_rebuild(const Options& options) {
  const auto report = checked(options);
  if (!report) return print_refusal(report.error());
  return report->is_sound() ? print(*report, options) : rebuild(options);
}

ExitStatus carry_out(embedded::Repair& repair, const Options& options) {
  const auto& damage = repair.damage();
  const bool is_wanted = options.yes && !damage.nothing_is_left;
  Printout out({.is_json = options.json});
  out.member("repaired", is_wanted);
  describe(out, damage);
  if (!is_wanted) {
    if (!damage.nothing_is_left) {
      out.say("Nothing was changed. Use --repair --yes to repair.\n");
    }
    std::move(out).print_json();
    return ExitStatus::faulty;
  }
  base::SystemRandom random;
  const base::SystemClock clock;
  const auto repaired = with_progress([&](const embedded::OnProgress& on_progress) {
    return repair.carry_out({.clock = clock, .random = random}, on_progress);
  });
  if (!repaired) return print_refusal(repaired.error());
  out.member("keptIn", repaired->kept_in);
  out.say("the cut files are kept in {}\n", repaired->kept_in);
  describe(out, repaired->life);
  std::move(out).print_json();
  return ExitStatus::good;
}

ExitStatus repair(const Options& options) {
  {
    auto plan = with_progress([&](const embedded::OnProgress& on_progress) {
      return embedded::Repair::plan(options.data(), on_progress);
    });
    if (!plan) return print_refusal(plan.error());
    if (plan->damage().is_there()) return carry_out(*plan, options);
  }
  return check_or_rebuild(options);
}

// Returns the last word of 64 hexadecimal digits. So the output of --chain can be stored unchanged,
// and later outputs can be appended.
std::optional<base::Digest> anchor_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  constexpr std::string_view digits = "0123456789abcdefABCDEF";
  std::optional<base::Digest> anchor;
  for (auto at = text.find_first_of(digits); at != std::string::npos;
       at = text.find_first_of(digits, at)) {
    const auto end = std::min(text.find_first_not_of(digits, at), text.size());
    const auto value = chain_value_of(std::string_view(text).substr(at, end - at));
    if (value) anchor = value;
    at = end;
  }
  return anchor;
}

ExitStatus prove_chain(const Options& options) {
  std::optional<base::Digest> anchor;
  if (!options.anchor_file.empty()) {
    anchor = anchor_in(options.anchor_file);
    if (!anchor) {
      say(stderr, "tradepost: the anchor's file has no chain value (64 hex digits)\n");
      return ExitStatus::usage;
    }
  }
  const auto proof = prove(options.data().journal(), anchor);
  if (!proof) return print_refusal(proof.error());
  Printout out({.is_json = options.json});
  out.member("proven", proof->is_whole());
  if (anchor) {
    out.member("anchor", proof->is_anchored ? "seen" : "not_seen");
  } else {
    out.member("anchor", nullptr);
  }
  const auto last = proof->verdict.end.next - 1;
  const auto chain = proof->verdict.end.chain.hex();
  out.member("lastSequence", last).member("chain", chain);
  describe(out, proof->verdict.defects);
  describe_anchor(out, *proof);
  if (proof->is_whole()) out.say("chain after record {}: {}\n", last, chain);
  std::move(out).print_json();
  return proof->is_whole() ? ExitStatus::good : ExitStatus::faulty;
}

ExitStatus run(const Options& options) {
  if (options.chain) return prove_chain(options);
  if (options.rebuild) return rebuild(options);
  if (options.repair) return repair(options);
  return check(options);
}

}  // namespace

void add_check_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("check", "Compare the index with the journal");
  command.footer(
      "Reads every byte of the journal, builds a second index from it, and compares the two.\n"
      "Lists the first 100 entries that differ, and changes nothing. Stop the exchange first,\n"
      "except for --chain.\n"
      "\n"
      "--repair --yes cuts the journal after the last complete frame before the damage,\n"
      "rebuilds the index and begins a new epoch. Records after the damage are lost, even if\n"
      "they are readable. The cut part is kept in DIR/cut-DATE. If a repair is interrupted, the\n"
      "next run continues it. If only the index is wrong, use --rebuild.\n"
      "\n"
      "Keep the output of --chain in another place, and pass the file as --anchor the next\n"
      "time. Without an anchor, an attacker with write access to the disk could replace the\n"
      "whole journal. Exit codes: 0 no faults, 1 faults, 3 the check failed.\n"
      "\n"
      "Examples:\n"
      "  tradepost check /srv/tradepost\n"
      "  tradepost check /srv/tradepost --chain > anchor.txt\n"
      "  tradepost check /srv/tradepost --chain --anchor anchor.txt\n"
      "  tradepost check /srv/tradepost --repair          shows the records that would be lost");
  const auto options = std::make_shared<Options>();
  command.add_option("folder", options->folder, "The network's folder").required().type_name("DIR");
  auto rebuild = command.add_flag("--rebuild", options->rebuild, "Rebuild the index");
  auto repair = command.add_flag(
      "--repair", options->repair,
      "Show which records of a damaged journal would be lost; with --yes, cut them");
  auto chain = command.add_flag("--chain", options->chain, "Verify only the journal's chain");
  rebuild.excludes(repair).excludes(chain);
  repair.excludes(chain);
  command.add_flag("--yes", options->yes, "Make the repair").needs(repair);
  command
      .add_option("--anchor", options->anchor_file,
                  "A file with a chain value that was kept in another place")
      .needs(chain)
      .type_name("FILE");
  command.add_flag("--json", options->json, "Print JSON");
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace tradepost::app
