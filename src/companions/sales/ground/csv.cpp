#include "sales/ground/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text/text.hpp"

namespace tradepost::sales {
namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : left_(text) {
    const auto first = text.substr(0, text.find('\n'));
    separator_ = std::ranges::count(first, ';') > std::ranges::count(first, ',') ? ';' : ',';
  }

  bool is_over() const { return left_.empty(); }
  std::expected<CsvRow, CsvFault> row() {
    CsvRow row{.line = line_};
    for (;;) {
      auto field = left_.starts_with('"') ? quoted() : plain();
      if (!field) return std::unexpected(std::move(field).error());
      row.fields.push_back(*std::move(field));
      if (row.fields.size() > csv_columns_max) return fault("has too many fields");
      if (!left_.starts_with(separator_)) break;
      left_.remove_prefix(1);
    }
    if (left_.starts_with("\r\n")) left_.remove_prefix(1);
    if (left_.empty()) return row;
    if (!left_.starts_with('\n')) return fault("has text after a closing quotation mark");
    left_.remove_prefix(1);
    ++line_;
    return row;
  }

 private:
  std::unexpected<CsvFault> fault(std::string_view what) const {
    return std::unexpected(CsvFault{.line = line_, .sentence = fmt::format("The line {}.", what)});
  }
  std::string take(std::size_t bytes) {
    std::string taken(left_.substr(0, bytes));
    left_.remove_prefix(taken.size());
    return taken;
  }
  std::expected<std::string, CsvFault> plain() {
    const auto end = left_.find_first_of(std::string{separator_, '\n'});
    std::string field = take(std::min(end, left_.size()));
    if (field.ends_with('\r')) field.pop_back();
    if (field.contains('"')) return fault("has a quotation mark inside of a field without them");
    return std::string(base::trimmed(field));
  }
  std::expected<std::string, CsvFault> quoted() {
    left_.remove_prefix(1);
    std::string field;
    for (;;) {
      const auto end = left_.find('"');
      if (end == std::string_view::npos) return fault("has a quotation mark that is not closed");
      line_ += static_cast<std::size_t>(std::ranges::count(left_.substr(0, end), '\n'));
      field += take(end);
      left_.remove_prefix(1);
      if (!left_.starts_with('"')) return field;
      field += take(1);
    }
  }

  std::string_view left_;
  char separator_ = ',';
  std::size_t line_ = 1;
};

// PostgreSQL cannot store a NUL in a text, so a NUL is refused for both databases.
constexpr const char* nul_sentence =
    "The line has a NUL character, which no text can have. Remove it, or save the file as CSV "
    "UTF-8.";

std::size_t line_at(std::string_view text, std::size_t offset) {
  return static_cast<std::size_t>(std::ranges::count(text.substr(0, offset), '\n')) + 1;
}

}  // namespace

std::expected<std::vector<CsvRow>, CsvFault> read_csv(std::string_view text) {
  constexpr std::string_view bom = "\xef\xbb\xbf";
  if (text.size() > csv_bytes_max) {
    return std::unexpected(CsvFault{.line = 1, .sentence = "The file is larger than 64 MiB."});
  }
  if (!base::is_utf8(text)) {
    return std::unexpected(
        CsvFault{.line = 1, .sentence = "The file is not UTF-8. Save it as CSV UTF-8."});
  }
  if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
    return std::unexpected(CsvFault{.line = line_at(text, nul), .sentence = nul_sentence});
  }
  if (text.starts_with(bom)) text.remove_prefix(bom.size());
  Parser parser(text);
  std::vector<CsvRow> rows;
  while (!parser.is_over()) {
    auto row = parser.row();
    if (!row) return std::unexpected(std::move(row).error());
    if (row->fields.size() == 1 && row->fields.front().empty()) continue;
    if (!rows.empty() && row->fields.size() != rows.front().fields.size()) {
      return std::unexpected(
          CsvFault{.line = row->line,
                   .sentence = fmt::format("The line has {} fields, but the header has {}.",
                                           row->fields.size(), rows.front().fields.size())});
    }
    rows.push_back(*std::move(row));
  }
  if (rows.empty()) {
    return std::unexpected(CsvFault{.line = 1, .sentence = "The file has no header line."});
  }
  return rows;
}

}  // namespace tradepost::sales
