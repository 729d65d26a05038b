#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/ground/result.hpp"

// Documents from files, folders and standard input.
namespace tradepost::app {

// A file whose bytes come in lines, each up to a bound: of a longer line, one byte more than the
// bound is given.
class LineInput {
 public:
  static base::Result<LineInput> open(const std::string& path,
                                      std::size_t line_bytes_max);  // "-": standard input

  // False at the end. The line comes without its line feed.
  base::Result<bool> next(std::string& line);
  base::Result<bool> next_filled(std::string& line);        // the next one that is not blank
  std::size_t line_number() const { return line_number_; }  // of the line given last, from 1
  // The rest, line feeds and all, to the same bound.
  base::Result<std::string> rest();

 private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  LineInput(std::FILE* file, std::string name, std::size_t line_bytes_max)
      : file_(file), name_(std::move(name)), line_bytes_max_(line_bytes_max) {}
  base::Done check() const;

  std::unique_ptr<std::FILE, Close> file_;
  std::string name_;
  std::size_t line_bytes_max_;
  std::size_t line_number_ = 0;
};

// Of a file that holds a token: its first line, without the ends of lines of any system.
base::Result<std::string> first_line_of(const std::string& path, std::size_t bytes_max);

// Files as they are; folders as the *.json, *.jsonl and *.ndjson below them, in order; "-" as it
// is.
base::Result<std::vector<std::string>> files_of(const std::vector<std::string>& paths);

bool holds_lines(const std::string& path);  // by its name

}  // namespace tradepost::app
