#include "agent/sinks/document_forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "document/model/schema.hpp"
#include "edifact/directory.hpp"
#include "forms/forms.hpp"

namespace tradepost::agent {
namespace {

// Other kinds have UBL, too.
constexpr std::string_view ubl = "ubl";

// Saves a request for a kind that has no e-invoices. The exchange answers for unknown kinds.
bool has_form(const std::string& type, const FileForm& form) {
  const document::KindRow* const kind = document::find_kind_row(type);
  return !form.is_e_invoice || kind == nullptr || forms::has_form(kind->kind);
}

bool is_of_other_kinds(const client::Error& error) {
  return std::ranges::any_of(error.faults, [](const client::Fault& fault) {
    return fault.code == "query.format.no_e_invoice" || fault.code == "query.format.no_message";
  });
}

// Returns each broken rule with its path: BR-DE-2 content.header.supplier.contacts. The code is
// e_invoice.BR-DE-2.broken_rule. Returns an empty text if the refusal has another reason.
std::string broken_rules(const client::Error& error) {
  constexpr std::string_view end = ".broken_rule";
  std::string rules;
  for (const client::Fault& fault : error.faults) {
    std::string_view rule = fault.code;
    if (!rule.ends_with(end)) return {};
    rule.remove_suffix(end.size());
    rule.remove_prefix(std::min(rule.find('.') + 1, rule.size()));
    rules += fmt::format("{}{} {}", rules.empty() ? "" : ", ", rule, fault.path);
  }
  return rules;
}

}  // namespace

std::vector<FileForm> file_forms() {
  std::vector<FileForm> all{{.name = "html", .ending = ".html"}, {.name = "pdf", .ending = ".pdf"}};
  for (const forms::FormRow& form : forms::forms()) {
    all.push_back({.name = std::string(form.name),
                   .ending = fmt::format(".{}.{}", form.name, form.is_in_pdf ? "pdf" : "xml"),
                   .is_e_invoice = form.name != ubl});
  }
  all.push_back({.name = "peppol", .ending = ".peppol.xml"});
  for (const edifact::MessageForm& form : edifact::message_forms) {
    all.push_back({.name = std::string(form.name), .ending = fmt::format(".{}.edi", form.name)});
  }
  return all;
}

DocumentForms::DocumentForms(client::Exchange exchange, Settings settings, const base::Log& log)
    : exchange_(std::move(exchange)),
      settings_(std::move(settings)),
      forms_(file_forms()),
      log_(&log) {
  std::erase_if(forms_, [this](const FileForm& form) {
    return std::ranges::find(settings_.names, form.name) == settings_.names.end();
  });
}

std::expected<std::optional<std::string>, client::Error> DocumentForms::get(
    const client::Transaction& document, const FileForm& form) {
  if (!has_form(document.type, form)) return std::nullopt;
  auto file = exchange_.content(document.id, {.name = form.name, .language = settings_.language});
  if (file) return std::move(file->bytes);
  if (is_of_other_kinds(file.error())) return std::nullopt;
  const std::string rules = broken_rules(file.error());
  if (rules.empty()) return std::unexpected(std::move(file.error()));
  log_->warning(
      "form_not_written",
      {{"bridge", settings_.bridge}, {"id", document.id}, {"form", form.name}, {"rules", rules}});
  return std::nullopt;
}

}  // namespace tradepost::agent
