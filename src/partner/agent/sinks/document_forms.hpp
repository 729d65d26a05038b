#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::agent {

// A form that can be a file next to a document (docs/guides/forms.md).
struct FileForm {
  std::string name = {};    // xrechnung
  std::string ending = {};  // .xrechnung.xml
  bool is_e_invoice = false;
};

// Returns all of them: html, pdf, the e-invoices and the messages of EDIFACT.
std::vector<FileForm> file_forms();

// Gets documents from the exchange in some of these forms. Used by one thread.
class DocumentForms {
 public:
  struct Settings {
    std::vector<std::string> names;  // of file_forms(); other names are ignored
    std::string language;
    std::string bridge;
  };
  // The log must outlive the object.
  DocumentForms(client::Exchange exchange, Settings settings, const base::Log& log);

  const std::vector<FileForm>& forms() const { return forms_; }
  // Returns nullopt if the kind of the document has no such form, or if the document would break
  // rules of the form, which are logged. Neither prevents the hand-over.
  std::expected<std::optional<std::string>, client::Error> get(const client::Transaction& document,
                                                               const FileForm& form);

 private:
  client::Exchange exchange_;
  Settings settings_;
  std::vector<FileForm> forms_;
  const base::Log* log_;
};

}  // namespace tradepost::agent
