#include "store/embedded/folder/leaving_file.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "store/embedded/folder/small_file.hpp"

namespace tradepost::store::embedded {
namespace {

constexpr auto leaving_name = "leaving";
constexpr auto closed_name = "closed";
constexpr std::string_view leaving_title = "tradepost leaving ";
constexpr std::string_view closed_title = "tradepost closed ";
constexpr std::uint32_t format_now = 1;
constexpr std::string_view closing = "closing";
constexpr std::string_view left = "left";

base::Error conflict(std::string text) {
  return {base::ErrorCode::conflict, base::CallerText(std::move(text))};
}

Done write(journal::Folder& data, const std::string& name, std::string_view text) {
  TRY(replace_small_file(data, name, text));
  return data.sync();
}

}  // namespace

Result<std::optional<LeavingFile>> read_leaving(journal::Folder& data) {
  TRY_ASSIGN(const auto text, read_small_file(data, leaving_name));
  if (!text) return std::optional<LeavingFile>();
  const auto lines = KeyedLines::parse(*text, leaving_title);
  if (!lines || lines->format() > format_now) {
    return base::refuse({base::ErrorCode::too_new,
                         base::CallerText("The file leaving of the folder can't be read."),
                         base::LogText("a newer version of tradepost has written it")});
  }
  const bool has_left = lines->value("state") == left;
  return std::optional(
      LeavingFile{.state = has_left ? LeavingFile::State::left : LeavingFile::State::closing,
                  .attempt = std::string(lines->value("attempt"))});
}

Done write_leaving(journal::Folder& data, const LeavingFile& leaving) {
  const auto state = leaving.state == LeavingFile::State::left ? left : closing;
  return write(data, leaving_name,
               fmt::format("{}{}\nstate {}\nattempt {}\n", leaving_title, format_now, state,
                           leaving.attempt));
}

Done remove_leaving(journal::Folder& data) {
  TRY(data.remove(closed_name));
  TRY(data.remove(leaving_name));
  return data.sync();
}

Done write_closed(journal::Folder& data, const std::string& attempt, std::uint64_t sequence) {
  return write(
      data, closed_name,
      fmt::format("{}{}\nattempt {}\nsequence {}\n", closed_title, format_now, attempt, sequence));
}

Result<std::optional<std::uint64_t>> read_closed(journal::Folder& data,
                                                 const std::string& attempt) {
  TRY_ASSIGN(const auto text, read_small_file(data, closed_name));
  const auto lines = text ? KeyedLines::parse(*text, closed_title) : std::nullopt;
  std::uint64_t sequence = 0;
  const bool is_answer =
      lines && lines->value("attempt") == attempt && lines->read("sequence", sequence);
  return is_answer ? std::optional(sequence) : std::nullopt;
}

Done refuse_if_leaving(journal::Folder& data) {
  TRY_ASSIGN(const auto leaving, read_leaving(data));
  if (!leaving) return {};
  if (leaving->state == LeavingFile::State::left) return base::refuse(has_left());
  return base::refuse(
      conflict("The network of the folder is being moved to a database. Finish it with tradepost "
               "migrate, or give it up with tradepost migrate --give-up."));
}

base::Error has_left() {
  return conflict(
      "The network of the folder was moved to a database. Serve that one with --store.");
}

}  // namespace tradepost::store::embedded
