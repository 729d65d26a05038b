// Writes refused documents in a form, for the official rules, which must refuse them, too.
//
//   written_anyway FORM FOLDER <documents.jsonl
//
// FOLDER/N.xml is the document of line N that a form refuses, and FOLDER/N.rules has the names of
// the broken rules, each on a line.
#include <cstddef>
#include <fstream>
#include <iostream>
#include <string>

#include "document/read.hpp"
#include "forms/forms.hpp"

int main(int count, char** arguments) {
  namespace document = tradepost::document;
  namespace forms = tradepost::forms;
  const forms::FormRow* const form = count == 3 ? forms::find_form(arguments[1]) : nullptr;
  if (form == nullptr) {
    std::cerr << "written_anyway FORM FOLDER <documents.jsonl\n";
    return 2;
  }
  document::Reader reader;
  std::string line;
  for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
    const auto reading = reader.read(line);
    if (!reading || !reading->valid()) continue;
    const document::KindRow& kind = document::row_of(*reading->document.kind);
    if (!forms::has_form(kind.kind)) continue;
    const forms::Written written = forms::write(*form, kind, reader.content());
    if (written.objections.empty()) continue;
    const std::string name = std::string(arguments[2]) + "/" + std::to_string(number);
    std::ofstream(name + ".xml") << written.text;
    std::ofstream rules(name + ".rules");
    for (const forms::Objection& one : written.objections) rules << one.rule << '\n';
  }
}
