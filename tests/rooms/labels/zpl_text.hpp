#pragma once

#include <string>
#include <string_view>
#include <vector>

// ZPL, read as a printer reads it, by the facts of the ZPL II Programming Guide: ^FH, ^BC in mode N
// with its invocation codes, ^GF, ^GB.
namespace tradepost::labels {

struct ZplText {
  int x;
  int base_line;
  int height;
  std::string text;
  double width;  // by the widths of a narrow bold Helvetica, which is what font 0 looks like
};

struct ZplBars {
  int x;
  int y;
  int module;
  int height;
  int modules;  // how wide it is
  bool is_gs1;
  std::string text;
};

struct ZplPicture {
  int x;
  int y;
  int width;  // to whole bytes
  int height;
  int black;  // dots
};

struct ZplRule {
  int x;
  int y;
  int width;
  int height;
};

struct ZplLabel {
  int width = 0;
  int height = 0;
  bool is_utf8 = false;
  std::vector<ZplText> texts;
  std::vector<ZplBars> bars;
  std::vector<ZplPicture> pictures;
  std::vector<ZplRule> rules;
  std::vector<std::string> faults;  // what a printer would not understand
};

std::vector<ZplLabel> labels_in(std::string_view zpl);

}  // namespace tradepost::labels
