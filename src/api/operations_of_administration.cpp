#include "api/operations_parts.hpp"

namespace tradepost::api {
namespace {

using enum ParameterPlace;

constexpr std::string_view group = "Administration";
constexpr std::string_view id_of_participant = "The participant's id. What is no UUID is 404.";
constexpr std::string_view id_schema = R"({"type":"string","format":"uuid"})";

const Content participant_conflict = {"ParticipantConflict", R"({
  "code": "conflict",
  "message": "The identifier GS1 9521002000009 belongs to Kundenmarkt GmbH.",
  "path": "identifiers.0",
  "identifier": {"domain": "GS1", "identifier": "9521002000009"},
  "owner": {"id": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44", "name": "Kundenmarkt GmbH"}
})"};

Operation add_participant() {
  return {.method = "POST",
          .path = "/admin/participants",
          .id = "addParticipant",
          .group = group,
          .summary = "Add a participant",
          .description =
              "An organisation that trades here. It needs a token (`POST "
              "/admin/tokens`) and, unless the network is open, relationships (`PUT "
              "/admin/relationships`).",
          .body = Content{"ParticipantRequest", R"({
  "name": "Kundenmarkt GmbH",
  "identifiers": [{"domain": "GS1", "identifier": "9521002000009"}]
})"},
          .replies = {
              {201, "Added. Secrets of webhooks are told this once.", Content{"NewParticipant", R"({
  "id": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44",
  "name": "Kundenmarkt GmbH",
  "state": "open",
  "identifiers": [{"domain": "GS1", "identifier": "9521002000009"}],
  "requirements": [],
  "agents": []
})"}},
              {409, "An identifier belongs to another participant, which is named.",
               participant_conflict},
              parts::bad_body()}};
}

Operation list_participants() {
  return {.method = "GET",
          .path = "/admin/participants",
          .id = "listParticipants",
          .group = group,
          .summary = "List participants",
          .description = "Also those that have left.",
          .parameters = {parts::filter("filter[identifier]", R"({"type":"string"})",
                                       "Who has this identifier, without spaces and hyphens."),
                         parts::filter("filter[name]", R"({"type":"string"})",
                                       "Whose name begins with this."),
                         parts::cursor(), parts::per_page()},
          .replies = {{200, "A page, perhaps an empty one.", Content{"ParticipantPage", ""}},
                      parts::bad_query()}};
}

Operation get_participant() {
  return {.method = "GET",
          .path = "/admin/participants/{id}",
          .id = "getParticipant",
          .group = group,
          .summary = "Look at one participant",
          .description = "With its identifiers, what it demands, and who transmits for it.",
          .parameters = {parts::id(id_of_participant)},
          .replies = {{200, "There it is.", Content{"ParticipantAnswer", ""}},
                      {404, "There is no such participant."}}};
}

Operation edit_participant() {
  return {
      .method = "PATCH",
      .path = "/admin/participants/{id}",
      .id = "editParticipant",
      .group = group,
      .summary = "Change a participant",
      .description =
          R"(`addIdentifiers` with one that another participant holds moves it. What waits for its old owner stays
there, unless `take=pending` says that it comes along, all in one step; the answer says how many are
left behind. To repeat is safe.)",
      .parameters = {parts::id(id_of_participant),
                     {query, "take", R"({"type":"string","enum":["pending"]})",
                      "Documents that wait under the identifiers that move come along."}},
      .body = Content{"ParticipantEdit",
                      R"({"addIdentifiers": [{"domain": "DUNS", "identifier": "312345678"}]})"},
      .replies = {{200, "Changed.", Content{"ParticipantEdited", ""}},
                  {404, "There is no such participant."},
                  {409,
                   "An identifier is reserved for one that has left; or another change of it is "
                   "under way; or it has left itself.",
                   participant_conflict},
                  parts::bad_body()}};
}

Operation close_participant() {
  return {
      .method = "DELETE",
      .path = "/admin/participants/{id}",
      .id = "closeParticipant",
      .group = group,
      .summary = "Let a participant leave",
      .description =
          R"(Its tokens end. What it sent stays deliverable, its identifiers stay reserved. While documents wait for
it, 409 says how many; `pending=fail` lets them fail, and opens a case for each.)",
      .parameters = {parts::id(id_of_participant),
                     {query, "pending", R"({"type":"string","enum":["fail"]})",
                      "What waits for it fails."}},
      .replies = {{200, "It has left.", Content{"ParticipantClosed", R"({
  "data": {
    "id": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44",
    "state": "closed",
    "failed": {"pending": 0, "held": 0}
  }
})"}},
                  {404, "There is no such participant."},
                  {409, "Documents wait for it; or another change of it is under way.",
                   Content{"ParticipantConflict", R"({
  "code": "conflict",
  "message": "3 documents wait for the participant and 0 are held; ?pending=fail lets them fail.",
  "pending": 3,
  "held": 0
})"}},
                  {422, "`pending` is something else than `fail`.", Content{"Faults", ""}}}};
}

Operation add_token() {
  return {.method = "POST",
          .path = "/admin/tokens",
          .id = "addToken",
          .group = group,
          .summary = "Make a token for a participant",
          .description = "The token itself is told in this answer, and never again.",
          .body = Content{"TokenRequest", R"({
  "participant": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44",
  "scopes": ["read", "report"],
  "name": "Warenwirtschaft"
})"},
          .replies = {{201, "Made.", Content{"NewToken", R"({
  "id": "0192e4a0-4444-7cc0-8a2b-5d8f3a1e9c44",
  "participant": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44",
  "name": "Warenwirtschaft",
  "flow": "LIVE",
  "scopes": ["read", "report"],
  "createdAt": "2026-03-02T09:14:03.271Z",
  "expiresAt": null,
  "revokedAt": null,
  "token": "tp_live_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"
})"}},
                      parts::bad_body()}};
}

Operation list_tokens() {
  return {.method = "GET",
          .path = "/admin/tokens",
          .id = "listTokens",
          .group = group,
          .summary = "List tokens",
          .description = "Never the token itself; also those that were revoked or have expired.",
          .parameters = {parts::filter("filter[participant]", id_schema, "Of this one alone."),
                         parts::cursor(), parts::per_page()},
          .replies = {{200, "A page, perhaps an empty one.", Content{"TokenPage", ""}},
                      parts::bad_query()}};
}

Operation revoke_token() {
  return {
      .method = "DELETE",
      .path = "/admin/tokens/{id}",
      .id = "revokeToken",
      .group = group,
      .summary = "Revoke a token",
      .description =
          "From the next request on, also on connections that are open; requests "
          "that wait end within 2 seconds. To repeat is safe.",
      .parameters = {parts::id("The token's id. What is no UUID is 404.")},
      .replies = {{200, "Revoked.", Content{"TokenAnswer", ""}}, {404, "There is no such token."}}};
}

Operation put_relationships() {
  return {
      .method = "PUT",
      .path = "/admin/relationships",
      .id = "putRelationships",
      .group = group,
      .summary = "Say how one stands towards another",
      .description =
          R"(In one direction (`from`, `to`) or in both (`participants`). What is left out stays as it was, or is all
types of documents and both flows where there was nothing. Whatever was held is delivered when it
becomes active. To repeat is safe.)",
      .body = Content{"RelationshipRequest", R"({
  "participants": [
    "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44",
    "0192e4a0-3333-7cc0-8a2b-5d8f3a1e9c44"
  ],
  "status": "active"
})"},
      .replies = {{200, "It holds; one entry for each direction.", Content{"RelationshipsPut", R"({
  "data": [{
    "from": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44",
    "to": "0192e4a0-3333-7cc0-8a2b-5d8f3a1e9c44",
    "status": "active",
    "flows": ["LIVE", "TEST"],
    "requirements": [],
    "released": 0
  }]
})"}},
                  parts::bad_body()}};
}

Operation list_relationships() {
  return {
      .method = "GET",
      .path = "/admin/relationships",
      .id = "listRelationships",
      .group = group,
      .summary = "List relationships",
      .description = "With what is held in each.",
      .parameters = {parts::filter("filter[participant]", id_schema, "Where it is on either side."),
                     parts::filter("filter[status]",
                                   R"({"$ref":"#/components/schemas/RelationshipStatus"})",
                                   "Those that stand like this."),
                     parts::cursor(), parts::per_page()},
      .replies = {{200, "A page, perhaps an empty one.", Content{"RelationshipPage", ""}},
                  parts::bad_query()}};
}

}  // namespace

std::vector<Operation> administration_operations() {
  return {add_participant(),   list_participants(), get_participant(), edit_participant(),
          close_participant(), add_token(),         list_tokens(),     revoke_token(),
          put_relationships(), list_relationships()};
}

}  // namespace tradepost::api
