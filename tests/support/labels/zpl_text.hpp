#pragma once

#include <string>
#include <string_view>
#include <vector>

// Reads ZPL as a printer does, by the ZPL II Programming Guide: ^FH, ^BC in mode N with its
// invocation codes, ^GF, ^GB.
namespace tradepost::labels {

struct ZplText {
  int x;
  int base_line;
  int height;
  std::string text;
  double width;  // by the widths of a narrow bold Helvetica, which resembles font 0
};

struct ZplBars {
  int x;
  int y;
  int module;
  int height;
  int modules;  // width in modules
  bool is_gs1;
  std::string text;
};

struct ZplPicture {
  int x;
  int y;
  int width;  // rounded up to whole bytes
  int height;
  int black;  // black dots
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
  std::vector<std::string> faults;  // commands that a printer would not understand
};

std::vector<ZplLabel> labels_in(std::string_view zpl);

}  // namespace tradepost::labels
