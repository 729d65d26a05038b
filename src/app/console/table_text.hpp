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

  // The row must have as many cells as there are heads.
  void row(std::vector<std::string> cells);
  // Prints the rows added since the last call. Columns never get narrower.
  void print();

 private:
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

// Lines of a name and a value, with aligned values. Empty values are omitted.
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

// Returns 2026-03-02 08:15 for 2026-03-02T08:15:00.123Z. Other texts are returned unchanged.
std::string shown_time(std::string_view time);

}  // namespace tradepost::app
