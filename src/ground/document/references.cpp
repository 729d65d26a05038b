#include "document/references.hpp"

#include <utility>

#include "document/model/schema.hpp"
#include "document/read.hpp"

namespace tradepost::document {

References references_in(Kind kind, std::string_view content) {
  if (content.empty()) return {};
  std::string body = "{\"type\":\"";
  body += row_of(kind).name;
  body += "\",\"content\":";
  body += content;
  body += '}';
  Reader reader(body.size());
  auto reading = reader.read(body);
  return reading ? std::move(reading->document.references) : References();
}

}  // namespace tradepost::document
