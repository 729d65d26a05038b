#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/ground/result.hpp"
#include "http/message/request.hpp"

namespace tradepost::http {

// Parses the bytes of one connection into requests, however they are cut. It is strict, because a
// request that two parties read differently can smuggle another one. Any doubt about the end of a
// request is a refusal, after which the connection must end.
//
//   begin();  until head_is_there(): take(bytes);  bound_body();
//   until is_whole(): give memory_needed();  take(bytes)
//
// Limits apply before bytes are stored: a head has at most limits::head_bytes_max bytes. A body has
// at most the bytes of bound_body() and grows as it arrives, whatever length it announces.
class RequestParser {
 public:
  explicit RequestParser(std::string peer, Scheme scheme = Scheme::http);
  ~RequestParser();

  // Forgets the last request. Views of it become invalid.
  void begin();

  // Returns how many of the bytes belong to this request and were taken. It stops at the end of the
  // head and of the body. Must not be called once the request is whole. After a refusal only
  // begin() is valid, and the rest of the stream is meaningless.
  base::Result<std::size_t> take(std::string_view bytes);

  // Called once, when the head is complete. Fails if a larger body is announced.
  base::Done bound_body(std::size_t body_bytes_max);
  // Discards the rest of the body.
  void drop_body();
  // Returns the memory that the whole body and its reader need before more of it is read. It is
  // taken at once: with partial shares, all could wait for the rest. 0: small so far, or already
  // given.
  std::size_t memory_needed() const;
  BodySize body_size() const;  // as announced; without a length it may be large
  void give(MemoryShare memory) { request_.memory_ = std::move(memory); }

  bool has_begun() const { return bytes_taken_ > 0; }
  std::uint64_t bytes_taken() const { return bytes_taken_; }
  bool head_is_there() const { return head_is_there_; }
  bool is_whole() const;

  // The functions from here on need a complete head.
  Request& request() { return request_; }
  bool is_http_1_1() const { return version_ == 11; }
  // Returns true if the client would send another request on this connection.
  bool keeps_alive() const;
  bool expects_continue() const;
  // Valid at any time.
  bool asks_for_head_only() const { return head_is_there_ && request_.method() == "HEAD"; }
  // Returns nullopt for a chunked body.
  std::optional<std::uint64_t> announced_body_bytes() const;

 private:
  class Parser;

  base::Result<std::size_t> take_head(std::string_view bytes);
  base::Result<std::size_t> take_chunks(std::string_view bytes);
  base::Done finish_head();

  std::unique_ptr<Parser> parser_;
  Request request_;
  std::size_t parsed_head_bytes_ = 0;
  std::string unfinished_chunk_line_;
  std::uint64_t bytes_taken_ = 0;
  int version_ = 11;
  bool head_is_there_ = false;
};

}  // namespace tradepost::http
