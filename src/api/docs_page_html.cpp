#include "api/docs_page_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "api/html.hpp"

namespace tradepost::api {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// What is between `mark` and the next one, taken off the front; nothing where there is no second.
bool take_between(std::string_view& rest, std::string_view mark, std::string_view& inside) {
  if (!rest.starts_with(mark)) return false;
  const auto end = rest.find(mark, mark.size());
  if (end == std::string_view::npos) return false;
  inside = rest.substr(mark.size(), end - mark.size());
  rest.remove_prefix(end + mark.size());
  return true;
}

bool take_link(std::string_view& rest, std::string_view& words, std::string_view& target) {
  if (!rest.starts_with('[')) return false;
  const auto middle = rest.find("](");
  const auto end = rest.find(')', std::min(middle, rest.size()));
  if (middle == std::string_view::npos || end == std::string_view::npos) return false;
  words = rest.substr(1, middle - 1);
  target = rest.substr(middle + 2, end - middle - 2);
  rest.remove_prefix(end + 1);
  return true;
}

std::string inline_html(std::string_view rest, std::string_view id_prefix) {
  std::string out;
  std::string_view inside;
  std::string_view target;
  while (!rest.empty()) {
    if (take_between(rest, "`", inside)) {
      out += fmt::format("<code>{}</code>", html_escaped(inside));
    } else if (take_between(rest, "**", inside)) {
      out += fmt::format("<strong>{}</strong>", inline_html(inside, id_prefix));
    } else if (take_link(rest, inside, target)) {
      const bool is_here = target.starts_with('#');
      const std::string to =
          is_here ? fmt::format("#{}{}", id_prefix, target.substr(1)) : std::string(target);
      out += fmt::format("<a href=\"{}\">{}</a>", html_escaped(to), inline_html(inside, id_prefix));
    } else {
      const bool is_escaped = rest.starts_with("\\|");
      out += html_escaped(rest.substr(is_escaped ? 1 : 0, 1));
      rest.remove_prefix(is_escaped ? 2 : 1);
    }
  }
  return out;
}

// | a | b | → its cells; `\|` is no border.
std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  line.remove_prefix(1);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '|' || (i > 0 && line[i - 1] == '\\')) continue;
    std::string_view cell = line.substr(begin, i - begin);
    while (cell.starts_with(' ')) cell.remove_prefix(1);
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    cells.push_back(cell);
    begin = i + 1;
  }
  return cells;
}

class Blocks {
 public:
  Blocks(std::string_view markdown, std::string_view id_prefix)
      : lines_(lines_of(markdown)), id_prefix_(id_prefix) {}

  std::string write() {
    while (at_ < lines_.size()) {
      const std::string_view line = lines_[at_];
      if (line.empty()) {
        ++at_;
      } else if (line.starts_with('#')) {
        heading();
      } else if (line.starts_with('|')) {
        table();
      } else if (line.starts_with("- ")) {
        list();
      } else {
        paragraph();
      }
    }
    return std::move(out_);
  }

 private:
  void heading() {
    const std::string_view line = lines_[at_++];
    const auto level = std::min<std::size_t>(line.find_first_not_of('#'), 6);
    const std::string_view words = line.substr(std::min(level + 1, line.size()));
    const std::string id =
        level == 1 ? "" : fmt::format(" id=\"{}{}\"", id_prefix_, html_escaped(words));
    out_ += fmt::format("<h{0}{1}>{2}</h{0}>\n", level, id, inline_html(words, id_prefix_));
  }

  void table() {
    const auto head = cells_of(lines_[at_++]);
    if (at_ < lines_.size() && lines_[at_].starts_with("|-")) ++at_;
    out_ += "<div class=\"wide\"><table>\n";
    if (std::ranges::any_of(head, [](auto cell) { return !cell.empty(); })) row(head, "th");
    while (at_ < lines_.size() && lines_[at_].starts_with('|')) row(cells_of(lines_[at_++]), "td");
    out_ += "</table></div>\n";
  }

  void row(const std::vector<std::string_view>& cells, std::string_view tag) {
    out_ += "<tr>";
    for (const std::string_view cell : cells) {
      out_ += fmt::format("<{0}>{1}</{0}>", tag, inline_html(cell, id_prefix_));
    }
    out_ += "</tr>\n";
  }

  void list() {
    out_ += "<ul>\n";
    while (at_ < lines_.size() && lines_[at_].starts_with("- ")) {
      std::string item(lines_[at_++].substr(2));
      while (at_ < lines_.size() && lines_[at_].starts_with("  ")) {
        item += lines_[at_++].substr(1);
      }
      out_ += fmt::format("<li>{}</li>\n", inline_html(item, id_prefix_));
    }
    out_ += "</ul>\n";
  }

  void paragraph() {
    std::string words;
    for (; at_ < lines_.size() && !lines_[at_].empty() && !lines_[at_].starts_with("- "); ++at_) {
      if (!words.empty()) words += ' ';
      words += lines_[at_];
    }
    out_ += fmt::format("<p>{}</p>\n", inline_html(words, id_prefix_));
  }

  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
  std::string_view id_prefix_;
  std::string out_;
};

}  // namespace

std::string html_of_markdown(std::string_view markdown, std::string_view id_prefix) {
  return Blocks(markdown, id_prefix).write();
}

}  // namespace tradepost::api
