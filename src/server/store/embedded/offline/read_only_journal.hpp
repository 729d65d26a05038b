#pragma once

#include "journal/disk/file.hpp"
#include "journal/frames/published.hpp"
#include "journal/frames/reader.hpp"
#include "journal/frames/segment.hpp"
#include "journal/frames/tail.hpp"
#include "journal/recovery/verify.hpp"

namespace tradepost::store::embedded {

// A reader for a journal that no process is writing. Unlike journal::Journal it does not cut a torn
// tail.
class ReadOnlyJournal {
 public:
  // `folder` must outlive this.
  ReadOnlyJournal(journal::Folder& folder, const journal::Verdict& verdict)
      : files_(folder, verdict.identity),
        tail_(nothing_bytes, nothing_bytes),
        published_(verdict.end.place),
        reader_(verdict.identity, verdict.first_segment, files_, tail_, published_) {}
  ReadOnlyJournal(const ReadOnlyJournal&) = delete;
  ReadOnlyJournal& operator=(const ReadOnlyJournal&) = delete;

  const journal::Reader& reader() const { return reader_; }

 private:
  static constexpr std::size_t nothing_bytes = journal::page_bytes;

  journal::SegmentFiles files_;
  journal::Tail tail_;
  journal::Published published_;
  journal::Reader reader_;
};

}  // namespace tradepost::store::embedded
