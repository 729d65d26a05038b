#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/sha256.hpp"
#include "base/ground/limits.hpp"
#include "document/json/unreadable.hpp"
#include "document/json/view.hpp"
#include "document/model/fault.hpp"
#include "document/model/schema.hpp"
#include "document/rules/head.hpp"
#include "document/rules/references.hpp"

namespace tradepost::document {

class Tokens;

// The result of reading a document. Its texts are views of the body that the Reader got, or of
// memory in the document itself; so it must not outlive either, and may be moved but not copied. A
// faulty document has all parts that could be read.
class Document {
 public:
  Document() = default;
  Document(Document&&) = default;
  Document& operator=(Document&&) = default;

  std::optional<Kind> kind;
  // The sent content, without insignificant white space and without a transportLabel of null
  // (contract 3.3, 4.4). It is empty if there is none.
  std::string_view content;
  base::Digest digest;  // of type and content
  Head head;
  References references;

 private:
  friend class Reader;
  std::unique_ptr<char[]> minified_;  // the content, if it differs from the body
};

struct Reading {
  Document document;
  Findings faults{base::limits::faults_named_max};
  Findings warnings{base::limits::warnings_named_max};

  bool valid() const { return faults.empty(); }
};

// Reads bodies {"type": …, "content": …} in one strict pass, and finds all faults (contract 4.1 to
// 4.4). It keeps its memory for the next body. Only one thread at a time may use it.
class Reader {
 public:
  explicit Reader(std::size_t body_bytes_max = base::limits::body_bytes_default);
  ~Reader();

  // Reads a body, which must outlive the result. Returns Unreadable if the body is not JSON or
  // exceeds a bound, and no other error.
  std::expected<Reading, Unreadable> read(std::string_view body);
  template <std::same_as<std::string> Temporary>
  std::expected<Reading, Unreadable> read(Temporary&& body) = delete;  // destroyed too early

  // Releases the memory of an unusually large body. The views below are of that body and become
  // invalid. The next read does the same.
  void rest();

  // Returns the value of `content` of the body that was read last, for code that needs more than
  // the head. The view is empty if the body had none or was unreadable. It is valid until the next
  // read, and as long as the body.
  View content() const;
  // Returns the same view of the stored form, which must still live: an offset minus the offset of
  // the whole is an offset in Document::content. Returns nullopt if memory is short.
  std::optional<View> kept();

 private:
  std::expected<Reading, Unreadable> read_whole(std::string_view body);

  std::size_t body_bytes_max_;
  std::unique_ptr<Tokens> tokens_;
  std::unique_ptr<Tokens> kept_tokens_;  // of a stored form that differs from the sent one
  base::Sha256 sha256_;
  std::uint32_t content_ = 0;  // its token; 0 if there is none
  std::string_view kept_;      // empty if it equals the sent one
  bool read_unusually_large_ = false;
};

}  // namespace tradepost::document
