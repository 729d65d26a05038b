#include "http/message/request_parser.hpp"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <functional>
#include <new>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/text/text.hpp"
#include "http/wire/refusal.hpp"
#include "http/wire/release_memory.hpp"

namespace tradepost::http {
namespace {

namespace beast_http = boost::beast::http;
using boost::beast::error_code;
using boost::beast::string_view;

std::string_view std_view(string_view text) {
  return {text.data(), text.size()};
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, base::is_ascii_digit);
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == 0x7F;
}

bool has_bare_line_feed(std::string_view head, std::size_t from) {
  for (auto at = head.find('\n', from); at != std::string_view::npos;
       at = head.find('\n', at + 1)) {
    if (at == 0 || head[at - 1] != '\r') return true;
  }
  return false;
}

// Beast's limit counts the bytes of one call. The limit in take_head() counts the whole head.
constexpr auto beast_head_bytes_max = static_cast<std::uint32_t>(base::limits::head_bytes_max + 1);

// Debug builds of Beast 1.81 require this many bytes when they resume an unfinished last chunk.
// More bytes always follow, so the wait for them delays nothing.
constexpr std::size_t last_chunk_bytes = 5;

// A larger announced size is trusted only after this many bytes of the body. Then all its memory is
// allocated at once: moving the bytes at each doubling would delay others on the loop.
constexpr std::size_t believed_from_bytes = base::limits::received_at_once_bytes;

}  // namespace

// Receives Beast's parse events. It stores no text: names and values are positions in the head.
class RequestParser::Parser final : public beast_http::basic_parser<true> {
 public:
  explicit Parser(RequestParser& owner) : owner_(owner) {
    header_limit(beast_head_bytes_max);
    body_limit(boost::none);  // bound_body() sets the limit
  }

  // Sets the head or the chunks that the next put() continues.
  void reads_in(std::string_view text) { text_ = text; }
  void bound_body(std::size_t bytes_max) { body_bytes_max_ = bytes_max; }
  std::size_t chunk_bytes_left() const { return chunk_bytes_left_; }
  void drop_body() { drops_body_ = true; }
  std::size_t body_bytes_max() const { return body_bytes_max_; }

  // Returns why the request is refused, after put() has returned `ec`.
  base::Error refusal(const error_code& ec) {
    if (refused_) return *std::exchange(refused_, std::nullopt);
    if (ec == beast_http::error::header_limit) return head_too_large();
    return malformed("The request is not valid HTTP/1.1.", base::LogText(ec.message()));
  }

 private:
  void refuse(base::Error error, error_code& ec) {
    refused_ = std::move(error);
    ec = beast_http::error::bad_value;
  }

  Request::Span span_of(std::string_view text) const {
    return {static_cast<std::uint16_t>(text.data() - text_.data()),
            static_cast<std::uint16_t>(text.size())};
  }

  // Returns false for a value on a line after its name (obs-fold), which others read differently.
  bool is_on_its_line(std::string_view name, std::string_view value) const {
    const std::less<const char*> before;
    const char* const name_end = name.data() + name.size();
    const char* const text_end = text_.data() + text_.size();
    if (before(value.data(), name_end) || before(text_end, value.data())) return false;
    return std::string_view(name_end, value.data()).find('\r') == std::string_view::npos;
  }

  void on_request_impl(beast_http::verb /*verb*/, string_view method, string_view target,
                       int version, error_code& ec) override {
    owner_.request_.method_ = span_of(std_view(method));
    owner_.version_ = version;
    auto parsed = Target::parse(std_view(target));
    if (!parsed) return refuse(std::move(parsed).error(), ec);
    owner_.request_.target_ = *std::move(parsed);
  }

  void on_field_impl(beast_http::field field, string_view name_text, string_view value_text,
                     error_code& ec) override {
    const std::string_view name = std_view(name_text);
    const std::string_view value = std_view(value_text);
    if (!is_on_its_line(name, value)) {
      return refuse(malformed("A header or trailer is continued on a second line."), ec);
    }
    if (owner_.head_is_there_) return;  // a trailer, which no code reads
    auto& fields = owner_.request_.fields_;
    if (fields.size() == base::limits::header_fields_max) return refuse(head_too_large(), ec);
    fields.push_back({span_of(name), span_of(value)});
    check_length(field, value, ec);
  }

  // Refuses lengths that Beast accepts: lists, repetitions, and codings that are not chunked.
  void check_length(beast_http::field field, std::string_view value, error_code& ec) {
    if (field == beast_http::field::content_length) {
      if (std::exchange(has_length_, true) || !all_digits(value)) {
        return refuse(malformed("Content-Length must be one number, and must occur only once."),
                      ec);
      }
    } else if (field == beast_http::field::transfer_encoding) {
      if (owner_.version_ < 11) {
        return refuse(malformed("HTTP/1.0 does not support Transfer-Encoding."), ec);
      }
      if (!base::equal_ignoring_ascii_case(value, "chunked")) {
        return refuse(unknown_transfer_encoding(), ec);
      }
    }
  }

  void on_header_impl(error_code& /*ec*/) override {}
  void on_response_impl(int /*code*/, string_view /*reason*/, int /*version*/,
                        error_code& /*ec*/) override {}
  void on_finish_impl(error_code& /*ec*/) override {}

  void on_body_init_impl(const boost::optional<std::uint64_t>& length,
                         error_code& /*ec*/) override {
    if (!length) return;
    announced_bytes_ = static_cast<std::size_t>(*length);
    owner_.request_.body_.reserve(std::min(*announced_bytes_, base::limits::socket_read_bytes));
  }
  std::size_t on_body_impl(string_view bytes, error_code& ec) override {
    body_bytes_ += bytes.size();
    if (drops_body_) return bytes.size();
    try {
      keep(bytes);
    } catch (const std::bad_alloc&) {
      refuse(out_of_memory(), ec);
    }
    return bytes.size();
  }
  void keep(string_view bytes) {
    std::string& body = owner_.request_.body_;
    if (body.size() + bytes.size() > body.capacity() && body.size() >= believed_from_bytes) {
      body.reserve(announced_bytes_.value_or(body_bytes_max_));
    }
    body.append(bytes.data(), bytes.size());
  }
  void on_chunk_header_impl(std::uint64_t size, string_view extensions, error_code& ec) override {
    // Extensions are unused. Beast accepts every byte in their quotes; others end the line there.
    if (std::ranges::any_of(extensions, is_control)) {
      return refuse(malformed("A chunk header has a control character."), ec);
    }
    if (size > body_bytes_max_ - body_bytes_) {
      return refuse(body_too_large(body_bytes_max_), ec);
    }
    chunk_bytes_left_ = static_cast<std::size_t>(size);
  }
  std::size_t on_chunk_body_impl(std::uint64_t /*remaining*/, string_view bytes,
                                 error_code& ec) override {
    chunk_bytes_left_ -= bytes.size();
    return on_body_impl(bytes, ec);
  }

  RequestParser& owner_;
  std::string_view text_;
  std::size_t body_bytes_max_ = 0;
  std::size_t chunk_bytes_left_ = 0;
  std::size_t body_bytes_ = 0;  // so far
  bool drops_body_ = false;
  bool has_length_ = false;
  std::optional<std::size_t> announced_bytes_;
  std::optional<base::Error> refused_;
};

RequestParser::RequestParser(std::string peer, Scheme scheme) {
  request_.peer_ = std::move(peer);
  request_.scheme_ = scheme;
  begin();
}

RequestParser::~RequestParser() = default;

void RequestParser::begin() {
  parser_ = std::make_unique<Parser>(*this);
  request_.head_.clear();
  request_.fields_.clear();
  if (request_.head_.capacity() > base::limits::idle_connection_bytes_max) {
    release_memory(request_.head_);
    release_memory(request_.fields_);
  }
  release_memory(request_.target_);
  release_memory(request_.body_);
  request_.memory_.give_back();
  release_memory(unfinished_chunk_line_);
  parsed_head_bytes_ = 0;
  bytes_taken_ = 0;
  head_is_there_ = false;
}

base::Result<std::size_t> RequestParser::take(std::string_view bytes) {
  CHECK(!is_whole());
  base::Result<std::size_t> taken = 0;
  if (!head_is_there_) {
    taken = take_head(bytes);
  } else if (announced_body_bytes()) {
    error_code ec;
    taken = parser_->put({bytes.data(), bytes.size()}, ec);
    if (ec) return base::refuse(parser_->refusal(ec));
  } else {
    taken = take_chunks(bytes);
  }
  if (taken) bytes_taken_ += *taken;
  if (is_whole()) {
    request_.memory_.shrink(base::limits::counted_twice * request_.body_.size());
  }
  return taken;
}

// Parses the bytes in place, and stores them when the head is complete. Only a head that arrives in
// parts is collected first.
base::Result<std::size_t> RequestParser::take_head(std::string_view bytes) {
  const std::size_t before = request_.head_.size();
  bytes = bytes.substr(0, base::limits::head_bytes_max + 1 - before);
  if (before > 0) request_.head_.append(bytes);
  const std::string_view head = before > 0 ? std::string_view(request_.head_) : bytes;

  error_code ec;
  parser_->reads_in(head);
  const std::string_view unparsed = head.substr(parsed_head_bytes_);
  parsed_head_bytes_ += parser_->put({unparsed.data(), unparsed.size()}, ec);
  const bool unfinished = ec == beast_http::error::need_more;
  if (ec && !unfinished) return base::refuse(parser_->refusal(ec));
  if ((unfinished ? head.size() : parsed_head_bytes_) > base::limits::head_bytes_max) {
    return base::refuse(head_too_large());
  }
  if (unfinished) {
    // Beast would wait for a correct end of line, which such a client never sends.
    if (has_bare_line_feed(head, before)) {
      return base::refuse(malformed("A line of the head ends without a carriage return."));
    }
    if (before == 0) request_.head_.assign(bytes);
    return bytes.size();
  }
  if (before == 0) {
    request_.head_.assign(bytes.substr(0, parsed_head_bytes_));
  } else {
    request_.head_.resize(parsed_head_bytes_);
  }
  TRY(finish_head());
  return parsed_head_bytes_ - before;
}

base::Done RequestParser::finish_head() {
  head_is_there_ = true;
  parser_->eager(true);
  const std::size_t hosts = request_.header_count("Host");
  if (hosts > 1 || (hosts == 0 && is_http_1_1())) {
    return base::refuse(malformed("A request needs exactly one Host header."));
  }
  const auto expected = request_.header("Expect");
  if (expected && (request_.header_count("Expect") > 1 ||
                   !base::equal_ignoring_ascii_case(*expected, "100-continue"))) {
    return base::refuse(unknown_expectation());
  }
  return {};
}

base::Result<std::size_t> RequestParser::take_chunks(std::string_view bytes) {
  const std::size_t before = unfinished_chunk_line_.size();
  if (before > 0) unfinished_chunk_line_.append(bytes);
  const std::string_view chunks = before > 0 ? std::string_view(unfinished_chunk_line_) : bytes;

  std::size_t parsed = 0;
  bool unfinished = false;
  while (!parser_->is_done() && !unfinished && chunks.size() - parsed >= last_chunk_bytes) {
    // A part has at most the rest of a chunk and the limit of the line after it. So a longer line
    // is never complete, wherever the bytes are cut.
    const std::string_view part =
        chunks.substr(parsed, parser_->chunk_bytes_left() + base::limits::chunk_line_bytes_max);
    error_code ec;
    parser_->reads_in(part);
    const std::size_t read = parser_->put({part.data(), part.size()}, ec);
    if (ec && ec != beast_http::error::need_more) return base::refuse(parser_->refusal(ec));
    parsed += read;
    unfinished = ec == beast_http::error::need_more && read == 0;
  }
  if (parser_->is_done()) {
    release_memory(unfinished_chunk_line_);
    return parsed - before;
  }
  const std::string_view rest = chunks.substr(parsed);
  if (rest.size() >= base::limits::chunk_line_bytes_max) {
    return base::refuse(malformed("A chunk header or the trailer section is too long."));
  }
  if (unfinished && has_bare_line_feed(rest, 0)) {
    return base::refuse(malformed("A chunk header ends without a carriage return."));
  }
  unfinished_chunk_line_ = std::string(rest);
  return bytes.size();
}

void RequestParser::drop_body() {
  parser_->drop_body();
  release_memory(request_.body_);
}

std::size_t RequestParser::memory_needed() const {
  if (is_whole() || !request_.memory_.is_empty()) return 0;
  const auto announced = announced_body_bytes();
  const std::size_t known =
      announced ? static_cast<std::size_t>(*announced) : request_.body_.size();
  if (known <= base::limits::uncounted_bytes_max) return 0;
  return base::limits::counted_twice * (announced ? known : parser_->body_bytes_max());
}

BodySize RequestParser::body_size() const {
  const auto announced = announced_body_bytes();
  return announced && *announced <= base::limits::uncounted_bytes_max ? BodySize::small
                                                                      : BodySize::large;
}

base::Done RequestParser::bound_body(std::size_t body_bytes_max) {
  CHECK(head_is_there_);
  parser_->bound_body(body_bytes_max);
  if (announced_body_bytes().value_or(0) > body_bytes_max) {
    return base::refuse(body_too_large(body_bytes_max));
  }
  return {};
}

bool RequestParser::is_whole() const {
  return parser_->is_done();
}

bool RequestParser::keeps_alive() const {
  return parser_->keep_alive();
}

bool RequestParser::expects_continue() const {
  return is_http_1_1() && !is_whole() && request_.header("Expect").has_value();
}

std::optional<std::uint64_t> RequestParser::announced_body_bytes() const {
  if (parser_->chunked()) return std::nullopt;
  return parser_->content_length().value_or(0);
}

}  // namespace tradepost::http
