// Converts standard input between a document and a form, without the rest of the product:
//
//   form_program to FORM     a document to an e-invoice
//   form_program from        an e-invoice to a document
#include <iostream>
#include <iterator>
#include <string>

#include "document/read.hpp"
#include "forms/forms.hpp"

namespace {

namespace document = tradepost::document;
namespace forms = tradepost::forms;

int to(std::string_view name, const std::string& body) {
  const forms::FormRow* const form = forms::find_form(name);
  document::Reader reader;
  const auto reading = reader.read(body);
  if (form == nullptr || !reading || !reading->valid()) return 2;
  const auto& kind = document::row_of(*reading->document.kind);
  const forms::Written written = forms::write(*form, kind, reader.content());
  for (const forms::Objection& one : written.objections) {
    std::cerr << one.rule << ' ' << one.path << '\n';
  }
  for (const forms::Loss& loss : written.losses) std::cerr << "lost " << loss.path << '\n';
  std::cout << written.text;
  return written.objections.empty() && written.losses.empty() ? 0 : 1;
}

int from(const std::string& text) {
  const auto read = forms::read(text);
  if (!read) return 2;
  for (const forms::FormFault& fault : read->faults) std::cerr << fault.message << '\n';
  std::cout << read->body << '\n';
  std::cerr << read->form->name << '\n';
  return read->faults.empty() ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
  if (count == 3 && words[1] == std::string("to")) return to(words[2], input);
  return count == 2 && words[1] == std::string("from") ? from(input) : 2;
}
