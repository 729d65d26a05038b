#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "base/log.hpp"
#include "http/connection/tls_stream.hpp"

namespace tradepost::http {

// The identity of a server in PEM form: its certificate, followed by its chain to a certificate
// that clients know; and the key without a passphrase.
struct TlsFiles {
  std::string certificate;
  std::string key;
};

// The TLS settings of a server, and the certificate of new connections. Thread-safe.
class Tls {
 public:
  // Fails, with a sentence for the operator, if the files cannot be read, are not a certificate and
  // a key, are too weak or do not match. Accepts an expired or not yet valid certificate with a
  // warning, because a server that does not start is worse. Clock and log outlive this object.
  static base::Result<std::unique_ptr<Tls>> load(TlsFiles files, const base::Clock& clock,
                                                 const base::Log& log);
  ~Tls();

  // Reads the files again. If load() would fail, this fails too and keeps the old ones.
  base::Done reload();

  // Returns the last instant at which clients accept the present certificate.
  base::Instant ends_at() const;

  // Works like TlsStream::on with the present certificate, which the connection keeps.
  base::Result<TlsStream> accept(int descriptor, std::span<char> record) const;

 private:
  struct Context;
  Tls(TlsFiles files, const base::Clock& clock, const base::Log& log);

  const TlsFiles files_;
  const base::Clock& clock_;
  const base::Log& log_;

  mutable std::mutex mutex_;

  // Guarded by mutex_.
  std::unique_ptr<Context> context_;
};

}  // namespace tradepost::http
