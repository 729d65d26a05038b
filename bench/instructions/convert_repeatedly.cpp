// Writes one document in a form several times, and reads it again. The script `forms` counts the
// instructions.
//
//   convert_repeatedly FILE FORM TIMES
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "document/read.hpp"
#include "edifact/interchange.hpp"
#include "edifact/mappings.hpp"
#include "edifact/read.hpp"
#include "edifact/write.hpp"
#include "forms/forms.hpp"
#include "ubl/mappings.hpp"
#include "ubl/read.hpp"
#include "ubl/write.hpp"

namespace {

namespace document = tradepost::document;
namespace edifact = tradepost::edifact;
namespace forms = tradepost::forms;
namespace ubl = tradepost::ubl;

bool convert_e_invoice(const forms::FormRow& form, const document::KindRow& kind,
                       const document::View& content) {
  const forms::Written written = forms::write(form, kind, content);
  const auto read = forms::read(written.text);
  return read && read->faults.empty();
}

bool convert_message(const document::KindRow& kind, const document::View& content) {
  const edifact::Mapping& mapping =
      *edifact::Mappings::of_project().find(kind.kind, edifact::directories()[0]);
  const edifact::Written written = edifact::write(mapping, content);
  std::string_view left = written.text;
  edifact::InterchangeReader interchange([&](char* buffer, std::size_t size) {
    const std::size_t count = left.copy(buffer, size);
    left.remove_prefix(count);
    return count;
  });
  const auto next = interchange.next();
  return next && *next && edifact::read((*next)->message, mapping).faults.empty();
}

bool convert_ubl(const document::KindRow& kind, const document::View& content) {
  const ubl::Mapping& mapping =
      *ubl::Mappings::of_project().find(kind.kind, ubl::Extent::whole, content);
  const auto read = ubl::read(ubl::write(mapping, content).text);
  return read && read->faults.empty();
}

bool convert(std::string_view form, const document::KindRow& kind, const document::View& content) {
  if (form == "edifact") return convert_message(kind, content);
  if (!forms::has_form(kind.kind)) return convert_ubl(kind, content);
  return convert_e_invoice(*forms::find_form(form), kind, content);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const std::string_view times = arguments[3];
  int left = 0;
  if (std::from_chars(times.data(), times.data() + times.size(), left).ec != std::errc()) return 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::string body(std::istreambuf_iterator<char>(file), {});
  document::Reader reader;
  for (; left > 0; --left) {
    const auto reading = reader.read(body);
    if (!reading || !reading->valid()) return 1;
    const auto& kind = document::row_of(*reading->document.kind);
    if (!convert(arguments[2], kind, reader.content())) return 1;
  }
  return 0;
}
