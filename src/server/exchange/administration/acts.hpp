#pragma once

#include <string_view>

#include "exchange/desk/entry_page.hpp"
#include "exchange/model/act.hpp"

// The acts (contract 9.2): changes of the directory by anyone, and operators' actions on documents
// and cases.
namespace tradepost::exchange {

// Returns participant.changed, for example.
std::string_view name_of(ActType type);

// Returns a page, newest first.
Answering<DirectoryPageAnswer<Act>> acts(Desk& desk, OperatorId by, PageOf page, Deadline deadline);

}  // namespace tradepost::exchange
