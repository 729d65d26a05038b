#include "http/connection/tls.hpp"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/freed_by.hpp"
#include "base/ground/limits.hpp"

namespace tradepost::http {
namespace {

using ContextOwner = std::unique_ptr<SSL_CTX, base::FreedBy<SSL_CTX_free>>;
using Pem = std::unique_ptr<BIO, base::FreedBy<BIO_free>>;
using CertificateOwner = std::unique_ptr<X509, base::FreedBy<X509_free>>;
using KeyOwner = std::unique_ptr<EVP_PKEY, base::FreedBy<EVP_PKEY_free>>;

// The ciphers of TLS 1.2 with forward secrecy and authenticated encryption. All of 1.3 have both.
constexpr const char* ciphers_of_1_2 =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:"
    "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:"
    "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
constexpr const char* groups = "X25519:P-256:P-384";
constexpr std::string_view protocol = "http/1.1";

base::Error useless(std::string sentence) {
  std::string detail;
  while (const unsigned long code = ERR_get_error()) {
    char text[256];
    ERR_error_string_n(code, text, sizeof text);
    if (!detail.empty()) detail += "; ";
    detail += text;
  }
  return base::Error(base::ErrorCode::invalid, base::CallerText(std::move(sentence)),
                     base::LogText(std::move(detail)));
}

base::Error unreadable(const std::string& path, std::string_view why) {
  return useless(fmt::format("{} can't be read: {}.", path, why));
}

base::Result<std::string> bytes_of(const std::string& path) {
  const std::unique_ptr<std::FILE, base::FreedBy<std::fclose>> file(std::fopen(path.c_str(), "rb"));
  if (!file) return base::refuse(unreadable(path, std::generic_category().message(errno)));
  std::string bytes(base::limits::tls_file_bytes_max + 1, '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  if (std::ferror(file.get()) != 0) {
    return base::refuse(unreadable(path, std::generic_category().message(errno)));
  }
  if (bytes.size() > base::limits::tls_file_bytes_max) {
    return base::refuse(unreadable(path, "it is too large for a certificate or a key"));
  }
  return bytes;
}

Pem pem_of(std::string_view bytes) {
  Pem pem(BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())));
  CHECK(pem != nullptr);
  return pem;
}

// Returns true at the end of the file, and false if its next entry is damaged.
bool ended_well() {
  const unsigned long error = ERR_peek_last_error();
  const bool ended =
      ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
  if (ended) ERR_clear_error();
  return ended;
}

// Without this, OpenSSL would ask for a passphrase on the terminal.
int no_passphrase(char* /*room*/, int /*size*/, int /*writes*/, void* asked) {
  *static_cast<bool*>(asked) = true;
  return -1;
}

base::Done take_certificates(SSL_CTX* context, const std::string& path) {
  TRY_ASSIGN(const std::string bytes, bytes_of(path));
  const Pem pem = pem_of(bytes);
  const CertificateOwner own(PEM_read_bio_X509_AUX(pem.get(), nullptr, nullptr, nullptr));
  if (!own) {
    if (!ended_well()) return base::refuse(useless(path + " contains a damaged certificate."));
    return base::refuse(
        useless(fmt::format("{} contains no certificate in PEM format, which begins with a line "
                            "-----BEGIN CERTIFICATE-----.",
                            path)));
  }
  if (SSL_CTX_use_certificate(context, own.get()) != 1) {
    return base::refuse(useless(
        fmt::format("The certificate in {} is too weak or not valid for a server. Use one with an "
                    "RSA key of at least 2048 bits, or with a key of the curve P-256.",
                    path)));
  }
  for (;;) {
    CertificateOwner next(PEM_read_bio_X509(pem.get(), nullptr, nullptr, nullptr));
    if (!next && ended_well()) return {};
    if (!next || SSL_CTX_add0_chain_cert(context, next.get()) != 1) {
      return base::refuse(
          useless(path + " contains an intermediate certificate that is damaged or too weak."));
    }
    static_cast<void>(next.release());  // the context owns it now
  }
}

base::Done take_key(SSL_CTX* context, const TlsFiles& files) {
  TRY_ASSIGN(std::string bytes, bytes_of(files.key));
  bool needs_passphrase = false;
  const KeyOwner key(
      PEM_read_bio_PrivateKey(pem_of(bytes).get(), nullptr, no_passphrase, &needs_passphrase));
  OPENSSL_cleanse(bytes.data(), bytes.size());
  if (needs_passphrase) {
    return base::refuse(
        useless(files.key + " is protected by a passphrase. Store the key without one."));
  }
  if (!key) {
    return base::refuse(useless(fmt::format(
        "{} contains no key in PEM format, which begins with a line -----BEGIN PRIVATE KEY-----.",
        files.key)));
  }
  if (X509_check_private_key(SSL_CTX_get0_certificate(context), key.get()) != 1) {
    return base::refuse(
        useless(fmt::format("The key in {} does not belong to the certificate in {}. The server's "
                            "own certificate must be the first in its file.",
                            files.key, files.certificate)));
  }
  if (SSL_CTX_use_PrivateKey(context, key.get()) != 1) {
    return base::refuse(useless("The key in " + files.key + " can't be used for TLS."));
  }
  return {};
}

// A client that offers only other protocols could not understand the answer.
int choose_protocol(SSL* /*ssl*/, const unsigned char** chosen, unsigned char* chosen_size,
                    const unsigned char* offered, unsigned int offered_size, void* /*nothing*/) {
  for (unsigned int at = 0; at < offered_size; at += 1u + offered[at]) {
    const std::string_view name(reinterpret_cast<const char*>(offered) + at + 1, offered[at]);
    if (name != protocol) continue;
    *chosen = offered + at + 1;
    *chosen_size = offered[at];
    return SSL_TLSEXT_ERR_OK;
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL;
}

ContextOwner context_without_certificate() {
  ContextOwner owner(SSL_CTX_new(TLS_server_method()));
  SSL_CTX* const context = owner.get();
  CHECK(context != nullptr);
  CHECK(SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1);
  CHECK(SSL_CTX_set_cipher_list(context, ciphers_of_1_2) == 1);
  CHECK(SSL_CTX_set1_groups_list(context, groups) == 1);
  // Tickets and sessions are disabled. Their keys would need replacement every few hours, on all
  // loops at once; otherwise a leaked key decrypts recorded traffic. Clients keep connections.
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA |
                                   SSL_OP_IGNORE_UNEXPECTED_EOF);  // a request marks its own end
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  CHECK(SSL_CTX_set_num_tickets(context, 0) == 1);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_read_ahead(context, 1);  // saves a system call per record
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, nullptr);
  return owner;
}

base::Result<ContextOwner> context_of(const TlsFiles& files) {
  ERR_clear_error();
  ContextOwner context = context_without_certificate();
  TRY(take_certificates(context.get(), files.certificate));
  TRY(take_key(context.get(), files));
  return context;
}

void warn_of_dates(const X509* certificate, const base::Clock& clock, const base::Log& log) {
  const auto now = std::chrono::floor<std::chrono::seconds>(clock.now());
  std::time_t seconds = now.time_since_epoch().count();
  if (X509_cmp_time(X509_get0_notAfter(certificate), &seconds) < 0) {
    log.warning("tls_certificate_has_expired");
  } else if (X509_cmp_time(X509_get0_notBefore(certificate), &seconds) > 0) {
    log.warning("tls_certificate_is_not_valid_yet");
  }
}

}  // namespace

struct Tls::Context {
  ContextOwner owner;
};

Tls::Tls(TlsFiles files, const base::Clock& clock, const base::Log& log)
    : files_(std::move(files)), clock_(clock), log_(log) {}

Tls::~Tls() = default;

base::Result<std::unique_ptr<Tls>> Tls::load(TlsFiles files, const base::Clock& clock,
                                             const base::Log& log) {
  std::unique_ptr<Tls> tls(new Tls(std::move(files), clock, log));
  TRY(tls->reload());
  return tls;
}

base::Done Tls::reload() {
  TRY_ASSIGN(ContextOwner read, context_of(files_));
  warn_of_dates(SSL_CTX_get0_certificate(read.get()), clock_, log_);
  auto context = std::make_unique<Context>(std::move(read));
  const std::lock_guard lock(mutex_);
  std::swap(context_, context);
  return {};
}

base::Instant Tls::ends_at() const {
  const std::lock_guard lock(mutex_);
  std::tm end{};
  const int is_read =
      ASN1_TIME_to_tm(X509_get0_notAfter(SSL_CTX_get0_certificate(context_->owner.get())), &end);
  CHECK(is_read == 1);  // OpenSSL reads no certificate with another form of time
  return base::Instant(std::chrono::seconds(::timegm(&end)));
}

base::Result<TlsStream> Tls::accept(int descriptor, std::span<char> record) const {
  const std::lock_guard lock(mutex_);
  return TlsStream::on(descriptor, *context_->owner, record);
}

}  // namespace tradepost::http
