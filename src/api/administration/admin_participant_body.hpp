#pragma once

#include <string_view>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "exchange/administration/administer.hpp"

namespace tradepost::api {

// POST /admin/participants
exchange::ParticipantRequest participant_request_in(const document::View& body,
                                                    const exchange::Directory& directory,
                                                    BodyFaults& faults);

// PATCH /admin/participants/{id}. `before` is as the participant stands.
exchange::ParticipantEdit participant_edit_in(const document::View& body,
                                              const exchange::Directory& directory,
                                              const exchange::Participant& before,
                                              BodyFaults& faults);

}  // namespace tradepost::api
