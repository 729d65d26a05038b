#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "http/client.hpp"

struct ssl_st;  // OpenSSL's SSL
struct ssl_ctx_st;

namespace tradepost::http_tests {

struct TlsOffer {
  int version_min = 0;  // OpenSSL's numbers; 0: any
  int version_max = 0;
  std::string ciphers = "";  // for TLS 1.2 and before
  // The end of the handshake goes in a separate segment, or in one with the first bytes.
  enum class End { goes_at_once, goes_with_first_bytes } end = End::goes_at_once;
  std::string protocols = "";  // ALPN, each with its length before it
};

// A Client with TLS. It accepts any certificate, and returns the one that it received.
class TlsClient final : public Client {
 public:
  explicit TlsClient(std::uint16_t port, const TlsOffer& offer = {});
  ~TlsClient() override;

  bool is_encrypted() const { return is_encrypted_; }
  std::string version() const;
  std::string cipher() const;
  std::string protocol() const;  // chosen by ALPN
  std::string name_of_certificate() const;
  int certificates_shown() const;
  // Returns true if the server resumed an earlier session, or sent a ticket for it.
  bool was_given_a_session() const;
  // Returns true if the server sent a closing alert before it closed.
  bool heard_good_bye() const;
  bool is_renegotiated();
  std::size_t records_received() const { return *records_; }

  bool send(std::string_view bytes) const override;
  void send_unencrypted(std::string_view bytes) const { Client::send(bytes); }
  void end_sending() const override;  // sends a closing alert, and keeps the socket open

 private:
  Got receive(std::span<char> room, std::size_t& bytes) override;
  void hold_back(int on) const;

  struct Free {
    void operator()(ssl_st* ssl) const;
    void operator()(ssl_ctx_st* context) const;
  };
  std::unique_ptr<ssl_ctx_st, Free> context_;
  std::unique_ptr<ssl_st, Free> ssl_;
  std::unique_ptr<std::size_t> records_ = std::make_unique<std::size_t>(0);
  bool is_encrypted_ = false;
};

}  // namespace tradepost::http_tests
