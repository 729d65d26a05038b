#include "http/connection/connection.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "base/ground/limits.hpp"
#include "base/ground/resource_limits.hpp"
#include "http/connection/outgoing.hpp"
#include "http/connection/stream.hpp"
#include "http/connection/tls_stream.hpp"
#include "http/message/content_coding.hpp"
#include "http/message/request_parser.hpp"
#include "http/wire/pace.hpp"
#include "http/wire/refusal.hpp"
#include "http/wire/release_memory.hpp"
#include "http/wire/status.hpp"

namespace tradepost::http {
namespace {

constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

Direction direction_of(Io blocked) {
  return blocked == Io::needs_writable ? Direction::writable : Direction::readable;
}

// The kernel accepts as much of an answer as its buffer holds, and then nothing until part of that
// is sent. The progress of a slow client in between is not visible here.
Pace pace_of_answer(const Timeouts& timeouts) {
  const std::chrono::milliseconds unseen(std::size_t{base::limits::unsent_bytes_max} * 1'000 /
                                         timeouts.slowest_bytes_per_second);
  return Pace(timeouts.answer + unseen, timeouts.slowest_bytes_per_second);
}

// Invariants: 1. bytes_ views the loop's read buffer or kept_, and never the former while another
// task may run (keep_bytes). 2. A request is answered completely before the next one is parsed.
// 3. After a refusal of the parser the connection ends.
template <Stream Wire>
class Connection {
 public:
  Connection(Wire wire, Socket& socket, std::string peer, const ConnectionSurroundings& around)
      : around_(around),
        wire_(std::move(wire)),
        socket_(socket),
        watch_(around.connections, socket),
        parser_(std::move(peer), Wire::scheme),
        began_(around.loop.now()),
        pace_(around.timeouts.request, around.timeouts.slowest_bytes_per_second) {}

  base::Task<void> serve();
  base::Task<void> refuse_and_end(base::Error error);

 private:
  enum class Arrival : std::uint8_t { whole, refused, gone };
  enum class Part : std::uint8_t { head, body };

  base::Task<bool> greet();
  base::Task<bool> serve_one_request();
  base::Task<bool> answer();
  base::Task<bool> receive_body();
  enum class Word : std::uint8_t { is_due, is_not };
  base::Task<Arrival> receive_rest(Word word);
  base::Task<bool> take_memory();
  base::Task<bool> answer_without_body(Response response);
  base::Task<Arrival> receive(Part part);
  base::Task<bool> refuse();
  base::Task<bool> send_answer(Response response, Ending ending);
  base::Task<void> compress(Response& response);
  base::Task<bool> send(Outgoing& outgoing);
  base::Task<void> end();
  base::Task<void> linger();

  bool is_there(Part part) const {
    return part == Part::head ? parser_.head_is_there() : parser_.is_whole();
  }
  // Returns nullptr if the head is incomplete or cannot be read.
  const Request* request_with_head() {
    return parser_.head_is_there() ? &parser_.request() : nullptr;
  }
  LargeTransferQueue::NextPart next_bulk_part() {
    took_turns_ = true;
    return around_.bulk.next_part();
  }
  Ending ending_of_whole_request() const;
  Arrival take_bytes();
  Arrival cut_off();
  IoResult write_some(const Outgoing& outgoing);
  void keep_bytes();
  void begin_request();
  base::SteadyTime deadline_of_request();

  const ConnectionSurroundings& around_;
  Wire wire_;
  Socket& socket_;
  ConnectionWatch watch_;
  RequestParser parser_;
  std::string_view bytes_;  // read, but not yet taken by the parser
  std::string kept_;
  bool bytes_are_kept_ = false;
  Io blocked_ = Wire::before_reading;      // the event before the next read; done: read at once
  base::SteadyTime began_;                 // of the request, or of the pause before it
  Pace pace_;                              // of the request
  std::unique_ptr<RequestHandler> visit_;  // once the head is complete
  std::optional<base::Error> refusal_;
  bool took_turns_ = false;  // for this request
  std::string head_;
  enum class End : std::uint8_t { at_once, says_good_bye, lingers } end_ = End::says_good_bye;
};

template <Stream Wire>
base::Task<void> Connection<Wire>::serve() {
  std::size_t in_a_row = 0;
  bool stays_open = co_await greet();
  while (stays_open) {
    const bool answered = co_await serve_one_request();
    stays_open = answered;
    if (!std::exchange(took_turns_, false)) around_.bulk.other_was_served();
    in_a_row = bytes_.empty() ? 0 : in_a_row + 1;
    if (in_a_row == base::limits::requests_in_a_row_max) {
      in_a_row = 0;
      co_await next_bulk_part();
    }
  }
  co_await end();
}

template <Stream Wire>
base::Task<void> Connection<Wire>::refuse_and_end(base::Error error) {
  const bool greeted = co_await greet();
  if (greeted) {
    refusal_ = std::move(error);
    co_await refuse();
  }
  co_await end();
}

// Performs the TLS handshake in the time of a request. Returns false if the connection ends.
template <Stream Wire>
base::Task<bool> Connection<Wire>::greet() {
  const base::SteadyTime deadline = began_ + around_.timeouts.request;
  Io state = wire_.begin();
  while (state == Io::needs_readable || state == Io::needs_writable) {
    const bool stays_open =
        co_await watch_.wait(direction_of(state), deadline, WaitsFor::next_request);
    if (!stays_open) co_return false;
    state = wire_.begin();
  }
  if (state == Io::ended && wire_.hears_plain_text()) {
    refusal_ = needs_tls();
    co_await refuse();
  }
  co_return state == Io::done;
}

// Serves one request. Returns false if the connection ends.
template <Stream Wire>
base::Task<bool> Connection<Wire>::serve_one_request() {
  begin_request();
  const Arrival head = co_await receive(Part::head);
  if (head == Arrival::gone) co_return false;
  if (head == Arrival::refused) {
    co_await refuse();
    co_return false;
  }
  visit_ = around_.service.admit(parser_.request());
  bool stays_open = false;
  if (auto refused = visit_->refusal()) {
    const bool kept = co_await answer_without_body(*std::move(refused));
    stays_open = kept;
  } else {
    const bool kept = co_await answer();
    stays_open = kept;
  }
  visit_.reset();
  co_return stays_open;
}

template <Stream Wire>
base::Task<bool> Connection<Wire>::answer() {
  if (auto bounded = parser_.bound_body(visit_->body_bytes_max()); !bounded) {
    refusal_ = std::move(bounded).error();
    co_await refuse();
    co_return false;
  }
  if (auto waiting = visit_->before_body()) {
    keep_bytes();
    std::optional<Response> refused = co_await *std::move(waiting);
    if (refused) {
      const bool kept = co_await answer_without_body(*std::move(refused));
      co_return kept;
    }
  }
  if (!parser_.is_whole()) {
    const bool is_there = co_await receive_body();
    if (!is_there) co_return false;
  }
  keep_bytes();
  watch_.look_after_client(visit_->client_left());
  base::Task<Response> answering = visit_->answer(parser_.request());
  Response response = co_await std::move(answering);
  watch_.forget_client();
  const Ending ending = ending_of_whole_request();
  const bool sent = co_await send_answer(std::move(response), ending);
  const bool stays_open = sent && ending != Ending::closes;
  co_return stays_open;
}

// Bytes that came with the head cost nothing; the rest needs room. Returns false if the connection
// ends.
template <Stream Wire>
base::Task<bool> Connection<Wire>::receive_body() {
  const bool waits_for_our_word = parser_.expects_continue() && bytes_.empty();
  Arrival body = bytes_.empty() ? Arrival::whole : take_bytes();
  if (body == Arrival::whole && !parser_.is_whole()) {
    if (auto waiting = visit_->before_rest(parser_.body_size())) {
      std::optional<Response> refused = co_await *std::move(waiting);
      if (refused) {
        co_await send_answer(*std::move(refused), Ending::closes);
        co_return false;
      }
    }
    const Arrival rest = co_await receive_rest(waits_for_our_word ? Word::is_due : Word::is_not);
    body = rest;
  }
  if (body == Arrival::refused) co_await refuse();
  co_return body == Arrival::whole;
}

template <Stream Wire>
auto Connection<Wire>::receive_rest(Word word) -> base::Task<Arrival> {
  const bool has_room = co_await take_memory();
  if (!has_room) co_return Arrival::refused;
  if (word == Word::is_due) {
    Outgoing going_on(go_on, nullptr);
    const bool sent = co_await send(going_on);
    if (!sent) co_return Arrival::gone;
  }
  pace_.begin(around_.loop.now(), parser_.bytes_taken());
  const Arrival body = co_await receive(Part::body);
  co_return body;
}

// Returns false if no memory is free in time. The parser has taken all bytes read so far.
template <Stream Wire>
base::Task<bool> Connection<Wire>::take_memory() {
  const std::size_t needed = parser_.memory_needed();
  if (needed == 0) co_return true;
  if (auto share = around_.memory.take(needed)) {
    parser_.give(*std::move(share));
    co_return true;
  }
  const base::SteadyTime deadline = around_.loop.now() + base::limits::share_wait_max;
  std::optional<MemoryShare> share = co_await around_.memory.wait(needed, deadline);
  if (!share) {
    refusal_ = out_of_memory();
    co_return false;
  }
  parser_.give(*std::move(share));
  pace_.begin(around_.loop.now(), parser_.bytes_taken());
  co_return true;
}

// Reads and drops a small body, so that the connection can stay open. A client that waits for
// 100-continue, or sends a large body, gets the answer at once.
template <Stream Wire>
base::Task<bool> Connection<Wire>::answer_without_body(Response response) {
  Ending ending = Ending::closes;
  if (!parser_.expects_continue() &&
      parser_.bound_body(base::limits::discarded_body_bytes_max).has_value()) {
    parser_.drop_body();
    const Arrival body = co_await receive(Part::body);
    if (body == Arrival::gone) co_return false;
    if (body == Arrival::whole) ending = ending_of_whole_request();
  }
  const bool sent = co_await send_answer(std::move(response), ending);
  const bool stays_open = sent && ending != Ending::closes;
  co_return stays_open;
}

template <Stream Wire>
Ending Connection<Wire>::ending_of_whole_request() const {
  if (!parser_.keeps_alive() || watch_.ends_soon()) return Ending::closes;
  return parser_.is_http_1_1() ? Ending::keeps_alive : Ending::says_that_it_keeps_alive;
}

template <Stream Wire>
auto Connection<Wire>::receive(Part part) -> base::Task<Arrival> {
  std::size_t in_a_row = 0;
  while (!is_there(part)) {
    if (bytes_.empty()) {
      // A large body is received in parts, however fast it comes, so that others are served too.
      if (in_a_row >= base::limits::received_at_once_bytes) {
        in_a_row = 0;
        co_await next_bulk_part();
      }
      if (blocked_ != Io::done) {
        const WaitsFor waits_for =
            parser_.has_begun() ? WaitsFor::rest_of_request : WaitsFor::next_request;
        const bool stays_open =
            co_await watch_.wait(direction_of(blocked_), deadline_of_request(), waits_for);
        if (!stays_open && parser_.has_begun()) {
          refusal_ = request_too_slow();
          co_return Arrival::refused;
        }
        if (!stays_open && !watch_.is_stopping()) co_return Arrival::gone;
      }
      const IoResult got = wire_.read(around_.read_buffer);
      if (got.status == Io::ended) co_return cut_off();
      // A stopping server answers the requests that have arrived, and waits for no others.
      const bool comes_too_late = watch_.is_stopping() && !parser_.has_begun();
      if (got.status != Io::done && comes_too_late) co_return Arrival::gone;
      blocked_ = got.status == Io::done ? got.then : got.status;
      if (got.status != Io::done) continue;
      bytes_ = std::string_view(around_.read_buffer.data(), got.bytes);
      bytes_are_kept_ = false;
      in_a_row += got.bytes;
      if (!parser_.has_begun()) {
        began_ = around_.loop.now();
        pace_.begin(began_, 0);
      }
    }
    const Arrival taken = take_bytes();
    if (taken != Arrival::whole) co_return taken;
    if (part == Part::body && parser_.memory_needed() > 0) {
      const bool has_room = co_await take_memory();
      if (!has_room) co_return Arrival::refused;
    }
  }
  co_return Arrival::whole;
}

template <Stream Wire>
auto Connection<Wire>::take_bytes() -> Arrival {
  auto taken = parser_.take(bytes_);
  if (!taken) {
    refusal_ = std::move(taken).error();
    return Arrival::refused;
  }
  bytes_.remove_prefix(*taken);
  return Arrival::whole;
}

// The client closed its sending side. In the middle of a request it may still read the refusal.
template <Stream Wire>
auto Connection<Wire>::cut_off() -> Arrival {
  if (!parser_.has_begun()) return Arrival::gone;
  refusal_ = malformed("The connection ended before the request was complete.");
  return Arrival::refused;
}

template <Stream Wire>
base::Task<bool> Connection<Wire>::refuse() {
  bytes_ = {};
  const base::Error error = *std::exchange(refusal_, std::nullopt);
  Response response = around_.service.refuse(error, request_with_head());
  const bool sent = co_await send_answer(std::move(response), Ending::closes);
  co_return sent;
}

template <Stream Wire>
base::Task<bool> Connection<Wire>::send_answer(Response response, Ending ending) {
  keep_bytes();
  if (parser_.head_is_there()) co_await compress(response);
  head_.clear();
  append_head(head_, response, around_.date.now(), ending);
  const bool with_body = has_body(response.status) && !parser_.asks_for_head_only();
  Outgoing outgoing(head_, with_body ? &response.body : nullptr);
  const bool sent = co_await send(outgoing);
  if (sent && ending == Ending::closes) end_ = End::lingers;
  if (!sent) end_ = End::at_once;
  const std::uint64_t sent_bytes = outgoing.sent_bytes();
  const Answered outcome{
      .request = request_with_head(),
      .peer = parser_.request().peer(),
      .response = response,
      .body_bytes = sent_bytes - std::min<std::uint64_t>(sent_bytes, head_.size()),
      .duration = around_.loop.now() - began_,
      .delivery = sent ? Answered::Delivery::whole : Answered::Delivery::broken_off};
  if (visit_) {
    visit_->answered(outcome);
  } else {
    around_.service.answered(outcome);
  }
  co_return sent;
}

// This runs for HEAD too, because its answer has the headers of GET.
template <Stream Wire>
base::Task<void> Connection<Wire>::compress(Response& response) {
  const Coding coding = coding_for(parser_.request(), response);
  add_vary(response);
  if (coding == Coding::identity) co_return;
  CodedBody coded = co_await around_.compressors.compress(std::move(response.body), coding);
  response.body = std::move(coded.body);
  response.memory.shrink(response.body.size());
  if (coded.coding != Coding::identity) mark_coded(response, coded.coding);
}

// Sends at once the bytes that the kernel accepts, and waits only for the rest.
template <Stream Wire>
base::Task<bool> Connection<Wire>::send(Outgoing& outgoing) {
  std::optional<Pace> pace;
  std::size_t in_a_row = 0;
  while (!outgoing.is_done()) {
    const IoResult sent = write_some(outgoing);
    if (sent.status == Io::ended) co_return false;
    if (sent.status == Io::done) {
      outgoing.advance(sent.bytes);
      // A large answer is sent in parts, however fast it is read, so that others are served too.
      in_a_row += sent.bytes;
      if (in_a_row < base::limits::sent_at_once_bytes || outgoing.is_done()) continue;
      in_a_row = 0;
      keep_bytes();
      co_await next_bulk_part();
      continue;
    }
    keep_bytes();
    const base::SteadyTime now = around_.loop.now();
    if (!pace) pace.emplace(pace_of_answer(around_.timeouts)).begin(now, outgoing.sent_bytes());
    const base::SteadyTime deadline = pace->deadline(now, outgoing.sent_bytes());
    const bool stays_open =
        co_await watch_.wait(direction_of(sent.status), deadline, WaitsFor::room_for_answer);
    if (!stays_open) {
      socket_.drop_unsent_at_end();
      co_return false;
    }
    if (outgoing.sent_bytes() >= base::limits::sent_at_once_bytes) co_await next_bulk_part();
  }
  co_return true;
}

template <Stream Wire>
IoResult Connection<Wire>::write_some(const Outgoing& outgoing) {
  std::array<std::string_view, base::limits::socket_write_pieces> room;
  return wire_.write(outgoing.pieces(room));
}

template <Stream Wire>
base::Task<void> Connection<Wire>::end() {
  if (end_ != End::at_once) wire_.end_writing();
  if (end_ == End::lingers) co_await linger();
}

// Closing while the client still sends would reset the connection and lose the answer.
template <Stream Wire>
base::Task<void> Connection<Wire>::linger() {
  const base::SteadyTime deadline = around_.loop.now() + around_.timeouts.linger;
  for (;;) {
    const IoResult got = wire_.read(around_.read_buffer);
    if (got.status == Io::ended || around_.loop.now() >= deadline) co_return;
    if (got.status == Io::done) {
      co_await next_bulk_part();
      continue;
    }
    const bool stays_open =
        co_await watch_.wait(direction_of(got.status), deadline, WaitsFor::rest_of_request);
    if (!stays_open) co_return;
  }
}

template <Stream Wire>
void Connection<Wire>::keep_bytes() {
  if (bytes_.empty() || bytes_are_kept_) return;
  kept_.assign(bytes_);
  bytes_ = kept_;
  bytes_are_kept_ = true;
}

template <Stream Wire>
void Connection<Wire>::begin_request() {
  parser_.begin();
  began_ = around_.loop.now();
  pace_.begin(began_, 0);
  if (bytes_.empty() && kept_.capacity() > base::limits::idle_connection_bytes_max)
    release_memory(kept_);
  if (head_.capacity() > base::limits::idle_connection_bytes_max) release_memory(head_);
}

template <Stream Wire>
base::SteadyTime Connection<Wire>::deadline_of_request() {
  if (!parser_.has_begun()) return began_ + around_.timeouts.idle;
  return pace_.deadline(around_.loop.now(), parser_.bytes_taken());
}

}  // namespace

std::string_view DateText::now() {
  const base::Instant now = clock_.now();
  const auto second = std::chrono::floor<std::chrono::seconds>(now);
  if (second != second_) {
    second_ = second;
    text_ = http_date(second);
  }
  return text_;
}

template <Stream Wire>
base::Task<void> serve_connection(Socket socket, Wire wire, std::string peer,
                                  ConnectionPlace /*held*/,
                                  const ConnectionSurroundings& surroundings) {
  Connection connection(std::move(wire), socket, std::move(peer), surroundings);
  co_await connection.serve();
}

template <Stream Wire>
base::Task<void> refuse_connection(Socket socket, Wire wire, std::string peer, base::Error error,
                                   const ConnectionSurroundings& surroundings) {
  Connection connection(std::move(wire), socket, std::move(peer), surroundings);
  co_await connection.refuse_and_end(std::move(error));
}

template base::Task<void> serve_connection(Socket, PlainStream, std::string, ConnectionPlace,
                                           const ConnectionSurroundings&);
template base::Task<void> serve_connection(Socket, TlsStream, std::string, ConnectionPlace,
                                           const ConnectionSurroundings&);
template base::Task<void> refuse_connection(Socket, PlainStream, std::string, base::Error,
                                            const ConnectionSurroundings&);
template base::Task<void> refuse_connection(Socket, TlsStream, std::string, base::Error,
                                            const ConnectionSurroundings&);

}  // namespace tradepost::http
