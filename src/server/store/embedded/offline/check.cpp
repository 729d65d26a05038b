#include "store/embedded/offline/check.hpp"

#include <fmt/format.h>

#include <utility>

#include "journal/disk/posix_folder.hpp"
#include "journal/frames/segment.hpp"
#include "store/embedded/commit/journal_end.hpp"
#include "store/embedded/commit/opening.hpp"
#include "store/embedded/format/entry_names.hpp"
#include "store/embedded/format/key.hpp"
#include "store/embedded/format/value_codec.hpp"
#include "store/embedded/offline/read_only_journal.hpp"

namespace tradepost::store::embedded {
namespace {

using State = CheckReport::Index;
using What = EntryFault::What;

// Observes the segments during the verification.
class Watched final : public journal::Spectator {
 public:
  explicit Watched(const OnProgress& on_progress) : on_progress_(on_progress) {}
  void segment(const journal::SegmentHeader& header) override {
    if (on_progress_) on_progress_({.what = "reading segment", .done = header.number, .of = 0});
  }
  void frame(journal::Place place, const journal::SeenFrame& frame) override {
    closed_ = frame.header.kind == journal::FrameKind::close ? place.segment : 0;
  }
  std::uint32_t closed() const { return closed_; }

 private:
  const OnProgress& on_progress_;
  std::uint32_t closed_ = 0;  // the segment that the last frame closed
};

// Returns the names of the differing fields. Ignores `last_instant`, because a running store also
// counts decisions without effects.
std::string fields_that_differ(std::string_view is, std::string_view should_be) {
  const auto a = decoded<Applied>(is, "applied");
  const auto b = decoded<Applied>(should_be, "applied");
  if (!a || !b) return "unreadable";
  std::string names;
  const auto look = [&](std::string_view name, bool is_same) {
    if (!is_same) names += (names.empty() ? "" : ", ") + std::string(name);
  };
  look("format", a->format == b->format);
  look("journal", a->journal == b->journal);
  look("epoch", a->epoch == b->epoch);
  look("frame", a->frame == b->frame);
  look("next", a->next == b->next);
  look("sequence", a->sequence == b->sequence);
  look("chain", a->chain == b->chain);
  look("directory", a->directory == b->directory);
  return names;
}

class Comparison {
 public:
  Comparison(const Index& is, const Index& should_be, CheckReport& report)
      : is_(is.walk({}, {}, context_)),
        should_be_(should_be.walk({}, {}, context_)),
        report_(report) {}

  Done run() {
    bool here = is_.next();
    bool there = should_be_.next();
    while (here || there) {
      const int order = !here ? 1 : !there ? -1 : is_.key().compare(should_be_.key());
      if (here && order <= 0) ++report_.entries;
      if (order < 0) add(What::extra, is_.key());
      if (order > 0) add(What::missing, should_be_.key());
      if (order == 0) compare();
      if (order <= 0) here = is_.next();
      if (order >= 0) there = should_be_.next();
    }
    TRY(is_.done());
    return should_be_.done();
  }

 private:
  void add(What what, std::string_view key, const std::string& more = {}) {
    if (++report_.fault_count > entry_faults_named_max) return;
    report_.faults.push_back(
        {.what = what, .table = table_name(key), .entry = entry_name(key) + more});
  }
  void compare() {
    if (is_.value() == should_be_.value()) return;
    if (is_.key() != key<layouts::applied>()) return add(What::different, is_.key());
    const auto fields = fields_that_differ(is_.value(), should_be_.value());
    if (!fields.empty()) add(What::different, is_.key(), fields);
  }

  ReadContext context_;
  Index::Walk is_;
  Index::Walk should_be_;
  CheckReport& report_;
};

Done compare_with_fresh(const DataFolder& data, const SeenIndex& seen,
                        const journal::Reader& reader, const OnProgress& on_progress,
                        CheckReport& report) {
  TRY_ASSIGN(const auto scratch, ScratchFolder::in(data));
  TRY_ASSIGN(const auto fresh, Index::open(scratch.index(), options_of_work()));
  CommittedState committed;
  const Watch watch{.on_progress = [&](const Progress& progress) {
    if (on_progress)
      on_progress({.what = "applying record", .done = progress.done, .of = progress.of});
  }};
  const auto made = replay(*fresh, reader, Applied::nothing(report.journal.identity), committed,
                           seen.applied->sequence, watch);
  if (!made) {
    if (made.error().code() != base::ErrorCode::damaged) return base::refuse(made.error());
    report.index = State::unrepeatable;
    report.why = made.error().detail().str();
    return {};
  }
  report.index = State::compared;
  const auto compared = Comparison(*seen.index, *fresh, report).run();
  if (compared) return {};
  if (compared.error().code() != base::ErrorCode::damaged) return compared;
  report.index = State::unreadable;
  report.why = compared.error().detail().str();
  return {};
}

Result<bool> has_its_frame(const journal::Reader& reader, const Applied& applied) {
  const auto frame = reader.frame_at(applied.frame);
  if (!frame && frame.error().code() != base::ErrorCode::damaged) {
    return base::refuse(frame.error());
  }
  return frame && *frame && (*frame)->header.chain == applied.chain &&
         (*frame)->header.next_sequence() == applied.sequence + 1;
}

// Compares the journal with the data folder's file `journal-end`.
Done expect_end(const DataFolder& data, journal::Verdict& verdict) {
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(data.path, journal::Missing::refuse));
  TRY_ASSIGN(const auto end, read_journal_end(*folder));
  if (!end || verdict.first_segment == 0) return {};
  if (end->journal != verdict.identity) {
    verdict.defects.push_back(
        {.place = {verdict.first_segment, 0},
         .what =
             fmt::format("the file journal-end belongs to another journal, which had {} records",
                         end->sequence)});
  } else if (end->sequence >= verdict.end.next) {
    verdict.defects.push_back(
        {.place = verdict.end.place,
         .what = fmt::format("the journal ends with record {}, and the file journal-end says that "
                             "it had record {}",
                             verdict.end.next - 1, end->sequence)});
  }
  return {};
}

Done check_index(const DataFolder& data, journal::Folder& folder, const OnProgress& on_progress,
                 CheckReport& report) {
  TRY_ASSIGN(const SeenIndex seen, see_index(data, report.journal.identity));
  report.why = seen.why;
  switch (seen.state) {
    case SeenIndex::State::none:
      report.index = State::none;
      return {};
    case SeenIndex::State::unreadable:
      report.index = State::unreadable;
      return {};
    case SeenIndex::State::foreign:
      report.index = State::foreign;
      return {};
    case SeenIndex::State::readable:
      break;
  }
  report.sequence = seen.applied->sequence;
  if (seen.applied->next > report.journal.end.place ||
      seen.applied->sequence >= report.journal.end.next) {
    report.index = State::ahead;
    return {};
  }
  if (!report.journal.defects.empty()) return {};
  const ReadOnlyJournal still(folder, report.journal);
  TRY_ASSIGN(const bool fits, has_its_frame(still.reader(), *seen.applied));
  if (!fits) {
    report.index = State::elsewhere;
    return {};
  }
  return compare_with_fresh(data, seen, still.reader(), on_progress, report);
}

}  // namespace

std::string_view name_of(What what) {
  switch (what) {
    case What::missing:
      return "missing";
    case What::extra:
      return "extra";
    case What::different:
      return "different";
  }
  return "";
}

Result<CheckReport> check(const DataFolder& data, const OnProgress& on_progress) {
  TRY_ASSIGN(const LockedJournal locked, lock_journal(data));
  CheckReport report;
  Watched watched(on_progress);
  TRY_ASSIGN(report.journal, journal::verify(*locked.folder, {}, watched));
  // A closed segment always has a successor; without it a start fails.
  if (watched.closed() != 0 && watched.closed() == report.journal.last_segment) {
    report.journal.defects.push_back(
        {.place = {watched.closed() + 1, 0}, .what = std::string(journal::segment_is_missing)});
  }
  TRY(expect_end(data, report.journal));
  TRY(check_index(data, *locked.folder, on_progress, report));
  return report;
}

}  // namespace tradepost::store::embedded
