#include "http/tls_client.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <signal.h>
#include <sys/socket.h>

#include <ctime>

#include "base/ground/check.hpp"

namespace tradepost::http_tests {
namespace {

// OpenSSL's socket raises SIGPIPE. Only this thread ignores it, so a SIGPIPE of the server on
// another thread of this process still ends the test.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    CHECK(::pthread_sigmask(SIG_BLOCK, &pipe_, &before_) == 0);
  }
  WithoutSigpipe(WithoutSigpipe&&) = delete;
  ~WithoutSigpipe() {
    const timespec at_once{};
    while (::sigtimedwait(&pipe_, nullptr, &at_once) > 0) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_{};
  sigset_t before_{};
};

void count_record(int writes, int /*version*/, int content, const void* /*bytes*/,
                  std::size_t /*size*/, SSL* /*ssl*/, void* records) {
  if (writes == 0 && content == SSL3_RT_HEADER) ++*static_cast<std::size_t*>(records);
}

}  // namespace

void TlsClient::Free::operator()(ssl_st* ssl) const {
  SSL_free(ssl);
}

void TlsClient::Free::operator()(ssl_ctx_st* context) const {
  SSL_CTX_free(context);
}

TlsClient::TlsClient(std::uint16_t port, const TlsOffer& offer)
    : Client(port), context_(SSL_CTX_new(TLS_client_method())) {
  CHECK(SSL_CTX_set_min_proto_version(context_.get(), offer.version_min) == 1);
  CHECK(SSL_CTX_set_max_proto_version(context_.get(), offer.version_max) == 1);
  if (!offer.ciphers.empty()) {
    CHECK(SSL_CTX_set_cipher_list(context_.get(), offer.ciphers.c_str()) == 1);
  }
  SSL_CTX_set_session_cache_mode(context_.get(), SSL_SESS_CACHE_CLIENT);
  ssl_.reset(SSL_new(context_.get()));
  SSL_set_msg_callback(ssl_.get(), count_record);
  SSL_set_msg_callback_arg(ssl_.get(), records_.get());
  if (!offer.protocols.empty()) {
    SSL_set_alpn_protos(ssl_.get(), reinterpret_cast<const unsigned char*>(offer.protocols.data()),
                        static_cast<unsigned>(offer.protocols.size()));
  }
  CHECK(SSL_set_fd(ssl_.get(), descriptor()) == 1);
  if (offer.end == TlsOffer::End::goes_with_first_bytes) hold_back(1);
  const WithoutSigpipe guard;
  is_encrypted_ = SSL_connect(ssl_.get()) == 1;
}

TlsClient::~TlsClient() = default;

std::string TlsClient::version() const {
  return SSL_get_version(ssl_.get());
}

std::string TlsClient::cipher() const {
  return SSL_get_cipher_name(ssl_.get());
}

std::string TlsClient::protocol() const {
  const unsigned char* name = nullptr;
  unsigned size = 0;
  SSL_get0_alpn_selected(ssl_.get(), &name, &size);
  return name == nullptr ? "" : std::string(reinterpret_cast<const char*>(name), size);
}

std::string TlsClient::name_of_certificate() const {
  char name[256] = {};
  X509* const certificate = SSL_get0_peer_certificate(ssl_.get());
  if (certificate == nullptr) return "";
  X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, name, sizeof name);
  return name;
}

int TlsClient::certificates_shown() const {
  return sk_X509_num(SSL_get_peer_cert_chain(ssl_.get()));
}

bool TlsClient::was_given_a_session() const {
  const SSL_SESSION* const session = SSL_get0_session(ssl_.get());
  return session != nullptr && SSL_SESSION_is_resumable(session) == 1;
}

bool TlsClient::heard_good_bye() const {
  return (SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
}

bool TlsClient::is_renegotiated() {
  const WithoutSigpipe guard;
  return SSL_renegotiate(ssl_.get()) == 1 && SSL_do_handshake(ssl_.get()) == 1;
}

void TlsClient::hold_back(int on) const {
  CHECK(::setsockopt(descriptor(), IPPROTO_TCP, TCP_CORK, &on, sizeof on) == 0);
}

bool TlsClient::send(std::string_view bytes) const {
  const WithoutSigpipe guard;
  std::size_t sent = 0;
  const bool went =
      bytes.empty() || SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &sent) == 1;
  hold_back(0);
  return went;
}

void TlsClient::end_sending() const {
  const WithoutSigpipe guard;
  SSL_shutdown(ssl_.get());
}

auto TlsClient::receive(std::span<char> room, std::size_t& bytes) -> Got {
  const WithoutSigpipe guard;
  const int returned = SSL_read_ex(ssl_.get(), room.data(), room.size(), &bytes);
  if (returned == 1) return Got::bytes;
  return SSL_get_error(ssl_.get(), returned) == SSL_ERROR_WANT_READ ? Got::nothing_in_time
                                                                    : Got::end;
}

}  // namespace tradepost::http_tests
