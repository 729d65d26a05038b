#include "paper/html.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string_view>
#include <utility>

#include "paper/sheet.hpp"

namespace tradepost::paper {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light; --line: #c8ccd0; --soft: #5a6169; }
* { box-sizing: border-box; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1.5rem; color: #14171a;
  font: 14px/1.45 system-ui, "Liberation Sans", Arial, sans-serif; }
h1 { font-size: 1.7rem; margin: 0; }
header { display: flex; flex-wrap: wrap; gap: .25rem 2rem; justify-content: space-between;
  align-items: baseline; border-bottom: 2px solid; padding-bottom: .5rem; }
h2 { font-size: .8rem; margin: 0 0 .25rem; color: var(--soft); font-weight: 600; }
p { margin: 0; overflow-wrap: anywhere; }
.parties { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1.25rem;
  margin: 1.25rem 0; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .6rem 1.25rem;
  margin: 1.25rem 0; }
dt { font-size: .8rem; color: var(--soft); }
dd { margin: 0; white-space: pre-line; overflow-wrap: anywhere; }
.unit { border-left: 3px solid var(--line); padding-left: .75rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 1.25rem 0; font-variant-numeric: tabular-nums; }
th { text-align: left; font-size: .8rem; color: var(--soft); border-bottom: 1px solid; }
th, td { padding: .3rem .5rem; vertical-align: top; }
tbody { border-bottom: 1px solid var(--line); break-inside: avoid; }
.right { text-align: right; white-space: nowrap; }
.more { white-space: pre-line; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
.deeper td:first-child { padding-left: 1.5rem; }
.sums { width: auto; margin-left: auto; }
.sums th { color: inherit; font-size: inherit; font-weight: 400; border: 0; }
.sums tbody { border: 0; }
.last th, .last td { font-weight: 700; border-top: 1px solid; }
@page { size: A4; margin: 16mm 14mm; }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 10pt; } .scroll { overflow: visible; } }
)";

void append_escaped(std::string& html, std::string_view text) {
  for (const char letter : text) {
    switch (letter) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += letter;
    }
  }
}

class HtmlSheet final : public Sheet {
 public:
  explicit HtmlSheet(const Words& words) : words_(words) {}

  std::string finish() && {
    html_ += "</main></body></html>\n";
    return std::move(html_);
  }

  void title(const Title& title) override {
    const std::string name = title.number.empty() ? std::string(title.kind)
                                                  : fmt::format("{} {}", title.kind, title.number);
    add("<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">", words_.code());
    html_ += "<meta name=\"viewport\" content=\"width=device-width\"><title>";
    append_escaped(html_, name);
    add("</title><style>{}</style></head>\n<body><main>", style);
    element("header", {}, [&] {
      text("h1", {}, name);
      if (!title.date.empty()) text("p", {}, title.date);
    });
  }

  void parties(std::span<const PartyText> parties) override {
    element("section", "parties", [&] {
      for (const PartyText& party : parties) {
        element("div", {}, [&] {
          text("h2", {}, party.role);
          if (!party.name.empty()) {
            element("p", {}, [&] { text("strong", {}, party.name); });
          }
          for (const std::string& line : party.lines) text("p", {}, line);
        });
      }
    });
  }

  void facts(std::span<const Fact> facts) override {
    element("dl", {}, [&] { write(facts); });
  }

  void unit(int depth, std::span<const Fact> facts) override {
    add("<dl class=\"unit\" style=\"margin-left: {}rem\">", depth);
    write(facts);
    html_ += "</dl>\n";
  }

  void begin_lines(std::span<const Column> columns, bool) override {
    columns_.assign(columns.begin(), columns.end());
    html_ += "<div class=\"scroll\"><table><thead><tr>";
    for (const Column& column : columns_) {
      add("<th scope=\"col\"{}>", column.align == Align::right ? " class=\"right\"" : "");
      append_escaped(html_, column.title);
      html_ += "</th>";
    }
    html_ += "</tr></thead>\n";
  }

  // The details of a line are in a row of the same body, so that a page ends after both.
  void line(const LineText& line) override {
    element("tbody", {}, [&] {
      element("tr", line.depth > 0 ? "deeper" : "", [&] {
        for (std::size_t i = 0; i < line.cells.size(); ++i) cell(columns_[i], line.cells[i]);
      });
      if (line.details.empty()) return;
      add("<tr><td></td><td class=\"more\" colspan=\"{}\">",
          std::max<std::size_t>(columns_.size(), 2) - 1);
      append_escaped(html_, line.details);
      html_ += "</td></tr>";
    });
  }

  void end_lines() override { html_ += "</table></div>\n"; }

  void sums(std::span<const Sum> sums) override {
    element("table", "sums", [&] {
      element("tbody", {}, [&] {
        for (const Sum& sum : sums) {
          element("tr", sum.is_last ? "last" : "", [&] {
            html_ += "<th scope=\"row\">";
            append_escaped(html_, sum.label);
            html_ += "</th>";
            text("td", "right", sum.value);
          });
        }
      });
    });
  }

 private:
  template <typename... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(html_), format, std::forward<Values>(values)...);
  }

  template <typename Content>
  void element(std::string_view name, std::string_view of_class, const Content& content) {
    add("<{}", name);
    if (!of_class.empty()) add(" class=\"{}\"", of_class);
    html_ += '>';
    content();
    add("</{}>\n", name);
  }

  void text(std::string_view name, std::string_view of_class, std::string_view text) {
    element(name, of_class, [&] { append_escaped(html_, text); });
  }

  void write(std::span<const Fact> facts) {
    for (const Fact& fact : facts) {
      element("div", {}, [&] {
        text("dt", {}, fact.label);
        text("dd", {}, fact.value);
      });
    }
  }

  void cell(const Column& column, const std::string& words) {
    if (column.align == Align::right) return text("td", "right", words);
    const std::size_t end = std::min(words.find('\n'), words.size());
    element("td", {}, [&] {
      append_escaped(html_, std::string_view(words).substr(0, end));
      if (end < words.size()) text("div", "more", std::string_view(words).substr(end + 1));
    });
  }

  const Words& words_;
  std::string html_;
  std::vector<Column> columns_;
};

}  // namespace

std::string html_of(const document::KindRow& kind, const document::View& content,
                    const Words& words) {
  HtmlSheet sheet(words);
  write_document(kind, content, words, sheet);
  return std::move(sheet).finish();
}

}  // namespace tradepost::paper
