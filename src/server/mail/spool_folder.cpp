#include "mail/spool_folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace tradepost::mail {
namespace {

constexpr std::size_t seal_bytes_max = 64;  // longer than a nonce and a tag

std::string purpose_of(const base::Uuid& id) {
  return "mail " + id.to_string();
}

bool is_unfinished(std::string_view name) {
  return name.starts_with('.') && name.ends_with(".unfinished");
}

}  // namespace

base::Result<SpoolFolder> SpoolFolder::open(const std::string& path, base::Sealer sealer) {
  TRY_ASSIGN(base::OpenFolder folder, base::OpenFolder::make(path));
  std::error_code error;
  std::filesystem::permissions(path, std::filesystem::perms::owner_all, error);
  if (error) return base::refuse(base::cannot_write(path, error.value()));
  TRY_ASSIGN(base::OpenFolder unreadable, folder.make_below("unreadable"));
  return SpoolFolder(std::move(folder), std::move(unreadable), std::move(sealer));
}

base::Result<std::vector<base::Uuid>> SpoolFolder::ids() const {
  TRY_ASSIGN(const auto names, folder_.names());
  std::vector<base::Uuid> ids;
  for (const std::string& name : names) {
    if (is_unfinished(name)) TRY(folder_.remove(name));
    const auto id = base::Uuid::parse(name);
    if (id && id->to_string() == name) ids.push_back(*id);
  }
  return ids;
}

base::Result<Spooled> SpoolFolder::read(const base::Uuid& id) {
  const std::string name = id.to_string();
  TRY_ASSIGN(const std::string sealed,
             folder_.read_whole(name, spooled_bytes_max + seal_bytes_max));
  const auto bytes = sealer_.open(sealed, purpose_of(id));
  auto spooled = bytes ? spooled_in(*bytes) : std::nullopt;
  if (spooled) return *std::move(spooled);
  return base::refuse({base::ErrorCode::damaged,
                       base::CallerText(fmt::format(
                           "{} is not a message, or was sealed with another key.", name))});
}

base::Done SpoolFolder::write(const base::Uuid& id, const Spooled& spooled) {
  return folder_.write_whole(id.to_string(), sealer_.seal(bytes_of(spooled), purpose_of(id)),
                             base::Readers::owner);
}

base::Done SpoolFolder::remove(const base::Uuid& id) const {
  return folder_.remove(id.to_string());
}

base::Done SpoolFolder::sync() const {
  return folder_.sync();
}

base::Done SpoolFolder::set_aside(const base::Uuid& id) const {
  return folder_.move(id.to_string(), unreadable_, id.to_string());
}

}  // namespace tradepost::mail
