// Writes one invoice in a form several times, and reads it again. The script `forms` counts the
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
#include "forms/forms.hpp"

int main(int count, char** arguments) {
  namespace forms = tradepost::forms;
  namespace document = tradepost::document;
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
    if (form == nullptr || !reading || !reading->valid()) return 1;
    const auto& kind = document::row_of(*reading->document.kind);
    const forms::Written written = forms::write(*form, kind, reader.content());
    const auto read = forms::read(written.text);
    if (!read || !read->faults.empty()) return 1;
  }
  return 0;
}
