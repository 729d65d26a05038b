#include "store/embedded/folder/format_file.hpp"

#include <fmt/format.h>

#include <string_view>

#include "store/embedded/folder/small_file.hpp"

namespace tradepost::store::embedded {
namespace {

constexpr auto file_name = "format";
constexpr std::string_view title = "tradepost format ";

}  // namespace

Result<exchange::StoreFormat> read_format(journal::Folder& data, exchange::StoreFormat newest) {
  TRY_ASSIGN(const auto text, read_small_file(data, file_name));
  if (!text) return exchange::first_format;
  const auto lines = KeyedLines::parse(*text, title);
  if (!lines || lines->format() < exchange::first_format) {
    return base::refuse({base::ErrorCode::damaged,
                         base::CallerText("The file format of the folder can't be read."),
                         base::LogText("its first line is not `tradepost format NUMBER`")});
  }
  if (lines->format() > newest) {
    return base::refuse(
        {base::ErrorCode::too_new,
         base::CallerText("The folder was written by a newer version of tradepost. Start that "
                          "version."),
         base::LogText(
             fmt::format("store: format {}, supported up to {}", lines->format(), newest))});
  }
  return lines->format();
}

Done begin_format(journal::Folder& data, exchange::StoreFormat format) {
  TRY_ASSIGN(const auto text, read_small_file(data, file_name));
  return text ? Done() : write_format(data, format);
}

Done write_format(journal::Folder& data, exchange::StoreFormat format) {
  TRY(replace_small_file(data, file_name, fmt::format("{}{}\n", title, format)));
  return data.sync();
}

}  // namespace tradepost::store::embedded
