#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

// Rows in aligned columns, for people. Text from outside is made printable.
namespace tradepost::app {

class TableText {
 public:
  explicit TableText(std::vector<std::string> heads);
  TableText(std::initializer_list<std::string_view> heads);

  // As many cells as there are heads.
  void row(std::vector<std::string> cells);
  // Prints the rows added since the last time; columns stay as wide as they were.
  void print();

 private:
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

// A name and its value a line, the values aligned; those without a value are left out.
class LinesText {
 public:
  void line(std::string_view name, std::string_view value);
  void print() const;

 private:
  struct Line {
    std::string name;
    std::string value;
  };
  std::vector<Line> lines_;
};

// 2026-03-02T08:15:00.123Z as people read it in a table: 2026-03-02 08:15. Other texts stay.
std::string shown_time(std::string_view time);

}  // namespace tradepost::app
