// Writes /openapi.json to a file. The types of the console are made from it.
#include <cstdio>

#include "api/description/openapi.hpp"
#include "api/wire/settings.hpp"
#include "model/generated_file.hpp"

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: console_description openapi.json\n", stderr);
    return 2;
  }
  const std::string document =
      tradepost::api::openapi_document(tradepost::api::FieldNames("platform"));
  if (tradepost::write_generated(arguments[1], document)) return 0;
  std::fprintf(stderr, "can't write %s\n", arguments[1]);
  return 1;
}
