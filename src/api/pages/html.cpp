#include "api/pages/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/crypto/base64url.hpp"
#include "base/crypto/sha256.hpp"

namespace tradepost::api {
namespace {

// Text from outside is isolated, so that its writing direction affects nothing around it. The
// faults and the document are side by side only on a wide screen, where the document stays in
// sight.
constexpr std::string_view style = R"(
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 90rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
body > * { max-width: 50rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { font-weight: 600; } dd { margin: 0; white-space: pre-wrap; }
ol { padding-left: 2rem; } li { margin-bottom: 1rem; break-inside: avoid; } li p { margin: 0; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; } .about { opacity: .75; }
pre { white-space: pre-wrap; border: 1px solid; padding: .5rem; }
mark { font-weight: 600; } mark:target { outline: 2px solid; }
dd, p, pre { unicode-bidi: isolate; }
.beside { max-width: none; } .beside > section { min-width: 0; max-width: 50rem; }
@media screen and (min-width: 70rem) {
  .beside { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; }
  .beside pre { position: sticky; top: 1rem; max-height: calc(100vh - 4rem); overflow: auto; }
}
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
@media print {
  body { margin: 0; font-size: 10pt; } a { color: inherit; text-decoration: none; }
  mark { print-color-adjust: exact; text-decoration: underline; }
}
)";

constexpr std::string_view months[] = {"January",   "February", "March",    "April",
                                       "May",       "June",     "July",     "August",
                                       "September", "October",  "November", "December"};

// The Content-Security-Policy of a page that has this style in it and nothing else: the browser
// takes no other, named by its digest, and fetches nothing.
std::string security_policy_with(std::string_view style_of_page) {
  const base::Digest digest = base::sha256(style_of_page);
  std::string base64 =
      base::base64url({reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()});
  std::ranges::replace(base64, '-', '+');
  std::ranges::replace(base64, '_', '/');
  while (base64.size() % 4 != 0) base64 += '=';
  return fmt::format(
      "default-src 'none'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'",
      base64);
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      case '\n':
      case '\t':
        escaped += c;
        break;
      default:
        if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) {
          escaped += "\xEF\xBF\xBD";
        } else {
          escaped += c;
        }
    }
  }
  return escaped;
}

std::string html_moment(base::Instant at) {
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const auto minutes = std::chrono::floor<std::chrono::minutes>(at - day).count();
  return fmt::format("<time datetime=\"{}\">{} {} {}, {:02}:{:02} UTC</time>", base::to_string(at),
                     static_cast<unsigned>(date.day()),
                     months[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
                     minutes / 60, minutes % 60);
}

http::Response html_page(int status, std::string_view title, std::string_view body) {
  static const std::string policy = security_policy_with(style);
  http::Response response(status);
  response.header("Content-Type", "text/html; charset=utf-8");
  response.header("Content-Security-Policy", policy);
  response.header("X-Content-Type-Options", "nosniff");
  response.header("Referrer-Policy", "no-referrer");
  response.header("Cache-Control", "no-store");
  const std::string name = html_escaped(title);
  response.body.append(
      fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, "
                  "initial-scale=1\">\n<title>{0}</title>\n"
                  "<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{2}</body>\n</html>\n",
                  name, style, body));
  return response;
}

}  // namespace tradepost::api
