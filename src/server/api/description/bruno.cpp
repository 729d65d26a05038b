// Writes .bru files. A block of pairs looks like this:
//
//   headers {
//     ~Prefer: wait=60        where ~ means: not sent
//   }
//
// The lines of a block of text are indented, so that none of them ends the block.
#include "api/description/bruno.hpp"

#include <fmt/format.h>

#include <array>
#include <map>

#include "api/description/openapi.hpp"
#include "base/ground/check.hpp"
#include "base/text/json_writer.hpp"
#include "document/json_reader.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using document::View;

constexpr std::string_view json_media = "application/json";

std::string indented(std::string_view text) {
  std::string out = "  ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out;
}

// Returns an empty text without content.
std::string block(std::string_view name, std::string_view content) {
  return content.empty() ? std::string() : fmt::format("{} {{\n{}\n}}\n\n", name, content);
}

void add_pair(std::string& content, std::string_view key, std::string_view value) {
  if (!content.empty()) content += '\n';
  content += fmt::format("  {}: {}", key, value);
}

void write_value(JsonWriter& json, const View& value) {
  if (value.is_object()) {
    json.begin_object();
    value.each_member([&](const View& name, const View& member) {
      json.key(name.text());
      write_value(json, member);
    });
    json.end_object();
  } else if (value.is_list()) {
    json.begin_array();
    value.each([&](std::uint32_t, const View& element) { write_value(json, element); });
    json.end_array();
  } else {
    json.raw(value.scalar());
  }
}

std::string laid_out(const View& value) {
  JsonWriter json(JsonWriter::Layout::indented);
  write_value(json, value);
  std::string text = std::move(json).finish();
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string word_of(const View& value) {
  return value.is_text() ? value.text() : std::string(value.scalar());
}

class Collection {
 public:
  explicit Collection(const View& document) : document_(document) {
    document.member("tags").each([&](std::uint32_t index, const View& tag) {
      const std::string name = tag.member("name").text();
      std::string meta;
      add_pair(meta, "name", name);
      add_pair(meta, "seq", std::to_string(index + 1));
      const std::string docs = indented(tag.member("description").text());
      files_.push_back({.folder = name,
                        .name = "folder.bru",
                        .text = block("meta", meta) + block("docs", docs)});
    });
    document.member("paths").each_member([&](const View& path, const View& item) {
      item.each_member([&](const View& method, const View& operation) {
        add(path.text(), method.text(), operation);
      });
    });
  }

  std::vector<BrunoFile> files() && { return std::move(files_); }

 private:
  // The parts of a request. Each member is the content of its block.
  struct Request {
    std::string url = "{{baseUrl}}";
    std::string query;
    std::string path;
    std::string headers;
    std::string variables;
  };

  void add(const std::string& path, const std::string& method, const View& operation) {
    const std::string tag = word_of(first(operation.member("tags")));
    Request request;
    request.url += path;
    operation.member("parameters").each([&](std::uint32_t, const View& parameter) {
      add_parameter(request, resolved(parameter));
    });
    const View example =
        operation.member("requestBody").member("content").member(json_media).member("example");
    const std::string_view token = token_for(operation);

    std::string meta;
    add_pair(meta, "name", operation.member("summary").text());
    add_pair(meta, "type", "http");
    add_pair(meta, "seq", std::to_string(++count_[tag]));
    std::string line;
    add_pair(line, "url", request.url);
    add_pair(line, "body", example ? "json" : "none");
    add_pair(line, "auth", token.empty() ? "none" : "bearer");

    std::string text = block("meta", meta) + block(method, line);
    text += block("params:query", request.query) + block("params:path", request.path);
    text += block("headers", request.headers) + block("vars:pre-request", request.variables);
    if (!token.empty()) text += block("auth:bearer", fmt::format("  token: {{{{{}}}}}", token));
    if (example) text += block("body:json", indented(laid_out(example)));
    text += block("docs", indented(operation.member("description").text()));
    text.pop_back();
    files_.push_back({.folder = tag,
                      .name = operation.member("operationId").text() + ".bru",
                      .text = std::move(text)});
  }

  void add_parameter(Request& request, const View& parameter) const {
    const std::string name = parameter.member("name").text();
    const std::string place = parameter.member("in").text();
    const std::string value = value_for(resolved(parameter.member("schema")));
    if (place == "path") {
      add_place(request, name, value);
      return;
    }
    const View required = parameter.member("required");
    const bool is_sent = required && required.scalar() == "true";
    add_pair(place == "query" ? request.query : request.headers, (is_sent ? "" : "~") + name,
             value);
    if (place != "query" || !is_sent) return;
    request.url += (request.url.contains('?') ? '&' : '?') + fmt::format("{}={}", name, value);
  }

  // Bruno supports a whole segment as a parameter; within a segment it supports variables only.
  static void add_place(Request& request, const std::string& name, const std::string& value) {
    const std::string mark = "/{" + name + "}";
    const auto at = request.url.find(mark);
    CHECK(at != std::string::npos);
    const auto end = at + mark.size();
    const bool is_segment = end == request.url.size() || request.url[end] == '/';
    add_pair(is_segment ? request.path : request.variables, name, value);
    request.url.replace(at, mark.size(),
                        is_segment ? fmt::format("/:{}", name) : fmt::format("/{{{{{}}}}}", name));
  }

  static View first(const View& list) {
    View found;
    list.each([&](std::uint32_t index, const View& value) {
      if (index == 0) found = value;
    });
    return found;
  }

  static std::string value_for(const View& schema) {
    for (const std::string_view name : {"example", "default", "const"}) {
      if (const View value = schema.member(name)) return word_of(value);
    }
    const View word = first(schema.member("enum"));
    return word ? word_of(word) : std::string();
  }

  // Returns the name of the environment variable with the token, or an empty text without one.
  static std::string_view token_for(const View& operation) {
    const View scheme = first(operation.member("security"));
    if (!scheme) return {};
    std::string_view token = "token";
    scheme.each_member([&](const View& name, const View&) {
      if (name.text() == "operator") token = "operatorToken";
    });
    return token;
  }

  // Follows a reference within the description.
  View resolved(const View& part) const {
    const View reference = part.member("$ref");
    if (!reference) return part;
    const std::string place = reference.text();
    View found = document_;
    for (auto at = place.find('/'); at != std::string::npos;) {
      const auto next = place.find('/', at + 1);
      found = found.member(place.substr(at + 1, next - at - 1));
      at = next;
    }
    return resolved(found);
  }

  View document_;
  std::map<std::string, std::uint32_t> count_;  // number of requests by tag
  std::vector<BrunoFile> files_;
};

}  // namespace

std::vector<BrunoFile> bruno_collection(const FieldNames& names, std::string_view exchange_url) {
  std::string text = openapi_document(names);
  for (auto at = text.find(base_url_mark); at != std::string::npos;
       at = text.find(base_url_mark, at)) {
    text.replace(at, base_url_mark.size(), "{{baseUrl}}");
  }
  document::JsonReader reader;
  const auto document = reader.read(text);
  CHECK(document.has_value());
  std::vector<BrunoFile> files = Collection(*document).files();
  files.push_back(
      {.folder = {},
       .name = "bruno.json",
       .text = "{\"version\": \"1\", \"name\": \"tradepost\", \"type\": \"collection\"}\n"});
  // Bruno keeps the values of secret variables out of the file.
  files.push_back({.folder = "environments",
                   .name = "exchange.bru",
                   .text = fmt::format("vars {{\n  baseUrl: {}\n}}\nvars:secret [\n  token,\n  "
                                       "operatorToken\n]\n",
                                       exchange_url)});
  return files;
}

}  // namespace tradepost::api
