#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exchange/desk/entry_page.hpp"
#include "exchange/model/act.hpp"

// Who did what when (contract 9.2): changes of the directory by anyone, and what operators did to
// documents and cases.
namespace tradepost::exchange {

// Pure. Nothing: the effect is no such thing.
std::optional<Act> act_of(const Effect& effect);

// participant.changed
std::string_view name_of(ActType type);

struct ActShown {
  Act act;
  std::string by;  // the name that it has now
};
// Newest first.
Answering<DirectoryPageAnswer<ActShown>> acts(Desk& desk, OperatorId by, PageOf page,
                                              Deadline deadline);

}  // namespace tradepost::exchange
