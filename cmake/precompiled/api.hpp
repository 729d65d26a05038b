#pragma once

// What most operations of the API include (cmake/precompiled.cmake).
#include "api/bodies/admin_body.hpp"
#include "api/request/loop_context.hpp"
#include "api/wire/admin_answer.hpp"
#include "base/tasks/task.hpp"
#include "base/text/json_writer.hpp"
#include "http/message/response.hpp"
#include "standard.hpp"
