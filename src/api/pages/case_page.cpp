#include "api/pages/case_page.hpp"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "api/json/party_json.hpp"
#include "api/json/words.hpp"
#include "api/pages/case_words.hpp"
#include "api/pages/content_html.hpp"
#include "api/pages/html.hpp"
#include "document/model/field_path.hpp"
#include "document/model/schema.hpp"

namespace tradepost::api {
namespace {

// Rows of a name and what it stands for; an empty text is no row.
class Details {
 public:
  Details& row(std::string_view name, std::string_view text) {
    return text.empty() ? *this : html_row(name, html_escaped(text));
  }
  Details& row(std::string_view name, exchange::Instant at) {
    return html_row(name, html_moment(at));
  }
  std::string finish() const { return html_.empty() ? "" : "<dl>\n" + html_ + "</dl>\n"; }

 private:
  Details& html_row(std::string_view name, std::string_view html) {
    html_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_escaped(name), html);
    return *this;
  }

  std::string html_;
};

std::string head_of(const exchange::Case& value,
                    const std::optional<exchange::Shown>& transaction) {
  Details details;
  details.row("State", state_of(value)).row("Reason", value.reason);
  if (value.kind) details.row("Document", document::row_of(*value.kind).name);
  details.row("Number", value.transaction_identifier);
  if (transaction) {
    details.row("From", transaction->sender.name).row("To", transaction->recipient.name);
    details.row("Sent", transaction->row->created);
  }
  return details.finish();
}

std::string next_step(const exchange::Case& value) {
  const std::string_view step = next_step_of(value);
  if (step.empty()) return {};
  return fmt::format(
      "<h2>What to do next</h2>\n<p>{}</p>\n<p>This page is read-only. To comment or to resolve, "
      "use your system or <code>tradepost cases</code>.</p>\n",
      html_escaped(step));
}

// For the user's questions about it.
std::string references_of(const exchange::Case& value) {
  Details details;
  details.row("Case", value.id.to_string());
  if (value.transaction) details.row("Transaction", value.transaction->to_string());
  details.row("Flow", exchange::name_of(value.flow)).row("Type", word_of(value.type));
  details.row("Opened", value.opened).row("Last change", value.changed);
  if (value.count > 1) details.row("Happened", fmt::format("{} times", value.count));
  return "<h2>Reference</h2>\n" + details.finish();
}

std::string context_of(const exchange::Case& value) {
  if (value.context.empty()) return {};
  Details details;
  for (const auto& [name, text] : value.context) details.row(name, text);
  return "<h2>Details</h2>\n" + details.finish();
}

// The field as people call it, its path, the sentence, and what the model says of the field.
std::string fault_html(const exchange::Finding& fault, const exchange::Rejected& rejected,
                       const ContentHtml& content) {
  const std::string path = html_escaped(fault.path);
  std::string where = fmt::format("<code>{}</code>", path);
  if (content.marked.contains(fault.path)) {
    where = fmt::format("<a href=\"#{}\">{}</a>", path, where);
  }
  const auto* const field =
      rejected.kind ? document::field_at(document::row_of(*rejected.kind), fault.path) : nullptr;
  const std::string about =
      field == nullptr ? std::string()
                       : fmt::format("<p class=\"about\">{}</p>", html_escaped(field->description));
  return fmt::format("<li><p><strong>{}</strong> {}</p><p>{}</p>{}</li>\n",
                     html_escaped(document::words_at(fault.path)), where,
                     html_escaped(fault.message), about);
}

std::string faults_of(const exchange::Rejected& rejected, const ContentHtml& content) {
  std::string html = "<section>\n<h2>Faults</h2>\n<ol>\n";
  for (const exchange::Finding& fault : rejected.faults) {
    html += fault_html(fault, rejected, content);
  }
  html += "</ol>\n";
  if (rejected.fault_count > rejected.faults.size()) {
    html += fmt::format("<p>{} faults in all. The first {} are listed.</p>\n", rejected.fault_count,
                        rejected.faults.size());
  }
  return html + "</section>\n";
}

std::string document_of(const ContentHtml& content) {
  if (content.html.empty()) return {};
  return fmt::format("<section>\n<h2>The document</h2>\n{}<pre>{}</pre>\n</section>\n",
                     content.is_whole ? "" : "<p>This is the beginning of the content.</p>\n",
                     content.html);
}

std::string faults_and_document(const exchange::FoundCase& found,
                                const std::optional<exchange::Shown>& transaction) {
  if (found.rejected) {
    const ContentHtml content = content_html(found.rejected->content, found.rejected->faults);
    return fmt::format("<div class=\"beside\">\n{}{}</div>\n", faults_of(*found.rejected, content),
                       document_of(content));
  }
  if (!transaction) return {};
  return document_of(content_html(transaction->content.view, {}));
}

std::string comments_of(const exchange::FoundCase& found, const exchange::Directory& directory) {
  if (found.comments.empty()) return {};
  std::string html = "<h2>Comments</h2>\n<dl>\n";
  for (const exchange::CaseCommented& comment : found.comments) {
    html += fmt::format("<dt>{}<br>{}</dt><dd>{}</dd>\n",
                        html_escaped(actor_named(directory, comment.by).name),
                        html_moment(comment.at), html_escaped(comment.text));
  }
  return html + "</dl>\n";
}

}  // namespace

http::Response case_page(const exchange::FoundCase& found,
                         const std::optional<exchange::Shown>& transaction,
                         const exchange::Directory& directory) {
  const exchange::Case& value = *found.value;
  std::string body = head_of(value, transaction) + context_of(value) + next_step(value);
  body += comments_of(found, directory) + faults_and_document(found, transaction);
  body += references_of(value);
  return html_page(200, title_of(value.origin), body);
}

http::Response no_case_page() {
  return html_page(
      404, "Nothing here",
      "<p>This link is not valid. Copy the whole link, or ask the sender for a new one.</p>\n");
}

http::Response ended_link_page() {
  return html_page(403, "This link has expired",
                   "<p>Links to a case are valid for 30 days. The case still exists: read it with "
                   "your token.</p>\n");
}

http::Response failure_page(const base::Error& failed) {
  return html_page(base::row_of(failed.code()).http_status, "Try again later",
                   fmt::format("<p>{}</p>\n", html_escaped(failed.text().str())));
}

}  // namespace tradepost::api
