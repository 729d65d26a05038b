#include "app/documents/documents_in.hpp"

#include "app/console/input.hpp"

namespace tradepost::app {
namespace {

base::Done each_line(const std::string& path, LineInput& input, const DocumentVisit& visit) {
  std::string line;
  for (;;) {
    TRY_ASSIGN(const bool more, input.next_filled(line));
    if (!more) return {};
    if (visit({.input = path, .line = input.line_number()}, line) == GoOn::no) return {};
  }
}

}  // namespace

base::Done each_document(const std::string& path, InputForm form, document::Reader& reader,
                         std::size_t bytes_max, const DocumentVisit& visit) {
  TRY_ASSIGN(auto input, LineInput::open(path, bytes_max));
  if (form == InputForm::lines || holds_lines(path)) return each_line(path, input, visit);
  std::string first;
  TRY(input.next(first));
  if (!reader.read(first)) {
    TRY_ASSIGN(const auto rest, input.rest());
    visit({.input = path, .line = 0}, rest.empty() ? first : first + '\n' + rest);
    return {};
  }
  std::string second;
  TRY_ASSIGN(const bool more, input.next_filled(second));
  if (visit({.input = path, .line = more ? 1u : 0u}, first) == GoOn::no || !more) return {};
  if (visit({.input = path, .line = input.line_number()}, second) == GoOn::no) return {};
  return each_line(path, input, visit);
}

}  // namespace tradepost::app
