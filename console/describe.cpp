// Prints /openapi.json, of which the types of the console are made.
#include <fmt/format.h>

#include "api/description/openapi.hpp"
#include "api/wire/settings.hpp"

int main() {
  fmt::print("{}", tradepost::api::openapi_document(tradepost::api::FieldNames("platform")));
  return 0;
}
