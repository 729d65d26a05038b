#include "exchange/administration/setting_change.hpp"

#include <utility>

#include "base/ground/limits.hpp"
#include "exchange/model/findings.hpp"

namespace tradepost::exchange {
namespace {

SettingAnswer refused_for(Finding fault) {
  return Refused{.faults = {std::move(fault)}, .fault_count = 1, .case_id = {}};
}

}  // namespace

Answering<SettingAnswer> change_setting(Desk& desk, Actor by, SettingName name, MakeValue make,
                                        Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < base::limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    auto value = make(*directory);
    if (!value) co_return refused_for(std::move(value).error());
    if (value->size() > base::limits::setting_bytes_max)
      co_return refused_for(findings::bad_setting("The setting is too long."));
    const Setting* const before = directory->setting(name);
    Setting next;
    next.name = name;
    next.revision = (before == nullptr ? 0 : before->revision) + 1;
    next.value = *std::move(value);
    DirectoryChange change;
    const Revision revision = next.revision;
    change.entries.emplace_back(std::move(next));
    change.by = by;
    CO_TRY_ASSIGN(const DirectoryAnswer said,
                  co_await desk.store.change_directory(std::move(change), deadline));
    CO_TRY(co_await desk.directory.catch_up(desk.store, deadline));
    if (std::holds_alternative<DirectoryChanged>(said)) co_return SettingAnswer(Changed{revision});
  }
  co_return SettingAnswer(Busy{});
}

}  // namespace tradepost::exchange
