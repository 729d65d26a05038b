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

// A body of parts: copied texts, and bytes that stay in their place until they are sent.
class Body {
 public:
  // Appends a copy of the text.
  void append(std::string_view copied);
  // Appends bytes without a copy. `owner` keeps them until they are sent. It is shared, because a
  // store's block may hold the contents of many answers.
  void append(std::string_view bytes, std::shared_ptr<const void> owner);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // The parts in order. A view lives until the body ends or something is appended.
  std::size_t part_count() const { return parts_.size(); }
  std::string_view part(std::size_t index) const;
  // Returns all parts joined, for tests and for uses that need contiguous bytes.
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

  // `name` is a constant of the code. Bytes of `value` other than visible ASCII characters and
  // blanks are sent as %XX, so that no text from outside can end a header. The connection adds
  // Date, Content-Length and Connection.
  Response& header(std::string_view name, std::string_view value);
  // Returns the first header with this name in any case, or nullopt.
  std::optional<std::string_view> header(std::string_view name) const;

  int status;
  std::vector<std::pair<std::string, std::string>> headers;
  Body body;
  MemoryShare memory;  // the share of a large body, held until it is sent
};

// The state of the connection after an answer. HTTP/1.0 needs a header to keep it open.
enum class Ending : unsigned char { keeps_alive, says_that_it_keeps_alive, closes };

// Appends the head as sent, including the empty line. `date` comes from http_date().
void append_head(std::string& head, const Response& response, std::string_view date, Ending ending);

}  // namespace tradepost::http
