#pragma once

#include "exchange/records/stored_parts.hpp"
#include "exchange/records/stored_reader.hpp"
#include "exchange/records/stored_writer.hpp"
#include "journal/frames/format.hpp"

// The fields of records and index values. A record has a head(io, record) and may have a body(io,
// record); parts of records have fields(io, part).
namespace tradepost::store::embedded {

using exchange::Like;

class FieldWriter : public exchange::StoredWriter<FieldWriter> {
 public:
  using StoredWriter::StoredWriter;
};

class FieldReader : public exchange::StoredReader<FieldReader> {
 public:
  using StoredReader::StoredReader;
};

template <typename Io>
void fields(Io& io, Like<journal::Identity> auto& identity) {
  io(identity.bytes);
}

}  // namespace tradepost::store::embedded
