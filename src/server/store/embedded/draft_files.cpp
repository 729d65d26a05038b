#include "store/embedded/draft_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ground/draft_limits.hpp"
#include "base/text/whole_number.hpp"
#include "exchange/records/stored_draft.hpp"
#include "store/embedded/folder/small_file.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::Draft;
using exchange::DraftHead;
using exchange::DraftId;
using exchange::DraftPlace;

// A file begins with this line and the bytes of the head. The head and the document follow.
constexpr std::string_view title = "tradepost draft 1 ";
constexpr std::size_t first_bytes = 4096;
constexpr std::string_view unfinished = ".new";

static_assert(4 * (base::limits::draft_name_length_max + base::limits::draft_partner_length_max) +
                      512 <
                  first_bytes,
              "the head is in the first bytes");

std::string name_of(DraftId id) {
  return id.to_string() + ".draft";
}

base::Error disk_is_full() {
  return {base::ErrorCode::disk_full, base::CallerText("The disk of the exchange is full.")};
}

std::string text_of(const Draft& draft) {
  const std::string head = stored_head(draft.head);
  return fmt::format("{}{}\n{}{}", title, head.size(), head, draft.document);
}

struct Begun {
  DraftHead head;
  std::size_t document_at = 0;
};

// Returns nullopt if the bytes are not the beginning of a draft.
std::optional<Begun> begun_in(std::string_view bytes) {
  if (!bytes.starts_with(title)) return std::nullopt;
  const auto line_end = bytes.find('\n');
  if (line_end == std::string_view::npos) return std::nullopt;
  const auto size =
      base::whole_number<std::uint32_t>(bytes.substr(title.size(), line_end - title.size()));
  if (!size || *size > bytes.size() - line_end - 1) return std::nullopt;
  auto head = exchange::head_in(bytes.substr(line_end + 1, *size));
  if (!head) return std::nullopt;
  return Begun{.head = *std::move(head), .document_at = line_end + 1 + *size};
}

// Returns nullopt if the file is missing or not a whole draft.
Result<std::optional<DraftHead>> head_of(journal::Folder& folder, const std::string& name) {
  const auto file = folder.open(name, journal::OpenAs::read_only);
  if (!file && file.error().code() == base::ErrorCode::not_found) return std::optional<DraftHead>();
  if (!file) return base::refuse(file.error());
  std::string bytes(first_bytes, '\0');
  TRY_ASSIGN(const auto count, (*file)->read_at(0, bytes));
  bytes.resize(count);
  TRY_ASSIGN(const auto size, (*file)->size());
  const auto begun = begun_in(bytes);
  const bool is_whole = begun && size == begun->document_at + begun->head.bytes;
  if (!is_whole || name != name_of(begun->head.id)) return std::optional<DraftHead>();
  return std::optional(begun->head);
}

}  // namespace

Result<std::vector<DraftHead>> list_drafts(journal::Folder& folder) {
  TRY_ASSIGN(const std::vector<std::string> names, folder.names());
  std::vector<DraftHead> heads;
  for (const std::string& name : names) {
    TRY_ASSIGN(auto head, head_of(folder, name));
    if (head) heads.push_back(*std::move(head));
  }
  return heads;
}

Result<std::unique_ptr<DraftFiles>> DraftFiles::open(journal::Folder& folder,
                                                     std::function<bool()> has_room) {
  TRY_ASSIGN(const std::vector<std::string> names, folder.names());
  for (const std::string& name : names) {
    if (name.ends_with(unfinished)) TRY(folder.remove(name));
  }
  TRY_ASSIGN(std::vector<DraftHead> all, list_drafts(folder));
  std::map<DraftPlace, Heads> heads;
  for (DraftHead& head : all) heads[head.place].emplace(head.id, std::move(head));
  return std::unique_ptr<DraftFiles>(new DraftFiles(folder, std::move(has_room), std::move(heads)));
}

std::mutex& DraftFiles::writing_of(const DraftPlace& place) {
  return writing_[place.participant.uuid().bytes.back() % writing_.size()];
}

std::optional<DraftHead> DraftFiles::head(const DraftPlace& place, DraftId id) const {
  const std::lock_guard lock(mutex_);
  const auto heads = heads_.find(place);
  if (heads == heads_.end()) return std::nullopt;
  const auto found = heads->second.find(id);
  return found == heads->second.end() ? std::nullopt : std::optional(found->second);
}

std::size_t DraftFiles::count_of(const DraftPlace& place) const {
  const std::lock_guard lock(mutex_);
  const auto heads = heads_.find(place);
  return heads == heads_.end() ? 0 : heads->second.size();
}

Answering<std::vector<DraftHead>> DraftFiles::of(DraftPlace place, Deadline /*deadline*/) {
  std::vector<DraftHead> found;
  {
    const std::lock_guard lock(mutex_);
    const auto heads = heads_.find(place);
    if (heads != heads_.end()) {
      for (const auto& [id, head] : heads->second) found.push_back(head);
    }
  }
  co_return found;
}

Answering<std::vector<exchange::ParticipantId>> DraftFiles::owners(Deadline /*deadline*/) {
  std::vector<exchange::ParticipantId> owners;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [place, heads] : heads_) {
      if (owners.empty() || owners.back() != place.participant) {
        owners.push_back(place.participant);
      }
    }
  }
  co_return owners;
}

Answering<std::optional<Draft>> DraftFiles::find(DraftPlace place, DraftId id, Deadline deadline) {
  return on_pool<std::optional<Draft>>(
      pool_, [this, place, id] { return read(place, id); }, exchange::Actor::of(place.participant),
      deadline);
}

Answering<bool> DraftFiles::add(Draft draft, Deadline deadline) {
  const auto requester = exchange::Actor::of(draft.head.place.participant);
  return on_pool<bool>(
      pool_, [this, draft = std::move(draft)] { return added(draft); }, requester, deadline);
}

Answering<bool> DraftFiles::replace(Draft draft, Deadline deadline) {
  const auto requester = exchange::Actor::of(draft.head.place.participant);
  return on_pool<bool>(
      pool_, [this, draft = std::move(draft)] { return replaced(draft); }, requester, deadline);
}

Answering<bool> DraftFiles::remove(DraftPlace place, DraftId id, Deadline deadline) {
  return on_pool<bool>(
      pool_, [this, place, id] { return removed(place, id); },
      exchange::Actor::of(place.participant), deadline);
}

Answering<std::monostate> DraftFiles::remove_of(exchange::ParticipantId participant,
                                                Deadline deadline) {
  const auto remove_all = [this, participant]() -> Result<std::monostate> {
    std::vector<std::pair<DraftPlace, DraftId>> all;
    {
      const std::lock_guard lock(mutex_);
      for (const auto& [place, heads] : heads_) {
        if (place.participant != participant) continue;
        for (const auto& [id, head] : heads) all.emplace_back(place, id);
      }
    }
    for (const auto& [place, id] : all) TRY(removed(place, id));
    return std::monostate();
  };
  return on_pool<std::monostate>(pool_, remove_all, exchange::Actor::network(), deadline);
}

Answering<bool> DraftFiles::remove_unchanged_since(exchange::Instant instant, Deadline deadline) {
  return on_pool<bool>(
      pool_, [this, instant] { return removed_before(instant); }, exchange::Actor::network(),
      deadline);
}

Result<std::optional<Draft>> DraftFiles::read(const DraftPlace& place, DraftId id) const {
  if (!head(place, id)) return std::optional<Draft>();
  const auto file = folder_.open(name_of(id), journal::OpenAs::read_only);
  if (!file && file.error().code() == base::ErrorCode::not_found) return std::optional<Draft>();
  if (!file) return base::refuse(file.error());
  std::string bytes(first_bytes + base::limits::draft_bytes_max, '\0');
  TRY_ASSIGN(const auto count, (*file)->read_at(0, bytes));
  bytes.resize(count);
  auto begun = begun_in(bytes);
  const bool is_whole = begun && begun->head.place == place && begun->head.id == id &&
                        bytes.size() == begun->document_at + begun->head.bytes;
  if (!is_whole) {
    return base::refuse({base::ErrorCode::damaged,
                         base::CallerText("The draft can't be read from the disk."),
                         base::LogText(name_of(id))});
  }
  bytes.erase(0, begun->document_at);
  return std::optional(Draft{.head = std::move(begun->head), .document = std::move(bytes)});
}

// A write that failed after the rename may be there after the next start. The caller does not know
// its outcome.
Done DraftFiles::write(const Draft& draft) {
  if (!has_room_()) return base::refuse(disk_is_full());
  TRY(replace_small_file(folder_, name_of(draft.head.id), text_of(draft)));
  TRY(folder_.sync());
  const std::lock_guard lock(mutex_);
  heads_[draft.head.place].insert_or_assign(draft.head.id, draft.head);
  return {};
}

Result<bool> DraftFiles::added(const Draft& draft) {
  const DraftPlace& place = draft.head.place;
  const std::lock_guard one_at_a_time(writing_of(place));
  if (head(place, draft.head.id)) return true;
  if (count_of(place) >= base::limits::drafts_max) return false;
  TRY(write(draft));
  return true;
}

Result<bool> DraftFiles::replaced(const Draft& draft) {
  const DraftPlace& place = draft.head.place;
  const std::lock_guard one_at_a_time(writing_of(place));
  const auto present = head(place, draft.head.id);
  if (!present || present->revision + 1 != draft.head.revision) return false;
  TRY(write(draft));
  return true;
}

Result<bool> DraftFiles::removed(const DraftPlace& place, DraftId id,
                                 std::optional<exchange::Instant> unchanged_since) {
  const std::lock_guard one_at_a_time(writing_of(place));
  const auto present = head(place, id);
  if (!present || (unchanged_since && present->updated >= *unchanged_since)) return false;
  TRY(folder_.remove(name_of(id)));
  TRY(folder_.sync());
  const std::lock_guard lock(mutex_);
  const auto heads = heads_.find(place);
  heads->second.erase(id);
  if (heads->second.empty()) heads_.erase(heads);
  return true;
}

Result<bool> DraftFiles::removed_before(exchange::Instant instant) {
  std::vector<std::pair<DraftPlace, DraftId>> old;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [place, heads] : heads_) {
      for (const auto& [id, head] : heads) {
        const bool is_old = head.updated < instant && old.size() < base::limits::drafts_removed_max;
        if (is_old) old.emplace_back(place, id);
      }
    }
  }
  for (const auto& [place, id] : old) TRY(removed(place, id, instant));
  return old.size() == base::limits::drafts_removed_max;
}

}  // namespace tradepost::store::embedded
