#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/console/commands.hpp"
#include "app/folder/store_words.hpp"
#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/ground/check.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/recovery/verify.hpp"
#include "store/embedded/format/entry_names.hpp"
#include "store/embedded/offline/check.hpp"
#include "store/embedded/offline/rebuild.hpp"
#include "store/embedded/offline/repair.hpp"

namespace tradepost::app {
namespace {

namespace embedded = store::embedded;

using base::JsonWriter;

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

// How the index can be: for programs, and for people.
struct StateWords {
  State state;
  std::string_view name;
  std::string_view sentence;  // with what the report says of it
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

std::string sentence_of(const embedded::CheckReport& report) {
  return fmt::format(fmt::runtime(state_words(report.index).sentence),
                     fmt::arg("entries", report.entries), fmt::arg("sequence", report.sequence),
                     fmt::arg("last", report.journal.end.next - 1), fmt::arg("why", report.why)) +
         '\n';
}

std::string text_of(const std::vector<journal::Defect>& defects) {
  std::string text;
  for (const auto& defect : defects) {
    text += fmt::format("DAMAGED: segment {}, byte {}: {}\n", defect.place.segment,
                        defect.place.offset, defect.what);
  }
  return text;
}

std::string text_of(const embedded::CheckReport& report) {
  const auto& journal = report.journal;
  std::string text = fmt::format("journal: {} records in segments {} to {}\n", journal.records,
                                 journal.first_segment, journal.last_segment);
  if (journal.torn) {
    text +=
        fmt::format("torn: {} bytes after segment {}, byte {}; the next start cuts them\n",
                    journal.torn->bytes, journal.torn->place.segment, journal.torn->place.offset);
  }
  text += text_of(journal.defects);
  text += sentence_of(report);
  for (const auto& fault : report.faults) {
    text += fmt::format("WRONG: {}, {}: {}\n", fault.table, embedded::name_of(fault.what),
                        fault.entry.empty() ? "the one entry" : fault.entry);
  }
  if (report.fault_count > report.faults.size()) {
    text += fmt::format("… and {} more\n", report.fault_count - report.faults.size());
  }
  if (report.fault_count > 0) {
    text += fmt::format("{} entries are wrong; use --rebuild\n", report.fault_count);
  }
  if (report.is_sound()) text += "nothing wrong\n";
  return text;
}

void write_defects(JsonWriter& json, const std::vector<journal::Defect>& defects) {
  json.key("damage").begin_array();
  for (const auto& defect : defects) {
    json.begin_object().key("segment").integer(defect.place.segment);
    json.key("byte").integer(defect.place.offset).key("what").string(defect.what).end_object();
  }
  json.end_array();
}

std::string json_of(const embedded::CheckReport& report) {
  JsonWriter json(JsonWriter::Layout::indented);
  json.begin_object().key("sound").boolean(report.is_sound());
  json.key("records").integer(report.journal.records);
  json.key("lastSequence").integer(report.journal.end.next - 1);
  json.key("chain").string(report.journal.end.chain.hex());
  write_defects(json, report.journal.defects);
  json.key("index").begin_object().key("state").string(state_words(report.index).name);
  json.key("sequence").integer(report.sequence).key("entries").integer(report.entries);
  json.key("wrongCount").integer(report.fault_count);
  json.key("wrong").begin_array();
  for (const auto& fault : report.faults) {
    json.begin_object().key("what").string(embedded::name_of(fault.what));
    json.key("table").string(fault.table).key("entry").string(fault.entry).end_object();
  }
  json.end_array().end_object();
  return std::move(json.end_object()).finish();
}

base::Result<embedded::CheckReport> checked(const Options& options) {
  return with_progress(
      [&](const embedded::Tell& tell) { return embedded::check(options.data(), tell); });
}

ExitStatus check(const Options& options) {
  const auto report = checked(options);
  if (!report) return tell_refusal(report.error());
  fmt::print("{}", options.json ? json_of(*report) : text_of(*report));
  return report->is_sound() ? ExitStatus::good : ExitStatus::faulty;
}

ExitStatus rebuild(const Options& options) {
  const auto rebuilt = with_progress(
      [&](const embedded::Tell& tell) { return embedded::rebuild_index(options.data(), tell); });
  if (!rebuilt) return tell_refusal(rebuilt.error());
  if (options.json) {
    JsonWriter json(JsonWriter::Layout::indented);
    json.begin_object().key("rebuilt").boolean(true);
    json.key("lastSequence").integer(rebuilt->sequence).key("epoch").integer(rebuilt->epoch);
    fmt::print("{}", std::move(json.end_object()).finish());
  } else {
    fmt::print("the index was rebuilt from records up to {}\n", rebuilt->sequence);
  }
  return ExitStatus::good;
}

std::string text_of(const embedded::Damage& damage) {
  std::string text = text_of(damage.defects);
  if (damage.nothing_is_left) {
    return text + "No record before the damage can be kept. Restore a backup.\n";
  }
  if (damage.cut) {
    text += fmt::format("cut: the journal from segment {}, byte {}; records up to {} stay\n",
                        damage.cut->segment, damage.cut->offset, damage.kept);
  }
  if (damage.is_anothers) {
    text += "lost: the earlier journal that the file journal-end names\n";
  }
  for (const auto& place : damage.stray) {
    text += fmt::format("cut: bytes after the end of segment {}, which has no record there\n",
                        place.segment);
  }
  for (const auto& piece : damage.unreadable) {
    text += fmt::format("lost: records {} to {}, which can't be read\n", piece.first, piece.last);
  }
  const auto named = std::min(damage.lost.size(), lost_named_for_people);
  for (std::size_t i = 0; i < named; ++i) {
    const auto& record = damage.lost[i];
    text += fmt::format("lost: record {}, {}", record.sequence, embedded::record_name(record.kind));
    if (record.transaction)
      text += fmt::format(", transaction {}", record.transaction->to_string());
    text += '\n';
  }
  if (damage.lost_count > named) text += fmt::format("… and {} more\n", damage.lost_count - named);
  if (damage.is_to_be_finished) text += "an earlier repair was interrupted and will be finished\n";
  return text;
}

void write_damage(JsonWriter& json, const embedded::Damage& damage) {
  write_defects(json, damage.defects);
  json.key("canBeRepaired").boolean(!damage.nothing_is_left);
  json.key("keptThrough").integer(damage.kept);
  json.key("isAnothers").boolean(damage.is_anothers);
  json.key("unreadable").begin_array();
  for (const auto& piece : damage.unreadable) {
    json.begin_object().key("first").integer(piece.first);
    json.key("last").integer(piece.last).end_object();
  }
  json.end_array().key("lostCount").integer(damage.lost_count);
  json.key("lost").begin_array();
  for (const auto& record : damage.lost) {
    json.begin_object().key("sequence").integer(record.sequence);
    json.key("kind").string(embedded::record_name(record.kind));
    if (record.transaction) json.key("transaction").string(record.transaction->to_string());
    json.end_object();
  }
  json.end_array();
}

std::string json_of(const embedded::Damage& damage, const embedded::Repaired* repaired) {
  JsonWriter json(JsonWriter::Layout::indented);
  json.begin_object().key("repaired").boolean(repaired != nullptr);
  write_damage(json, damage);
  if (repaired != nullptr) {
    json.key("keptIn").string(repaired->kept_in);
    write_life(json, repaired->life);
  }
  return std::move(json.end_object()).finish();
}

// A sound journal is not touched; then it is the index that may be wrong.
ExitStatus check_or_rebuild(const Options& options) {
  const auto report = checked(options);
  if (!report) return tell_refusal(report.error());
  if (!report->is_sound()) return rebuild(options);
  fmt::print("{}", options.json ? json_of(*report) : text_of(*report));
  return ExitStatus::good;
}

ExitStatus carry_out(embedded::Repair& repair, const Options& options) {
  const auto& damage = repair.damage();
  const bool is_wanted = options.yes && !damage.nothing_is_left;
  if (!options.json) fmt::print("{}", text_of(damage));
  if (!is_wanted) {
    if (options.json) fmt::print("{}", json_of(damage, nullptr));
    if (!options.json && !damage.nothing_is_left) {
      fmt::print("Nothing was changed. Use --repair --yes to repair.\n");
    }
    return ExitStatus::faulty;
  }
  base::SystemRandom random;
  const base::SystemClock clock;
  const auto repaired = with_progress([&](const embedded::Tell& tell) {
    return repair.carry_out({.clock = clock, .random = random}, tell);
  });
  if (!repaired) return tell_refusal(repaired.error());
  if (options.json) {
    fmt::print("{}", json_of(damage, &*repaired));
  } else {
    fmt::print("the cut files are kept in {}\n{}", repaired->kept_in, words_of(repaired->life));
  }
  return ExitStatus::good;
}

ExitStatus repair(const Options& options) {
  {
    auto plan = with_progress(
        [&](const embedded::Tell& tell) { return embedded::Repair::plan(options.data(), tell); });
    if (!plan) return tell_refusal(plan.error());
    if (plan->damage().is_there()) return carry_out(*plan, options);
  }
  return check_or_rebuild(options);
}

// The last word of 64 hexadecimal digits, so that the output of --chain can be stored as it is, and
// more outputs after it.
std::optional<base::Digest> anchor_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  constexpr std::string_view digits = "0123456789abcdefABCDEF";
  std::optional<base::Digest> anchor;
  for (auto at = text.find_first_of(digits); at != std::string::npos;
       at = text.find_first_of(digits, at)) {
    const auto end = std::min(text.find_first_not_of(digits, at), text.size());
    base::Digest digest;
    if (end - at == 2 * digest.bytes.size()) {
      for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
        const char* const byte = text.data() + at + 2 * i;
        std::from_chars(byte, byte + 2, digest.bytes[i], 16);
      }
      anchor = digest;
    }
    at = end;
  }
  return anchor;
}

ExitStatus prove_chain(const Options& options) {
  journal::Question question;
  if (!options.anchor_file.empty()) {
    question.anchor = anchor_in(options.anchor_file);
    if (!question.anchor) {
      fmt::print(stderr, "tradepost: the anchor's file has no chain value (64 hex digits)\n");
      return ExitStatus::usage;
    }
  }
  const auto folder =
      journal::open_posix_folder(options.data().journal(), journal::Missing::refuse);
  if (!folder) return tell_refusal(folder.error());
  journal::Spectator nobody;
  const auto verdict = journal::verify(**folder, question, nobody);
  if (!verdict) return tell_refusal(verdict.error());
  const bool is_anchored = !question.anchor || verdict->anchor_seen;
  const bool is_proven = is_anchored && verdict->defects.empty();
  if (options.json) {
    JsonWriter json(JsonWriter::Layout::indented);
    json.begin_object().key("proven").boolean(is_proven);
    json.key("anchor");
    question.anchor ? json.string(is_anchored ? "seen" : "not_seen") : json.null();
    json.key("lastSequence").integer(verdict->end.next - 1);
    json.key("chain").string(verdict->end.chain.hex());
    write_defects(json, verdict->defects);
    fmt::print("{}", std::move(json.end_object()).finish());
    return is_proven ? ExitStatus::good : ExitStatus::faulty;
  }
  fmt::print("{}", text_of(verdict->defects));
  if (!is_anchored) fmt::print("DAMAGED: the anchor's value does not occur in the chain\n");
  if (is_proven) {
    fmt::print("chain after record {}: {}\n", verdict->end.next - 1, verdict->end.chain.hex());
  }
  return is_proven ? ExitStatus::good : ExitStatus::faulty;
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
      "Stop the exchange first, except for --chain. Keep the output of --chain in another place,\n"
      "and pass the file as --anchor the next time. Without an anchor, an attacker with write\n"
      "access to the disk could replace the whole journal. Exit codes: 0 no faults, 1 faults,\n"
      "3 the check failed.\n\n"
      "Examples:\n"
      "  tradepost check /srv/tradepost\n"
      "  tradepost check /srv/tradepost --chain > anchor.txt\n"
      "  tradepost check /srv/tradepost --chain --anchor anchor.txt\n"
      "  tradepost check /srv/tradepost --repair          shows what would be lost");
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
