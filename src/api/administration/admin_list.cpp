#include "api/administration/admin_list.hpp"

namespace tradepost::api {

std::optional<exchange::Finding> participant_in(std::string_view value,
                                                std::optional<exchange::ParticipantId>& wanted) {
  wanted = exchange::ParticipantId::parse(value);
  if (wanted) return std::nullopt;
  return unknown_value("filter[participant]", "the id of a participant");
}

}  // namespace tradepost::api
