#pragma once

#include <string>

#include "base/text/json_writer.hpp"
#include "tradepost/exchange.hpp"

// The answer of the exchange to a document of the outbox, as members of an object of a
// .answer.json.
namespace tradepost::agent {

void write_answer(base::JsonWriter& json, const client::Sent& sent);
void write_answer(base::JsonWriter& json, const client::Error& error);

// Returns the answer as an object.
template <typename Answer>
std::string answer_text(const Answer& answer) {
  base::JsonWriter json(base::JsonWriter::Layout::indented);
  json.begin_object();
  write_answer(json, answer);
  return std::move(json.end_object()).finish();
}

}  // namespace tradepost::agent
