#include "app/console/input.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace tradepost::app {
namespace {

namespace fs = std::filesystem;

base::Error cannot_read(const std::string& path, const std::string& why) {
  return {base::ErrorCode::not_found,
          base::CallerText(fmt::format("{} can't be read: {}.", path, why))};
}

// A broken link may be a document: the code that opens it reports why it can't be read.
bool may_be_document(const fs::directory_entry& entry, FilesOf kind) {
  const auto extension = entry.path().extension();
  const bool is_json = extension == ".json" || extension == ".jsonl" || extension == ".ndjson";
  const bool is_form = extension == ".xml" || extension == ".pdf" || extension == ".edi";
  if (!is_json && (kind == FilesOf::json || !is_form)) return false;
  std::error_code error;
  return entry.is_regular_file(error) || error;
}

}  // namespace

bool holds_lines(const std::string& path) {
  return path.ends_with(".jsonl") || path.ends_with(".ndjson");
}

base::Result<LineInput> LineInput::open(const std::string& path, std::size_t line_bytes_max) {
  if (path == "-") return LineInput(stdin, "standard input", line_bytes_max);
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr)
    return base::refuse(cannot_read(path, std::generic_category().message(errno)));
  return LineInput(file, path, line_bytes_max);
}

base::Done LineInput::check() const {
  if (std::ferror(file_.get()) == 0) return {};
  return base::refuse(cannot_read(name_, "reading it failed"));
}

base::Result<bool> LineInput::next(std::string& line) {
  line.clear();
  bool any = false;
  for (int c = std::getc(file_.get()); c != EOF; c = std::getc(file_.get())) {
    any = true;
    if (c == '\n') break;
    if (line.size() <= line_bytes_max_) line += static_cast<char>(c);
  }
  TRY(check());
  if (any) ++line_number_;
  return any;
}

base::Result<bool> LineInput::next_filled(std::string& line) {
  for (;;) {
    TRY_ASSIGN(const bool any, next(line));
    if (!any || line.find_first_not_of(" \t\r") != std::string::npos) return any;
  }
}

base::Result<std::string> LineInput::rest() {
  std::string text;
  std::string chunk(64 << 10, '\0');
  while (text.size() <= line_bytes_max_) {
    const auto count = std::fread(chunk.data(), 1, chunk.size(), file_.get());
    if (count == 0) break;
    text.append(chunk, 0, count);
  }
  TRY(check());
  return text;
}

base::Result<std::string> first_line_of(const std::string& path, std::size_t bytes_max) {
  TRY_ASSIGN(auto file, LineInput::open(path, bytes_max));
  std::string line;
  TRY(file.next(line));
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

base::Result<std::vector<std::string>> files_of(const std::vector<std::string>& paths,
                                                FilesOf kind) {
  std::vector<std::string> files;
  for (const auto& path : paths) {
    std::error_code error;
    if (path == "-" || !fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> inside;
    auto entries = fs::recursive_directory_iterator(path, error);
    for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
      if (may_be_document(*entries, kind)) inside.push_back(entries->path().string());
    }
    if (error) return base::refuse(cannot_read(path, error.message()));
    if (inside.empty()) {
      return base::refuse(
          cannot_read(path, kind == FilesOf::json
                                ? "there is no .json, .jsonl or .ndjson in it"
                                : "there is no .json, .jsonl, .ndjson, .xml, .pdf or .edi in it"));
    }
    std::ranges::sort(inside);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

}  // namespace tradepost::app
