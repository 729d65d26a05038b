#include "http/connection/tls_stream.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/freed_by.hpp"
#include "base/ground/limits.hpp"

namespace tradepost::http {
namespace {

// Connects OpenSSL with a socket. OpenSSL's own BIO would raise SIGPIPE if the client has left.
const PlainStream& socket_of(BIO* bio) {
  return *static_cast<const PlainStream*>(BIO_get_data(bio));
}

int moved(BIO* bio, IoResult result, std::size_t* bytes) {
  BIO_clear_retry_flags(bio);
  if (result.status == Io::needs_readable) BIO_set_retry_read(bio);
  if (result.status == Io::needs_writable) BIO_set_retry_write(bio);
  if (result.status == Io::ended) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  *bytes = result.bytes;
  return result.status == Io::done ? 1 : 0;
}

int read_socket(BIO* bio, char* room, std::size_t size, std::size_t* bytes) {
  return moved(bio, socket_of(bio).read({room, size}), bytes);
}

int write_socket(BIO* bio, const char* data, std::size_t size, std::size_t* bytes) {
  const std::string_view piece(data, size);
  return moved(bio, socket_of(bio).write({&piece, 1}), bytes);
}

long control_socket(BIO* bio, int command, long /*number*/, void* /*pointer*/) {
  if (command == BIO_CTRL_FLUSH) return 1;
  if (command == BIO_CTRL_EOF) return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0 ? 1 : 0;
  return 0;
}

BIO_METHOD* socket_method() {
  static const auto method = [] {
    std::unique_ptr<BIO_METHOD, base::FreedBy<BIO_meth_free>> made(
        BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket"));
    CHECK(made != nullptr);
    BIO_meth_set_read_ex(made.get(), read_socket);
    BIO_meth_set_write_ex(made.get(), write_socket);
    BIO_meth_set_ctrl(made.get(), control_socket);
    return made;
  }();
  return method.get();
}

bool is_plain_request(unsigned long error) {
  return ERR_GET_LIB(error) == ERR_LIB_SSL && ERR_GET_REASON(error) == SSL_R_HTTP_REQUEST;
}

// The position in `pieces`, and the next record from there.
class Records {
 public:
  Records(std::span<const std::string_view> pieces, std::span<char> room)
      : pieces_(pieces), room_(room) {}

  bool is_done() const { return pieces_.empty(); }

  // Returns the same bytes until advance(), because an unsent record must be passed again. A record
  // within one piece is not copied.
  std::string_view next() const {
    const std::string_view first = pieces_.front().substr(sent_of_first_);
    if (first.size() >= room_.size() || pieces_.size() == 1) return first.substr(0, room_.size());
    std::size_t filled = first.copy(room_.data(), room_.size());
    for (std::size_t i = 1; i < pieces_.size() && filled < room_.size(); ++i) {
      filled += pieces_[i].copy(room_.data() + filled, room_.size() - filled);
    }
    return {room_.data(), filled};
  }

  void advance(std::size_t bytes) {
    bytes += sent_of_first_;
    while (!pieces_.empty() && bytes >= pieces_.front().size()) {
      bytes -= pieces_.front().size();
      pieces_ = pieces_.subspan(1);
    }
    sent_of_first_ = bytes;
  }

 private:
  std::span<const std::string_view> pieces_;
  std::span<char> room_;
  std::size_t sent_of_first_ = 0;
};

}  // namespace

struct TlsStream::State {
  enum class Speaks : std::uint8_t { tls, plain_text, nothing };

  // `returned` is the result of a failed call.
  Io reason(int returned) {
    const int error = SSL_get_error(ssl.get(), returned);
    if (error == SSL_ERROR_WANT_READ) return Io::needs_readable;
    if (error == SSL_ERROR_WANT_WRITE) return Io::needs_writable;
    // After an error, unlike after an end, OpenSSL forbids every call, even the final one.
    if (error != SSL_ERROR_ZERO_RETURN) {
      speaks = is_plain_request(ERR_peek_error()) ? Speaks::plain_text : Speaks::nothing;
    }
    return Io::ended;
  }

  PlainStream socket;
  std::span<char> record;
  std::unique_ptr<SSL, base::FreedBy<SSL_free>> ssl;
  Speaks speaks = Speaks::tls;
};

base::Result<TlsStream> TlsStream::on(int descriptor, ssl_ctx_st& context, std::span<char> record) {
  CHECK(record.size() == base::limits::tls_record_bytes);
  ERR_clear_error();
  auto state =
      std::make_unique<State>(PlainStream(descriptor), record,
                              std::unique_ptr<SSL, base::FreedBy<SSL_free>>(SSL_new(&context)));
  BIO* const bio = BIO_new(socket_method());
  if (!state->ssl || bio == nullptr) {
    BIO_free(bio);
    return base::refuse(
        base::Error(base::ErrorCode::unavailable,
                    base::CallerText("The system has no memory for another connection.")));
  }
  BIO_set_data(bio, &state->socket);
  BIO_set_init(bio, 1);
  SSL_set_bio(state->ssl.get(), bio, bio);
  SSL_set_accept_state(state->ssl.get());
  return TlsStream(std::move(state));
}

TlsStream::TlsStream(std::unique_ptr<State> state) : state_(std::move(state)) {}
TlsStream::TlsStream(TlsStream&&) noexcept = default;
TlsStream& TlsStream::operator=(TlsStream&&) noexcept = default;
TlsStream::~TlsStream() = default;

Io TlsStream::begin() {
  ERR_clear_error();
  const int returned = SSL_do_handshake(state_->ssl.get());
  return returned == 1 ? Io::done : state_->reason(returned);
}

bool TlsStream::hears_plain_text() const {
  return state_->speaks == State::Speaks::plain_text;
}

// Reads until no bytes are left. A record is smaller than the room, and OpenSSL releases its buffer
// only after a read that finds nothing.
IoResult TlsStream::read(std::span<char> room) {
  if (hears_plain_text()) return state_->socket.read(room);
  if (state_->speaks == State::Speaks::nothing) return {Io::ended};
  std::size_t total = 0;
  while (total < room.size()) {
    std::size_t got = 0;
    ERR_clear_error();
    const int returned =
        SSL_read_ex(state_->ssl.get(), room.data() + total, room.size() - total, &got);
    if (returned != 1) {
      const Io why = state_->reason(returned);
      if (total == 0) return {why};
      return {Io::done, total, why == Io::ended ? Io::done : why};
    }
    total += got;
  }
  return {Io::done, total, Io::done};
}

IoResult TlsStream::write(std::span<const std::string_view> pieces) {
  if (hears_plain_text()) return state_->socket.write(pieces);
  if (state_->speaks == State::Speaks::nothing) return {Io::ended};
  Records records(pieces, state_->record);
  std::size_t total = 0;
  while (!records.is_done()) {
    const std::string_view next = records.next();
    std::size_t sent = 0;
    ERR_clear_error();
    const int returned = SSL_write_ex(state_->ssl.get(), next.data(), next.size(), &sent);
    if (returned != 1) {
      const Io why = state_->reason(returned);
      if (total == 0) return {why};
      break;
    }
    total += sent;
    records.advance(sent);
  }
  return {Io::done, total};
}

void TlsStream::end_writing() {
  if (state_->speaks == State::Speaks::tls) {
    ERR_clear_error();
    SSL_shutdown(state_->ssl.get());
  }
  state_->socket.end_writing();
}

}  // namespace tradepost::http
