#pragma once

// What most operations of the API include (cmake/precompiled.cmake).
#include "api/admin_answer.hpp"
#include "api/admin_body.hpp"
#include "api/workplace.hpp"
#include "base/json_writer.hpp"
#include "base/task.hpp"
#include "http/response.hpp"
#include "standard.hpp"
