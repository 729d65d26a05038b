// Reads arbitrary bytes as the texts of a message, separated by 0x1E: sender's name and address,
// recipient's name and address, name and address for answers, subject, URL, text, HTML.
//
// For any input, the message is refused, or its head has each header once and no other line, and
// all of it is ASCII in lines that end with CRLF.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/ground/check.hpp"
#include "mail/address.hpp"
#include "mail/message.hpp"

namespace {

namespace mail = tradepost::mail;

constexpr std::array<std::string_view, 12> headers = {"Date",
                                                      "From",
                                                      "To",
                                                      "Reply-To",
                                                      "Subject",
                                                      "Message-ID",
                                                      "Auto-Submitted",
                                                      "List-Unsubscribe",
                                                      "List-Unsubscribe-Post",
                                                      "MIME-Version",
                                                      "Content-Type",
                                                      "Content-Transfer-Encoding"};

std::string next_text(std::string_view& rest) {
  const auto end = std::min(rest.find('\x1e'), rest.size());
  const std::string text(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return text;
}

void expect_head(std::string_view head) {
  std::set<std::string_view> seen;
  while (!head.empty()) {
    const auto end = head.find("\r\n");
    CHECK(end != std::string_view::npos && end > 0);
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end + 2);
    if (line.starts_with(' ')) {
      CHECK(!seen.empty());
      continue;
    }
    const std::string_view name = line.substr(0, line.find(": "));
    CHECK(std::ranges::find(headers, name) != headers.end() && seen.insert(name).second);
  }
}

void expect_ascii_lines(std::string_view mime) {
  CHECK(mime.ends_with("\r\n"));
  for (std::size_t i = 0; i < mime.size(); ++i) {
    const char c = mime[i];
    CHECK((c >= ' ' && c < 0x7f) || c == '\t' || (c == '\r' && mime[i + 1] == '\n') ||
          (c == '\n' && i > 0 && mime[i - 1] == '\r'));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  mail::Message message;
  for (mail::Mailbox* const box : {&message.from, &message.to, &message.reply_to.emplace()}) {
    box->name = next_text(rest);
    box->address = next_text(rest);
    if (mail::address_fault(box->address) == mail::AddressFault::none) {
      const auto comparable = mail::comparable_address(box->address);
      CHECK(mail::address_fault(comparable) == mail::AddressFault::none);
      CHECK(!mail::domain_of(comparable).empty());
      continue;
    }
    CHECK(!mail::mime_text(message));
    box->address = "anna@musterhaus.example";  // so that the other texts are read, too
  }
  message.subject = next_text(rest);
  message.unsubscribe_url = next_text(rest);
  message.text = next_text(rest);
  message.html = next_text(rest);
  const auto mime = mail::mime_text(message);
  if (!mime) return 0;
  const auto end_of_head = mime->find("\r\n\r\n");
  CHECK(end_of_head != std::string::npos);
  expect_head(std::string_view(*mime).substr(0, end_of_head + 2));
  expect_ascii_lines(*mime);
  return 0;
}
