// Compares the writes of the journal with pwrite and fdatasync into written space, on the same
// disk, in turns in one run. Prints the ratios. The argument is the folder to write in (default:
// the current one).
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "base/ground/check.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/journal.hpp"
#include "journal/preparer.hpp"

namespace {

namespace journal = tradepost::journal;
using Clock = std::chrono::steady_clock;

constexpr std::size_t records_per_frame = 64;
constexpr std::size_t document_bytes = 3000;
constexpr std::size_t head_bytes = 160;
constexpr int frames_per_turn = 400;
constexpr int turns = 9;

std::string noise(std::size_t bytes, std::mt19937_64& random) {
  std::string text(bytes, ' ');
  for (auto& byte : text) byte = static_cast<char>(' ' + random() % 90);
  return text;
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// A file that was written completely before, and is overwritten from its start to its end.
class Bare {
 public:
  Bare(const std::filesystem::path& path, std::size_t frame_bytes)
      : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600)), frame_(frame_bytes, 'x') {
    CHECK(file_ >= 0);
    const std::string zeros(1 << 20, '\0');
    for (std::size_t at = 0; at < bytes; at += zeros.size()) {
      CHECK(::pwrite(file_, zeros.data(), zeros.size(), static_cast<off_t>(at)) ==
            static_cast<ssize_t>(zeros.size()));
    }
    CHECK(::fdatasync(file_) == 0);
  }
  ~Bare() { ::close(file_); }
  Bare(const Bare&) = delete;
  Bare& operator=(const Bare&) = delete;

  // Returns frames per second.
  double turn() {
    const auto begin = Clock::now();
    for (int i = 0; i < frames_per_turn; ++i) {
      if (at_ + frame_.size() > bytes) at_ = 0;
      CHECK(::pwrite(file_, frame_.data(), frame_.size(), static_cast<off_t>(at_)) ==
            static_cast<ssize_t>(frame_.size()));
      CHECK(::fdatasync(file_) == 0);
      at_ += frame_.size();
    }
    return frames_per_turn / seconds_since(begin);
  }

 private:
  static constexpr std::size_t bytes = 128u << 20;
  const int file_;
  const std::string frame_;
  std::size_t at_ = 0;
};

struct Documents {
  std::vector<std::string> heads;
  std::vector<std::string> bodies;
  std::vector<journal::NewRecord> records;

  Documents() {
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i < records_per_frame; ++i) {
      heads.push_back(noise(head_bytes, random));
      bodies.push_back(noise(document_bytes, random));
    }
    for (std::size_t i = 0; i < records_per_frame; ++i) {
      const auto digest = tradepost::base::sha256(bodies[i]);
      records.push_back(
          {.kind = 1,
           .version = 1,
           .head = heads[i],
           .body = journal::KeptBody{.bytes = bodies[i], .proof = journal::prove({}, digest)}});
    }
  }
};

double turn(journal::Journal& journal, const Documents& documents) {
  const auto begin = Clock::now();
  for (int i = 0; i < frames_per_turn; ++i) {
    CHECK(journal.writer().append(documents.records, Clock::now()).has_value());
  }
  return frames_per_turn / seconds_since(begin);
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

std::vector<double> against(const std::vector<double>& ours, const std::vector<double>& bare) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < ours.size(); ++i) ratios.push_back(ours[i] / bare[i]);
  return ratios;
}

// Fills the space of a turn before it begins, as in a recycled segment.
void fill(journal::Journal& journal) {
  auto work = journal::Work::more;
  while (work != journal::Work::done) {
    auto step = journal.prepare();
    CHECK(step.has_value());
    work = *step;
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::filesystem::path folder =
      std::filesystem::path(count > 1 ? arguments[1] : ".") / "journal_append.bench";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const Documents documents;
  const auto frame_bytes = journal::frame_bytes(documents.records);
  Bare bare(folder / "bare", frame_bytes);

  auto disk = journal::open_posix_folder((folder / "journal").string(), journal::Missing::make);
  CHECK(disk.has_value());
  journal::Options options;
  options.first_segment_bytes = options.segment_bytes;
  options.fill_ahead_bytes = options.segment_bytes;
  auto filled = journal::Journal::open(**disk, options, {});
  CHECK(filled.has_value());
  std::vector<double> bare_filled;
  std::vector<double> ours_filled;
  for (int i = 0; i < turns; ++i) {
    fill(**filled);
    bare_filled.push_back(bare.turn());
    ours_filled.push_back(turn(**filled, documents));
  }
  filled->reset();

  auto running = journal::Journal::open(**disk, journal::Options{}, {});
  CHECK(running.has_value());
  std::vector<double> bare_running;
  std::vector<double> ours_running;
  {
    const journal::Preparer preparer(**running, [](const auto&) { std::abort(); });
    for (int i = 0; i < turns; ++i) {
      bare_running.push_back(bare.turn());
      ours_running.push_back(turn(**running, documents));
    }
  }
  fmt::print("a frame: {} records, {} bytes; medians of {} turns of {} frames\n", records_per_frame,
             frame_bytes, turns, frames_per_turn);
  fmt::print("bare pwrite and fdatasync     {:8.0f} frames/s\n", median(bare_filled));
  fmt::print("journal, space filled before  {:8.0f} frames/s  {:.2f} of bare\n",
             median(ours_filled), median(against(ours_filled, bare_filled)));
  fmt::print("journal, filling as it goes   {:8.0f} frames/s  {:.2f} of bare\n",
             median(ours_running), median(against(ours_running, bare_running)));
  running->reset();
  std::filesystem::remove_all(folder);
  return 0;
}
