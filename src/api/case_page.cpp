#include "api/case_page.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

#include "api/html.hpp"
#include "api/party_json.hpp"
#include "api/words.hpp"
#include "document/schema.hpp"

namespace tradepost::api {
namespace {

using exchange::CaseOrigin;
using exchange::ResolvedBy;
using exchange::Turn;

std::string_view title_of(CaseOrigin origin) {
  switch (origin) {
    case CaseOrigin::failure:
      return "A document could not be processed";
    case CaseOrigin::rejection:
      return "A document was refused";
    case CaseOrigin::posted:
      return "An error was reported";
    case CaseOrigin::discard:
      return "A document was taken out of the queue";
    case CaseOrigin::overdue:
      return "A partner has stopped collecting documents";
    case CaseOrigin::closing:
      break;
  }
  return "A partner has left the network";
}

std::string_view whose_turn(Turn turn) {
  switch (turn) {
    case Turn::sender:
      return "Open. It is the sender's turn.";
    case Turn::recipient:
      return "Open. It is the recipient's turn.";
    case Turn::operator_:
      break;
  }
  return "Open. It is the operator's turn.";
}

std::string_view how_resolved(ResolvedBy resolved_by) {
  switch (resolved_by) {
    case ResolvedBy::nobody:
    case ResolvedBy::person:
      return "Resolved.";
    case ResolvedBy::newer_version:
      return "Resolved: a newer version was sent.";
    case ResolvedBy::requeue:
      return "Resolved: the document went out once more.";
    case ResolvedBy::success:
      break;
  }
  return "Resolved: the document was processed after all.";
}

std::string_view state_of(const exchange::Case& value) {
  return value.status == exchange::CaseStatus::open ? whose_turn(value.turn)
                                                    : how_resolved(value.resolved_by);
}

// Rows of a name and what it stands for; an empty text is no row.
class Details {
 public:
  Details& row(std::string_view name, std::string_view text) {
    if (text.empty()) return *this;
    html_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_escaped(name), html_escaped(text));
    return *this;
  }
  std::string finish() const { return html_.empty() ? "" : "<dl>\n" + html_ + "</dl>\n"; }

 private:
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
    details.row("Sent", base::to_string(transaction->row->created));
  }
  if (value.transaction) details.row("Transaction", value.transaction->to_string());
  details.row("Flow", exchange::name_of(value.flow)).row("Type", word_of(value.type));
  details.row("Opened", base::to_string(value.opened));
  details.row("Last change", base::to_string(value.changed));
  if (value.count > 1) details.row("Happened", fmt::format("{} times", value.count));
  return details.row("Case", value.id.to_string()).finish();
}

std::string context_of(const exchange::Case& value) {
  if (value.context.empty()) return {};
  Details details;
  for (const auto& [name, text] : value.context) details.row(name, text);
  return "<h2>What was told with it</h2>\n" + details.finish();
}

std::string refused_document(const exchange::Rejected& rejected) {
  std::string html = "<h2>Faults</h2>\n<table>\n<tr><th>Where</th><th>What</th></tr>\n";
  for (const exchange::Finding& fault : rejected.faults) {
    html += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", html_escaped(fault.path),
                        html_escaped(fault.message));
  }
  html += "</table>\n";
  if (rejected.fault_count > rejected.faults.size()) {
    html += fmt::format("<p>{} faults in all; the first {} are named.</p>\n", rejected.fault_count,
                        rejected.faults.size());
  }
  if (!rejected.content.empty()) {
    html += fmt::format("<h2>What is kept of the document</h2>\n<pre>{}</pre>\n",
                        html_escaped(rejected.content));
  }
  return html;
}

std::string comments_of(const exchange::FoundCase& found, const exchange::Directory& directory) {
  if (found.comments.empty()) return {};
  std::string html = "<h2>Comments</h2>\n<dl>\n";
  for (const exchange::CaseCommented& comment : found.comments) {
    html += fmt::format("<dt>{}<br>{}</dt><dd>{}</dd>\n",
                        html_escaped(actor_named(directory, comment.by).name),
                        base::to_string(comment.at), html_escaped(comment.text));
  }
  return html + "</dl>\n";
}

}  // namespace

http::Response case_page(const exchange::FoundCase& found,
                         const std::optional<exchange::Shown>& transaction,
                         const exchange::Directory& directory) {
  const exchange::Case& value = *found.value;
  std::string body = head_of(value, transaction) + context_of(value);
  if (found.rejected) body += refused_document(*found.rejected);
  body += comments_of(found, directory);
  return html_page(200, title_of(value.origin), body);
}

http::Response no_case_page() {
  return html_page(404, "Nothing here",
                   "<p>There is nothing here that this link may show. Copy it whole, or ask "
                   "whoever gave it to you.</p>\n");
}

http::Response ended_link_page() {
  return html_page(403, "This link has ended",
                   "<p>Links to a case are good for 30 days. The case itself is still there: "
                   "look at it with your token.</p>\n");
}

http::Response failure_page(const base::Error& failed) {
  return html_page(base::row_of(failed.code()).http_status, "Try again later",
                   fmt::format("<p>{}</p>\n", html_escaped(failed.text().str())));
}

}  // namespace tradepost::api
