#include "journal/disk/refusal.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace tradepost::journal {

using base::CallerText;
using base::Error;
using base::ErrorCode;
using base::LogText;

namespace {

std::string at(Place place, std::string_view what) {
  return fmt::format("journal segment {}, byte {}: {}", place.segment, place.offset, what);
}

ErrorCode code_of(int error_number) {
  switch (error_number) {
    case ENOENT:
      return ErrorCode::not_found;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return ErrorCode::disk_full;
    default:
      return ErrorCode::internal;
  }
}

Error refused(ErrorCode code, std::string_view operation, std::string_view name, int error_number) {
  return {code, CallerText("A disk operation failed."),
          LogText(fmt::format("{} {}: {} (errno {})", operation, name,
                              std::generic_category().message(error_number), error_number))};
}

}  // namespace

Error damaged(Place place, std::string_view what) {
  return {ErrorCode::damaged, CallerText("The journal is damaged."), LogText(at(place, what))};
}

Error too_new(Place place, std::string_view what) {
  return {ErrorCode::too_new, CallerText("The journal was written by a newer version."),
          LogText(at(place, what))};
}

Error refused_by_system(std::string_view operation, std::string_view name, int error_number) {
  return refused(code_of(error_number), operation, name, error_number);
}

Error not_synced(std::string_view name, int error_number) {
  return refused(ErrorCode::internal, "sync", name, error_number);
}

Error out_of_memory() {
  return {ErrorCode::unavailable, CallerText("The exchange is short of memory. Try again later."),
          LogText("no memory to read a record of the journal")};
}

Error no_regular_file(std::string_view name) {
  return {ErrorCode::internal, CallerText("The folder has an entry that is not a file."),
          LogText(fmt::format("{} is not a regular file", name))};
}

Error held_by(std::string_view process) {
  return {ErrorCode::in_use, CallerText("Another process has the journal open."),
          LogText(fmt::format("the journal is locked by process {}", process))};
}

Error stopped() {
  return {ErrorCode::unavailable, CallerText("The journal is closed."),
          LogText("the journal was closed, or failed before")};
}

Error no_journal() {
  return {ErrorCode::not_found, CallerText("There is no journal here."),
          LogText("no segment in this folder")};
}

}  // namespace tradepost::journal
