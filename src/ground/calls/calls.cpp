#include "calls/calls.hpp"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/tasks/thread_name.hpp"
#include "calls/public_address.hpp"

namespace tradepost::calls {
namespace {

namespace limits = base::limits;

struct FreeEasy {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct FreeMulti {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};
struct FreeLines {
  void operator()(curl_slist* lines) const { curl_slist_free_all(lines); }
};

std::string numeric(const curl_sockaddr& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* bytes = nullptr;
  if (address.family == AF_INET) {
    bytes = &reinterpret_cast<const sockaddr_in*>(&address.addr)->sin_addr;
  } else if (address.family == AF_INET6) {
    bytes = &reinterpret_cast<const sockaddr_in6*>(&address.addr)->sin6_addr;
  }
  if (bytes == nullptr) return {};
  return ::inet_ntop(address.family, bytes, text.data(), text.size()) == nullptr ? "" : text.data();
}

// One call and its libcurl handle. It must not move, because libcurl has pointers to it.
struct Transfer {
  Call call;
  Calls::Done done;
  std::unique_ptr<CURL, FreeEasy> easy;
  std::unique_ptr<curl_slist, FreeLines> lines;
  std::size_t body_bytes = 0;
  std::string body;
  std::size_t header_bytes = 0;
  bool is_refused_address = false;
  bool is_too_large = false;

  bool keeps_body() const { return call.answer_bytes_max > 0; }

  template <typename Value>
  void set(CURLoption option, Value value) const {
    CHECK(curl_easy_setopt(easy.get(), option, value) == CURLE_OK);
  }

  bool may_reach(const std::string& address) {
    const bool may = call.reach == Reach::any || is_public_address(address) ||
                     std::ranges::find(call.also, address) != call.also.end();
    is_refused_address |= !may;
    return may;
  }

  void add_line(const std::string& line) {
    curl_slist* const longer = curl_slist_append(lines.get(), line.c_str());
    CHECK(longer != nullptr);
    static_cast<void>(lines.release());
    lines.reset(longer);
  }
};

// Checks the address before any byte is sent to it.
curl_socket_t open_socket(void* transfer, curlsocktype purpose, curl_sockaddr* address) {
  if (purpose != CURLSOCKTYPE_IPCXN) return CURL_SOCKET_BAD;
  if (!static_cast<Transfer*>(transfer)->may_reach(numeric(*address))) return CURL_SOCKET_BAD;
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Checks the address of a reused connection too, because the permitted addresses may have changed.
int before_request(void* transfer, char* address, char*, int, int) {
  return static_cast<Transfer*>(transfer)->may_reach(address) ? CURL_PREREQFUNC_OK
                                                              : CURL_PREREQFUNC_ABORT;
}

// Limits the length of the answer, and keeps its body only if the call requests it.
std::size_t take_body(char* bytes, std::size_t one, std::size_t count, void* transfer) {
  auto& of = *static_cast<Transfer*>(transfer);
  of.body_bytes += one * count;
  of.is_too_large =
      of.body_bytes > (of.keeps_body() ? of.call.answer_bytes_max : limits::call_answer_bytes_max);
  if (of.is_too_large) return 0;
  if (of.keeps_body()) of.body.append(bytes, one * count);
  return one * count;
}

std::size_t pass_over_header(char*, std::size_t one, std::size_t count, void* transfer) {
  auto& of = *static_cast<Transfer*>(transfer);
  of.header_bytes += one * count;
  return of.header_bytes > limits::client_header_bytes_max ? 0 : one * count;
}

struct Mishap {
  CURLcode code;
  std::string_view why;
};
constexpr Mishap mishaps[] = {
    {CURLE_COULDNT_CONNECT, "The connection was refused"},
    {CURLE_OPERATION_TIMEDOUT, "The request timed out"},
    {CURLE_SEND_ERROR, "The connection was lost"},
    {CURLE_RECV_ERROR, "The connection was lost"},
    {CURLE_GOT_NOTHING, "The connection was closed without an answer"},
    {CURLE_PARTIAL_FILE, "The connection was closed in the middle of the answer"},
    {CURLE_PEER_FAILED_VERIFICATION, "Its certificate is not trusted, or belongs to another host"},
    {CURLE_SSL_CONNECT_ERROR, "The TLS handshake failed"},
    {CURLE_UNSUPPORTED_PROTOCOL, "The answer is not HTTP"},
    {CURLE_WEIRD_SERVER_REPLY, "The answer is not HTTP"},
    {CURLE_WRITE_ERROR, "The headers of the answer are too large"},
};

CallEnd end_of(Transfer& transfer, CURLcode code) {
  curl_off_t looked_up_us = 0;  // 0 without a look-up
  curl_easy_getinfo(transfer.easy.get(), CURLINFO_NAMELOOKUP_TIME_T, &looked_up_us);
  const bool is_unknown =
      code == CURLE_COULDNT_RESOLVE_HOST || (code == CURLE_OPERATION_TIMEDOUT && looked_up_us == 0);
  // A host with several addresses counts as reached if one of them was reached.
  if (is_unknown || (code != CURLE_OK && transfer.is_refused_address)) {
    return {.status = 0,
            .why = "The host is unknown, or has an address that must not be called",
            .is_out_of_reach = true};
  }
  long status = 0;
  curl_easy_getinfo(transfer.easy.get(), CURLINFO_RESPONSE_CODE, &status);
  if (transfer.is_too_large && transfer.keeps_body()) {
    return {.status = 0, .why = "The answer is too large"};
  }
  // The status arrived before the body that was too large.
  if (code == CURLE_OK || transfer.is_too_large) {
    return {.status = static_cast<int>(status), .why = {}, .body = std::move(transfer.body)};
  }
  const auto* const known = std::ranges::find(mishaps, code, &Mishap::code);
  return {.status = 0,
          .why = known == std::end(mishaps) ? "The call could not be made" : known->why};
}

}  // namespace

struct Calls::State {
  explicit State(std::string authorities) : authorities_file(std::move(authorities)) {}

  void run();
  void take_in();
  void begin(std::unique_ptr<Transfer> transfer);
  void prepare(Transfer& transfer) const;
  void finish(CURL* easy, CURLcode code);
  bool is_over();

  // Immutable after construction.
  const std::string authorities_file;
  std::unique_ptr<CURLM, FreeMulti> multi;

  // Guarded by mutex.
  std::mutex mutex;
  std::vector<std::unique_ptr<Transfer>> made;
  bool is_ending = false;

  // Used by the thread only.
  std::map<CURL*, std::unique_ptr<Transfer>> under_way;

  std::thread thread;
};

Calls::Calls(const std::string& authorities_file)
    : state_(std::make_unique<State>(authorities_file)) {
  static const CURLcode library = curl_global_init(CURL_GLOBAL_DEFAULT);
  CHECK(library == CURLE_OK);
  state_->multi.reset(curl_multi_init());
  CHECK(state_->multi != nullptr);
  curl_multi_setopt(state_->multi.get(), CURLMOPT_MAXCONNECTS,
                    static_cast<long>(limits::calls_kept_open_max));
  state_->thread = std::thread([this] {
    base::name_thread("calls");
    state_->run();
  });
}

Calls::~Calls() {
  end();
  state_->thread.join();
}

void Calls::make(Call call, Done done) {
  auto transfer = std::make_unique<Transfer>();
  transfer->call = std::move(call);
  transfer->done = std::move(done);
  {
    const std::lock_guard lock(state_->mutex);
    if (!state_->is_ending) {
      state_->made.push_back(std::move(transfer));
    }
  }
  if (transfer) {
    transfer->done({.status = 0, .why = "The exchange is shutting down", .is_ended = true});
  } else {
    curl_multi_wakeup(state_->multi.get());
  }
}

void Calls::end() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->is_ending = true;
  }
  curl_multi_wakeup(state_->multi.get());
}

void Calls::State::run() {
  constexpr int poll_interval_ms = 1'000;
  while (!is_over()) {
    take_in();
    int running = 0;
    CHECK(curl_multi_perform(multi.get(), &running) == CURLM_OK);
    int left = 0;
    while (const CURLMsg* const message = curl_multi_info_read(multi.get(), &left)) {
      if (message->msg == CURLMSG_DONE) finish(message->easy_handle, message->data.result);
    }
    CHECK(curl_multi_poll(multi.get(), nullptr, 0, poll_interval_ms, nullptr) == CURLM_OK);
  }
  take_in();
  while (!under_way.empty()) {
    const auto first = under_way.begin();
    curl_multi_remove_handle(multi.get(), first->first);
    auto transfer = std::move(first->second);
    under_way.erase(first);
    transfer->done({.status = 0, .why = "The exchange is shutting down", .is_ended = true});
  }
}

bool Calls::State::is_over() {
  const std::lock_guard lock(mutex);
  return is_ending;
}

void Calls::State::take_in() {
  std::vector<std::unique_ptr<Transfer>> next;
  {
    const std::lock_guard lock(mutex);
    next = std::exchange(made, {});
  }
  for (auto& transfer : next) begin(std::move(transfer));
}

void Calls::State::begin(std::unique_ptr<Transfer> transfer) {
  transfer->easy.reset(curl_easy_init());
  CHECK(transfer->easy != nullptr);
  prepare(*transfer);
  CURL* const easy = transfer->easy.get();
  CHECK(curl_multi_add_handle(multi.get(), easy) == CURLM_OK);
  under_way.emplace(easy, std::move(transfer));
}

void Calls::State::prepare(Transfer& transfer) const {
  for (const Header& header : transfer.call.headers) {
    transfer.add_line(header.name + ": " + header.value);
  }
  transfer.set(CURLOPT_URL, transfer.call.url.c_str());
  transfer.set(CURLOPT_PROTOCOLS_STR, "http,https");
  transfer.set(CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
  if (transfer.call.method == Method::post) {
    transfer.set(CURLOPT_POSTFIELDS, transfer.call.body.data());
    transfer.set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(transfer.call.body.size()));
  }
  transfer.set(CURLOPT_HTTPHEADER, transfer.lines.get());
  transfer.set(CURLOPT_USERAGENT, "tradepost");
  transfer.set(CURLOPT_FOLLOWLOCATION, 0L);
  transfer.set(CURLOPT_PROXY, "");
  transfer.set(CURLOPT_NOPROXY, "*");
  transfer.set(CURLOPT_NOSIGNAL, 1L);
  // Without this option, ending a call that waits for an unresponsive name server blocks all
  // others.
  transfer.set(CURLOPT_QUICK_EXIT, 1L);
  const std::string& authorities =
      transfer.call.authorities_file.empty() ? authorities_file : transfer.call.authorities_file;
  if (!authorities.empty()) transfer.set(CURLOPT_CAINFO, authorities.c_str());
  transfer.set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(limits::call_connect_within.count()));
  transfer.set(CURLOPT_TIMEOUT, static_cast<long>(limits::call_answer_within.count()));
  void* const self = &transfer;
  transfer.set(CURLOPT_OPENSOCKETFUNCTION, &open_socket);
  transfer.set(CURLOPT_OPENSOCKETDATA, self);
  transfer.set(CURLOPT_PREREQFUNCTION, &before_request);
  transfer.set(CURLOPT_PREREQDATA, self);
  transfer.set(CURLOPT_WRITEFUNCTION, &take_body);
  transfer.set(CURLOPT_WRITEDATA, self);
  transfer.set(CURLOPT_HEADERFUNCTION, &pass_over_header);
  transfer.set(CURLOPT_HEADERDATA, self);
}

void Calls::State::finish(CURL* easy, CURLcode code) {
  curl_multi_remove_handle(multi.get(), easy);
  const auto at = under_way.find(easy);
  CHECK(at != under_way.end());
  auto transfer = std::move(at->second);
  under_way.erase(at);
  transfer->done(end_of(*transfer, code));
}

}  // namespace tradepost::calls
