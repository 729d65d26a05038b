#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "app/console/commands.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/recovery/verify.hpp"

namespace tradepost::app {
namespace {

using base::Digest;
using base::JsonWriter;
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
  fmt::print(stderr, "tradepost: {} ({})\n", error.text().str(), error.detail().str());
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

std::string_view name_of(journal::Ended ended) {
  switch (ended) {
    case journal::Ended::never_used:
      return "never_used";
    case journal::Ended::sealed:
      return "sealed";
    case journal::Ended::unsealed:
      return "unsealed";
  }
  return "";
}

std::string hex_of(const journal::Identity& identity) {
  return base::hex({reinterpret_cast<const char*>(identity.bytes.data()), identity.bytes.size()});
}

void write_place(JsonWriter& json, Place place) {
  json.key("segment").integer(place.segment).key("byte").integer(place.offset);
}

// For people: a line a frame and a line a record.
class PrintedAsText final : public journal::Spectator {
 public:
  explicit PrintedAsText(const Options& options) : options_(options) {}

  void segment(const journal::SegmentHeader& header) override {
    fmt::print("segment {}: journal {}, {} bytes\n", header.number, hex_of(header.identity),
               header.capacity_bytes);
  }

  void frame(Place place, const journal::SeenFrame& frame) override {
    const auto& header = frame.header;
    fmt::print("  byte {:<10} {:<8} {:>8} bytes", place.offset, name_of(header.kind),
               header.frame_bytes());
    if (header.count > 0) {
      fmt::print("  records {} to {}", header.first_sequence, header.next_sequence() - 1);
    } else {
      fmt::print("  next record {}", header.first_sequence);
    }
    fmt::print("  synced through {}:{}  chain {}\n", header.synced_through.segment,
               header.synced_through.offset, header.chain.hex());
    if (options_.frames_only) return;
    for (const auto& record : frame.records) print(record);
  }

  void defect(const journal::Defect& defect) override {
    fmt::print("  byte {:<10} DAMAGED: {}\n", defect.place.offset, defect.what);
  }

 private:
  void print(const RecordView& record) const {
    fmt::print("    record {}  kind {} version {}  head {} bytes", record.sequence, record.kind,
               record.version, record.head.size());
    if (const auto* kept = std::get_if<journal::KeptBody>(&record.body)) {
      fmt::print("  body {} bytes, digest {}", kept->bytes.size(), kept->proof.digest.hex());
    } else if (const auto* erased = std::get_if<journal::ErasedBody>(&record.body)) {
      fmt::print("  body of {} bytes, erased", erased->bytes);
    }
    fmt::print("\n");
    if (!options_.bytes) return;
    fmt::print("      head {}\n", base::hex(record.head));
    if (const auto* kept = std::get_if<journal::KeptBody>(&record.body)) {
      fmt::print("      body {}\n", base::hex(kept->bytes));
    }
  }

  const Options& options_;
};

// For programs: a line of JSON a frame.
class PrintedAsJson final : public journal::Spectator {
 public:
  explicit PrintedAsJson(const Options& options) : options_(options) {}

  void frame(Place place, const journal::SeenFrame& frame) override {
    const auto& header = frame.header;
    JsonWriter json;
    json.begin_object();
    write_place(json, place);
    json.key("kind").string(name_of(header.kind));
    json.key("bytes").integer(header.frame_bytes());
    json.key("firstSequence").integer(header.first_sequence);
    json.key("count").integer(header.count);
    json.key("chain").string(header.chain.hex());
    if (!options_.frames_only) {
      json.key("records").begin_array();
      for (const auto& record : frame.records) write(json, record);
      json.end_array();
    }
    fmt::print("{}\n", std::move(json.end_object()).finish());
  }

  void defect(const journal::Defect& defect) override {
    JsonWriter json;
    json.begin_object();
    write_place(json, defect.place);
    json.key("damaged").string(defect.what);
    fmt::print("{}\n", std::move(json.end_object()).finish());
  }

 private:
  void write(JsonWriter& json, const RecordView& record) const {
    json.begin_object();
    json.key("sequence").integer(record.sequence);
    json.key("kind").integer(record.kind).key("version").integer(record.version);
    json.key("headBytes").integer(record.head.size());
    if (options_.bytes) json.key("head").string(base::hex(record.head));
    if (const auto* kept = std::get_if<journal::KeptBody>(&record.body)) {
      json.key("bodyBytes").integer(kept->bytes.size());
      json.key("digest").string(kept->proof.digest.hex());
      if (options_.bytes) json.key("body").string(base::hex(kept->bytes));
    } else if (const auto* erased = std::get_if<journal::ErasedBody>(&record.body)) {
      json.key("bodyBytes").integer(erased->bytes);
      json.key("erased").boolean(true);
    }
    json.end_object();
  }

  const Options& options_;
};

std::optional<Digest> digest_of(const std::string& hex) {
  Digest digest;
  if (hex.size() != 2 * digest.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
    const char* const at = hex.data() + 2 * i;
    const auto [end, error] = std::from_chars(at, at + 2, digest.bytes[i], 16);
    if (error != std::errc{} || end != at + 2) return std::nullopt;
  }
  return digest;
}

std::string text_of(const journal::Verdict& verdict) {
  std::string text = fmt::format("journal {}, segments {} to {}\n", hex_of(verdict.identity),
                                 verdict.first_segment, verdict.last_segment);
  text += fmt::format("{} frames, {} records, {} of them erased\n", verdict.frames, verdict.records,
                      verdict.erased);
  text += fmt::format("chain after record {}: {}\n", verdict.end.next - 1, verdict.end.chain.hex());
  switch (verdict.ended) {
    case journal::Ended::never_used:
      text += "the journal is empty\n";
      break;
    case journal::Ended::sealed:
      text += "closed by a clean shutdown\n";
      break;
    case journal::Ended::unsealed:
      text +=
          "not closed: a process is writing it, or its last process did not shut down cleanly\n";
  }
  if (verdict.torn) {
    text += fmt::format(
        "torn: {} bytes after segment {}, byte {}, are not a complete frame; the next start cuts "
        "them\n",
        verdict.torn->bytes, verdict.torn->place.segment, verdict.torn->place.offset);
  }
  for (const auto& defect : verdict.defects) {
    text += fmt::format("DAMAGED: segment {}, byte {}: {}\n", defect.place.segment,
                        defect.place.offset, defect.what);
  }
  return text;
}

std::string json_of(const journal::Verdict& verdict, bool proven) {
  JsonWriter json(JsonWriter::Layout::indented);
  json.begin_object().key("whole").boolean(proven);
  json.key("journal").string(hex_of(verdict.identity));
  json.key("firstSegment").integer(verdict.first_segment);
  json.key("lastSegment").integer(verdict.last_segment);
  json.key("frames").integer(verdict.frames).key("records").integer(verdict.records);
  json.key("erased").integer(verdict.erased);
  json.key("lastSequence").integer(verdict.end.next - 1);
  json.key("chain").string(verdict.end.chain.hex());
  json.key("ended").string(name_of(verdict.ended));
  json.key("torn");
  if (verdict.torn) {
    json.begin_object();
    write_place(json, verdict.torn->place);
    json.key("bytes").integer(verdict.torn->bytes).end_object();
  } else {
    json.null();
  }
  json.key("damage").begin_array();
  for (const auto& defect : verdict.defects) {
    json.begin_object();
    write_place(json, defect.place);
    json.key("what").string(defect.what).end_object();
  }
  json.end_array();
  return std::move(json.end_object()).finish();
}

ExitStatus dump(const Options& options) {
  const auto folder = journal::open_posix_folder(options.folder, journal::Missing::refuse);
  if (!folder) return fail(folder.error());
  PrintedAsText text(options);
  PrintedAsJson json(options);
  journal::Spectator* const spectator =
      options.json ? static_cast<journal::Spectator*>(&json) : &text;
  const auto verdict = journal::verify(**folder, {}, *spectator);
  if (!verdict) return fail(verdict.error());
  return verdict->defects.empty() ? ExitStatus::good : ExitStatus::faulty;
}

ExitStatus verify(const Options& options) {
  journal::Question question;
  if (!options.anchor.empty()) {
    question.anchor = digest_of(options.anchor);
    if (!question.anchor) {
      fmt::print(stderr, "tradepost: --anchor must be a chain value of 64 hex digits\n");
      return ExitStatus::usage;
    }
  }
  const auto folder = journal::open_posix_folder(options.folder, journal::Missing::refuse);
  if (!folder) return fail(folder.error());
  journal::Spectator nobody;
  const auto verdict = journal::verify(**folder, question, nobody);
  if (!verdict) return fail(verdict.error());
  const bool anchored = !question.anchor || verdict->anchor_seen;
  const bool proven = anchored && verdict->defects.empty();
  if (options.json) {
    fmt::print("{}", json_of(*verdict, proven));
  } else {
    fmt::print("{}", text_of(*verdict));
    if (!anchored) fmt::print("DAMAGED: the anchor's value does not occur in the chain\n");
    if (proven) fmt::print("whole\n");
  }
  return proven ? ExitStatus::good : ExitStatus::faulty;
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
      "chain value that it prints in another place, and pass it as --anchor the next time. "
      "Without\n"
      "an anchor, an attacker with write access to the disk could replace the whole journal. Exit\n"
      "codes: 0 intact, 1 damaged, 3 unreadable.");
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
