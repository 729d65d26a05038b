#include "app/background/webhook_posting.hpp"

#include <utility>

#include "api/request/webhook_subject.hpp"
#include "base/tasks/thread_name.hpp"

namespace tradepost::app {

base::Result<std::unique_ptr<WebhookPosting>> WebhookPosting::start(const api::Services& services,
                                                                    webhooks::Caller& caller) {
  TRY_ASSIGN(auto loop, http::Loop::create());
  return std::unique_ptr<WebhookPosting>(new WebhookPosting(services, caller, std::move(loop)));
}

WebhookPosting::WebhookPosting(const api::Services& services, webhooks::Caller& caller,
                               std::unique_ptr<http::Loop> loop)
    : loop_(std::move(loop)),
      context_(services, *loop_),
      stop_(*loop_),
      poster_({.desk = context_.desk,
               .caller = caller,
               .log = services.log,
               .write_subject = [this](base::JsonWriter& body, const exchange::WebhookEvent& event,
                                       const exchange::Directory& directory) {
                 api::write_webhook_subject(body, event, directory, context_.names);
               }}) {
  loop_->post([this] { base::start(*loop_, poster_.run(stop_), [this] { loop_->finish(); }); });
  thread_ = std::thread([this] {
    base::name_thread("webhooks");
    loop_->run();
  });
}

WebhookPosting::~WebhookPosting() {
  stop_.set();
  thread_.join();
}

}  // namespace tradepost::app
