#include "api/operations_parts.hpp"

namespace tradepost::api {
namespace {

using enum ParameterPlace;

Operation ping() {
  return {.method = "GET",
          .path = "/v2/ping",
          .id = "ping",
          .group = "Service",
          .summary = "Ask whether the exchange answers and the token is good",
          .description = "Changes nothing, and counts as no look at the queue.",
          .replies = {{204, "The exchange answers, and the token is good."}}};
}

Operation alive() {
  return {
      .method = "GET",
      .path = "/healthz",
      .id = "getHealth",
      .group = "Service",
      .summary = "Ask whether the process is alive",
      .description = "For what watches it. No token is needed.",
      .replies = {{200, "It is.", Content{"Health", R"({"status": "alive"})"}, {"Cache-Control"}}}};
}

Operation ready() {
  return {
      .method = "GET",
      .path = "/readyz",
      .id = "getReadiness",
      .group = "Service",
      .summary = "Ask whether the process takes requests",
      .description = "For what sends requests to one of several. No token is needed.",
      .replies = {{200, "It does.", Content{"Health", R"({"status": "ready"})"}, {"Cache-Control"}},
                  {503,
                   "It was told to end, or its store failed, and answers only what is under way.",
                   Content{"NotReady",
                           R"({"status": "ending", "message": "The process is about to end."})"},
                   {"Cache-Control"}}}};
}

Operation metrics() {
  return {.method = "GET",
          .path = "/metrics",
          .id = "getMetrics",
          .group = "Service",
          .summary = "The numbers of the process",
          .description =
              "In the text format of Prometheus. The operator's own listener, where one "
              "is set up, gives them without a token.",
          .replies = {{200, "The numbers.", Content{"", "", "text/plain"}, {"Cache-Control"}}}};
}

Operation root() {
  return {.method = "GET",
          .path = "/",
          .id = "getRoot",
          .group = "Service",
          .summary = "Where to begin",
          .description = "For who opens the bare address in a browser. No token is needed.",
          .replies = {{302, "To `/docs`.", {}, {"Location", "Cache-Control"}}}};
}

Operation openapi() {
  return {
      .method = "GET",
      .path = "/openapi.json",
      .id = "getOpenApiDocument",
      .group = "Service",
      .summary = "This description, for programs",
      .description = "OpenAPI 3.1. No token is needed.",
      .parameters = {parts::if_none_match()},
      .replies = {
          {200,
           "The description.",
           Content{"OpenApiDocument", R"({"openapi": "3.1.0", "info": {"title": "tradepost"}})"},
           {"ETag", "Cache-Control"}},
          {304, "What the caller has still holds.", {}, {"ETag", "Cache-Control"}},
      }};
}

Operation docs() {
  return {.method = "GET",
          .path = "/docs",
          .id = "getReference",
          .group = "Service",
          .summary = "This description, for people",
          .description = "A page without scripts, made of the same data. No token is needed.",
          .parameters = {parts::if_none_match()},
          .replies = {
              {200, "The page.", Content{"", "", "text/html"}, {"ETag", "Cache-Control"}},
              {304, "What the caller has still holds.", {}, {"ETag", "Cache-Control"}},
          }};
}

Operation docs_of_kind() {
  return {.method = "GET",
          .path = "/docs/{kind}",
          .id = "getReferenceOfKind",
          .group = "Service",
          .summary = "Every field of one kind of document, for people",
          .description = "Like `/docs`, about one type: `/docs/order`, `/docs/shipping_notice`.",
          .parameters = {{path, "kind", R"({"$ref":"#/components/schemas/DocumentWord"})",
                          "The type in small letters."},
                         parts::if_none_match()},
          .replies = {
              {200, "The page.", Content{"", "", "text/html"}, {"ETag", "Cache-Control"}},
              {304, "What the caller has still holds.", {}, {"ETag", "Cache-Control"}},
              {404, "There is no such type."},
          }};
}

}  // namespace

std::vector<Operation> service_operations() {
  return {ping(), alive(), ready(), metrics(), root(), openapi(), docs(), docs_of_kind()};
}

}  // namespace tradepost::api
