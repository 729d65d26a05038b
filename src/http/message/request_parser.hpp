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

// Makes requests of the bytes of one connection, however they are cut. Strict, for what two parties
// read differently lets requests be smuggled in between: any doubt about where a request ends is
// refused, and the connection must end with it.
//
//   begin();  until head_is_there(): take(bytes);  bound_body();
//   until is_whole(): give memory_needed();  take(bytes)
//
// Bounds hold before anything is kept: a head has at most limits::head_bytes_max bytes, a body what
// bound_body() allows, and grows as it comes, whatever length it announces.
class RequestParser {
 public:
  explicit RequestParser(std::string peer, Scheme scheme = Scheme::http);
  ~RequestParser();

  // Forgets the last request; views of it end.
  void begin();

  // Returns how many of the bytes belong to this request and were taken: at the end of the head,
  // and of the body, it stops. Not to be called once the request is whole. After a refusal only
  // begin() helps, and the rest of the stream has no meaning.
  base::Result<std::size_t> take(std::string_view bytes);

  // Once, when the head is there. Refused where a larger body is announced already.
  base::Done bound_body(std::size_t body_bytes_max);
  // Keeps nothing of the rest of the body.
  void drop_body();
  // How much memory the whole body, with its reader, needs before more of it is read. All at once:
  // if many had a part each, all would wait for the rest. 0: it is small so far, or has its memory.
  std::size_t memory_needed() const;
  BodySize body_size() const;  // as it is announced; one that is not may be large
  void give(MemoryShare memory) { request_.memory_ = std::move(memory); }

  bool has_begun() const { return bytes_taken_ > 0; }
  std::uint64_t bytes_taken() const { return bytes_taken_; }
  bool head_is_there() const { return head_is_there_; }
  bool is_whole() const;

  // All that follows: from when the head is there.
  Request& request() { return request_; }
  bool is_http_1_1() const { return version_ == 11; }
  // Whether the client would send another request on this connection.
  bool keeps_alive() const;
  bool expects_continue() const;
  // Asked at any time.
  bool asks_for_head_only() const { return head_is_there_ && request_.method() == "HEAD"; }
  // Nothing where it comes in chunks.
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
