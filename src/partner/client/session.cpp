#include "client/session.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "client/retrying.hpp"

namespace tradepost::client {
namespace {

namespace limits = base::limits;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

struct FreeEasy {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};

struct FreeMulti {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

struct FreeLines {
  void operator()(curl_slist* lines) const { curl_slist_free_all(lines); }
};
using Lines = std::unique_ptr<curl_slist, FreeLines>;

void add_line(Lines& lines, const std::string& line) {
  curl_slist* const longer = curl_slist_append(lines.get(), line.c_str());
  CHECK(longer != nullptr);
  static_cast<void>(lines.release());
  lines.reset(longer);
}

// Collects an answer up to its size limits.
struct Gathering {
  Answer answer;
  std::size_t header_bytes = 0;
  bool is_too_large = false;
};

std::size_t take_body(char* bytes, std::size_t one, std::size_t count, void* to) {
  auto& gathering = *static_cast<Gathering*>(to);
  if (count > limits::client_answer_bytes_max - gathering.answer.body.size()) {
    gathering.is_too_large = true;
    return 0;
  }
  gathering.answer.body.append(bytes, one * count);
  return one * count;
}

// A status line starts the answer again: the earlier one was 100 Continue, or a proxy's.
std::size_t take_header(char* bytes, std::size_t one, std::size_t count, void* to) {
  auto& gathering = *static_cast<Gathering*>(to);
  const std::string_view line(bytes, one * count);
  gathering.header_bytes += line.size();
  if (gathering.header_bytes > limits::client_header_bytes_max) {
    gathering.is_too_large = true;
    return 0;
  }
  if (line.starts_with("HTTP/")) {
    gathering.answer.headers.clear();
  } else if (const auto colon = line.find(':'); colon != std::string_view::npos) {
    gathering.answer.headers.push_back(
        {.name = std::string(line.substr(0, colon)),
         .value = std::string(base::trimmed(line.substr(colon + 1)))});
  }
  return line.size();
}

enum class Became : std::uint8_t { answered, unsent, lost, refused };

struct Mishap {
  CURLcode code;
  Became became;
  std::string_view why;  // continues "… can't be reached: "
};

constexpr Mishap mishaps[] = {
    {CURLE_COULDNT_RESOLVE_HOST, Became::unsent, "the host name is unknown"},
    {CURLE_COULDNT_RESOLVE_PROXY, Became::unsent, "the host name of the proxy is unknown"},
    {CURLE_COULDNT_CONNECT, Became::unsent, "the connection was refused"},
    {CURLE_OPERATION_TIMEDOUT, Became::lost, "the request timed out"},
    {CURLE_SEND_ERROR, Became::lost, "the connection was lost"},
    {CURLE_RECV_ERROR, Became::lost, "the connection was lost"},
    {CURLE_GOT_NOTHING, Became::lost, "the connection was closed without an answer"},
    {CURLE_PARTIAL_FILE, Became::lost, "the connection was closed in the middle of the answer"},
    {CURLE_PEER_FAILED_VERIFICATION, Became::refused,
     "its certificate is not trusted, or belongs to another host"},
    {CURLE_SSL_CACERT_BADFILE, Became::refused, "the file of trusted certificates can't be read"},
    {CURLE_SSL_CONNECT_ERROR, Became::refused, "the TLS handshake failed"},
    {CURLE_UNSUPPORTED_PROTOCOL, Became::refused, "the answer is not HTTP"},
    {CURLE_WEIRD_SERVER_REPLY, Became::refused, "the answer is not HTTP"},
    {CURLE_ABORTED_BY_CALLBACK, Became::refused, "the call was cancelled"},
};

Mishap mishap_of(CURLcode code, const Gathering& gathering) {
  if (gathering.is_too_large) {
    return {code, Became::refused, "the answer is too large"};
  }
  const auto* const known = std::ranges::find(mishaps, code, &Mishap::code);
  if (known != std::end(mishaps)) return *known;
  return {code, Became::refused, "the request could not be made"};
}

bool is_too_much_now(const Answer& answer) {
  return answer.status == 429 || answer.status == 503;
}

// Returns true if a repetition may succeed: the first request with the key is still running, or the
// server failed.
bool may_be_mended(const Answer& answer) {
  const bool is_running = answer.status == 409 && !answer.header("Retry-After").empty();
  return is_running || answer.status >= 500;
}

bool is_header_text(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

}  // namespace

// The multi handle keeps the connection, and another thread can wake it.
struct Session::Handle {
  std::unique_ptr<CURLM, FreeMulti> multi;
  std::unique_ptr<CURL, FreeEasy> easy;

  template <typename Value>
  void set(CURLoption option, Value value) const {
    CHECK(curl_easy_setopt(easy.get(), option, value) == CURLE_OK);
  }
};

struct Session::Attempt {
  Became became;
  Answer answer;
  std::string_view why;  // set if no answer came
  std::string detail;

  bool is_worth_a_repeat(Repeat repeat) const {
    switch (became) {
      case Became::answered:
        return is_too_much_now(answer) || (repeat == Repeat::when_lost && may_be_mended(answer));
      case Became::unsent:
        return true;
      case Became::lost:
        return repeat == Repeat::when_lost;
      case Became::refused:
        break;
    }
    return false;
  }
};

std::string_view Answer::header(std::string_view name) const {
  const auto found = std::ranges::find_if(headers, [&](const Header& header) {
    return base::equal_ignoring_ascii_case(header.name, name);
  });
  return found == headers.end() ? std::string_view() : std::string_view(found->value);
}

base::Result<Session> Session::open(calls::Address address, Settings settings) {
  if (!is_header_text(settings.token) || settings.token.size() > limits::bearer_token_bytes_max) {
    return base::refuse({base::ErrorCode::invalid, base::CallerText(no_token)});
  }
  if (!std::ranges::all_of(settings.user_agent, [](char c) { return c >= ' ' && c < 0x7f; })) {
    return base::refuse(
        {base::ErrorCode::invalid, base::CallerText("The user agent must be printable ASCII.")});
  }
  static const CURLcode library = curl_global_init(CURL_GLOBAL_DEFAULT);
  CHECK(library == CURLE_OK);
  return Session(std::move(address), std::move(settings));
}

Session::Session(calls::Address address, Settings settings)
    : address_(std::move(address)),
      settings_(std::move(settings)),
      handle_(std::make_unique<Handle>()) {
  handle_->multi.reset(curl_multi_init());
  handle_->easy.reset(curl_easy_init());
  CHECK(handle_->multi != nullptr && handle_->easy != nullptr);
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

base::Result<Answer> Session::ask(const Request& request) {
  const auto give_up = steady_clock::now() + settings_.retry_for;
  for (unsigned attempts = 1;; ++attempts) {
    Attempt last = attempt(request);
    const auto asked = retry_after(last.answer.header("Retry-After"), last.answer.header("Date"));
    const milliseconds pause = pause_before(attempts + 1, asked, random_.next_uint64());
    if (settings_.stop.stop_requested() || !last.is_worth_a_repeat(request.repeat) ||
        steady_clock::now() + pause > give_up) {
      if (last.became == Became::answered) {
        last.answer.attempts = attempts;
        return std::move(last.answer);
      }
      return base::refuse({base::ErrorCode::unavailable,
                           base::CallerText(fmt::format("The exchange at {} can't be reached: {}.",
                                                        address_.url, last.why)),
                           base::LogText(last.detail)});
    }
    if (settings_.on_pause) {
      settings_.on_pause(
          {.why = last.why.empty() ? "The exchange is busy" : last.why, .time = pause});
    }
    rest(pause);
  }
}

// Waits until the pause ends or a stop is requested.
void Session::rest(milliseconds pause) {
  std::mutex mutex;
  std::condition_variable_any woken;
  std::unique_lock lock(mutex);
  woken.wait_for(lock, settings_.stop, pause, [] { return false; });
}

// Returns the code of libcurl. A stop wakes the thread while it waits for the network.
int Session::perform(const std::stop_token& stop) {
  constexpr int poll_interval_ms = 1'000;
  CURLM* const multi = handle_->multi.get();
  CURL* const easy = handle_->easy.get();
  const std::stop_callback wake(stop, [multi] { curl_multi_wakeup(multi); });
  CHECK(curl_multi_add_handle(multi, easy) == CURLM_OK);
  int code = CURLE_ABORTED_BY_CALLBACK;
  for (bool is_done = false; !is_done && !stop.stop_requested();) {
    int running = 0;
    CHECK(curl_multi_perform(multi, &running) == CURLM_OK);
    int left = 0;
    const CURLMsg* const message = curl_multi_info_read(multi, &left);
    is_done = message != nullptr && message->msg == CURLMSG_DONE;
    if (is_done) {
      code = message->data.result;
    } else {
      CHECK(curl_multi_poll(multi, nullptr, 0, poll_interval_ms, nullptr) == CURLM_OK);
    }
  }
  curl_multi_remove_handle(multi, easy);
  return code;
}

void Session::prepare(const Request& request, const std::string& url, curl_slist* lines) {
  const Handle& handle = *handle_;
  curl_easy_reset(handle.easy.get());
  handle.set(CURLOPT_URL, url.c_str());
  handle.set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
  handle.set(CURLOPT_HTTPHEADER, lines);
  handle.set(CURLOPT_USERAGENT, settings_.user_agent.c_str());
  const std::string* const body = request.body   ? &request.body->bytes
                                  : request.json ? &*request.json
                                                 : nullptr;
  if (body != nullptr) {
    handle.set(CURLOPT_POSTFIELDS, body->data());
    handle.set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body->size()));
  }
  handle.set(CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
  handle.set(CURLOPT_PROTOCOLS_STR, address_.is_tls ? "https" : "http");
  handle.set(CURLOPT_FOLLOWLOCATION, 0L);
  handle.set(CURLOPT_NOSIGNAL, 1L);
  handle.set(CURLOPT_ACCEPT_ENCODING, "");
  if (settings_.proxy) {
    handle.set(CURLOPT_PROXY, settings_.proxy->c_str());
  } else if (address_.is_loopback) {
    handle.set(CURLOPT_PROXY, "");
  }
  if (settings_.authorities_file) handle.set(CURLOPT_CAINFO, settings_.authorities_file->c_str());
  if (settings_.takes_any_certificate) {
    handle.set(CURLOPT_SSL_VERIFYPEER, 0L);
    handle.set(CURLOPT_SSL_VERIFYHOST, 0L);
  }
  // The library repeats a request by itself if the reused connection had been closed.
  if (request.repeat == Repeat::when_unsent) handle.set(CURLOPT_FRESH_CONNECT, 1L);
  const auto silence = settings_.silence_max + request.waits_for;
  handle.set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(settings_.connect_within.count()));
  // Without this option, a stop waits for an unresponsive name server.
  handle.set(CURLOPT_QUICK_EXIT, 1L);
  handle.set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  handle.set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(silence.count()));
  handle.set(CURLOPT_TIMEOUT_MS, static_cast<long>(request.answer_within.count()));
}

Session::Attempt Session::attempt(const Request& request) {
  const bool is_whole_url = request.path.find("://") != std::string::npos;
  CHECK(!is_whole_url || calls::leads_to(request.path, address_));
  const std::string url = is_whole_url ? request.path : address_.url + request.path;
  Lines lines;
  add_line(lines, "Accept: application/json");
  if (!settings_.token.empty()) add_line(lines, "Authorization: Bearer " + settings_.token);
  if (request.body) {
    add_line(lines, "Content-Type: " + request.body->media_type);
  } else if (request.json) {
    add_line(lines, "Content-Type: application/json");
  }
  for (const Header& header : request.headers) add_line(lines, header.name + ": " + header.value);
  prepare(request, url, lines.get());

  const Handle& handle = *handle_;
  Gathering gathering;
  handle.set(CURLOPT_WRITEFUNCTION, &take_body);
  handle.set(CURLOPT_WRITEDATA, static_cast<void*>(&gathering));
  handle.set(CURLOPT_HEADERFUNCTION, &take_header);
  handle.set(CURLOPT_HEADERDATA, static_cast<void*>(&gathering));
  const auto code = static_cast<CURLcode>(perform(settings_.stop));
  if (code == CURLE_OK) {
    long status = 0;
    curl_easy_getinfo(handle.easy.get(), CURLINFO_RESPONSE_CODE, &status);
    gathering.answer.status = static_cast<int>(status);
    return {
        .became = Became::answered, .answer = std::move(gathering.answer), .why = {}, .detail = {}};
  }
  Mishap mishap = mishap_of(code, gathering);
  long request_bytes = 0;
  curl_easy_getinfo(handle.easy.get(), CURLINFO_REQUEST_SIZE, &request_bytes);
  if (mishap.became == Became::lost && request_bytes == 0) mishap.became = Became::unsent;
  return {
      .became = mishap.became, .answer = {}, .why = mishap.why, .detail = curl_easy_strerror(code)};
}

}  // namespace tradepost::client
