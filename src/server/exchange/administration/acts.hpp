#pragma once

#include <optional>
#include <string_view>

#include "exchange/desk/entry_page.hpp"
#include "exchange/model/act.hpp"
#include "exchange/model/directory.hpp"

// The acts (contract 9.2): changes of the directory by anyone, and operators' actions on documents
// and cases.
namespace tradepost::exchange {

// Returns participant.changed, for example.
std::string_view name_of(ActType type);

// Returns the participant that an act is about: the owner of a token, a webhook or a number range.
// nullopt: it is about none, or about a document or a case.
std::optional<ParticipantId> participant_of(const Directory& directory, const Act& act);

// Returns a page, newest first.
Answering<DirectoryPageAnswer<Act>> acts(Desk& desk, OperatorId by, PageOf page, Deadline deadline);

}  // namespace tradepost::exchange
