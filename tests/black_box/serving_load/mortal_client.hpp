#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// A client of a server that may die at any moment: no answer is an answer too.
namespace tradepost::serving_load {

struct Heard {
  int status = 0;
  std::string body;
};

class MortalClient {
 public:
  explicit MortalClient(std::uint16_t port);
  ~MortalClient();
  MortalClient(const MortalClient&) = delete;
  MortalClient& operator=(const MortalClient&) = delete;

  // Nothing: the server was gone before its answer was whole. One that stays and says nothing fails
  // the test.
  std::optional<Heard> ask(std::string_view token, std::string_view method, std::string_view path,
                           std::string_view body = "", std::string_view headers = "");

 private:
  bool read_more();
  std::optional<Heard> read_answer();

  int descriptor_;
  std::string unread_;
};

}  // namespace tradepost::serving_load
