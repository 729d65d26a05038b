#pragma once

#include "api/language/german.hpp"
#include "api/request/transport_labels.hpp"
#include "api/wire/settings.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/trade/pull.hpp"
#include "exchange/views/history.hpp"
#include "http/message/response.hpp"

// A transaction as JSON (contract 3). Its content goes out from where it lies, byte for
// byte but for the labels that are added.
namespace tradepost::api {

// As the list of what is pending shows it.
void append_incoming(http::Body& body, const exchange::Incoming& item, const FieldNames& names,
                     const TransportLabels& labels);

// As all-transactions shows it to a participant.
void append_shown(http::Body& body, const exchange::Shown& item,
                  const exchange::Directory& directory, const FieldNames& names,
                  const TransportLabels& labels, Language language = Language::english);
// The members of the same without the content, into an open object.
void write_shown(base::JsonWriter& json, const exchange::Shown& item,
                 const exchange::Directory& directory, const FieldNames& names,
                 Language language = Language::english);

}  // namespace tradepost::api
