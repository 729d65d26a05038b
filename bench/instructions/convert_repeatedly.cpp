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

namespace {

namespace document = tradepost::document;
namespace edifact = tradepost::edifact;
namespace forms = tradepost::forms;

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

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const std::string_view times = arguments[3];
  int left = 0;
  if (std::from_chars(times.data(), times.data() + times.size(), left).ec != std::errc()) return 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::string body(std::istreambuf_iterator<char>(file), {});
  const forms::FormRow* const form = forms::find_form(arguments[2]);
  document::Reader reader;
  for (; left > 0; --left) {
    const auto reading = reader.read(body);
    if (!reading || !reading->valid()) return 1;
    const auto& kind = document::row_of(*reading->document.kind);
    const bool is_converted = form == nullptr ? convert_message(kind, reader.content())
                                              : convert_e_invoice(*form, kind, reader.content());
    if (!is_converted) return 1;
  }
  return 0;
}
