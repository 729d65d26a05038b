#include "forms/forms.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "document/read.hpp"
#include "forms/form_tables.hpp"
#include "forms/prepare.hpp"
#include "forms/restore.hpp"
#include "forms/rules.hpp"
#include "forms/syntax.hpp"

namespace tradepost::forms {
namespace {

// The form and the kind of a document, by its root.
struct Origin {
  const FormRow* form = nullptr;
  std::size_t kind = of_invoice;
};

Origin origin_of(const xml::Element& root) {
  for (const FormRow& form : form_rows) {
    for (std::size_t kind = 0; kind < form.roots.size(); ++kind) {
      const Namespace& known = form.roots[kind];
      const std::string_view name = known.prefix.substr(known.prefix.find(':') + 1);
      if (root.local() == name && root.space() == known.uri) return {&form, kind};
    }
  }
  return {};
}

// Both kinds can have one root. Then the type code decides (UNTDID 1001).
bool is_credit(const FormRow& form, const Group& root) {
  constexpr std::array<std::string_view, 6> codes = {"81", "83", "261", "381", "396", "532"};
  return form.roots[0].uri == form.roots[1].uri &&
         std::ranges::find(codes, root.text(Term::bt_3)) != codes.end();
}

// Forms of one syntax differ in their specification identifier.
const FormRow* exact_form(const FormRow* form, std::string_view specification) {
  for (const FormRow& other : form_rows) {
    const bool has_syntax = other.elements.data() == form->elements.data();
    if (has_syntax && other.specification == specification) return &other;
  }
  return form;
}

void add_faults(const xml::Tree& tree, const Restored& restored, Read& read) {
  const auto add = [&](std::uint32_t index, std::string message) {
    const xml::Element element = tree.at(index < tree.size() ? index : 0);
    read.faults.push_back(
        {.xpath = element.path(), .place = element.place(), .message = std::move(message)});
  };
  for (const WrongValue& wrong : restored.wrong) {
    if (read.faults.size() == base::limits::faults_named_max) break;
    add(wrong.element, "The value of " + wrong.path + " has the wrong form. Write a number.");
  }
  document::Reader reader(base::limits::body_bytes_max);
  const auto reading = reader.read(read.body);
  if (!reading) return add(0, "The document is too large, or its texts are not readable.");
  for (const document::Finding& fault : reading->faults.named()) {
    constexpr std::string_view content = "content.";
    std::string_view path = fault.path;
    if (path.starts_with(content)) path.remove_prefix(content.size());
    add(restored.draft.element_of(path), fault.message);
  }
}

}  // namespace

std::string_view name_of(LossReason reason) {
  switch (reason) {
    case LossReason::absent:
      return "absent";
    case LossReason::shortened:
      return "shortened";
    case LossReason::no_counterpart:
      return "no_counterpart";
  }
  return "";
}

std::string_view sentence_of(LossReason reason) {
  switch (reason) {
    case LossReason::absent:
      return "The form has no place for it.";
    case LossReason::shortened:
      return "The form carries a part of it.";
    case LossReason::no_counterpart:
      return "The form has no such code.";
  }
  return "";
}

Written write(const FormRow& form, const document::KindRow& kind, const document::View& content) {
  Written written;
  const Group root = prepare(form, kind, content, written.objections, written.losses);
  add_objections(form, index_of(kind.kind), root, written.objections);
  written.text = xml_of(form, index_of(kind.kind), root);
  shorten(written.objections);
  shorten(written.losses);
  return written;
}

Objections objections_to(const FormRow& form, const document::KindRow& kind,
                         const document::View& content) {
  Objections objections;
  Losses losses;
  const Group root = prepare(form, kind, content, objections, losses);
  add_objections(form, index_of(kind.kind), root, objections);
  shorten(objections);
  return objections;
}

bool can_fill(const Fill& fill) {
  return std::ranges::any_of(document::kinds(), [&](const document::KindRow& kind) {
    const std::string_view text = fill.text;
    return is_leaf(kind, fill.path) && (!text.starts_with('@') || is_leaf(kind, text.substr(1)));
  });
}

std::expected<Read, xml::Unreadable> read(std::string_view text, std::span<const Fill> fills) {
  const auto tree = xml::read(text);
  if (!tree) return std::unexpected(tree.error());
  Origin origin = origin_of(tree->root());
  if (origin.form == nullptr) {
    return std::unexpected(
        xml::Unreadable{.place = tree->root().place(),
                        .reason = "The root is not one of an e-invoice: Invoice or CreditNote of "
                                  "UBL, CrossIndustryInvoice."});
  }
  const Parsed parsed = terms_of(*origin.form, origin.kind, *tree);
  if (is_credit(*origin.form, parsed.root)) origin.kind = of_credit_note;
  const auto kind =
      origin.kind == of_invoice ? document::Kind::invoice : document::Kind::credit_note;
  Restored restored = forms::restored(document::row_of(kind), parsed.root);
  for (const Fill& fill : fills) restored.draft.fill(fill.path, fill.text);
  Read read{.form = exact_form(origin.form, parsed.root.text(Term::bt_24)),
            .body = restored.draft.json()};
  add_faults(*tree, restored, read);
  const std::size_t named_max = base::limits::faults_named_max;
  for (const std::uint32_t element : parsed.unread) {
    if (read.losses.size() == named_max) break;
    read.losses.push_back({.path = tree->at(element).path(), .reason = LossReason::absent});
  }
  for (const Unused& unused : restored.unused) {
    if (read.losses.size() == named_max) break;
    read.losses.push_back({.path = tree->at(unused.element).path(), .reason = unused.reason});
  }
  return read;
}

}  // namespace tradepost::forms
