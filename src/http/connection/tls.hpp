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

// The identity of a server, in PEM form: its certificate, followed by those that lead to one its
// clients know; and the key, without a passphrase.
struct TlsFiles {
  std::string certificate;
  std::string key;
};

// How a server speaks TLS, and the certificate that new connections get. Any thread.
class Tls {
 public:
  // Refused, with a sentence for the operator: files that can't be read, are no certificate or key,
  // are too weak, or don't match. An expired or not yet valid certificate is accepted with a
  // warning: a server that doesn't start helps nobody. Clock and log outlive this.
  static base::Result<std::unique_ptr<Tls>> load(TlsFiles files, const base::Clock& clock,
                                                 const base::Log& log);
  ~Tls();

  // Reads the files again. If load() would refuse them, so does this, and the old ones stay.
  base::Done reload();

  // As TlsStream::on, with the certificate of now: it stays that connection's.
  base::Result<TlsStream> accept(int descriptor, std::span<char> record) const;

 private:
  struct Context;
  Tls(TlsFiles files, const base::Clock& clock, const base::Log& log);

  const TlsFiles files_;
  const base::Clock& clock_;
  const base::Log& log_;

  mutable std::mutex mutex_;

  // guarded by mutex_
  std::unique_ptr<Context> context_;
};

}  // namespace tradepost::http
