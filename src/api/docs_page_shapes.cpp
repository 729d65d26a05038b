#include "api/docs_page_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "api/docs_page_html.hpp"
#include "api/html.hpp"
#include "document/schema.hpp"
#include "document/view.hpp"

namespace tradepost::api {
namespace {

using document::View;

constexpr std::string_view folder = "#/components/schemas/";

std::string joined(const View& list, std::string_view between) {
  std::string out;
  list.each([&](std::uint32_t, const View& part) {
    if (!out.empty()) out += between;
    out += html_escaped(part.is_text() ? part.text() : std::string(part.scalar()));
  });
  return out;
}

std::string type_words(const View& schema);

std::string alternatives(const View& list) {
  std::string out;
  list.each([&](std::uint32_t, const View& part) {
    if (!out.empty()) out += " or ";
    out += type_words(part);
  });
  return out;
}

std::string bounds(const View& schema) {
  std::string out;
  if (const View format = schema.member("format")) {
    out += fmt::format(", {}", html_escaped(format.text()));
  }
  if (const View least = schema.member("minimum")) out += fmt::format(", from {}", least.scalar());
  if (const View most = schema.member("maximum")) out += fmt::format(", to {}", most.scalar());
  if (const View least = schema.member("minItems")) {
    out += fmt::format(", at least {}", least.scalar());
  }
  if (const View most = schema.member("maxItems")) {
    out += fmt::format(", at most {}", most.scalar());
  }
  if (const View standard = schema.member("default")) {
    out += fmt::format(", {} if left out", html_escaped(standard.scalar()));
  }
  return out;
}

std::string type_words(const View& schema) {
  if (const View reference = schema.member("$ref")) {
    return html_of_shape_name(reference.text().substr(folder.size()));
  }
  if (const View any = schema.member("anyOf")) return alternatives(any);
  if (const View fixed = schema.member("const")) return html_escaped(fixed.scalar());
  if (const View values = schema.member("enum")) return joined(values, ", ");
  const View type = schema.member("type");
  if (!type) return "anything";
  std::string words = type.is_list() ? joined(type, " or ") : html_escaped(type.text());
  if (const View items = schema.member("items")) {
    words = fmt::format("list of {}", type_words(items));
  }
  return words + bounds(schema);
}

bool is_required(const View& schema, const View& name) {
  bool found = false;
  schema.member("required").each([&](std::uint32_t, const View& required) {
    found = found || required.raw_text() == name.raw_text();
  });
  return found;
}

// The fields of an object, and of objects in it, with their path.
void write_fields(std::string& out, const View& schema, const std::string& path) {
  schema.member("properties").each_member([&](const View& name, const View& field) {
    const std::string here = path + name.text();
    const View description = field.member("description");
    out += fmt::format("<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                       html_escaped(here), type_words(field),
                       is_required(schema, name) ? "<strong>yes</strong>" : "",
                       description ? html_of_markdown(description.text()) : std::string());
    write_fields(out, field, here + ".");
    write_fields(out, field.member("items"), here + ".*.");
  });
}

std::string html_of_shape(std::string_view name, const View& schema) {
  std::string out = fmt::format("<section id=\"shape-{0}\">\n<h3>{0}</h3>\n", name);
  if (const View description = schema.member("description")) {
    out += html_of_markdown(description.text());
  }
  if (const View base = schema.member("allOf")) {
    out += fmt::format("<p>All that {} has, and:</p>\n", alternatives(base));
  }
  std::string rows;
  write_fields(rows, schema, "");
  if (rows.empty()) {
    out += fmt::format("<p>{}</p>\n", type_words(schema));
  } else {
    out +=
        "<div class=\"wide\"><table>\n<tr><th>field</th><th>type</th><th>always there</th>"
        "<th>meaning</th></tr>\n" +
        rows + "</table></div>\n";
  }
  return out + "</section>\n";
}

bool is_of_model(std::string_view name) {
  return std::ranges::any_of(document::kinds(),
                             [&](const document::KindRow& kind) {
                               return name ==
                                      fmt::format("{}Document", document::types()[kind.type].name);
                             }) ||
         std::ranges::find(document::types(), name, &document::TypeRow::name) !=
             document::types().end() ||
         name == "Document";
}

}  // namespace

std::string html_of_shapes(const View& schemas) {
  std::string out;
  schemas.each_member([&](const View& name, const View& schema) {
    if (!is_of_model(name.text())) out += html_of_shape(name.text(), schema);
  });
  return out;
}

std::string html_of_shape_name(std::string_view component) {
  return fmt::format(
      "<a href=\"#{}\">{}</a>",
      is_of_model(component) ? std::string("documents") : fmt::format("shape-{}", component),
      html_escaped(component));
}

}  // namespace tradepost::api
