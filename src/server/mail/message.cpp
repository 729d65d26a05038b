#include "mail/message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "mail/address.hpp"
#include "mail/encoding.hpp"

namespace tradepost::mail {
namespace {

using base::CallerText;
using base::Error;
using base::ErrorCode;

constexpr std::array<std::string_view, 7> weekdays = {"Sun", "Mon", "Tue", "Wed",
                                                      "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

std::string date_text(base::Instant instant) {
  const auto day = std::chrono::floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(instant - day));
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} +0000",
                     weekdays.at(std::chrono::weekday(day).c_encoding()), unsigned{date.day()},
                     months.at(unsigned{date.month()} - 1), int{date.year()}, time.hours().count(),
                     time.minutes().count(), time.seconds().count());
}

base::Done expect_address(std::string_view header, const Mailbox& mailbox) {
  if (address_fault(mailbox.address) == AddressFault::none) return {};
  return base::refuse(Error(ErrorCode::invalid,
                            CallerText(fmt::format("The address in {} is not valid.", header))));
}

base::Done expect_url(std::string_view url) {
  const bool is_web = url.starts_with("https://") || url.starts_with("http://");
  const bool is_clean =
      std::ranges::all_of(url, [](char c) { return c > ' ' && c < 0x7f && c != '<' && c != '>'; });
  if (url.empty() || (is_web && is_clean && url.size() <= unsubscribe_url_bytes_max)) return {};
  return base::refuse(
      Error(ErrorCode::invalid, CallerText("The URL to unsubscribe is not valid.")));
}

std::string mailbox_line(std::string_view header, const Mailbox& mailbox) {
  const std::string name = header_value(mailbox.name, header_text_bytes_max);
  if (name.empty()) return fmt::format("{}: {}\r\n", header, mailbox.address);
  return fmt::format("{}: {}\r\n <{}>\r\n", header, display_name(header, name), mailbox.address);
}

std::string head(const Message& message) {
  std::string lines = fmt::format("Date: {}\r\n", date_text(message.date));
  lines += mailbox_line("From", message.from);
  lines += mailbox_line("To", message.to);
  if (message.reply_to) lines += mailbox_line("Reply-To", *message.reply_to);
  lines +=
      fmt::format("Subject: {}\r\nMessage-ID: <{}@{}>\r\nAuto-Submitted: auto-generated\r\n",
                  unstructured("Subject", header_value(message.subject, header_text_bytes_max)),
                  message.id.to_string(), domain_of(message.from.address));
  if (!message.unsubscribe_url.empty()) {
    lines += fmt::format(
        "List-Unsubscribe: <{}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
        message.unsubscribe_url);
  }
  return lines + "MIME-Version: 1.0\r\n";
}

std::string part(std::string_view type, std::string_view text) {
  return fmt::format(
      "Content-Type: text/{}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n"
      "\r\n{}",
      type, quoted_printable(text));
}

std::string body(const Message& message) {
  if (message.html.empty()) return part("plain", message.text);
  // Quoted-printable text never has `=_`, so no part can contain the boundary.
  const std::string boundary = "=_" + message.id.to_string();
  return fmt::format(
      "Content-Type: multipart/alternative;\r\n boundary=\"{0}\"\r\n\r\n"
      "--{0}\r\n{1}\r\n--{0}\r\n{2}\r\n--{0}--\r\n",
      boundary, part("plain", message.text), part("html", message.html));
}

}  // namespace

base::Result<std::string> mime_text(const Message& message) {
  TRY(expect_address("From", message.from));
  TRY(expect_address("To", message.to));
  if (message.reply_to) TRY(expect_address("Reply-To", *message.reply_to));
  TRY(expect_url(message.unsubscribe_url));
  // Encoding makes no text shorter, so this check limits the memory of the encoded text.
  if (message.text.size() + message.html.size() <= mime_bytes_max) {
    std::string mime = head(message) + body(message);
    if (mime.size() <= mime_bytes_max) return mime;
  }
  return base::refuse(
      Error(ErrorCode::too_large,
            CallerText(fmt::format("The message has more than {} bytes.", mime_bytes_max))));
}

}  // namespace tradepost::mail
