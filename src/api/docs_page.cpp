#include "api/docs_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "api/access.hpp"
#include "api/docs_page_html.hpp"
#include "api/docs_page_shapes.hpp"
#include "api/html.hpp"
#include "api/openapi_replies.hpp"
#include "api/operations.hpp"
#include "base/text.hpp"
#include "document/reference.hpp"

namespace tradepost::api {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; 
  --line: #d5d9de; --soft: #f3f5f7; --quiet: #57606a; --link: #0b57b5; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a4149; --soft: #1e2328; --quiet: #9aa4ae; --link: #7db4ff; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem;
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); }
h1 { line-height: 1.2; margin: 1rem 0; }
h2 { border-bottom: 1px solid var(--line); margin: 2.5rem 0 1rem; padding-bottom: .25rem; }
h3 { margin: 2rem 0 .5rem; }
h4 { margin: 1.25rem 0 .5rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: .25rem;
  overflow-x: auto; padding: .75rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; width: 100%; }
th, td { border: 1px solid var(--line); padding: .35rem .5rem; text-align: left;
  vertical-align: top; overflow-wrap: normal; }
td:last-child { min-width: 14rem; }
td p { margin: 0; }
th { background: var(--soft); font-weight: 600; }
.quiet { color: var(--quiet); }
.way { background: var(--soft); border: 1px solid var(--line); border-radius: .25rem; padding: .5rem .75rem; }
nav ul { list-style: none; padding: 0; }
nav li { margin: .35rem 0; }
)";

std::string page(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      html_escaped(title), style, body);
}

// SHIPPING_NOTICE → Shipping notice
std::string title_of(const document::KindRow& kind) {
  std::string title = base::ascii_lowered(std::string(kind.name));
  std::ranges::replace(title, '_', ' ');
  title[0] = base::ascii_upper(title[0]);
  return title;
}

std::string by_link_or_scope(std::string_view scope) {
  return fmt::format(
      "By a signed link, or with a participant's token that has the scope <code>{}</code>.", scope);
}

std::string who_may(const Operation& operation, const Route& route) {
  if (!operation.scope_or_link.empty()) return by_link_or_scope(operation.scope_or_link);
  if (const auto* const holders = std::get_if<ForLinkHolders>(&route.way)) {
    return by_link_or_scope(
        fmt::format("{}", fmt::join(scope_names(holders->needs), "</code> or <code>")));
  }
  if (std::holds_alternative<ForAnybody>(route.way)) return "No token is needed.";
  if (std::holds_alternative<ForOperators>(route.way)) return "With an operator's token.";
  const auto scopes = scope_names(std::get<ForParticipants>(route.way).needs);
  if (scopes.empty()) return "With any token of a participant.";
  return fmt::format("With a participant's token that has the scope <code>{}</code>.",
                     fmt::join(scopes, "</code> or <code>"));
}

std::string_view place_words(ParameterPlace place) {
  switch (place) {
    case ParameterPlace::path:
      return "in the path";
    case ParameterPlace::query:
      return "in the query";
    case ParameterPlace::header:
      break;
  }
  return "a header";
}

void write_parameters(std::string& out, const std::vector<Parameter>& parameters) {
  if (parameters.empty()) return;
  out +=
      "<h4>Parameters</h4>\n<div class=\"wide\"><table>\n"
      "<tr><th>name</th><th>where</th><th>needed</th><th>meaning</th></tr>\n";
  for (const Parameter& row : parameters) {
    out += fmt::format("<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                       html_escaped(row.name), place_words(row.place),
                       row.is_needed() ? "<strong>yes</strong>" : "",
                       html_of_markdown(row.description));
  }
  out += "</table></div>\n";
}

void write_example(std::string& out, const Content& content) {
  if (!content.example.empty()) {
    out += fmt::format("<pre>{}</pre>\n", html_escaped(content.example));
  }
}

std::string shape_words(const std::optional<Content>& content) {
  if (!content) return "none";
  if (content->schema.empty()) return html_escaped(content->media);
  return html_of_shape_name(content->schema);
}

std::string bodies_words(const WholeReply& reply) {
  const std::string first = shape_words(reply.content);
  return reply.other ? fmt::format("{}, or {}", first, shape_words(reply.other)) : first;
}

void write_status(std::string& out, const StatusWords& words) {
  const WholeReply reply = words.whole();
  out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", words.status,
                     bodies_words(reply), html_of_markdown(reply.when));
}

constexpr std::string_view answers_begin =
    "<div class=\"wide\"><table>\n<tr><th>status</th><th>body</th><th>when</th></tr>\n";
constexpr std::string_view answers_end = "</table></div>\n";

// Those that the operation says something about; the others stand in a section of their own.
void write_answers(std::string& out, const Operation& operation, const Route& route,
                   const std::vector<StandingReply>& standing) {
  out += fmt::format("<h4>Answers</h4>\n{}", answers_begin);
  std::string others;
  for (const StatusWords& words : statuses_of(operation, route, standing)) {
    if (words.own == nullptr) {
      others += fmt::format("{}{}", others.empty() ? "" : ", ", words.status);
    } else {
      write_status(out, words);
    }
  }
  out += answers_end;
  out += fmt::format("<p>And <a href=\"#everywhere\">as everywhere</a>: {}.</p>\n", others);
  for (const Reply& reply : operation.replies) {
    if (!reply.content || reply.content->example.empty()) continue;
    out += fmt::format("<details><summary>Example of {}</summary>\n", reply.status);
    write_example(out, *reply.content);
    out += "</details>\n";
  }
}

void write_standing(std::string& out, const std::vector<StandingReply>& standing) {
  out += fmt::format("<h2 id=\"everywhere\">Answers everywhere</h2>\n{}", answers_begin);
  for (const StandingReply& row : standing) {
    write_status(out, {.status = row.reply.status, .standing = &row});
  }
  out += answers_end;
}

void write_operation(std::string& out, const Operation& operation, const Route& route,
                     const std::vector<StandingReply>& standing) {
  out += fmt::format("<section id=\"{}\">\n<h3>{}</h3>\n<p class=\"way\"><code>{} {}</code></p>\n",
                     operation.id, html_escaped(operation.summary), operation.method,
                     html_escaped(operation.path));
  out += fmt::format("<p class=\"quiet\">{}</p>\n", who_may(operation, route));
  out += html_of_markdown(operation.description);
  write_parameters(out, operation.parameters);
  if (operation.body) {
    out += fmt::format("<h4>Body</h4>\n<p>{}</p>\n", shape_words(operation.body));
    write_example(out, *operation.body);
  }
  write_answers(out, operation, route, standing);
  out += "</section>\n";
}

void write_contents(std::string& out, const std::vector<Operation>& all) {
  out += "<nav aria-label=\"Contents\">\n";
  for (const Group& group : operation_groups()) {
    out += fmt::format("<h4>{}</h4>\n<ul>\n", html_escaped(group.name));
    for (const Operation& operation : all) {
      if (operation.group != group.name || route_of(operation) == nullptr) continue;
      out += fmt::format("<li><a href=\"#{}\">{}</a> <code class=\"quiet\">{} {}</code></li>\n",
                         operation.id, html_escaped(operation.summary), operation.method,
                         html_escaped(operation.path));
    }
    out += "</ul>\n";
  }
  out +=
      "<p><a href=\"#everywhere\">Answers everywhere</a> · <a href=\"#documents\">Types of "
      "documents</a> · <a href=\"#shapes\">Shapes of bodies"
      "</a> · <a href=\"{base_url}/openapi.json\">openapi.json</a></p>\n</nav>\n";
}

void write_documents(std::string& out) {
  out +=
      "<h2 id=\"documents\">Types of documents</h2>\n<p>A document is an object with "
      "<code>type</code> and <code>content</code>. Every field of each type:</p>\n<ul>\n";
  for (const auto& kind : document::kinds()) {
    out += fmt::format("<li><a href=\"{}/docs/{}\">{}</a> <code class=\"quiet\">{}</code><br>{}",
                       "{base_url}", kind.word, title_of(kind), kind.name,
                       html_escaped(kind.description));
    out += "</li>\n";
  }
  out += "</ul>\n";
}

}  // namespace

std::string docs_page() {
  const std::vector<Operation> all = operations();
  const std::vector<StandingReply> standing = standing_replies();
  std::string body =
      "<header>\n<h1>tradepost</h1>\n<p>The exchange at <code>{base_url}</code>, for "
      "those who write programs that trade over it.</p>\n</header>\n<main>\n";
  write_contents(body, all);
  body += "<h2 id=\"ways\">How it works</h2>\n" + html_of_markdown(interface_description());
  for (const Group& group : operation_groups()) {
    body += fmt::format("<h2>{}</h2>\n{}", html_escaped(group.name),
                        html_of_markdown(group.description));
    for (const Operation& operation : all) {
      const Route* const route = route_of(operation);
      if (operation.group != group.name || route == nullptr) continue;
      write_operation(body, operation, *route, standing);
    }
  }
  write_standing(body, standing);
  write_documents(body);
  body += "<h2 id=\"shapes\">Shapes of bodies</h2>\n" + html_of_shapes() + "</main>\n";
  return page("tradepost: reference", body);
}

std::string docs_page_of(const document::KindRow& kind) {
  const std::string body =
      "<nav><a href=\"{base_url}/docs\">tradepost: reference</a></nav>\n<main>\n" +
      html_of_markdown(document::reference_alone(kind)) + "</main>\n";
  return page(title_of(kind), body);
}

std::string docs_security_policy() {
  return security_policy_with(style);
}

}  // namespace tradepost::api
