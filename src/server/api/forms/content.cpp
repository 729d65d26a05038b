#include "api/forms/content.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "api/bodies/body_shapes.hpp"
#include "api/bodies/query.hpp"
#include "api/forms/document_renderer.hpp"
#include "api/json/translated.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"
#include "document/model/schema.hpp"
#include "exchange/views/history.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Shown;
using http::Response;

// Without the parameter, the client names a form in `Accept`.
DocumentForm form_of(const http::Request& request, std::string_view wanted) {
  if (forms::find_form(wanted) != nullptr) return DocumentForm::e_invoice;
  if (wanted == "pdf") return DocumentForm::pdf;
  if (wanted == "html") return DocumentForm::html;
  if (wanted == "json" || names_media(request, "application/json")) return DocumentForm::json;
  if (names_media(request, "application/pdf")) return DocumentForm::pdf;
  return names_media(request, "text/html") ? DocumentForm::html : DocumentForm::json;
}

Language language_of(std::string_view word) {
  return word == "de" ? Language::german : Language::english;
}

// Returns the body with which the document can be sent.
Response as_json(const Shown& shown) {
  Response response = json(
      200, fmt::format("{{\"type\":\"{}\",\"content\":", document::row_of(shown.row->kind).name));
  response.body.append(shown.content.view, shown.content.owner);
  response.body.append("}");
  return response;
}

// The type of a file, the ending of its name, and its use in a browser.
struct FileSort {
  std::string_view media;
  std::string_view ending;
  std::string_view disposition;
};

FileSort sort_of(DocumentForm form, const forms::FormRow* e_invoice) {
  if (e_invoice != nullptr && e_invoice->is_in_pdf) return {"application/pdf", "pdf", "attachment"};
  if (form == DocumentForm::html) return {"text/html; charset=utf-8", "html", "inline"};
  if (form == DocumentForm::pdf) return {"application/pdf", "pdf", "inline"};
  return {"application/xml", "xml", "attachment"};
}

Response as_file(std::string file, const FileSort& sort, std::string_view name) {
  Response response(200);
  response.header("Content-Type", sort.media);
  response.header("Content-Disposition",
                  fmt::format("{}; filename=\"{}.{}\"", sort.disposition, name, sort.ending));
  // The page has no script. If a text of the document ever became markup, it could do nothing.
  response.header("Content-Security-Policy",
                  "sandbox; default-src 'none'; style-src 'unsafe-inline'");
  response.header("Cache-Control", "private, no-store");
  response.header("Referrer-Policy", "no-referrer");
  const auto owner = std::make_shared<const std::string>(std::move(file));
  response.body.append(*owner, owner);
  return response;
}

}  // namespace

Task<Response> show_content(LoopContext& context, Call call) {
  Query query(call.request.target(), shapes::get_transaction_content, Repeats::refused);
  const DocumentForm form = form_of(call.request, query.text("format").value_or(""));
  const auto language_word = query.text("language");
  if (query.has_faults()) co_return answers::bad_query(query.faults());
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto found = co_await exchange::find(context.desk, call.caller, *id, context.deadline());
  if (!found) co_return answers::failure(found.error());
  if (!*found || (*found)->content.view.empty()) co_return answers::not_found();
  const Shown& shown = **found;
  if (form == DocumentForm::json) co_return as_json(shown);
  const forms::FormRow* const e_invoice = forms::find_form(query.text("format").value_or(""));
  if (e_invoice != nullptr && !forms::has_form(shown.row->kind)) {
    const std::array faults = {
        query_fault("format", "no_e_invoice", "Only invoices and credit notes become e-invoices.")};
    co_return answers::bad_query(faults);
  }
  const Language language =
      language_word ? language_of(*language_word) : requested_language(call.request);
  FormOrder order{.kind = shown.row->kind,
                  .content = shown.content,
                  .form = form,
                  .e_invoice = e_invoice,
                  .language = language};
  auto made = co_await context.services.forms.make(std::move(order), context.deadline());
  if (!made) co_return answers::failure(made.error());
  if (!made->faults.empty()) {
    answers::Faults faults{.message = "The document can't become this e-invoice.",
                           .named = made->faults};
    co_return answers::faults(faults);
  }
  Response response = as_file(std::move(made->bytes), sort_of(form, e_invoice), id->to_string());
  const bool has_language = e_invoice == nullptr || e_invoice->is_in_pdf;
  if (!has_language) co_return response;
  co_return in_language(std::move(response), language);
}

}  // namespace tradepost::api
