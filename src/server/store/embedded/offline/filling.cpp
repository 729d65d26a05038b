#include "store/embedded/offline/filling.hpp"

#include <chrono>
#include <utility>
#include <variant>
#include <vector>

#include "journal/disk/posix_folder.hpp"
#include "journal/journal.hpp"
#include "store/embedded/commit/journal_end.hpp"
#include "store/embedded/commit/opening.hpp"
#include "store/embedded/folder/format_file.hpp"
#include "store/embedded/format/payload.hpp"
#include "store/embedded/index/records.hpp"

namespace tradepost::store::embedded {
namespace {

// An operator's history reads whole frames, one for each instant of a document in it.
constexpr std::size_t documents_of_frame = 16;
constexpr std::size_t effects_of_frame = 256;
constexpr std::size_t content_of_frame = 1u << 20;

// Returns the number of effects for the next frame.
std::size_t first_of(std::span<const exchange::Effect> effects) {
  std::size_t count = 0;
  std::size_t documents = 0;
  std::size_t bytes = 0;
  while (count < effects.size() && count < effects_of_frame && bytes < content_of_frame) {
    const auto* const sent = std::get_if<exchange::Sent>(&effects[count]);
    if (sent != nullptr && documents++ == documents_of_frame) break;
    const auto* const kept = std::get_if<exchange::OriginalKept>(&effects[count]);
    const std::size_t size = sent != nullptr   ? sent->content.view.size()
                             : kept != nullptr ? kept->original.text.view.size()
                                               : 0;
    if (count != 0 && size != 0 && bytes + size > content_of_frame) break;
    bytes += size;
    ++count;
  }
  return count;
}

}  // namespace

Result<std::unique_ptr<Filling>> Filling::begin(const DataFolder& data, const FormerStore& former,
                                                const World& world) {
  std::unique_ptr<Filling> filling(new Filling(data, world));
  TRY(filling->open(former));
  return filling;
}

Done Filling::open(const FormerStore& former) {
  TRY_ASSIGN(data_folder_, journal::open_posix_folder(data_.path, journal::Missing::refuse));
  TRY(write_format(*data_folder_, exchange::newest_format));
  TRY_ASSIGN(folder_, journal::open_posix_folder(data_.journal(), journal::Missing::make));
  journal::Start start{.identity = {}, .first_sequence = former.first_sequence, .proven = {}};
  world_.random.fill(std::as_writable_bytes(std::span(start.identity.bytes)));
  TRY_ASSIGN(journal_, journal::Journal::open(*folder_, {}, start));
  TRY_ASSIGN(index_, Index::open(data_.index(), {}));
  applied_ = Applied::nothing(journal_->opened().identity);
  // The writer meets and reports every error of the preparation.
  preparer_ = std::make_unique<journal::Preparer>(*journal_, [](const base::Error&) {});
  PayloadEncoder encoder;
  encoder.add(EpochBegun{.epoch = former.epoch,
                         .at = world_.clock.now(),
                         .cause = EpochBegun::Cause::moved,
                         .from = {}});
  return append(encoder);
}

Done Filling::take(std::span<const exchange::Effect> effects) {
  while (!effects.empty()) {
    const auto frame = effects.first(first_of(effects));
    PayloadEncoder encoder;
    for (const exchange::Effect& effect : frame) encoder.add(effect);
    TRY(append(encoder));
    effects = effects.subspan(frame.size());
  }
  return {};
}

Done Filling::append(const PayloadEncoder& encoder) {
  std::vector<journal::NewRecord> records;
  for (const Encoded& encoded : encoder.records()) {
    auto& record = records.emplace_back();
    record = {.kind = encoded.kind, .version = encoded.version, .head = encoded.head, .body = {}};
    if (!encoded.has_body) continue;
    journal::Salt salt;
    world_.random.fill(std::as_writable_bytes(std::span(salt)));
    record.body = journal::KeptBody{.front = encoded.body_front,
                                    .bytes = encoded.content,
                                    .proof = journal::prove(salt, digest_of_body(encoded))};
  }
  TRY(journal_->writer().append(records, std::chrono::steady_clock::now()));
  TRY_ASSIGN(applied_, replay(*index_, journal_->reader(), applied_, committed_,
                              journal_->writer().end().next - 1, {}));
  return {};
}

Done Filling::finish() {
  preparer_.reset();
  TRY(index_->flush());
  TRY(journal_->writer().seal());
  TRY(write_journal_end(*data_folder_, JournalEnd::of(applied_)));
  index_.reset();
  journal_.reset();
  return sync_folder(data_.path);
}

}  // namespace tradepost::store::embedded
