#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/ground/result.hpp"
#include "http/connection/stream.hpp"
#include "http/message/request.hpp"

struct ssl_ctx_st;  // OpenSSL's SSL_CTX, without its headers

namespace tradepost::http {

// The server's side of TLS on a non-blocking socket. Used on the thread of its loop only.
class TlsStream {
 public:
  static constexpr Scheme scheme = Scheme::https;
  static constexpr Io before_reading = Io::done;

  // Called before any read from the socket. Streams of a loop may share `record`, which has
  // limits::tls_record_bytes and holds bytes only during a call. Fails without enough memory.
  static base::Result<TlsStream> on(int descriptor, ssl_ctx_st& context, std::span<char> record);
  TlsStream(TlsStream&&) noexcept;
  TlsStream& operator=(TlsStream&&) noexcept;
  ~TlsStream();

  Io begin();
  bool hears_plain_text() const;
  IoResult read(std::span<char> room);
  // Joins pieces before encryption, because every record has a cost.
  IoResult write(std::span<const std::string_view> pieces);
  void end_writing();

 private:
  struct State;
  explicit TlsStream(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};
static_assert(Stream<TlsStream>);

}  // namespace tradepost::http
