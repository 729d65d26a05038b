// Tests addresses that are never called (contract 8.3): the network of the exchange itself, unless
// its operator named the address, and the target of a redirect.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <future>
#include <vector>

#include "http/identity.hpp"
#include "http/receiver.hpp"
#include "served/json.hpp"
#include "webhooks/hooked.hpp"

// Covers contract 8.3.
namespace tradepost::webhooks_tests::reach_test {

using http_tests::Received;
using http_tests::Receiver;

namespace {

using served::at;

const std::string path = "/v2/profile/webhooks";

std::string tested(const Hooked& hooked, const Webhook& webhook) {
  const auto answer =
      hooked.ask(hooked.trade.supplier.token, "POST", path + "/" + webhook.id + "/test");
  EXPECT_EQ(answer.status, 200) << answer.body;
  return answer.body;
}

// Sets names of hosts for this process and its children, in a separate mount namespace.
class Hosts {
 public:
  explicit Hosts(const std::string& lines) {
    const auto user = ::getuid();
    const auto group = ::getgid();
    if (::unshare(CLONE_NEWNS) != 0) {
      EXPECT_EQ(::unshare(CLONE_NEWUSER | CLONE_NEWNS), 0) << std::strerror(errno);
      std::ofstream("/proc/self/setgroups") << "deny";
      std::ofstream("/proc/self/uid_map") << fmt::format("{0} {0} 1", user);
      std::ofstream("/proc/self/gid_map") << fmt::format("{0} {0} 1", group);
    }
    const std::string file = folder_.path() + "/hosts";
    std::ofstream(file) << "127.0.0.1 localhost\n" << lines;
    EXPECT_EQ(::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr), 0)
        << std::strerror(errno);
    EXPECT_EQ(::mount(file.c_str(), "/etc/hosts", nullptr, MS_BIND, nullptr), 0)
        << std::strerror(errno);
  }
  ~Hosts() { EXPECT_EQ(::umount2("/etc/hosts", MNT_DETACH), 0) << std::strerror(errno); }
  Hosts(const Hosts&) = delete;

 private:
  served::ScratchFolder folder_;
};

constexpr std::string_view out_of_reach =
    "The host is unknown, or has an address that must not be called.";

TEST(Reach, name_of_the_exchanges_own_network_is_not_called_and_looks_like_an_unknown_one) {
  const Hosts hosts(
      "127.0.0.1 loopback.hooks.example\n"
      "10.255.255.1 private.hooks.example\n"
      "169.254.169.254 metadata.hooks.example\n"
      "0.0.0.0 any.hooks.example\n"
      "::1 six.hooks.example\n"
      "::ffff:127.0.0.1 mapped.hooks.example\n"
      "fd00::1 unique.hooks.example\n");
  const Receiver receiver;
  Hooked hooked({}, {}, R"("*.hooks.example")");
  const auto expect_out_of_reach = [&](std::string_view name) {
    const Webhook webhook =
        hooked.hook(hooked.trade.supplier, receiver.url(fmt::format("{}.hooks.example", name)));
    const std::string body = tested(hooked, webhook);
    EXPECT_EQ(at(body, "data.status"), "null") << name;
    EXPECT_EQ(at(body, "data.message"), out_of_reach) << name;
    EXPECT_GE(served::number_at(body, "data.tookMs"), 1'000U) << name;
  };
  using Names = std::array<const char*, 4>;  // as many as may be tested at once
  for (const Names& names : {Names{"loopback", "private", "metadata", "unknown"},
                             Names{"any", "six", "mapped", "unique"}}) {
    std::vector<std::future<void>> tests;
    for (const char* const name : names)
      tests.push_back(std::async(std::launch::async, expect_out_of_reach, name));
  }
  EXPECT_TRUE(receiver.calls().empty());
}

TEST(Reach, name_may_lead_to_an_address_that_the_operator_names) {
  const Hosts hosts("127.0.0.1 erp.hooks.example\n");
  const Receiver receiver;
  Hooked hooked({}, {}, R"("*.hooks.example","127.0.0.1")");
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url("erp.hooks.example"));
  EXPECT_EQ(at(tested(hooked, webhook), "data.taken"), "true");
  // The rule applies to the connection that is still open, too.
  hooked.allow(R"("*.hooks.example")");
  EXPECT_EQ(at(tested(hooked, webhook), "data.message"), out_of_reach);
  EXPECT_EQ(receiver.calls().size(), 1u);
}

TEST(Reach, localhost_is_called_where_the_operator_names_it) {
  const Receiver receiver;
  Hooked hooked({}, {}, R"("localhost")");
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url("localhost"));
  EXPECT_EQ(at(tested(hooked, webhook), "data.taken"), "true");
}

TEST(Reach, host_that_is_no_longer_allowed_is_not_called) {
  const Receiver receiver;
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  hooked.allow("");
  EXPECT_EQ(at(tested(hooked, webhook), "data.message"), "The operator does not allow this host.");
  EXPECT_TRUE(receiver.calls().empty());
}

TEST(Reach, redirect_is_not_followed) {
  const Receiver elsewhere;
  const std::string location = elsewhere.url();
  const Receiver receiver([&](const Received&, std::size_t) {
    return fmt::format("307 Temporary Redirect\r\nLocation: {}", location);
  });
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  const std::string body = tested(hooked, webhook);
  EXPECT_EQ(at(body, "data.taken"), "false");
  EXPECT_EQ(at(body, "data.status"), "307");
  EXPECT_EQ(receiver.calls().size(), 1u);
  EXPECT_TRUE(elsewhere.calls().empty());
}

TEST(Reach, proxy_of_the_environment_is_not_asked) {
  const Receiver proxy;
  const Receiver receiver;
  Hooked hooked({}, {fmt::format("http_proxy=http://127.0.0.1:{}", proxy.port()),
                     fmt::format("all_proxy=http://127.0.0.1:{}", proxy.port())});
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  EXPECT_EQ(at(tested(hooked, webhook), "data.taken"), "true");
  EXPECT_EQ(receiver.calls().size(), 1u);
  EXPECT_TRUE(proxy.calls().empty());
}

// The receiver is another exchange, which speaks TLS and refuses requests that it does not know.
TEST(Reach, certificate_is_held_against_the_authorities_and_the_name) {
  const http_tests::IdentityFiles files;
  const std::string certificate = files.paths().certificate;
  const served::ScratchFolder folder;
  const served::ServedExchange other(
      {.data = folder.path() + "/other",
       .flags = {"--tls-cert", certificate, "--tls-key", files.paths().key}});
  const std::string_view both = R"("localhost","127.0.0.1")";
  {
    Hooked trusting({"--webhook-cacert", certificate}, {}, both);
    const auto reached =
        trusting.hook(trusting.trade.supplier, fmt::format("https://localhost:{}/", other.port()));
    EXPECT_EQ(at(tested(trusting, reached), "data.status"), "405");
  }
  Hooked hooked({}, {}, both);
  const auto unknown =
      hooked.hook(hooked.trade.supplier, fmt::format("https://localhost:{}/", other.port()));
  EXPECT_EQ(at(tested(hooked, unknown), "data.message"),
            "Its certificate is not trusted, or belongs to another host.");
}

}  // namespace
}  // namespace tradepost::webhooks_tests::reach_test
