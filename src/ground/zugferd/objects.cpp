#include "zugferd/objects.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <memory>
#include <tuple>

namespace tradepost::zugferd {

using Kind = Value::Kind;

// Notes the objects that are one number, also in an attached PDF file. A stream can come
// before the object that has its length.
void Objects::note_lengths() {
  for (std::size_t at = 0; (at = file_.find(object_keyword, at)) != std::string_view::npos;) {
    const auto number = number_before(at);
    at += object_keyword.size();
    ValueReader reader(file_.substr(at, word_bytes_max), 0, 2);
    const auto length = number ? reader.next() : std::nullopt;
    if (!length || length->kind != Kind::number) continue;
    if (const auto end = reader.next(); !end || !end->is(Kind::keyword, "endobj")) continue;
    if (lengths_.size() == bounds_.objects) return;
    std::vector<std::uint64_t>& noted = lengths_[*number];
    if (noted.size() < lengths_max) noted.push_back(length->number);
  }
}

std::expected<void, std::string_view> Objects::index() {
  note_lengths();
  std::size_t end = 0;  // of the last object
  for (std::size_t at = 0; (at = file_.find(object_keyword, at)) != std::string_view::npos;) {
    const auto number = number_before(at);
    const std::size_t begin = at + object_keyword.size();
    if (!number) {
      at = begin;
      continue;
    }
    note_trailer(end, at);
    const Place place{file_, begin};
    places_[*number] = place;
    if (places_.size() > bounds_.objects) return Unreadable("The PDF file has too many objects.");
    Object object;
    std::tie(object, end) = read_at(place);
    at = std::max(end, begin);
    const Value* const type = object.value.find("Type");
    if (type == nullptr) continue;
    if (type->is(Kind::name, "XRef") && object.value.find("Root") != nullptr) {
      trailer_ = object.value;
    }
    if (type->is(Kind::name, "ObjStm")) {
      if (const auto done = index_stream(object); !done) return done;
    }
  }
  note_trailer(end, file_.size());
  return {};
}

std::optional<std::uint64_t> Objects::number_before(std::size_t place) const {
  std::size_t at = place;
  const auto skip = [&](auto is_skipped) {
    const std::size_t before = at;
    while (at > 0 && is_skipped(file_[at - 1])) --at;
    return before - at;
  };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (skip(is_space) == 0 || skip(is_digit) == 0 || skip(is_space) == 0) return {};
  const std::size_t digits = skip(is_digit);
  if (digits == 0 || digits > 10) return {};
  return ValueReader(file_, at, 1).next()->number;
}

// A trailer is between two objects, and is read up to the second one.
void Objects::note_trailer(std::size_t begin, std::size_t end) {
  constexpr std::string_view keyword = "trailer";
  const std::string_view before = file_.substr(0, end);
  const std::size_t at = before.find(keyword, begin);
  if (at == std::string_view::npos) return;
  auto value = ValueReader(before, at + keyword.size(), bounds_.values).next();
  if (value && value->find("Root") != nullptr) trailer_ = *std::move(value);
}

// Returns the object at a place, and the place after it.
std::pair<Object, std::size_t> Objects::read_at(Place place) const {
  ValueReader reader(place.text, place.at, bounds_.values);
  auto value = reader.next();
  if (!value) return {Object(), reader.at()};
  Object object{.value = *std::move(value)};
  const std::size_t end = reader.at();
  if (place.text.data() != file_.data() || object.value.kind != Kind::dictionary) {
    return {std::move(object), end};
  }
  const std::string_view before_stream = file_.substr(0, end + word_bytes_max);
  ValueReader word(before_stream, end, 1);
  if (const auto next = word.next(); !next || !next->is(Kind::keyword, "stream")) {
    return {std::move(object), end};
  }
  std::size_t begin = word.at();
  if (file_.substr(begin, 2) == "\r\n") ++begin;
  object.stream = stream_at(std::min(begin + 1, file_.size()), object.value);
  const auto stream_end = static_cast<std::size_t>(object.stream.end() - file_.begin());
  return {std::move(object), stream_end};
}

// A stream ends after its length, if the keyword follows. A file that is attached without
// compression can have the keyword too.
std::string_view Objects::stream_at(std::size_t begin, const Value& dictionary) const {
  constexpr std::string_view keyword = "endstream";
  const auto ends_after = [&](std::uint64_t length) {
    return length <= file_.size() - begin &&
           file_.substr(begin + length, keyword.size() + 2).find(keyword) != std::string_view::npos;
  };
  const Value* const length = dictionary.find("Length");
  if (length != nullptr && length->kind == Kind::number && ends_after(length->number)) {
    return file_.substr(begin, length->number);
  }
  if (length != nullptr && length->kind == Kind::reference) {
    const auto found = lengths_.find(length->number);
    if (found != lengths_.end()) {
      const auto fitting = std::ranges::find_if(found->second, ends_after);
      if (fitting != found->second.end()) return file_.substr(begin, *fitting);
    }
  }
  std::string_view rest = file_.substr(begin, file_.find(keyword, begin) - begin);
  for (const char c : {'\n', '\r'}) {
    if (rest.ends_with(c)) rest.remove_suffix(1);
  }
  return rest;
}

// Notes the objects of a compressed stream: pairs of a number and a place, then the objects.
std::expected<void, std::string_view> Objects::index_stream(const Object& object) {
  auto text = contents(object, bounds_.inflated_bytes);
  if (!text) return Unreadable(text.error());
  const Value* const count = object.value.find("N");
  const Value* const first = object.value.find("First");
  if (count == nullptr || first == nullptr) return Unreadable(damaged);
  const std::string& kept = inflated_.emplace_back(*std::move(text));
  ValueReader head(kept, 0, 2 * bounds_.objects);
  for (std::uint64_t i = 0; i < count->number; ++i) {
    const auto number = head.next();
    const auto place = head.next();
    if (!number || !place || place->number > kept.size() || first->number > kept.size()) {
      return Unreadable(damaged);
    }
    places_[number->number] = {kept, first->number + place->number};
    if (places_.size() > bounds_.objects) return Unreadable("The PDF file has too many objects.");
  }
  return {};
}

std::optional<Object> Objects::object_of(const Value& value) {
  if (value.kind != Kind::reference) return Object{.value = value};
  const auto found = places_.find(value.number);
  if (found == places_.end() || read_again_bytes_ > file_.size()) return {};
  auto [object, end] = read_at(found->second);
  read_again_bytes_ += end - found->second.at;
  return std::move(object);
}

// Returns the bytes of a stream, without its compression.
std::expected<std::string, std::string_view> Objects::contents(const Object& object,
                                                               std::size_t bytes_max) {
  constexpr std::string_view too_large = "The PDF file has too much compressed data.";
  const Value* filter = object.value.find("Filter");
  if (filter != nullptr && filter->kind == Kind::array) {
    if (filter->items.size() > 1) return Unreadable("The PDF file has nested compression.");
    filter = filter->items.empty() ? nullptr : &filter->items.front();
  }
  if (filter == nullptr) {
    if (object.stream.size() > bytes_max) return Unreadable(too_large);
    return std::string(object.stream);
  }
  const Value* const settings = object.value.find("DecodeParms");
  const bool has_settings = settings != nullptr && !settings->is(Kind::keyword, "null");
  if (!filter->is(Kind::name, "FlateDecode") || has_settings) {
    return Unreadable("The PDF file has a compression other than Flate.");
  }
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> inflater(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  const std::size_t most = std::min(bytes_max, bounds_.inflated_bytes - inflated_bytes_);
  for (std::size_t size = std::min(most, 4 * object.stream.size() + 1'024);;
       size = std::min(most, 2 * size)) {
    std::string text(size, '\0');
    std::size_t read = 0;
    std::size_t written = 0;
    const auto result =
        libdeflate_zlib_decompress_ex(inflater.get(), object.stream.data(), object.stream.size(),
                                      text.data(), size, &read, &written);
    if (result == LIBDEFLATE_SUCCESS) {
      inflated_bytes_ += written;
      text.resize(written);
      return text;
    }
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE) return Unreadable(damaged);
    if (size == most) return Unreadable(too_large);
  }
}

}  // namespace tradepost::zugferd
