#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "http/client.hpp"
#include "served/network.hpp"

// A separate network: a customer and a supplier that trade with each other, and a stranger without
// relationships.
namespace tradepost::trade {

using http_tests::Answer;

inline constexpr std::string_view customer_gln = "9521002000009";
inline constexpr std::string_view supplier_gln = "9521001000000";
inline constexpr std::string_view stranger_gln = "9521003000008";
inline constexpr std::string_view unused_id = "018f0000-0000-7000-8000-000000000000";

// Returns an order from the buyer to the supplier. `more` follows the members of the content.
std::string order(std::string_view number, std::string_view more = "",
                  std::string_view buyer = customer_gln, std::string_view supplier = supplier_gln);
// Returns an order from the customer to the supplier, enlarged by `padding` bytes.
std::string order(std::string_view number, std::size_t padding);

// A transaction whose failure was reported.
struct Failed {
  std::string transaction;
  std::string case_id;
  std::string url;
};

class Trade {
 public:
  explicit Trade(std::vector<std::string> flags = {}, std::vector<std::string> environment = {});

  served::Member customer;
  served::Member supplier;
  served::Member stranger;

  // Sends one request with a token: "GET /v2/errors".
  Answer asks(const std::string& token, std::string_view method, std::string_view path,
              std::string_view body = "", std::string_view headers = "");
  Answer gets(const served::Member& member, std::string_view path);
  // Sends a request that must be answered with 2xx, and returns the body.
  std::string does(const served::Member& member, std::string_view method, std::string_view path,
                   std::string_view body = "");

  // Sends an order that must be accepted, and returns its id.
  std::string sends(std::string_view number, std::string_view more = "");
  Failed fails(std::string_view number, std::string_view type = "DATA");
  void processes(std::string_view transaction);
  std::vector<std::string> pending(const served::Member& member);
  std::string status(std::string_view transaction);

  // Creates another token of a member. `more` has further members of the body: ,"flow":"TEST"
  std::string token(const served::Member& member, std::string_view more = "");
  served::Operator& by() { return by_; }
  served::ServedExchange& exchange() { return exchange_; }
  std::uint16_t port() const { return exchange_.port(); }
  std::string data_folder() const { return folder_.path() + "/data"; }
  // Sends a GET without a token, as a browser does.
  Answer opens(std::string_view path);

 private:
  const served::ScratchFolder folder_;
  served::ServedExchange exchange_;
  served::Operator by_;
};

// Returns one member of each item of a list, over all pages.
std::vector<std::string> listed(Trade& trade, const std::string& token, std::string_view path,
                                std::string_view member);
// Returns a link without the base URL.
std::string path_of(std::string_view url);

}  // namespace tradepost::trade
