#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/ground/result.hpp"
#include "http/connection/stream.hpp"
#include "http/message/request.hpp"

struct ssl_ctx_st;  // OpenSSL's SSL_CTX: its headers stay out of ours

namespace tradepost::http {

// TLS on a socket that never blocks, from the server's side. Belongs to its loop's thread.
class TlsStream {
 public:
  static constexpr Scheme scheme = Scheme::https;
  static constexpr Io before_reading = Io::done;

  // Before anything was read from the socket. Streams of a loop may share `record`, which holds
  // bytes only within a call, limits::tls_record_bytes of them. Refused where memory is short.
  static base::Result<TlsStream> on(int descriptor, ssl_ctx_st& context, std::span<char> record);
  TlsStream(TlsStream&&) noexcept;
  TlsStream& operator=(TlsStream&&) noexcept;
  ~TlsStream();

  Io begin();
  bool hears_plain_text() const;
  IoResult read(std::span<char> room);
  // Pieces are joined before they are encrypted, for every record costs, however small.
  IoResult write(std::span<const std::string_view> pieces);
  void end_writing();

 private:
  struct State;
  explicit TlsStream(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};
static_assert(Stream<TlsStream>);

}  // namespace tradepost::http
