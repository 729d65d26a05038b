#include <atomic>
#include <utility>

#include "app/console/version.hpp"
#include "app/serve/kept_store.hpp"
#include "app/settings/secrets.hpp"
#include "store/postgres/postgres_store.hpp"

namespace tradepost::app {
namespace {

// After this time, all nodes refuse a token that was revoked at one of them.
constexpr std::chrono::seconds directory_holds_for_max{2};

class DatabaseStore final : public KeptStore {
 public:
  DatabaseStore(const ServeOptions& options, std::unique_ptr<store::postgres::PostgresStore> store,
                exchange::StoreFormat format)
      : seal_key_file_(options.seal_key_file), store_(std::move(store)), format_(format) {}

  exchange::Store& store() override { return *store_; }
  exchange::PersonKeys& person_keys() override { return store_->person_keys(); }
  exchange::Drafts& drafts() override { return store_->drafts(); }

  base::Result<base::SealKey> seal_key(base::Random& random) override {
    std::optional<base::SealKey> of_file;
    if (seal_key_file_) {
      TRY_ASSIGN(of_file, seal_key_in(*seal_key_file_, random));
    }
    return store_->shared_key(of_file, random);
  }

  base::Instant about_now() const override { return store_->about_now(); }

  std::optional<std::chrono::milliseconds> directory_holds_for() const override {
    return directory_holds_for_max;
  }

  exchange::StoreFormat format() const override { return format_; }

  base::Done raise_format(std::chrono::seconds serving_for) override {
    TRY(store_->raise_format(serving_for));
    format_ = exchange::newest_format;
    return {};
  }

  bool can_be_mended() const override { return false; }

  void add_facts(api::HealthFacts& facts, base::Instant now) const override {
    api::DatabaseFacts& database = facts.database.emplace();
    const auto seen = store_->nodes();
    if (!seen) return;
    using Milliseconds = base::Instant::duration;
    const auto age = std::chrono::floor<Milliseconds>(std::chrono::steady_clock::now() - seen->at);
    api::DatabaseNodes& nodes = database.nodes.emplace();
    nodes.read_at = now - age;
    nodes.ahead = nodes.read_at - seen->database_time;
    for (const store::postgres::LivingNode& node : seen->nodes) {
      nodes.nodes.push_back({.id = node.id.to_string(),
                             .version = node.is.version,
                             .newest_format = node.is.newest_format,
                             .serving_since = nodes.read_at - node.serving_for,
                             .seen_at = nodes.read_at - node.seen_for,
                             .is_this = node.id == store_->own_node()});
    }
  }

  void append_lines(std::string& /*text*/, base::Instant /*now*/) const override {}

 private:
  const std::optional<std::string> seal_key_file_;
  const std::unique_ptr<store::postgres::PostgresStore> store_;
  // As this node knows it: another node may have raised it.
  std::atomic<exchange::StoreFormat> format_;
};

}  // namespace

base::Result<std::unique_ptr<KeptStore>> open_database(const ServeOptions& options,
                                                       const StoreGround& ground) {
  store::postgres::PostgresOptions of_store;
  of_store.link.database = {.address = *options.database, .application_name = "tradepost"};
  of_store.version.emplace().version = version;
  of_store.on_failure = ground.on_failure;
  of_store.changes = &ground.changes;
  of_store.log = &ground.log;
  TRY_ASSIGN(auto store, store::postgres::PostgresStore::open(ground.clock, std::move(of_store)));
  TRY_ASSIGN(const exchange::StoreFormat format, store->format());
  return std::make_unique<DatabaseStore>(options, std::move(store), format);
}

}  // namespace tradepost::app
