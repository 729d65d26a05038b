// Tests an exchange to which the system gives little memory: large bodies get the memory that the
// rest leaves, or are refused. Nothing ends the process.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "memory/attacked.hpp"
#include "memory/stalled_clients.hpp"
#include "served/desk.hpp"
#include "served/json.hpp"

namespace tradepost::little_memory {
namespace {

using http_tests::Client;
using memory::Attacked;
using memory::megabyte;
using memory::of_each;
using memory::order;
using memory::Size;
using memory::stalled_body_bytes;
using memory::StalledClients;
using served::gln_of;

constexpr Size ten{.participants = 10, .budget_bytes = 512 * megabyte, .documents = 0};
constexpr std::size_t large = 9'000'000;

// Returns valid JSON whose reading takes more memory than the body: each byte is a token.
std::string wide_body() {
  std::string body = R"({"type":"ORDER","content":[)";
  while (body.size() < large) body += "[],";
  return body + "[]]}";
}

void expect_that_large_bodies_end_nothing(const Attacked& exchange) {
  const std::string stalling = order(gln_of(1), gln_of(0), "S", stalled_body_bytes);
  StalledClients stalled(exchange.port());
  for (const auto& supplier : exchange.suppliers()) {
    for (std::size_t i = 0; i < of_each; ++i) stalled.add_sender(supplier.token, stalling);
  }
  stalled.go_on();
  exchange.expect_that_small_requests_go_on("A-1");
  EXPECT_TRUE(stalled.wait_for(1, 503));
  stalled.end();

  const std::string wide = wide_body();
  std::vector<std::jthread> senders;
  for (const auto& supplier : exchange.suppliers()) {
    senders.emplace_back([&] {
      for (int i = 0; i < 3; ++i) {
        Client client(exchange.port());
        const int status =
            served::ask(client, supplier.token, "POST", "/v2/transactions", wide).status;
        EXPECT_TRUE(status == 422 || status == 503) << status;
      }
    });
  }
  senders.clear();
  EXPECT_EQ(exchange.sends(0, "A-2"), 201);
}

TEST(LittleAddressSpace, that_does_not_suffice_refuses_the_start) {
  const served::Desk folder;
  const auto ended =
      folder.tradepost("serve --data network --listen 127.0.0.1:0", {}, "prlimit --as=900000000");
  EXPECT_EQ(ended.exit_code, 3) << ended.err;
  EXPECT_NE(ended.err.find("allows this process 858 MiB of address space, and it needs"),
            std::string::npos)
      << ended.err;
}

TEST(LittleAddressSpace, leaves_less_to_large_bodies_which_end_nothing) {
  const std::uint64_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::uint64_t space = (816 + 384 * cores + 96) * megabyte;
  const Attacked exchange({.data = {}, .address_space_max = space}, ten);
  const std::string log_line = exchange.exchange().log_line_with(
      {"event=transfer_bytes_lowered", fmt::format("set={}", ten.budget_bytes)});
  EXPECT_NE(log_line.find(fmt::format("transfer_bytes={}", 96 * megabyte)), std::string::npos)
      << log_line;
  expect_that_large_bodies_end_nothing(exchange);
}

// A control group of the system with a memory limit of so many bytes.
class ControlGroup {
 public:
  explicit ControlGroup(std::uint64_t bytes) {
    const bool is_of_version_2 = std::filesystem::exists("/sys/fs/cgroup/cgroup.controllers");
    path_ = fmt::format("/sys/fs/cgroup/{}tradepost-test-{}", is_of_version_2 ? "" : "memory/",
                        ::getpid());
    EXPECT_TRUE(std::filesystem::create_directory(path_));
    std::ofstream limit(path_ + (is_of_version_2 ? "/memory.max" : "/memory.limit_in_bytes"));
    limit << bytes << std::flush;
    EXPECT_TRUE(limit.good());
  }
  ~ControlGroup() { std::filesystem::remove(path_); }
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;
  std::string processes() const { return path_ + "/cgroup.procs"; }

 private:
  std::string path_;
};

TEST(SmallControlGroup, leaves_less_to_large_bodies_and_is_not_outgrown) {
  constexpr std::uint64_t bytes = 512 * megabyte;
  const ControlGroup group(bytes);
  const Attacked exchange({.data = {}, .group_file = group.processes()}, ten);
  exchange.exchange().log_line_with(
      {"event=transfer_bytes_lowered", fmt::format("transfer_bytes={}", bytes - 432 * megabyte)});
  expect_that_large_bodies_end_nothing(exchange);
}

}  // namespace
}  // namespace tradepost::little_memory
