#pragma once

#include <string_view>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "exchange/administration/administer.hpp"

namespace tradepost::api {

// Reads the body of POST /admin/participants.
exchange::ParticipantRequest participant_request_in(const document::View& body,
                                                    const exchange::Directory& directory,
                                                    BodyFaults& faults);

// Reads the body of PATCH /admin/participants/{id}. `before` is the participant before the change.
exchange::ParticipantEdit participant_edit_in(const document::View& body,
                                              const exchange::Directory& directory,
                                              const exchange::Participant& before,
                                              BodyFaults& faults);

}  // namespace tradepost::api
