#include "edifact/interchange.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.hpp"

namespace tradepost::edifact {
namespace {

constexpr std::size_t read_bytes = 64u << 10;
constexpr std::size_t segments_max = 400'000;  // of a message
// Bounds the head of an interchange (UNA and UNB) and the head of a group (UNG), because each
// original of a message repeats both.
constexpr std::size_t head_bytes_max = 1'024;
constexpr char escape = '\x1b';  // of ISO 2022

struct Charset {
  std::string_view name;
  std::string_view encoding;  // of iconv; empty: UTF-8
};

// A, B: partners write Latin letters although the sets have none. Y: partners mean UTF-8.
constexpr std::array<Charset, 14> charsets = {{{"UNOA", "ISO-8859-1"},
                                               {"UNOB", "ISO-8859-1"},
                                               {"UNOC", "ISO-8859-1"},
                                               {"UNOD", "ISO-8859-2"},
                                               {"UNOE", "ISO-8859-5"},
                                               {"UNOF", "ISO-8859-7"},
                                               {"UNOG", "ISO-8859-3"},
                                               {"UNOH", "ISO-8859-4"},
                                               {"UNOI", "ISO-8859-6"},
                                               {"UNOJ", "ISO-8859-8"},
                                               {"UNOK", "ISO-8859-9"},
                                               {"UNOX", "ISO-2022-JP"},
                                               {"UNOW", ""},
                                               {"UNOY", ""}}};

bool is_space(char c) {
  return c == ' ' || c == '\r' || c == '\n' || c == '\t';
}

std::size_t number_of(std::string_view text) {
  std::size_t number = 0;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? number : static_cast<std::size_t>(-1);
}

Message parsed(std::string_view segment, const Separators& separators) {
  Message message;
  message.add(segment, separators);
  return message;
}

std::optional<std::string> converted(std::string_view text, const std::string& encoding) {
  const iconv_t conversion = iconv_open("UTF-8", encoding.c_str());
  if (std::bit_cast<std::intptr_t>(conversion) == -1) return std::nullopt;
  constexpr std::size_t utf8_bytes_max = 4;
  std::string out(text.size() * utf8_bytes_max, '\0');
  std::string in(text);
  char* from = in.data();
  char* to = out.data();
  std::size_t in_left = in.size();
  std::size_t out_left = out.size();
  const bool is_done = iconv(conversion, &from, &in_left, &to, &out_left) != std::size_t(-1);
  iconv_close(conversion);
  if (!is_done) return std::nullopt;
  out.resize(out.size() - out_left);
  return out;
}

}  // namespace

InterchangeReader::InterchangeReader(Source source, std::size_t message_bytes_max)
    : source_(std::move(source)), message_bytes_max_(message_bytes_max) {}

Unreadable InterchangeReader::unreadable(std::string_view reason) const {
  Unreadable fault{.segment = segments_, .reason = std::string(reason)};
  if (is_open_ && type_ != "CONTRL") fault.interchange = envelope_;
  return fault;
}

Extent InterchangeReader::place_of(std::string_view segment) const {
  return {.begin = position() - segment.size() - 1, .end = position()};
}

bool InterchangeReader::fill() {
  buffer_.erase(0, at_);
  dropped_ += std::exchange(at_, 0);
  const std::size_t size = buffer_.size();
  buffer_.resize(size + read_bytes);
  const std::size_t count = source_(buffer_.data() + size, read_bytes);
  buffer_.resize(size + std::min(count, read_bytes));
  return count > 0;
}

// Returns the next segment without its terminator. It is valid until the next call.
std::expected<std::optional<std::string_view>, Unreadable> InterchangeReader::next_segment() {
  std::size_t size = 0;  // of the part of the segment that is searched
  bool is_double_byte = false;
  for (;;) {
    for (; at_ < buffer_.size() && size == 0 && is_space(buffer_[at_]);) ++at_;
    for (; at_ + size < buffer_.size(); ++size) {
      const char c = buffer_[at_ + size];
      const bool is_last = at_ + size + 1 == buffer_.size();
      if (c == escape) {
        if (is_last) break;
        is_double_byte = buffer_[at_ + size + 1] == '$';
      } else if (is_double_byte) {
        continue;
      } else if (c == separators_.release && separators_.release != ' ') {
        if (is_last) break;
        ++size;
      } else if (c == separators_.segment) {
        const std::string_view segment = std::string_view(buffer_).substr(at_, size);
        at_ += size + 1;
        ++segments_;
        return segment;
      }
    }
    const bool is_too_large = size > message_bytes_max_;
    if (!is_too_large && fill()) continue;
    if (at_ == buffer_.size()) return std::nullopt;
    ++segments_;
    return std::unexpected(
        unreadable(is_too_large ? "A segment is too large." : "The last segment has no end."));
  }
}

std::optional<std::string_view> InterchangeReader::decoded(std::string_view segment) {
  const bool is_ascii =
      std::ranges::none_of(segment, [](char c) { return c == escape || (c & 0x80) != 0; });
  if (is_ascii) return segment;
  if (encoding_.empty()) {
    return base::is_utf8(segment) ? std::optional(segment) : std::nullopt;
  }
  auto text = converted(segment, encoding_);
  if (!text) return std::nullopt;
  decoded_ = *std::move(text);
  return decoded_;
}

std::optional<Unreadable> InterchangeReader::expect_short(std::string_view name,
                                                          Extent place) const {
  if (place.end - place.begin <= head_bytes_max) return std::nullopt;
  return unreadable(fmt::format("{} has more than {} bytes.", name, head_bytes_max));
}

std::optional<Unreadable> InterchangeReader::begin_interchange(std::string_view segment) {
  const Message head = parsed(segment, separators_);
  const auto charset = std::ranges::find(charsets, head.component(0, 1, 1), &Charset::name);
  if (charset == charsets.end()) {
    return unreadable(
        fmt::format("The character set {} is not one of UNOA to UNOK, UNOW, UNOX, "
                    "UNOY.",
                    head.component(0, 1, 1).substr(0, 4)));
  }
  encoding_ = charset->encoding;
  const auto party = [&](std::size_t element) {
    return EnvelopeParty{.number = std::string(head.component(0, element, 1)),
                         .qualifier = std::string(head.component(0, element, 2))};
  };
  envelope_ = {.place = envelope_.place + 1,
               .charset = std::string(charset->name),
               .sender = party(2),
               .recipient = party(3),
               .reference = std::string(head.component(0, 5, 1)),
               .is_test = head.component(0, 11, 1) == "1"};
  messages_ = 0;
  type_.clear();
  groups_ = 0;
  is_open_ = true;
  return std::nullopt;
}

std::optional<Unreadable> InterchangeReader::end_interchange(std::string_view segment) {
  const Message end = parsed(segment, separators_);
  // With groups of messages, UNZ counts the groups.
  const std::size_t count = groups_ > 0 ? groups_ : messages_;
  if (number_of(end.component(0, 1, 1)) != count) {
    return unreadable(fmt::format("UNZ states {} {}, and the interchange has {}.",
                                  end.component(0, 1, 1), groups_ > 0 ? "groups" : "messages",
                                  count));
  }
  if (end.component(0, 2, 1) != envelope_.reference) {
    return unreadable("The references of UNB and UNZ differ.");
  }
  is_open_ = false;
  return std::nullopt;
}

std::expected<InterchangeReader::Next, Unreadable> InterchangeReader::read_message(
    std::string_view head) {
  ++messages_;
  Next next{.place = place_of(head)};
  const Message unh = parsed(head, separators_);
  next.message.reference = unh.component(0, 1, 1);
  next.message.type = unh.component(0, 2, 1);
  type_ = next.message.type;
  next.message.directory = fmt::format("{}.{}", unh.component(0, 2, 2), unh.component(0, 2, 3));
  next.message.association = unh.component(0, 2, 5);
  next.message.decimal = separators_.decimal;
  std::size_t bytes = 0;
  for (;;) {
    const auto segment = next_segment();
    if (!segment) return std::unexpected(segment.error());
    if (!*segment) return std::unexpected(unreadable("The last message has no UNT."));
    if ((*segment)->starts_with("UNT")) {
      const Message unt = parsed(**segment, separators_);
      next.place.end = position();
      if (!next.fault.empty()) return next;
      if (number_of(unt.component(0, 1, 1)) != next.message.size() + 2) {
        next.fault = fmt::format("UNT states {} segments, and the message has {}.",
                                 unt.component(0, 1, 1), next.message.size() + 2);
      } else if (unt.component(0, 2, 1) != next.message.reference) {
        next.fault = "The references of UNH and UNT differ.";
      }
      return next;
    }
    if ((*segment)->starts_with("UNH") || (*segment)->starts_with("UNZ")) {
      return std::unexpected(unreadable("A message has no UNT."));
    }
    bytes += (*segment)->size();
    if (!next.fault.empty()) continue;
    const auto text = decoded(**segment);
    if (bytes > message_bytes_max_) {
      next.fault = fmt::format("The message has more than {} bytes.", message_bytes_max_);
      next.message = Message{};
    } else if (next.message.size() == segments_max) {
      next.fault = fmt::format("The message has more than {} segments.", segments_max);
      next.message = Message{};
    } else if (!text) {
      next.fault = fmt::format("Segment {} has bytes that {} does not have.",
                               next.message.size() + 2, envelope_.charset);
    } else {
      next.message.add(*text, separators_);
    }
  }
}

std::expected<std::optional<InterchangeReader::Next>, Unreadable> InterchangeReader::next() {
  if (!std::exchange(is_begun_, true)) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    while (buffer_.size() < mark.size() && fill()) continue;
    if (buffer_.starts_with(mark)) at_ = mark.size();
  }
  for (;;) {
    if (!is_open_) {
      do {
        while (at_ < buffer_.size() && is_space(buffer_[at_])) ++at_;
      } while (at_ == buffer_.size() && fill());
      constexpr std::size_t una_bytes = 9;
      while (buffer_.size() - at_ < una_bytes && fill()) continue;
      const std::string_view rest = std::string_view(buffer_).substr(at_);
      separators_ = {};
      head_ = {.begin = position(), .end = position()};
      group_ = {};
      if (rest.starts_with("UNA") && rest.size() >= una_bytes) {
        separators_ = {.component = rest[3],
                       .element = rest[4],
                       .decimal = rest[5],
                       .release = rest[6],
                       .segment = rest[8]};
        at_ += una_bytes;
      }
    }
    const auto segment = next_segment();
    if (!segment) return std::unexpected(segment.error());
    if (!*segment) {
      if (is_open_) return std::unexpected(unreadable("The interchange has no UNZ."));
      return std::nullopt;
    }
    const std::string_view tag = (*segment)->substr(0, 3);
    std::optional<Unreadable> fault;
    if (!is_open_) {
      head_.end = position();
      fault = expect_short("The head of the interchange", head_);
      if (!fault) {
        fault = tag == "UNB" ? begin_interchange(**segment)
                             : unreadable("An interchange begins with UNA or UNB.");
      }
    } else if (tag == "UNH") {
      auto read = read_message(**segment);
      if (!read) return std::unexpected(read.error());
      return *std::move(read);
    } else if (tag == "UNZ") {
      fault = end_interchange(**segment);
    } else if (tag == "UNG") {
      ++groups_;
      group_ = place_of(**segment);
      fault = expect_short("UNG", group_);
    } else if (tag == "UNE") {
      group_ = {};
    } else {
      fault = unreadable(fmt::format("{} is not in a message.", tag));
    }
    if (fault) return std::unexpected(*fault);
  }
}

}  // namespace tradepost::edifact
