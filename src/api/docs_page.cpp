#include "api/docs_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "api/docs_page_html.hpp"
#include "api/docs_page_shapes.hpp"
#include "api/html.hpp"
#include "api/openapi.hpp"
#include "base/check.hpp"
#include "base/text.hpp"
#include "document/json_reader.hpp"
#include "document/reference.hpp"
#include "document/view.hpp"

namespace tradepost::api {
namespace {

using document::View;

constexpr std::string_view schemas_folder = "#/components/schemas/";

constexpr std::string_view answers_begin =
    "<div class=\"wide\"><table>\n<tr><th>status</th><th>body</th><th>when</th></tr>\n";
constexpr std::string_view answers_end = "</table></div>\n";

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

std::string texts_joined(const View& list, std::string_view between) {
  std::string out;
  list.each([&](std::uint32_t, const View& text) {
    if (!out.empty()) out += between;
    out += text.text();
  });
  return out;
}

std::string who_may(const View& operation) {
  const std::string scopes = texts_joined(operation.member("x-scopes"), "</code> or <code>");
  std::string schemes;
  operation.member("security").each([&](std::uint32_t, const View& requirement) {
    requirement.each_member([&](const View& name, const View&) { schemes += name.text() + ' '; });
  });
  if (schemes.empty()) return "No token is needed.";
  if (schemes == "operator ") return "With an operator's token.";
  if (scopes.empty()) return "With any token of a participant.";
  return fmt::format("{} a participant's token that has the scope <code>{}</code>.",
                     schemes.contains("link ") ? "By a signed link, or with" : "With", scopes);
}

class Page {
 public:
  explicit Page(const View& whole, std::string_view json) : whole_(whole), json_(json) {}

  std::string body() {
    out_ +=
        "<header>\n<h1>tradepost</h1>\n<p>The exchange at <code>{base_url}</code>, for "
        "those who write programs that trade over it.</p>\n</header>\n<main>\n";
    write_contents();
    out_ += "<h2 id=\"ways\">How it works</h2>\n" +
            html_of_markdown(whole_.member("info").member("description").text());
    whole_.member("tags").each([&](std::uint32_t, const View& tag) {
      out_ += fmt::format("<h2>{}</h2>\n{}", html_escaped(tag.member("name").text()),
                          html_of_markdown(tag.member("description").text()));
      each_operation(tag, [&](const std::string& way, const View& operation) {
        write_operation(way, operation);
      });
    });
    write_standing();
    return std::move(out_);
  }

 private:
  // visit(way, operation) for those of a tag; "GET /v2/ping" is a way.
  template <typename Visit>
  void each_operation(const View& tag, Visit visit) {
    const std::string name = tag.member("name").text();
    whole_.member("paths").each_member([&](const View& path, const View& item) {
      item.each_member([&](const View& method, const View& operation) {
        if (texts_joined(operation.member("tags"), "") != name) return;
        const std::string upper = base::ascii_uppered(method.text());
        visit(fmt::format("{} {}", upper, html_escaped(path.text())), operation);
      });
    });
  }

  void write_contents() {
    out_ += "<nav aria-label=\"Contents\">\n";
    whole_.member("tags").each([&](std::uint32_t, const View& tag) {
      out_ += fmt::format("<h4>{}</h4>\n<ul>\n", html_escaped(tag.member("name").text()));
      each_operation(tag, [&](const std::string& way, const View& operation) {
        out_ += fmt::format("<li><a href=\"#{}\">{}</a> <code class=\"quiet\">{}</code></li>\n",
                            operation.member("operationId").text(),
                            html_escaped(operation.member("summary").text()), way);
      });
      out_ += "</ul>\n";
    });
    out_ +=
        "<p><a href=\"#everywhere\">Answers everywhere</a> · <a href=\"#documents\">Types of "
        "documents</a> · <a href=\"#shapes\">Shapes of bodies"
        "</a> · <a href=\"{base_url}/openapi.json\">openapi.json</a></p>\n</nav>\n";
  }

  void write_operation(const std::string& way, const View& operation) {
    out_ += fmt::format("<section id=\"{}\">\n<h3>{}</h3>\n<p class=\"way\"><code>{}</code></p>\n",
                        operation.member("operationId").text(),
                        html_escaped(operation.member("summary").text()), way);
    out_ += fmt::format("<p class=\"quiet\">{}</p>\n", who_may(operation));
    out_ += html_of_markdown(operation.member("description").text());
    write_parameters(operation.member("parameters"));
    if (const View body = operation.member("requestBody")) {
      out_ += fmt::format("<h4>Body</h4>\n<p>{}</p>\n", bodies_words(body));
      write_example(body);
    }
    write_answers(operation.member("responses"));
    out_ += "</section>\n";
  }

  void write_parameters(const View& parameters) {
    std::string rows;
    parameters.each([&](std::uint32_t, const View& row) {
      if (row.member("$ref")) return;
      rows += fmt::format("<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                          html_escaped(row.member("name").text()), row.member("in").text(),
                          row.member("required") ? "<strong>yes</strong>" : "",
                          html_of_markdown(row.member("description").text()));
    });
    if (rows.empty()) return;
    out_ +=
        "<h4>Parameters</h4>\n<div class=\"wide\"><table>\n"
        "<tr><th>name</th><th>where</th><th>needed</th><th>meaning</th></tr>\n" +
        rows + "</table></div>\n";
  }

  void write_example(const View& words) {
    const View example = words.member("content").member("application/json").member("example");
    if (!example) return;
    const auto begin = example.offset();
    out_ +=
        fmt::format("<pre>{}</pre>\n", html_escaped(json_.substr(begin, example.end() - begin)));
  }

  static std::string bodies_words(const View& words) {
    std::string out;
    words.member("content").each_member([&](const View& media, const View& content) {
      if (!out.empty()) out += ", or ";
      const View schema = content.member("schema").member("$ref");
      out += schema ? html_of_shape_name(schema.text().substr(schemas_folder.size()))
                    : html_escaped(media.text());
    });
    return out.empty() ? "none" : out;
  }

  void write_status(const std::string& status, const View& response) {
    out_ +=
        fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", status, bodies_words(response),
                    html_of_markdown(response.member("description").text()));
  }

  // Those that the operation says something about; the others stand in a section of their own.
  void write_answers(const View& responses) {
    out_ += fmt::format("<h4>Answers</h4>\n{}", answers_begin);
    std::string others;
    responses.each_member([&](const View& status, const View& response) {
      if (response.member("$ref")) {
        others += fmt::format("{}{}", others.empty() ? "" : ", ", status.text());
      } else {
        write_status(status.text(), response);
      }
    });
    out_ += answers_end;
    out_ += fmt::format("<p>And <a href=\"#everywhere\">as everywhere</a>: {}.</p>\n", others);
    responses.each_member([&](const View& status, const View& response) {
      if (!response.member("content").member("application/json").member("example")) return;
      out_ += fmt::format("<details><summary>Example of {}</summary>\n", status.text());
      write_example(response);
      out_ += "</details>\n";
    });
  }

  void write_standing() {
    out_ += fmt::format("<h2 id=\"everywhere\">Answers everywhere</h2>\n{}", answers_begin);
    whole_.member("components")
        .member("responses")
        .each_member(
            [&](const View& name, const View& response) { write_status(name.text(), response); });
    out_ += answers_end;
  }

  const View whole_;
  const std::string_view json_;
  std::string out_;
};

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
  const std::string json = openapi_document(FieldNames("platform"));
  document::JsonReader reader;
  const auto whole = reader.read(json);
  CHECK(whole.has_value());
  std::string body = Page(*whole, json).body();
  write_documents(body);
  body += "<h2 id=\"shapes\">Shapes of bodies</h2>\n" +
          html_of_shapes(whole->member("components").member("schemas")) + "</main>\n";
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
