#pragma once

#include <string>
#include <string_view>

#include "exchange/desk/entry_page.hpp"
#include "exchange/model/act.hpp"

// The acts (contract 9.2): changes of the directory by anyone, and operators' actions on documents
// and cases.
namespace tradepost::exchange {

// Returns participant.changed, for example.
std::string_view name_of(ActType type);

struct ActShown {
  Act act;
  std::string by;  // the author's present name
};
// Returns a page, newest first.
Answering<DirectoryPageAnswer<ActShown>> acts(Desk& desk, OperatorId by, PageOf page,
                                              Deadline deadline);

}  // namespace tradepost::exchange
