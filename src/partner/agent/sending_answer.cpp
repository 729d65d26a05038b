#include "agent/sending_answer.hpp"

#include <string_view>
#include <vector>

namespace tradepost::agent {
namespace {

void write(base::JsonWriter& json, const char* name, const std::vector<client::Fault>& faults) {
  if (faults.empty()) return;
  json.key(std::string_view(name)).begin_array();
  for (const client::Fault& fault : faults) {
    json.begin_object().key("code").string(fault.code).key("path").string(fault.path);
    json.key("message").string(fault.message).end_object();
  }
  json.end_array();
}

}  // namespace

void write_answer(base::JsonWriter& json, const client::Sent& sent) {
  json.key("outcome").string(sent.is_duplicate ? "duplicate" : sent.is_held ? "held" : "sent");
  json.key("id").string(sent.id);
  if (!sent.message.empty()) json.key("message").string(sent.message);
  write(json, "warnings", sent.warnings);
}

void write_answer(base::JsonWriter& json, const client::Error& error) {
  json.key("outcome").string("refused");
  if (error.status != 0) json.key("status").integer(error.status);
  if (!error.code.empty()) json.key("code").string(error.code);
  json.key("message").string(error.message);
  write(json, "faults", error.faults);
  if (!error.error_url.empty()) json.key("errorUrl").string(error.error_url);
}

}  // namespace tradepost::agent
