#include "app/console/table_text.hpp"

#include <algorithm>
#include <utility>

#include "app/console/findings_text.hpp"
#include "app/console/saying.hpp"
#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::app {
namespace {

std::string padded(std::string text, std::size_t width) {
  const auto own = base::code_points(text);
  if (own < width) text.append(width - own, ' ');
  return text;
}

}  // namespace

TableText::TableText(std::vector<std::string> heads) : widths_(heads.size()) {
  row(std::move(heads));
}

TableText::TableText(std::initializer_list<std::string_view> heads)
    : TableText(std::vector<std::string>(heads.begin(), heads.end())) {}

void TableText::row(std::vector<std::string> cells) {
  CHECK(cells.size() == widths_.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = printable(cells[i]);
    widths_[i] = std::max(widths_[i], base::code_points(cells[i]));
  }
  rows_.push_back(std::move(cells));
}

void TableText::print() {
  for (auto& cells : rows_) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      line += padded(std::move(cells[i]), widths_[i]) + "  ";
    }
    line.resize(line.find_last_not_of(' ') + 1);
    say("{}\n", line);
  }
  rows_.clear();
}

void LinesText::line(std::string_view name, std::string_view value) {
  if (!value.empty()) lines_.push_back({.name = printable(name), .value = printable(value)});
}

void LinesText::print() const {
  std::size_t width = 0;
  for (const Line& line : lines_) width = std::max(width, base::code_points(line.name));
  for (const Line& line : lines_) {
    say("{}  {}\n", padded(line.name, width), line.value);
  }
}

std::string shown_time(std::string_view time) {
  constexpr std::size_t to_minute = 16;
  if (time.size() <= to_minute || time[10] != 'T') return std::string(time);
  std::string shown(time.substr(0, to_minute));
  shown[10] = ' ';
  return shown;
}

}  // namespace tradepost::app
