#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"
#include "document/model/schema.hpp"
#include "forms/loss.hpp"
#include "forms/objection.hpp"
#include "forms/rows.hpp"
#include "xml/reader.hpp"

// Invoices and credit notes as e-invoices of EN 16931, in both directions. The mappings are in
// model/formats.
namespace tradepost::forms {

std::span<const FormRow> forms();
// Returns nullptr if the name is not one of a form: `xrechnung`.
const FormRow* find_form(std::string_view name);
// Returns the first form with these rules, such as `en16931` or `xrechnung`, or nullptr.
const FormRow* form_with_rules(std::string_view rules);
bool has_form(document::Kind kind);

struct Written {
  std::string text = {};       // breaks the rules of the objections
  Objections objections = {};  // empty: a valid e-invoice
  Losses losses = {};          // both lists have the first thousand
};

// `content` is a valid document of a kind with forms.
Written write(const FormRow& form, const document::KindRow& kind, const document::View& content);

// A fault of a document in a form: of the value of an element.
struct FormFault {
  std::string xpath = {};
  xml::Place place = {};
  std::string message = {};
};

// The rules that the document would break, as write() lists them.
Objections objections_to(const FormRow& form, const document::KindRow& kind,
                         const document::View& content);

// The document that a form has.
struct Read {
  const FormRow* form = nullptr;
  std::string body = {};               // {"type": …, "content": …}
  std::vector<FormFault> faults = {};  // all; empty: the body is a valid document
  Losses losses = {};                  // with the XPath of each element
};

// A value for a field that a form lacks.
struct Fill {
  std::string path = {};  // header.orderDate; items.orderDate is the field of each line
  std::string text = {};  // a value, or another field: @header.invoiceDate
};

// Returns true if a kind of documents has the fields of a fill.
bool can_fill(const Fill& fill);

// Recognizes the form by its root and its specification identifier. A text that is not XML, or not
// an e-invoice, is unreadable.
std::expected<Read, xml::Unreadable> read(std::string_view text, std::span<const Fill> fills = {});

}  // namespace tradepost::forms
