// Random lives of a journal on a disk with every kind of fault, compared with a model of a few
// lines: every acknowledged record exists once and in order, no unwritten record appears, and no
// unsynced record is returned.

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "faulty_disk/simulated_disk.hpp"
#include "faulty_disk/small_segments.hpp"
#include "journal/journal.hpp"
#include "tests/support/run.hpp"

namespace tradepost::journal {
namespace {

using testing::below;
using testing::one_in;
using testing::Random;
using testing::SimulatedDisk;
using testing::small_segments;

// A record in the model.
struct Said {
  std::uint16_t kind = 0;
  std::string head;
  std::string body;
  bool operator==(const Said&) const = default;
};

// The model: the acknowledged records, and the batch whose outcome is unknown.
struct Model {
  std::vector<Said> acknowledged;
  std::vector<Said> unknown;
  std::size_t last_batch = 0;  // records of the last frame, which no later frame proves

  bool allows(const std::vector<Said>& found) const {
    if (found == acknowledged) return true;
    auto both = acknowledged;
    both.insert(both.end(), unknown.begin(), unknown.end());
    return found == both;
  }
  // A disk that forgets a synced sector may lose the last frame, and no other, unnoticed.
  bool allows_without(std::size_t last, const std::vector<Said>& found) const {
    const std::vector<Said> rest(acknowledged.begin(),
                                 acknowledged.end() - static_cast<std::ptrdiff_t>(last));
    return allows(found) || found == rest;
  }
};

enum class Disk : std::uint8_t { honest, forgetful };

class Run {
 public:
  Run(std::uint64_t seed, Disk disk)
      : random_(seed), disk_(seed ^ 0x9E3779B97F4A7C15), kind_(disk) {}

  // Returns the reason why a promise was broken; empty if all were kept.
  std::string go() {
    const auto lives = 2 + below(random_, 3);
    for (std::uint64_t i = 0; i < lives && broken_.empty() && !ended_; ++i) live();
    if (kind_ == Disk::forgetful) forget();
    if (broken_.empty() && !ended_) last_look();
    return broken_;
  }

 private:
  void live() {
    // A third of the lives get an error, which may come as early as the start.
    if (one_in(random_, 3)) disk_.fail_after(below(random_, 90), one_in(random_, 2) ? EIO : ENOSPC);
    places_.clear();
    if (open()) work();
    journal_.reset();
    if (one_in(random_, 3)) {
      disk_.kill();
    } else {
      disk_.lose_power();
    }
  }

  void last_look() {
    if (open()) journal_.reset();
  }

  bool open() {
    Start start;
    for (auto& byte : start.identity.bytes) byte = static_cast<std::uint8_t>(random_());
    auto opened = Journal::open(disk_, small_segments, start);
    if (!opened) {
      if (disk_.failed()) return false;
      ended_ = kind_ == Disk::forgetful && opened.error().code() == base::ErrorCode::damaged;
      if (!ended_) fail("the journal did not open: " + opened.error().detail().str());
      return false;
    }
    journal_ = std::move(*opened);
    return agree_with_model();
  }

  bool agree_with_model() {
    const auto last_batch = model_.last_batch;
    const auto found = read_all();
    if (!found || disk_.failed()) return false;
    const bool allowed =
        kind_ == Disk::honest ? model_.allows(*found) : model_.allows_without(last_batch, *found);
    if (!allowed) {
      return fail("read: " + std::to_string(found->size()) +
                  " records, acknowledged: " + std::to_string(model_.acknowledged.size()) +
                  ", unknown: " + std::to_string(model_.unknown.size()));
    }
    if (journal_->opened().end.next != found->size() + 1) return fail("the next sequence is wrong");
    model_.acknowledged = *found;
    model_.unknown.clear();
    return true;
  }

  std::optional<std::vector<Said>> read_all() {
    std::vector<Said> found;
    std::size_t last = 0;
    const auto& reader = journal_->reader();
    for (Place place = reader.begin();;) {
      const auto frame = reader.frame_at(place);
      if (!frame) {
        if (disk_.failed()) return std::nullopt;
        ended_ = kind_ == Disk::forgetful;
        if (!ended_) fail("a frame can't be read: " + frame.error().detail().str());
        return std::nullopt;
      }
      if (!*frame) {
        model_.last_batch = last;
        return found;
      }
      require_durable(place, (*frame)->header.frame_bytes());
      for (const auto& record : (*frame)->records) found.push_back(said(record));
      last = (*frame)->header.count;
      place = (*frame)->next;
    }
  }

  void require_durable(Place place, std::size_t bytes) {
    if (!disk_.is_durable(segment_name(place.segment), place.offset, place.offset + bytes)) {
      fail("something was handed out that is not synced");
    }
  }

  static Said said(const RecordView& record) {
    Said said{.kind = record.kind, .head = std::string(record.head), .body = {}};
    if (const auto* kept = std::get_if<KeptBody>(&record.body)) said.body = kept->bytes;
    return said;
  }

  void work() {
    for (auto steps = 1 + below(random_, 16); steps > 0 && broken_.empty(); --steps) {
      if (!step()) return;
    }
    if (broken_.empty() && one_in(random_, 4)) static_cast<void>(journal_->writer().seal());
  }

  // Returns false if the journal accepts nothing more.
  bool step() {
    now_ += std::chrono::milliseconds(below(random_, 20));
    switch (below(random_, 8)) {
      case 0:
        return journal_->writer().prove(now_).has_value();
      case 1:
      case 2:
        return journal_->prepare().has_value();
      case 3:
        return look_up();
      default:
        return append();
    }
  }

  std::string noise(std::uint64_t bytes_max) {
    std::string bytes(below(random_, bytes_max + 1), static_cast<char>(random_()));
    for (std::size_t i = 0; i < bytes.size(); i += 37) bytes[i] = static_cast<char>(random_());
    return bytes;
  }

  bool append() {
    std::vector<Said> batch(1 + below(random_, 3));
    std::vector<NewRecord> records;
    for (auto& said : batch) {
      said = {.kind = static_cast<std::uint16_t>(random_()),
              .head = std::to_string(++written_) + noise(60),
              .body = one_in(random_, 4) ? "" : noise(one_in(random_, 6) ? 9000 : 1200)};
      NewRecord record{.kind = said.kind, .version = 1, .head = said.head, .body = {}};
      if (!said.body.empty()) {
        Digest digest;  // the journal does not check it
        digest.bytes[0] = static_cast<std::uint8_t>(written_);
        record.body = KeptBody{.bytes = said.body, .proof = prove({}, digest)};
      }
      records.push_back(record);
    }
    const auto appended = journal_->writer().append(records, now_);
    if (!appended) {
      if (!disk_.failed()) fail("an append failed: " + appended.error().detail().str());
      model_.unknown = std::move(batch);
      if (appended.error().code() == base::ErrorCode::disk_full) return require_as_before();
      require_silence();
      return false;
    }
    if (appended->first != model_.acknowledged.size() + 1) return fail("the sequence is wrong");
    places_.assign(appended->places.begin(), appended->places.end());
    model_.unknown.clear();
    model_.last_batch = batch.size();
    for (auto& said : batch) model_.acknowledged.push_back(std::move(said));
    return true;
  }

  // The failed record must stay hidden, and the journal must accept nothing more.
  void require_silence() {
    const Said late{.kind = 1, .head = "late", .body = {}};
    const NewRecord record{.kind = late.kind, .version = 1, .head = late.head, .body = {}};
    if (journal_->writer().append({&record, 1}, now_)) fail("a failed writer took more");
    const auto found = read_all();
    if (found && *found != model_.acknowledged) fail("what failed was handed out");
  }

  // The record that found no space must stay hidden, and the journal must accept the next one.
  bool require_as_before() {
    const auto last_batch = model_.last_batch;
    const auto found = read_all();
    model_.last_batch = last_batch;
    if (found && *found != model_.acknowledged) return fail("a record without space was returned");
    return append();
  }

  bool look_up() {
    if (places_.empty()) return true;
    const auto index = below(random_, places_.size());
    const Sequence sequence = model_.acknowledged.size() - places_.size() + 1 + index;
    const auto patience = one_in(random_, 2) ? Patience::waits : Patience::in_memory_only;
    const auto lookup = journal_->reader().read(places_[index], sequence, {.patience = patience});
    if (!lookup) return !disk_.failed() && fail("a record can't be read");
    if (lookup->outcome == Lookup::Outcome::would_wait) return true;
    if (lookup->outcome != Lookup::Outcome::found ||
        said(lookup->record.view) != model_.acknowledged[sequence - 1]) {
      return fail("a record is not what was written");
    }
    require_durable(places_[index], lookup->record.view.stored_bytes);
    return true;
  }

  // Resets one synced sector to zeros, or to another sector's content.
  void forget() {
    const auto names = disk_.names();
    std::vector<std::string> segments;
    for (const auto& name : *names) {
      if (segment_number(name) && disk_.is_durable(name, 0, 0)) segments.push_back(name);
    }
    if (segments.empty()) return;
    auto& bytes = disk_.durable_bytes(segments[below(random_, segments.size())]);
    if (bytes.size() < 1024) return;
    const auto sector = below(random_, bytes.size() / 512) * 512;
    const auto other = below(random_, bytes.size() / 512) * 512;
    const auto content = one_in(random_, 2) ? std::string(512, '\0') : bytes.substr(other, 512);
    bytes.replace(sector, 512, content);
    disk_.show_durable();
  }

  bool fail(std::string reason) {
    if (broken_.empty()) broken_ = std::move(reason);
    return false;
  }

  Random random_;
  SimulatedDisk disk_;
  const Disk kind_;
  Model model_;
  std::unique_ptr<Journal> journal_;
  SteadyTime now_{};
  std::uint64_t written_ = 0;
  std::vector<Place> places_;  // of the last batch of this life
  bool ended_ = false;         // damage was found, as it should be
  std::string broken_;
};

void run_many(Disk disk, std::uint64_t runs) {
  const std::uint64_t seed = run::seed();
  if (run::is_long()) runs *= 30;
  runs = run::number("TRADEPOST_RUNS", runs);
  std::printf("seeds %llu to %llu\n", static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(seed + runs - 1));
  for (std::uint64_t i = 0; i < runs; ++i) {
    const auto broken = Run(seed + i, disk).go();
    ASSERT_EQ(broken, "") << "again with TRADEPOST_SEED=" << seed + i << " TRADEPOST_RUNS=1";
  }
}

constexpr std::uint64_t share = run::is_sanitized ? 7 : 1;  // sanitizers take ten times as long

// Covers contract 4.10.
TEST(JournalFaults, whatever_was_acknowledged_is_there_once_and_in_order) {
  run_many(Disk::honest, 35'000 / share);
}

TEST(JournalFaults, a_disk_that_forgets_what_it_synced_is_found_out) {
  run_many(Disk::forgetful, 7'000 / share);
}

}  // namespace
}  // namespace tradepost::journal
