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

namespace tradepost::document {

class Tokens;

// The result of reading a document. Its texts are in the body that was given to the Reader, or in
// the document itself; so it lives as long as both, and may be moved but not copied. A faulty
// document has as much as could be read.
class Document {
 public:
  Document() = default;
  Document(Document&&) = default;
  Document& operator=(Document&&) = default;

  std::optional<Kind> kind;
  // As it was sent, without insignificant white space, and without a transportLabel of null
  // (contract 3.3, 4.4). Empty where there is none.
  std::string_view content;
  base::Digest digest;  // of type and content
  Head head;

 private:
  friend class Reader;
  std::unique_ptr<char[]> minified_;  // the content, where it is not as the body has it
};

struct Reading {
  Document document;
  Findings faults{base::limits::faults_named_max};
  Findings warnings{base::limits::warnings_named_max};

  bool valid() const { return faults.empty(); }
};

// Reads bodies {"type": …, "content": …}: one strict pass, all faults (contract 4.1 to 4.4). Holds
// the memory that reading needs, so that the next body needs none; one thread at a time.
class Reader {
 public:
  explicit Reader(std::size_t body_bytes_max = base::limits::body_bytes_default);
  ~Reader();

  // `body` must outlive the answer. Unreadable: no JSON, or one that breaks a bound; nothing else
  // can go wrong.
  std::expected<Reading, Unreadable> read(std::string_view body);
  template <std::same_as<std::string> Temporary>
  std::expected<Reading, Unreadable> read(Temporary&& body) = delete;  // gone before the answer

  // Releases the memory of an unusually large body; the views below are of that body, and end with
  // it. The next read does so too.
  void rest();

  // The value of `content` of the body that was read last, for code that needs more than the head;
  // nothing if that had none or was unreadable. Valid until the next read, and as long as the body.
  View content() const;
  // The same of its kept form, which must still live: an offset, less that of the whole, is a place
  // in Document::content. Nothing if there is no memory for it.
  std::optional<View> kept();

 private:
  std::expected<Reading, Unreadable> read_whole(std::string_view body);

  std::size_t body_bytes_max_;
  std::unique_ptr<Tokens> tokens_;
  std::unique_ptr<Tokens> kept_tokens_;  // of a kept form that differs from the sent one
  base::Sha256 sha256_;
  std::uint32_t content_ = 0;  // its token; 0: there is none
  std::string_view kept_;      // nothing where it is kept as it was sent
  bool read_unusually_large_ = false;
};

}  // namespace tradepost::document
