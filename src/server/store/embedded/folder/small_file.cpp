#include "store/embedded/folder/small_file.hpp"

#include "base/text/text.hpp"

namespace tradepost::store::embedded {
namespace {

constexpr std::size_t small_file_bytes_max = 4096;

}  // namespace

std::optional<KeyedLines> KeyedLines::parse(std::string_view text, std::string_view title) {
  if (!text.starts_with(title)) return std::nullopt;
  KeyedLines lines;
  bool is_first = true;
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    const auto line = text.substr(0, end);
    text.remove_prefix(end + 1);
    const auto space = is_first ? title.size() - 1 : line.find(' ');
    is_first = false;
    if (space < line.size()) {
      lines.values_.emplace(line.substr(0, space), line.substr(space + 1));
    }
  }
  if (!lines.read(title.substr(0, title.size() - 1), lines.format_)) return std::nullopt;
  return lines;
}

std::string_view KeyedLines::value(std::string_view key) const {
  const auto at = values_.find(key);
  return at == values_.end() ? std::string_view() : std::string_view(at->second);
}

std::string hex_of(std::span<const std::uint8_t> bytes) {
  return base::hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Result<std::optional<std::string>> read_small_file(journal::Folder& folder,
                                                   const std::string& name) {
  const auto file = folder.open(name, journal::OpenAs::read_only);
  if (!file && file.error().code() == base::ErrorCode::not_found) {
    return std::optional<std::string>();
  }
  if (!file) return base::refuse(file.error());
  std::string text(small_file_bytes_max, '\0');
  TRY_ASSIGN(const auto count, (*file)->read_at(0, text));
  text.resize(count);
  return std::optional(std::move(text));
}

Done write_small_file(journal::Folder& folder, const std::string& name, std::string_view text) {
  TRY_ASSIGN(const auto file, folder.open(name, journal::OpenAs::made_new));
  TRY(file->write_at(0, text));
  return file->sync();
}

Done replace_small_file(journal::Folder& folder, const std::string& name, std::string_view text) {
  const std::string made = name + ".new";
  TRY(folder.remove(made));
  TRY(write_small_file(folder, made, text));
  return folder.rename(made, name);
}

}  // namespace tradepost::store::embedded
