#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <forward_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/sha256.hpp"
#include "document/fault.hpp"
#include "document/schema.hpp"
#include "document/unreadable.hpp"

namespace tradepost::document {

class Tokens;

struct PartyIdentifier {
  std::string_view domain;  // GS1 where the document names none
  std::string_view identifier;
};

// A party of the header that is a role of the kind's `from` or `to`, in the order in which the
// roles are asked.
struct Party {
  std::string_view role;                     // buyer
  std::string_view name;                     // empty where there is none
  std::vector<PartyIdentifier> identifiers;  // those that say something
};

// What was read of a document. Its texts lie in the body that was given to the Reader, or in the
// document itself; so it lives as long as both, and may be moved but not copied. Of a faulty
// document as much is there as could be read.
class Document {
 public:
  Document() = default;
  Document(Document&&) = default;
  Document& operator=(Document&&) = default;

  std::optional<Kind> kind;
  // As it was sent, without insignificant white space, and without a transportLabel of null
  // (decisions 3.3, 4.4). Empty where there is none.
  std::string_view content;
  base::Digest digest;      // of type and content
  std::string_view number;  // the document's own; empty: it has none
  std::string_view date;
  std::string_view header_type;  // header.type as it stands, for requirements; empty: none
  std::optional<std::int64_t> version;
  std::vector<Party> from;
  std::vector<Party> to;

 private:
  friend class Reader;
  std::vector<char> minified_;                // owns content where it differs from the body
  std::forward_list<std::string> unescaped_;  // own texts that stood in the body with escapes
};

struct Reading {
  Document document;
  Findings faults{base::limits::faults_named_max};
  Findings warnings{base::limits::warnings_named_max};

  bool valid() const { return faults.empty(); }
};

// Reads bodies {"type": …, "content": …}: one strict pass, all faults (decisions 4.1 to 4.4). Holds
// the memory that reading needs, so that the next body needs none; one thread at a time.
class Reader {
 public:
  explicit Reader(std::size_t body_bytes_max = base::limits::body_bytes_default);
  ~Reader();

  // `body` must outlive the answer. Unreadable: no JSON, or one that breaks a bound; nothing else
  // can go wrong.
  std::expected<Reading, Unreadable> read(std::string_view body);

 private:
  std::size_t body_bytes_max_;
  std::unique_ptr<Tokens> tokens_;
  base::Sha256 sha256_;
};

}  // namespace tradepost::document
