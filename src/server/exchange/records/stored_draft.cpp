#include "exchange/records/stored_draft.hpp"

#include "exchange/records/stored_parts.hpp"
#include "exchange/records/stored_reader.hpp"
#include "exchange/records/stored_writer.hpp"

namespace tradepost::exchange {

template <typename Io>
void fields(Io& io, Like<DraftEditor> auto& editor) {
  io(editor.person, editor.token);
}

template <typename Io>
void fields(Io& io, Like<DraftHead> auto& head) {
  io(head.id, head.place.participant, head.place.flow, head.kind, head.name, head.partner,
     head.transaction, head.case_id, head.created, head.updated, head.author, head.editor,
     head.revision, head.bytes);
}

namespace {

struct HeadWriter : StoredWriter<HeadWriter> {
  using StoredWriter::StoredWriter;
};
struct HeadReader : StoredReader<HeadReader> {
  using StoredReader::StoredReader;
};

}  // namespace

std::string stored_head(const DraftHead& head) {
  std::string bytes;
  HeadWriter writer(bytes);
  fields(writer, head);
  return bytes;
}

std::optional<DraftHead> head_in(std::string_view bytes) {
  DraftHead head;
  HeadReader reader(bytes);
  fields(reader, head);
  if (!reader.is_whole()) return std::nullopt;
  return head;
}

}  // namespace tradepost::exchange
