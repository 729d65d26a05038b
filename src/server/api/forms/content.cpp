#include "api/forms/content.hpp"

#include <fmt/format.h>

#include <array>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "api/bodies/body_shapes.hpp"
#include "api/bodies/query.hpp"
#include "api/forms/document_renderer.hpp"
#include "api/json/translated.hpp"
#include "api/language/german.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/text/json_writer.hpp"
#include "document/model/schema.hpp"
#include "edifact/directory.hpp"
#include "edifact/mappings.hpp"
#include "exchange/views/history.hpp"
#include "ubl/mappings.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Shown;
using http::Response;

// An invoice has the form of Peppol BIS Billing 3 for both.
constexpr std::string_view ubl_form = "ubl";
constexpr std::string_view peppol = "peppol";
// The text that was sent. That of most documents is JSON.
constexpr std::string_view original_form = "original";

// Without the parameter, the client names a form in `Accept`.
DocumentForm form_of(const http::Request& request, std::string_view wanted) {
  if (forms::find_form(wanted) != nullptr || wanted == peppol) return DocumentForm::e_invoice;
  if (edifact::directory_of_form(wanted) != nullptr) return DocumentForm::message;
  if (wanted == "pdf") return DocumentForm::pdf;
  if (wanted == "html") return DocumentForm::html;
  if (wanted == "json" || wanted == original_form || names_media(request, "application/json"))
    return DocumentForm::json;
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
  bool has_language = false;
};

FileSort sort_of(const FormOrder& order) {
  if (order.form == DocumentForm::html) return {"text/html; charset=utf-8", "html", "inline", true};
  if (order.form == DocumentForm::pdf) return {"application/pdf", "pdf", "inline", true};
  if (order.form == DocumentForm::message) return {"application/EDIFACT", "edi", "attachment"};
  if (order.e_invoice != nullptr && order.e_invoice->is_in_pdf)
    return {"application/pdf", "pdf", "attachment", true};
  return {"application/xml", "xml", "attachment"};
}

FileSort sort_of(exchange::OriginalForm form) {
  if (form == exchange::OriginalForm::edifact) return {"application/EDIFACT", "edi", "attachment"};
  return {"application/xml", "xml", "attachment"};
}

Response as_file(const exchange::Bytes& file, const FileSort& sort, std::string_view name) {
  Response response(200);
  response.header("Content-Type", sort.media);
  response.header("Content-Disposition",
                  fmt::format("{}; filename=\"{}.{}\"", sort.disposition, name, sort.ending));
  // The page has no script. If a text of the document ever became markup, it could do nothing.
  response.header("Content-Security-Policy",
                  "sandbox; default-src 'none'; style-src 'unsafe-inline'");
  response.header("Cache-Control", "private, no-store");
  response.header("Referrer-Policy", "no-referrer");
  response.body.append(file.view, file.owner);
  return response;
}

// Finds the transaction of a call. The answer is a refusal.
Task<std::expected<Shown, Response>> shown_of(LoopContext& context, const Call& call,
                                              std::string_view wanted) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return std::unexpected(answers::not_found());
  const auto find = wanted == original_form ? exchange::find_with_original : exchange::find;
  auto found = co_await find(context.desk, call.caller, *id, context.deadline());
  if (!found) co_return std::unexpected(answers::failure(found.error()));
  if (!*found || (*found)->content.view.empty()) co_return std::unexpected(answers::not_found());
  co_return **std::move(found);
}

std::unexpected<Response> no_such_form(std::string_view rule, std::string sentence) {
  const std::array faults = {query_fault("format", rule, std::move(sentence))};
  return std::unexpected(answers::bad_query(faults));
}

// Returns the order of a file, unless the kind of the document has no such form.
std::expected<FormOrder, Response> ordered(const Shown& shown, DocumentForm form,
                                           std::string_view wanted) {
  FormOrder order{.kind = shown.row->kind, .content = shown.content, .form = form};
  if (form == DocumentForm::e_invoice && forms::has_form(order.kind)) {
    order.e_invoice = forms::find_form(wanted == peppol ? ubl_form : wanted);
  } else if (form == DocumentForm::e_invoice) {
    if (wanted != ubl_form && wanted != peppol) {
      return no_such_form("no_e_invoice", "Only invoices and credit notes become e-invoices.");
    }
    order.form = DocumentForm::ubl;
    order.extent = wanted == peppol ? ubl::Extent::peppol : ubl::Extent::whole;
    if (!ubl::has_form(order.kind, order.extent)) {
      return no_such_form("no_message", fmt::format("{} has no message for the kind {}.",
                                                    wanted == peppol ? "Peppol BIS 3" : "UBL",
                                                    document::row_of(order.kind).name));
    }
  }
  if (form == DocumentForm::message) {
    const edifact::Directory& directory = *edifact::directory_of_form(wanted);
    order.message = edifact::Mappings::of_project().find(order.kind, directory);
    if (order.message == nullptr) {
      return no_such_form("no_message",
                          fmt::format("{} has no message for the kind {}.", directory.name,
                                      document::row_of(order.kind).name));
    }
  }
  return order;
}

// Makes a file, unless the document would break a rule of the form.
Task<std::expected<FormFile, Response>> file_of(LoopContext& context, FormOrder order) {
  const bool is_e_invoice = order.form == DocumentForm::e_invoice;
  auto made = co_await context.services.forms.make(std::move(order), context.deadline());
  if (!made) co_return std::unexpected(answers::failure(made.error()));
  if (!made->faults.empty()) {
    answers::Faults faults{.message = is_e_invoice ? "The document can't become this e-invoice."
                                                   : "The document can't become this message.",
                           .named = made->faults};
    co_return std::unexpected(answers::faults(faults));
  }
  co_return *std::move(made);
}

std::string losses_body(const forms::Losses& losses, Language language) {
  base::JsonWriter json;
  json.begin_object().key("data").begin_object().key("losses").begin_array();
  for (const forms::Loss& loss : losses) {
    const std::string english(forms::sentence_of(loss.reason));
    json.begin_object();
    json.key("path").string(loss.path);
    json.key("reason").string(forms::name_of(loss.reason));
    json.key("message").string(
        language == Language::german ? german::of_text(english).value_or(english) : english);
    json.end_object();
  }
  json.end_array().end_object().end_object();
  return std::move(json).finish();
}

}  // namespace

Task<Response> show_content(LoopContext& context, Call call) {
  Query query(call.request.target(), shapes::get_transaction_content, Repeats::refused);
  const std::string_view wanted = query.text("format").value_or("");
  const DocumentForm form = form_of(call.request, wanted);
  const auto language_word = query.text("language");
  if (query.has_faults()) co_return answers::bad_query(query.faults());
  auto shown = co_await shown_of(context, call, wanted);
  if (!shown) co_return std::move(shown.error());
  if (shown->original) {
    co_return as_file(shown->original->text, sort_of(shown->original->form),
                      call.captures.at("id"));
  }
  if (form == DocumentForm::json) co_return as_json(*shown);
  const Language language =
      language_word ? language_of(*language_word) : requested_language(call.request);
  auto order = ordered(*shown, form, wanted);
  if (!order) co_return std::move(order.error());
  order->language = language;
  const FileSort sort = sort_of(*order);
  auto made = co_await file_of(context, *std::move(order));
  if (!made) co_return std::move(made.error());
  Response response =
      as_file(exchange::bytes_of(std::move(made->bytes)), sort, call.captures.at("id"));
  if (!sort.has_language) co_return response;
  co_return in_language(std::move(response), language);
}

Task<Response> list_losses(LoopContext& context, Call call) {
  Query query(call.request.target(), shapes::list_content_losses, Repeats::refused);
  const std::string_view wanted = query.text("format").value_or("");
  if (query.has_faults()) co_return answers::bad_query(query.faults());
  auto shown = co_await shown_of(context, call, wanted);
  if (!shown) co_return std::move(shown.error());
  auto order = ordered(*shown, form_of(call.request, wanted), wanted);
  if (!order) co_return std::move(order.error());
  order->is_for_losses = true;
  auto made = co_await file_of(context, *std::move(order));
  if (!made) co_return std::move(made.error());
  const Language language = requested_language(call.request);
  co_return in_language(json(200, losses_body(made->losses, language)), language);
}

}  // namespace tradepost::api
