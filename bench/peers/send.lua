-- Sends an order with a number of its own in each request: what stands before and after the number is in files.
local function content_of(name)
  local file = assert(io.open(os.getenv(name)))
  local text = file:read("*a")
  file:close()
  return text
end

local before, after = content_of("BEFORE"), content_of("AFTER")
local run = os.getenv("RUN")
local headers = {["Authorization"] = "Bearer " .. os.getenv("TOKEN"), ["Content-Type"] = "application/json"}
local number = 0

function request()
  number = number + 1
  return wrk.format("POST", os.getenv("TO"), headers, before .. run .. "-" .. number .. after)
end
