
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "app/folder/store_words.hpp"
#include "base/text/text.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/recovery/verify.hpp"

namespace tradepost::app {
namespace {

using journal::FrameKind;
using journal::Place;
using journal::RecordView;

struct Options {
  std::string folder;
  std::string anchor;
  bool json = false;
  bool frames_only = false;
  bool bytes = false;
};

ExitStatus fail(const base::Error& error) {
  print_refusal(error);
  return ExitStatus::failed;
}

std::string_view name_of(FrameKind kind) {
  switch (kind) {
    case FrameKind::records:
      return "records";
    case FrameKind::idle:
      return "idle";
    case FrameKind::seal:
      return "seal";
    case FrameKind::open:
      return "open";
    case FrameKind::close:
      return "close";
  }
  return "";
}

// The end of a journal, in words for programs and for people.
struct EndWords {
  std::string_view name;
  std::string_view sentence;
};

EndWords words_of(journal::Ended ended) {
  switch (ended) {
    case journal::Ended::never_used:
      return {"never_used", "the journal is empty"};
    case journal::Ended::sealed:
      return {"sealed", "closed by a clean shutdown"};
    case journal::Ended::unsealed:
      return {"unsealed",
              "not closed: a process is writing it, or its last process did not shut down cleanly"};
  }
  return {};
}

std::string hex_of(const journal::Identity& identity) {
  return base::hex({reinterpret_cast<const char*>(identity.bytes.data()), identity.bytes.size()});
}

// Prints a line for each frame and, as text, a line for each record.
class Printed final : public journal::Spectator {
 public:
  explicit Printed(const Options& options) : options_(options) {}

  void segment(const journal::SegmentHeader& header) override {
    line().say("segment {}: journal {}, {} bytes\n", header.number, hex_of(header.identity),
               header.capacity_bytes);
  }

  void frame(Place place, const journal::SeenFrame& frame) override {
    const auto& header = frame.header;
    const auto kind = name_of(header.kind);
    const auto chain = header.chain.hex();
    Printout out = line();
    out.member("segment", place.segment).member("byte", place.offset).member("kind", kind);
    out.member("bytes", header.frame_bytes()).member("firstSequence", header.first_sequence);
    out.member("count", header.count).member("chain", chain);
    out.say("  byte {:<10} {:<8} {:>8} bytes", place.offset, kind, header.frame_bytes());
    if (header.count > 0) {
      out.say("  records {} to {}", header.first_sequence, header.next_sequence() - 1);
    } else {
      out.say("  next record {}", header.first_sequence);
    }
    out.say("  synced through {}:{}  chain {}\n", header.synced_through.segment,
            header.synced_through.offset, chain);
    if (!options_.frames_only) {
      out.list("records", frame.records, [&](const RecordView& record) { describe(out, record); });
    }
    std::move(out).print_json();
  }

  void defect(const journal::Defect& defect) override {
    const auto& [place, what] = defect;
    Printout out = line();
    out.member("segment", place.segment).member("byte", place.offset).member("damaged", what);
    out.say("  byte {:<10} DAMAGED: {}\n", place.offset, what);
    std::move(out).print_json();
  }

 private:
  Printout line() const {
    return Printout({.is_json = options_.json, .layout = Printout::Layout::compact});
  }

  void describe(Printout& out, const RecordView& record) const {
    const auto* const kept = std::get_if<journal::KeptBody>(&record.body);
    const auto* const erased = std::get_if<journal::ErasedBody>(&record.body);
    const auto head = options_.bytes ? base::hex(record.head) : "";
    const auto body = options_.bytes && kept != nullptr ? base::hex(kept->bytes) : "";
    out.member("sequence", record.sequence).member("kind", record.kind);
    out.member("version", record.version).member("headBytes", record.head.size());
    if (options_.bytes) out.member("head", head);
    out.say("    record {}  kind {} version {}  head {} bytes", record.sequence, record.kind,
            record.version, record.head.size());
    if (kept != nullptr) {
      const auto digest = kept->proof.digest.hex();
      out.member("bodyBytes", kept->bytes.size()).member("digest", digest);
      if (options_.bytes) out.member("body", body);
      out.say("  body {} bytes, digest {}", kept->bytes.size(), digest);
    } else if (erased != nullptr) {
      out.member("bodyBytes", erased->bytes).member("erased", true);
      out.say("  body of {} bytes, erased", erased->bytes);
    }
    out.say("\n");
    if (!options_.bytes) return;
    out.say("      head {}\n", head);
    if (kept != nullptr) out.say("      body {}\n", body);
  }

  const Options& options_;
};

void describe(Printout& out, const journal::Verdict& verdict) {
  const auto identity = hex_of(verdict.identity);
  const auto last = verdict.end.next - 1;
  const auto chain = verdict.end.chain.hex();
  out.member("journal", identity).member("firstSegment", verdict.first_segment);
  out.member("lastSegment", verdict.last_segment).member("frames", verdict.frames);
  out.member("records", verdict.records).member("erased", verdict.erased);
  out.member("lastSequence", last).member("chain", chain);
  out.say("journal {}, segments {} to {}\n", identity, verdict.first_segment, verdict.last_segment);
  out.say("{} frames, {} records, {} of them erased\n", verdict.frames, verdict.records,
          verdict.erased);
  out.say("chain after record {}: {}\n", last, chain);
  const EndWords end = words_of(verdict.ended);
  out.member("ended", end.name).say("{}\n", end.sentence);
  if (verdict.torn) {
    const auto& [place, bytes] = *verdict.torn;
    out.part("torn", [&] {
      out.member("segment", place.segment).member("byte", place.offset).member("bytes", bytes);
    });
    out.say(
        "torn: {} bytes after segment {}, byte {}, are not a complete frame; the next start cuts "
        "them\n",
        bytes, place.segment, place.offset);
  } else {
    out.member("torn", nullptr);
  }
  describe(out, verdict.defects);
}

ExitStatus dump(const Options& options) {
  const auto folder = journal::open_posix_folder(options.folder, journal::Missing::refuse);
  if (!folder) return fail(folder.error());
  Printed printed(options);
  const auto verdict = journal::verify(**folder, {}, printed);
  if (!verdict) return fail(verdict.error());
  return verdict->defects.empty() ? ExitStatus::good : ExitStatus::faulty;
}

ExitStatus verify(const Options& options) {
  std::optional<base::Digest> anchor;
  if (!options.anchor.empty()) {
    anchor = chain_value_of(options.anchor);
    if (!anchor) {
      say(stderr, "tradepost: --anchor must be a chain value of 64 hex digits\n");
      return ExitStatus::usage;
    }
  }
  const auto proof = prove(options.folder, anchor);
  if (!proof) return fail(proof.error());
  Printout out({.is_json = options.json});
  out.member("whole", proof->is_whole());
  describe(out, proof->verdict);
  describe_anchor(out, *proof);
  if (proof->is_whole()) out.say("whole\n");
  std::move(out).print_json();
  return proof->is_whole() ? ExitStatus::good : ExitStatus::faulty;
}

void add_dump(Command journal, ExitStatus& status) {
  auto command = journal.add_subcommand("dump", "Show the contents of a journal");
  const auto options = std::make_shared<Options>();
  command.add_option("folder", options->folder, "The journal's folder").required().type_name("DIR");
  command.add_flag("--json", options->json, "Print one line of JSON per frame");
  command.add_flag("--frames", options->frames_only, "Show only the frames, without their records");
  command.add_flag("--bytes", options->bytes, "Show the heads and bodies too, in hex");
  command.callback([options, &status] { status = dump(*options); });
}

void add_verify(Command journal, ExitStatus& status) {
  auto command = journal.add_subcommand("verify", "Verify the digests and the chain of a journal");
  command.footer(
      "Reads every byte and changes nothing. It can run while the exchange is running. Keep the\n"
      "chain value that it prints in another place, and pass it as --anchor the next time.\n"
      "Without an anchor, an attacker with write access to the disk could replace the whole\n"
      "journal. Exit codes: 0 intact, 1 damaged, 3 unreadable.");
  const auto options = std::make_shared<Options>();
  command.add_option("folder", options->folder, "The journal's folder").required().type_name("DIR");
  command.add_option("--anchor", options->anchor, "A chain value that must occur in the journal")
      .type_name("HEX");
  command.add_flag("--json", options->json, "Print JSON");
  command.callback([options, &status] { status = verify(*options); });
}

}  // namespace

void add_journal_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("journal", "Inspect a journal");
  command.require_subcommand();
  add_dump(command, status);
  add_verify(command, status);
}

}  // namespace tradepost::app
