#include "api/json/translated.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/wire/answer.hpp"
#include "base/text/json_writer.hpp"
#include "document/json_reader.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using document::View;
using exchange::Finding;

constexpr std::string_view content_language = "Content-Language";

std::string text_in(const View& object, std::string_view name) {
  const View value = object.member(name);
  return value.is_text() ? value.text() : std::string();
}

// Translates an answer whose whole text is `text`.
class Translation {
 public:
  Translation(std::string_view text, const View& root)
      : text_(text), root_(root), code_(text_in(root, "code")) {}

  std::string written() {
    JsonWriter json;
    json.begin_object();
    root_.each_member([&](const View& name, const View& value) {
      json.key(name.text());
      write(json, name.raw_text(), value);
    });
    json.end_object();
    return std::move(json).finish();
  }
  bool has_changed() const { return has_changed_; }

 private:
  void write(JsonWriter& json, std::string_view name, const View& value) {
    if (name == "message" && value.is_text()) {
      json.string(sentence(value.text()));
    } else if ((name == "faults" || name == "warnings") && value.is_list()) {
      write_findings(json, findings_in(value));
    } else if (name == "errors" && root_.member("faults").is_list()) {
      write_by_path(json, findings_in(root_.member("faults")));
    } else if (name == "data" && value.is_list()) {
      json.begin_array();
      value.each([&](std::uint32_t, const View& item) { write_item(json, item); });
      json.end_array();
    } else if (name == "data") {
      write_item(json, value);
    } else {
      json.raw(raw(value));
    }
  }

  // The answer to a report, which is an object with a message or a list of these, or the answers to
  // the messages of an interchange.
  void write_item(JsonWriter& json, const View& item) {
    if (!item.is_object()) {
      json.raw(raw(item));
      return;
    }
    json.begin_object();
    item.each_member([&](const View& name, const View& value) {
      json.key(name.text());
      if (name.raw_text() == "message" && value.is_text()) {
        json.string(sentence(value.text()));
      } else if (name.raw_text() == "messages" && value.is_list()) {
        json.begin_array();
        value.each([&](std::uint32_t, const View& one) { write_answered(json, one); });
        json.end_array();
      } else {
        json.raw(raw(value));
      }
    });
    json.end_object();
  }

  // A message of an interchange with the answer that its document alone would have.
  void write_answered(JsonWriter& json, const View& message) {
    json.begin_object();
    message.each_member([&](const View& name, const View& value) {
      json.key(name.text());
      if (name.raw_text() != "answer" || !value.is_object()) {
        json.raw(raw(value));
        return;
      }
      Translation answer(text_, value);
      json.raw(answer.written());
      has_changed_ = has_changed_ || answer.has_changed();
    });
    json.end_object();
  }

  std::string sentence(std::string english) {
    std::string german = code_.empty() ? german::of_text(english).value_or(english)
                                       : german::of_error(code_, english);
    has_changed_ = has_changed_ || german != english;
    return german;
  }

  std::vector<Finding> findings_in(const View& list) {
    std::vector<Finding> findings;
    list.each([&](std::uint32_t, const View& each) {
      findings.push_back({.code = text_in(each, "code"),
                          .path = text_in(each, "path"),
                          .message = text_in(each, "message")});
    });
    has_changed_ = has_changed_ || !findings.empty();
    return german::of_findings(findings);
  }

  std::string_view raw(const View& value) const {
    if (!value.is_object() && !value.is_list()) return value.scalar();
    return text_.substr(value.offset(), value.end() - value.offset());
  }

  std::string_view text_;
  View root_;
  std::string code_;
  bool has_changed_ = false;
};

}  // namespace

http::Response in_language(http::Response response, Language language) {
  response.header("Vary", "Accept-Language");
  if (language == Language::german) response.header(content_language, "de");
  return response;
}

void translate(http::Response& response) {
  if (response.header("Content-Type") != "application/json" || response.header(content_language)) {
    return;
  }
  const std::string text = response.body.joined();
  document::JsonReader reader(text.size());
  const auto root = reader.read(text);
  if (!root || !root->is_object()) return;
  Translation translation(text, *root);
  std::string german = translation.written();
  if (!translation.has_changed()) return;
  response.body = {};
  response.body.append(german);
  response.header(content_language, "de");
}

}  // namespace tradepost::api
