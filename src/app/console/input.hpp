#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/ground/result.hpp"

// Documents from files, folders and standard input.
namespace tradepost::app {

// Reads a file in lines, each up to a limit. A longer line is cut one byte after the limit.
class LineInput {
 public:
  static base::Result<LineInput> open(const std::string& path,
                                      std::size_t line_bytes_max);  // "-": standard input

  // Returns false at the end. The line has no line feed.
  base::Result<bool> next(std::string& line);
  base::Result<bool> next_filled(std::string& line);        // skips blank lines
  std::size_t line_number() const { return line_number_; }  // of the most recent line, from 1
  // Returns the rest with its line feeds. A longer rest is cut after the same limit.
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

// Returns the first line of a file with a token, without the line ending of any system.
base::Result<std::string> first_line_of(const std::string& path, std::size_t bytes_max);

enum class FilesOf : std::uint8_t {
  json,   // *.json, *.jsonl and *.ndjson
  forms,  // these, *.xml, *.pdf and *.edi
};

// Returns the files below each folder, in order. Files and "-" stay.
base::Result<std::vector<std::string>> files_of(const std::vector<std::string>& paths,
                                                FilesOf kind = FilesOf::json);

bool holds_lines(const std::string& path);  // by its name

}  // namespace tradepost::app
