#pragma once

#include "api/language/german.hpp"
#include "api/request/transport_labels.hpp"
#include "api/wire/settings.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/trade/pull.hpp"
#include "exchange/views/history.hpp"
#include "exchange/views/related.hpp"
#include "http/message/response.hpp"

// Writes a transaction as JSON (contract 3). The content is not copied, and only labels are added
// to it.
namespace tradepost::api {

// Appends an entry of the list of pending transactions.
void append_incoming(http::Body& body, const exchange::Incoming& item, const FieldNames& names,
                     const TransportLabels& labels);

// Appends an entry of all-transactions for a participant.
void append_shown(http::Body& body, const exchange::Shown& item,
                  const exchange::Directory& directory, const FieldNames& names,
                  const TransportLabels& labels, Language language = Language::english);
// Writes the members of append_shown() without the content into an open object.
void write_shown(base::JsonWriter& json, const exchange::Shown& item,
                 const exchange::Directory& directory, const FieldNames& names,
                 Language language = Language::english);

// Returns the answer with related documents, without their content; or the answer for a failure or
// an unknown transaction.
http::Response related_answer(const base::Result<std::optional<exchange::Related>>& found,
                              const exchange::Directory& directory, const FieldNames& names,
                              Language language);

}  // namespace tradepost::api
