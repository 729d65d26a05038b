#include "mail/smtp.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/ground/check.hpp"
#include "mail/address.hpp"

namespace tradepost::mail {
namespace {

struct FreeEasy {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct FreeLines {
  void operator()(curl_slist* lines) const { curl_slist_free_all(lines); }
};

// One attempt and its libcurl handle. It must not move, because libcurl has pointers to it.
struct Transfer {
  std::string_view unsent;
  std::stop_token stop;
  std::unique_ptr<CURL, FreeEasy> easy;
  std::unique_ptr<curl_slist, FreeLines> recipients;
  std::string reply;
  bool is_reply_complete = false;

  template <typename Value>
  void set(CURLoption option, Value value) const {
    CHECK(curl_easy_setopt(easy.get(), option, value) == CURLE_OK);
  }

  void add_reply_line(std::string_view line) {
    if (line.starts_with("221")) return;  // the reply to QUIT, after the outcome is known
    if (is_reply_complete) reply.clear();
    is_reply_complete = line.size() < 4 || line[3] != '-';
    for (const char c : line) {
      if (reply.size() == answer_bytes_max) break;
      if (c == '\r' || c == '\n') continue;
      reply += c >= ' ' && c < 0x7f ? c : '?';
    }
    if (!is_reply_complete && reply.size() < answer_bytes_max) reply += ' ';
  }
};

std::size_t next_bytes(char* out, std::size_t one, std::size_t count, void* transfer) {
  std::string_view& unsent = static_cast<Transfer*>(transfer)->unsent;
  const std::size_t size = std::min(one * count, unsent.size());
  std::memcpy(out, unsent.data(), size);
  unsent.remove_prefix(size);
  return size;
}

std::size_t on_reply_line(char* line, std::size_t one, std::size_t count, void* transfer) {
  static_cast<Transfer*>(transfer)->add_reply_line({line, one * count});
  return one * count;
}

// Replies have no body.
std::size_t pass_over(char*, std::size_t one, std::size_t count, void*) {
  return one * count;
}

int is_stopped(void* transfer, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<Transfer*>(transfer)->stop.stop_requested() ? 1 : 0;
}

struct Mishap {
  CURLcode code;
  Step step;
  std::string_view why;
};
constexpr Mishap mishaps[] = {
    {CURLE_COULDNT_RESOLVE_HOST, Step::connecting, "The host of the mail server is unknown."},
    {CURLE_COULDNT_CONNECT, Step::connecting, "The connection was refused."},
    {CURLE_OPERATION_TIMEDOUT, Step::connecting, "The mail server did not answer in time."},
    {CURLE_SEND_ERROR, Step::sending, "The connection was lost."},
    {CURLE_RECV_ERROR, Step::sending, "The connection was lost."},
    {CURLE_GOT_NOTHING, Step::connecting, "The connection was closed without an answer."},
    {CURLE_WEIRD_SERVER_REPLY, Step::connecting, "The answer is not SMTP."},
    {CURLE_USE_SSL_FAILED, Step::encrypting, "The mail server does not offer TLS on this port."},
    {CURLE_SSL_CONNECT_ERROR, Step::encrypting, "The TLS handshake failed."},
    {CURLE_PEER_FAILED_VERIFICATION, Step::encrypting,
     "The certificate is not trusted, or belongs to another host."},
    {CURLE_SSL_CACERT_BADFILE, Step::encrypting,
     "The file of certificate authorities can't be read."},
    {CURLE_LOGIN_DENIED, Step::signing_in,
     "The mail server does not accept the user and the password."},
};

Outcome outcome_of(const Transfer& transfer, CURLcode code) {
  if (code == CURLE_ABORTED_BY_CALLBACK) return {.delivery = Delivery::stopped, .answer = {}};
  if (code == CURLE_OK) return {.delivery = Delivery::delivered, .answer = transfer.reply};
  long status = 0;
  curl_easy_getinfo(transfer.easy.get(), CURLINFO_RESPONSE_CODE, &status);
  const bool is_text_sent = transfer.unsent.empty();
  // With these codes, a command about the message, or its text, got a reply of 4xx or 5xx.
  const bool is_about_message =
      code == CURLE_SEND_ERROR || (code == CURLE_WEIRD_SERVER_REPLY && is_text_sent);
  constexpr int authentication_required = 530;
  if (is_about_message && status >= 500 && status < 600 && status != authentication_required) {
    return {.delivery = Delivery::rejected, .answer = transfer.reply};
  }
  constexpr Mishap unknown{CURLE_OK, Step::sending, "The message could not be sent."};
  const auto* const found = std::ranges::find(mishaps, code, &Mishap::code);
  const Mishap& mishap = found == std::end(mishaps) ? unknown : *found;
  // A reply of 4xx or 5xx says more than the sentence.
  const bool is_refusal = status >= 400 && transfer.reply.starts_with(std::to_string(status));
  return {.delivery = Delivery::later,
          .answer = is_refusal ? transfer.reply : std::string(mishap.why),
          .step = is_about_message ? Step::sending : mishap.step};
}

// The path is the name in EHLO. The domain of the sender is a full name, unlike the names of many
// machines.
std::string url_of(const MailServer& server, std::string_view from) {
  const bool is_ipv6 = server.host.contains(':');
  return fmt::format("{}://{}{}{}:{}/{}", server.security == Security::tls ? "smtps" : "smtp",
                     is_ipv6 ? "[" : "", server.host, is_ipv6 ? "]" : "", server.port,
                     domain_of(from));
}

void set_connection(const Transfer& transfer, const MailServer& server, std::string_view from) {
  transfer.set(CURLOPT_URL, url_of(server, from).c_str());
  transfer.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  transfer.set(CURLOPT_PROXY, "");
  transfer.set(CURLOPT_NOPROXY, "*");
  transfer.set(CURLOPT_NOSIGNAL, 1L);
  // Without this option, stopping an attempt that waits for an unresponsive name server blocks.
  transfer.set(CURLOPT_QUICK_EXIT, 1L);
  transfer.set(CURLOPT_FORBID_REUSE, 1L);
  transfer.set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(server.connect_within.count()));
  transfer.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, static_cast<long>(server.reply_within.count()));
  transfer.set(CURLOPT_TIMEOUT, static_cast<long>(server.end_within.count()));
  transfer.set(CURLOPT_SSLVERSION, long{CURL_SSLVERSION_TLSv1_2});
  transfer.set(CURLOPT_USE_SSL,
               long{server.security == Security::none ? CURLUSESSL_NONE : CURLUSESSL_ALL});
  if (!server.authorities_file.empty()) {
    transfer.set(CURLOPT_CAINFO, server.authorities_file.c_str());
    transfer.set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
  }
  if (server.user.empty()) return;
  transfer.set(CURLOPT_USERNAME, server.user.c_str());
  transfer.set(CURLOPT_PASSWORD, server.password.c_str());
  transfer.set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN");
}

void set_message(Transfer& transfer, const Letter& letter) {
  transfer.unsent = letter.text;
  transfer.recipients.reset(curl_slist_append(nullptr, letter.to.c_str()));
  CHECK(transfer.recipients != nullptr);
  transfer.set(CURLOPT_MAIL_FROM, letter.from.c_str());
  transfer.set(CURLOPT_MAIL_RCPT, transfer.recipients.get());
  transfer.set(CURLOPT_UPLOAD, 1L);
  transfer.set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(letter.text.size()));
  transfer.set(CURLOPT_READFUNCTION, &next_bytes);
  transfer.set(CURLOPT_READDATA, &transfer);
}

void begin(Transfer& transfer, const MailServer& server, std::string_view from) {
  CHECK(!fault_of(server) && address_fault(from) == AddressFault::none);
  static const CURLcode library = curl_global_init(CURL_GLOBAL_DEFAULT);
  CHECK(library == CURLE_OK);
  transfer.easy.reset(curl_easy_init());
  CHECK(transfer.easy != nullptr);
  set_connection(transfer, server, from);
  transfer.set(CURLOPT_HEADERFUNCTION, &on_reply_line);
  transfer.set(CURLOPT_HEADERDATA, &transfer);
  transfer.set(CURLOPT_WRITEFUNCTION, &pass_over);
  transfer.set(CURLOPT_XFERINFOFUNCTION, &is_stopped);
  transfer.set(CURLOPT_XFERINFODATA, &transfer);
  transfer.set(CURLOPT_NOPROGRESS, 0L);
}

}  // namespace

Outcome send(const MailServer& server, const Letter& letter, const std::stop_token& stop) {
  CHECK(address_fault(letter.to) == AddressFault::none);
  if (stop.stop_requested()) return {.delivery = Delivery::stopped, .answer = {}};
  Transfer transfer;
  transfer.stop = stop;
  begin(transfer, server, letter.from);
  set_message(transfer, letter);
  return outcome_of(transfer, curl_easy_perform(transfer.easy.get()));
}

Outcome try_server(const MailServer& server, std::string_view from) {
  Transfer transfer;
  begin(transfer, server, from);
  transfer.set(CURLOPT_NOBODY, 1L);
  transfer.set(CURLOPT_CUSTOMREQUEST, "NOOP");
  return outcome_of(transfer, curl_easy_perform(transfer.easy.get()));
}

}  // namespace tradepost::mail
