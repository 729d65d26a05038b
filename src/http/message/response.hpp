#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/wire/memory_budget.hpp"

namespace tradepost::http {

// A body gathered from parts: texts that are copied in, and bytes that lie elsewhere and are sent
// from there.
class Body {
 public:
  // Where the caller appends its next text; bytes must only be appended to it.
  void append(std::string_view copied);
  // `owner` keeps the bytes where they are until they are sent: shared, for a store's block may
  // hold the contents of many answers.
  void append(std::string_view bytes, std::shared_ptr<const void> owner);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // The parts in their order. A view lives as long as the body does and nothing is appended.
  std::size_t part_count() const { return parts_.size(); }
  std::string_view part(std::size_t index) const;
  // All parts joined: for tests and for what must be whole.
  std::string joined() const;

 private:
  struct Part {
    const char* elsewhere;  // nullptr: in copied_, from `begin`
    std::size_t begin;
    std::size_t size;
  };

  std::string copied_;
  std::vector<Part> parts_;
  std::vector<std::shared_ptr<const void>> owners_;
  std::size_t size_ = 0;
};

struct Response {
  explicit Response(int status_code) : status(status_code) {}

  // `name` is one of our own words. What in `value` is no visible ASCII character or blank goes out
  // as %XX, so that no text from outside can end a header. The connection itself adds Date,
  // Content-Length and Connection.
  Response& header(std::string_view name, std::string_view value);
  // The first of that name, in any case; nothing where none was given.
  std::optional<std::string_view> header(std::string_view name) const;

  int status;
  std::vector<std::pair<std::string, std::string>> headers;
  Body body;
  MemoryShare memory;  // what a large body takes of it; held until that has gone out
};

// How the connection goes on: a client of HTTP/1.0 needs a header that it is kept.
enum class Ending : unsigned char { keeps_alive, says_that_it_keeps_alive, closes };

// The head as it is sent, with the empty line after it. `date` as in http_date().
void append_head(std::string& head, const Response& response, std::string_view date, Ending ending);

}  // namespace tradepost::http
