#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "document/read.hpp"
#include "simulation/ground/moments.hpp"
#include "simulation/sample_test_documents.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::simulation {

Party party(std::string_view gln, std::string_view name) {
  return {.name = std::string(name),
          .identifiers = {{.domain = "GS1", .identifier = std::string(gln)}}};
}

std::string content_of(const std::string& body) {
  document::Reader reader;
  const auto reading = reader.read(body);
  return reading ? std::string(reading->document.content) : std::string();
}

Incoming incoming(const std::string& body, std::string_view at) {
  document::Reader reader;
  const auto reading = reader.read(body);
  if (!reading || !reading->document.kind) return {};
  const document::Head& head = reading->document.head;
  Incoming incoming{.kind = std::string(document::row_of(*reading->document.kind).name),
                    .number = std::string(head.number),
                    .at = *instant_in(at),
                    .content = std::string(reading->document.content)};
  if (!head.from.empty()) {
    incoming.from.name = head.from.front().name;
    for (const auto& one : head.from.front().identifiers) {
      incoming.from.identifiers.push_back(
          {.domain = std::string(one.domain), .identifier = std::string(one.identifier)});
    }
  }
  return incoming;
}

static std::string listed(const document::Findings& findings) {
  std::string text;
  for (const auto& one : findings.named()) text += fmt::format("{}: {}\n", one.path, one.message);
  return text;
}

std::string faults_in(const std::string& body) {
  document::Reader reader;
  const auto reading = reader.read(body);
  return reading ? listed(reading->faults) : "unreadable";
}

std::string findings_in(const std::string& body) {
  document::Reader reader;
  const auto reading = reader.read(body);
  return reading ? listed(reading->faults) + listed(reading->warnings) : "unreadable";
}

std::string text_in_body(const std::string& body, std::string_view path) {
  document::Reader reader;
  if (!reader.read(body)) return "unreadable";
  document::View value = reader.content();
  while (value && !path.empty()) {
    const auto dot = std::min(path.find('.'), path.size());
    const auto step = path.substr(0, dot);
    document::View next;
    if (value.is_list()) {
      std::uint32_t place = 0;
      std::from_chars(step.data(), step.data() + step.size(), place);
      value.each([&](std::uint32_t index, const document::View& one) {
        if (index == place) next = one;
      });
    } else {
      next = value.member(step);
    }
    value = next;
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  if (!value) return "absent";
  return value.is_text() ? value.text() : std::string(value.scalar());
}

std::string sample_order(std::string_view number, std::string_view quantity) {
  return fmt::format(
      R"({{"type":"ORDER","content":{{"header":{{"buyer":{{"identifiers":[{{"identifier":"{}"}}]}},)"
      R"("supplier":{{"identifiers":[{{"identifier":"{}"}}]}},"orderIdentifier":"{}",)"
      R"("orderDate":"2026-03-02T09:00Z","requestedDeliveryDate":"2026-03-04"}},"items":[)"
      R"({{"lineNumber":10,"identifiers":[{{"identifier":"9521001010016"}}],"quantity":{},)"
      R"("unitOfMeasure":"CS","description":"Pils"}},)"
      R"({{"lineNumber":20,"identifiers":[{{"identifier":"4711","domain":"BUYER"}}],)"
      R"("quantity":2.5,"unitOfMeasure":"KGM","unitPrice":4.00}}]}}}})",
      buyer_gln, supplier_gln, number, quantity);
}

std::vector<Example> examples() {
  std::vector<Example> found;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(source_dir() + "/examples")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    found.push_back(
        {.path = entry.path().string(), .body = {std::istreambuf_iterator<char>(file), {}}});
  }
  std::ranges::sort(found, {}, &Example::path);
  return found;
}

}  // namespace tradepost::simulation
