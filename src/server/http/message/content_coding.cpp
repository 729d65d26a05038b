#include "http/message/content_coding.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/ground/limits.hpp"
#include "base/text/header_text.hpp"
#include "base/text/text.hpp"
#include "http/wire/status.hpp"

namespace tradepost::http {
namespace {

using base::equal_ignoring_ascii_case;

constexpr std::string_view header_name = "Accept-Encoding";

std::string_view take_part(std::string_view& rest, char separator) {
  const auto end = std::min(rest.find(separator), rest.size());
  const std::string_view part = base::without_blanks(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

// Returns a quality in thousandths, or 0 if it is invalid.
int quality_of(std::string_view text) {
  int quality = 0;
  int unit = 1'000;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 1 && text[i] == '.') continue;
    if (!base::is_ascii_digit(text[i]) || unit == 0 || i == 1) return 0;
    quality += (text[i] - '0') * unit;
    unit /= 10;
  }
  return quality <= 1'000 ? quality : 0;
}

struct AcceptedCodings {
  std::optional<int> zstd;
  std::optional<int> gzip;
  std::optional<int> identity;
  std::optional<int> others;

  void take(std::string_view element) {
    const std::string_view coding = take_part(element, ';');
    int quality = 1'000;
    while (!element.empty()) {
      std::string_view value = take_part(element, ';');
      const std::string_view name = take_part(value, '=');
      if (equal_ignoring_ascii_case(name, "q")) quality = quality_of(base::without_blanks(value));
    }
    if (equal_ignoring_ascii_case(coding, "zstd")) zstd = quality;
    if (equal_ignoring_ascii_case(coding, "gzip") || equal_ignoring_ascii_case(coding, "x-gzip")) {
      gzip = quality;
    }
    if (equal_ignoring_ascii_case(coding, "identity")) identity = quality;
    if (coding == "*") others = quality;
  }

  // Prefers zstd at equal qualities, because it takes less work.
  Coding best() const {
    const int of_zstd = zstd.value_or(others.value_or(0));
    const int of_gzip = gzip.value_or(others.value_or(0));
    const int highest = std::max(of_zstd, of_gzip);
    if (highest == 0 || identity.value_or(0) > highest) return Coding::identity;
    return of_zstd == highest ? Coding::zstd : Coding::gzip;
  }
};

// Returns true for compressed types. Text, JSON and unknown types are not compressed.
bool is_dense(std::string_view type) {
  constexpr std::array dense = {"image/",          "audio/",           "video/",         "font/",
                                "application/pdf", "application/gzip", "application/zip"};
  if (equal_ignoring_ascii_case(type.substr(0, 13), "image/svg+xml")) return false;
  return std::ranges::any_of(dense, [&](std::string_view kind) {
    return equal_ignoring_ascii_case(type.substr(0, kind.size()), kind);
  });
}

bool is_worth_it(const Response& response) {
  return has_body(response.status) && response.status != 206 &&
         response.body.size() >= base::limits::compressed_body_bytes_min &&
         response.body.size() <= base::limits::compressed_body_bytes_max &&
         !response.header("Content-Encoding") &&
         !is_dense(response.header("Content-Type").value_or(""));
}

}  // namespace

std::string_view name_of(Coding coding) {
  switch (coding) {
    case Coding::identity:
      break;
    case Coding::gzip:
      return "gzip";
    case Coding::zstd:
      return "zstd";
  }
  return "identity";
}

Coding coding_for(const Request& request, const Response& response) {
  if (!is_worth_it(response)) return Coding::identity;
  AcceptedCodings accepted;
  for (std::size_t i = 0; i < request.field_count(); ++i) {
    const Field field = request.field(i);
    if (!equal_ignoring_ascii_case(field.name, header_name)) continue;
    std::string_view rest = field.value;
    while (!rest.empty()) accepted.take(take_part(rest, ','));
  }
  return accepted.best();
}

void mark_coded(Response& response, Coding coding) {
  for (auto& [name, value] : response.headers) {
    const bool is_strong = value.starts_with('"');
    if (is_strong && equal_ignoring_ascii_case(name, "ETag")) value.insert(0, "W/");
  }
  response.header("Content-Encoding", name_of(coding));
}

void add_vary(Response& response) {
  if (!is_worth_it(response)) return;
  for (auto& [name, value] : response.headers) {
    if (!equal_ignoring_ascii_case(name, "Vary")) continue;
    value += ", ";
    value += header_name;
    return;
  }
  response.header("Vary", header_name);
}

}  // namespace tradepost::http
