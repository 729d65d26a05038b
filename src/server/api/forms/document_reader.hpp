#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/forms/document_renderer.hpp"
#include "edifact/incoming.hpp"

namespace tradepost::api {

// The document that a text in a form has.
struct FormRead {
  std::string unreadable = {};                 // a sentence: the text is not of a known form
  exchange::Digest digest = {};                // of the text
  std::string body = {};                       // {"type": …, "content": …}, if nothing is wrong
  std::vector<exchange::Finding> faults = {};  // with the XPath or the segment of each
  std::vector<exchange::Finding> losses = {};  // values that the document does not carry
};

struct MessageRead {
  std::string reference = {};
  std::string type = {};    // ORDERS
  std::string number = {};  // of the document
  std::string body = {};
  // The bytes of the message. One of several is in an interchange with this message alone.
  exchange::Bytes original = {};
  exchange::Digest digest = {};  // of the original
  std::vector<exchange::Finding> faults = {};
  std::vector<exchange::Finding> losses = {};
};

// Reads the documents of a request that are not JSON, on the threads of the renderer. Used by one
// request, which waits for each call.
class DocumentReader {
 public:
  // `threads` must outlive the object.
  DocumentReader(DocumentRenderer& threads, exchange::Bytes text);

  base::Task<base::Result<FormRead>> read_xml(base::SteadyTime deadline);

  // Returns the fault of the structure of an interchange, as a sentence, or an empty text.
  base::Task<base::Result<std::string>> unreadable_part(base::SteadyTime deadline);
  // Returns the next message, or nullopt after the last one.
  base::Task<base::Result<std::optional<MessageRead>>> next_message(base::SteadyTime deadline);

 private:
  DocumentRenderer* threads_;
  exchange::Bytes text_;
  edifact::Count in_text_;
  std::shared_ptr<edifact::IncomingReader> messages_;
};

}  // namespace tradepost::api
