#include "exchange/administration/setting_change.hpp"

#include <utility>

#include "base/ground/limits.hpp"
#include "exchange/desk/change.hpp"
#include "exchange/model/findings.hpp"
#include "exchange/trade/refused.hpp"

namespace tradepost::exchange {

Answering<SettingAnswer> change_setting(Desk& desk, Actor by, SettingName name, MakeValue make,
                                        Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < base::limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    auto value = make(*directory);
    if (!value) co_return SettingAnswer(refused_for({std::move(value).error()}));
    if (value->size() > base::limits::setting_bytes_max)
      co_return SettingAnswer(refused_for({findings::bad_setting("The setting is too long.")}));
    const Setting* const before = directory->setting(name);
    Setting next;
    next.name = name;
    next.revision = (before == nullptr ? 0 : before->revision) + 1;
    next.value = *std::move(value);
    const Revision revision = next.revision;
    CO_TRY_ASSIGN(const bool is_kept, co_await put(desk, by, std::move(next), deadline));
    if (is_kept) co_return SettingAnswer(Changed{revision});
  }
  co_return SettingAnswer(Busy{});
}

}  // namespace tradepost::exchange
