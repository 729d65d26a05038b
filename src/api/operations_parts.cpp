#include "api/operations_parts.hpp"

namespace tradepost::api::parts {

Parameter cursor() {
  return {ParameterPlace::query, "cursor", R"({"type":"string"})",
          "Where the page begins: the page before says it in `nextCursor`. Left out for the first "
          "page. It is opaque, and good for this list with this filter; it has no end of life."};
}

Parameter per_page() {
  return {ParameterPlace::query, "per_page",
          R"({"type":"integer","minimum":1,"maximum":100,"default":25})",
          "How many there are on a page at most; it may change from page to page."};
}

Parameter id(std::string_view description) {
  return {ParameterPlace::path, "id", R"({"type":"string","format":"uuid"})", description};
}

Parameter filter(std::string_view name, std::string_view schema, std::string_view description) {
  return {ParameterPlace::query, name, schema, description};
}

Parameter idempotency_key() {
  return {ParameterPlace::header, "Idempotency-Key",
          R"({"type":"string","minLength":1,"maxLength":255,"pattern":"^[ -~]+$"})",
          "The caller's own name for this request. For 24 hours the same key with the same payload "
          "gets the first answer again; of a document a new key says that an equal payload is "
          "meant."};
}

Parameter if_none_match() {
  return {ParameterPlace::header, "If-None-Match", R"({"type":"string"})",
          "The `ETag` of what the caller has: 304 where that still holds."};
}

std::vector<Parameter> history_filters() {
  return {parts::filter("filter[type]", R"({"$ref":"#/components/schemas/DocumentType"})",
                        "Documents of this type alone."),
          parts::filter("filter[flow]", R"({"$ref":"#/components/schemas/Flow"})",
                        "The token's own flow; the other one's page is empty."),
          parts::filter(
              "filter[status]",
              R"({"type":"string","enum":["PENDING","SUCCESS","FAILED","DROPPED","UNKNOWN"]})",
              "UNKNOWN finds nothing."),
          parts::filter("filter[created_between]",
                        R"({"type":"string","example":"2026-03-01,2026-03-31"})",
                        "Two days, the first and the last, in UTC; both are whole."),
          parts::filter("filter[direction]", R"({"type":"string","enum":["sent","received"]})",
                        "From where the caller stands."),
          parts::filter("filter[identifier]", R"({"type":"string"})",
                        "The document's own number, as it stands."),
          parts::filter("filter[partner]", R"({"type":"string","format":"uuid"})",
                        "What this participant takes part in, on whichever side."),
          parts::cursor(),
          parts::per_page()};
}

Reply key_in_use() {
  return {409,
          "The first request with this Idempotency-Key is still under way.",
          Content{"Error", R"({
  "code": "conflict",
  "message": "The first request with this Idempotency-Key is still under way."
})"},
          {"Retry-After"}};
}

Reply keys_full() {
  return {429,
          "A million Idempotency-Keys of the last 24 hours are kept for the caller.",
          Content{"Error", R"({
  "code": "too_many_requests",
  "message": "Too many Idempotency-Keys of the last 24 hours are kept for you."
})"},
          {"Retry-After"}};
}

Reply bad_query() {
  return {422, "A parameter can't be read, stands twice, or is a filter that this list has not.",
          Content{"Faults", R"({
  "code": "invalid",
  "message": "The query can't be answered as it stands.",
  "errors": {"per_page": ["per_page must be a whole number from 1 to 100."]},
  "faults": [{
    "code": "query.per_page.out_of_range",
    "path": "per_page",
    "message": "per_page must be a whole number from 1 to 100."
  }],
  "faultCount": 1
})"}};
}

Reply bad_body() {
  return {422, "Something in the request can't be taken; nothing was changed.",
          Content{"Faults", R"({
  "code": "invalid",
  "message": "Nothing was changed: the request can't be taken as it stands.",
  "errors": {"name": ["name is missing."]},
  "faults": [{"code": "participant.name.missing", "path": "name", "message": "name is missing."}],
  "faultCount": 1
})"}};
}

}  // namespace tradepost::api::parts
