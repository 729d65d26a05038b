#include "api/operations_parts.hpp"

namespace tradepost::api {
namespace {

using enum ParameterPlace;

constexpr std::string_view group = "Partners";

Operation list_partners() {
  return {
      .method = "GET",
      .path = "/v2/trade-partners",
      .id = "listTradePartners",
      .group = group,
      .summary = "List trade partners",
      .description =
          R"(Those with whom the caller has a relationship, by their ids. `incoming` is how their documents to the
caller are taken, `outgoing` how they take the caller's; null where there is no such relationship.
`held` counts what waits, in the token's flow, until the recipient accepts the sender.)",
      .parameters = {parts::filter("filter[status]",
                                   R"({"$ref":"#/components/schemas/RelationshipStatus"})",
                                   "Of this status in the incoming direction: `requested` are "
                                   "those who wait for an answer."),
                     parts::cursor(), parts::per_page()},
      .replies = {{200, "A page, perhaps an empty one.", Content{"TradePartnerPage", R"({
  "items": [{
    "id": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44",
    "name": "Kundenmarkt GmbH",
    "incoming": {"status": "requested", "flows": ["LIVE", "TEST"], "requirements": [], "held": 3},
    "outgoing": null
  }],
  "hasMore": false,
  "perPage": 25,
  "count": 1,
  "nextCursor": null,
  "nextPageUrl": null
})"}},
                  parts::bad_query()}};
}

Operation put_partner() {
  return {.method = "PUT",
          .path = "/v2/trade-partners/{id}",
          .id = "putTradePartner",
          .group = group,
          .summary = "Accept, block or ask a trade partner",
          .description =
              R"(What the partner sends is the caller's to take:

- `active` accepts it: what is held is delivered, in its order, and `released` counts it
- `blocked` refuses it from now on; what was delivered stays
- `requested` leaves it open: new documents are held until it is decided

`kinds` says which documents are taken, `requirements` what they must have on top. What is not named
stays as it was. Setting requirements answers how many of the last documents they would have refused.

Whether the partner takes what the caller sends is the partner's to say: with `direction` `outgoing` and
`requested` it is asked, as it is by a document that is sent to it. Where there is a relationship
already, nothing changes.)",
          .parameters = {parts::id("The partner's id. What is no UUID is 404.")},
          .body = Content{"TradePartnerRequest", R"({"status": "active", "kinds": ["ORDER"]})"},
          .replies = {
              {200, "So it stands now.", Content{"TradePartnerPut", R"({
  "data": {
    "id": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44",
    "name": "Kundenmarkt GmbH",
    "incoming": {
      "status": "active",
      "kinds": ["ORDER"],
      "flows": ["LIVE", "TEST"],
      "requirements": [],
      "held": 0
    },
    "outgoing": null,
    "released": 3
  }
})"}},
              {403, "The partner is asked, and takes nothing from the caller."},
              {404, "There is no such participant; or it is asked, and has left."},
              parts::bad_body(),
          }};
}

constexpr std::string_view profile = R"({
  "data": {
    "id": "0192e4a0-3333-7cc0-8a2b-5d8f3a1e9c44",
    "name": "Lieferwerk AG",
    "state": "open",
    "identifiers": [{"domain": "GS1", "identifier": "9521001000000"}],
    "requirements": [{"kind": "ORDER", "path": "items.*.identifiers", "domain": "GS1"}],
    "agents": [],
    "numbers": [{"participant": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44", "number": "70001"}],
    "webhooks": [],
    "ssccRanges": []
  }
})";

Operation get_profile() {
  return {
      .method = "GET",
      .path = "/v2/profile",
      .id = "getProfile",
      .group = group,
      .summary = "Look at one's own profile",
      .description =
          "What the network knows of the caller. Webhooks and ranges of numbers are those of the "
          "token's flow.",
      .replies = {{200, "There it is.", Content{"ProfileAnswer", profile}}}};
}

Operation put_profile() {
  return {
      .method = "PUT",
      .path = "/v2/profile",
      .id = "putProfile",
      .group = group,
      .summary = "Change one's own profile",
      .description =
          R"(`requirements` are what documents for the caller must have on top, `agents` who may transmit in its
name, `numbers` by which numbers it knows its partners. Each of them replaces what was there; what is
left out stays.

Names, identifiers and ranges of numbers are the operator's: they may stand there as GET has
answered them, and are passed over.

Setting requirements answers how many of the last documents they would have refused.)",
      .body = Content{"ProfileRequest", R"({
  "requirements": [{"kind": "ORDER", "path": "items.*.identifiers", "domain": "GS1"}]
})"},
      .replies = {{200, "So it stands now.", Content{"ProfilePut", R"({
  "data": {
    "id": "0192e4a0-3333-7cc0-8a2b-5d8f3a1e9c44",
    "name": "Lieferwerk AG",
    "state": "open",
    "identifiers": [{"domain": "GS1", "identifier": "9521001000000"}],
    "requirements": [{"kind": "ORDER", "path": "items.*.identifiers", "domain": "GS1"}],
    "agents": [],
    "numbers": [],
    "webhooks": [],
    "ssccRanges": [],
    "wouldHaveRefused": {"of": 412, "refused": 7}
  }
})"}},
                  parts::bad_body()}};
}

}  // namespace

std::vector<Operation> partner_operations() {
  return {list_partners(), put_partner(), get_profile(), put_profile()};
}

}  // namespace tradepost::api
