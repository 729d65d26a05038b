-- Sends an order with a number of its own in each request, to the recipients in turn. What stands before the number is
-- in a file, a line for each recipient; what stands after it is in another.
local function opened(name) return assert(io.open(os.getenv(name))) end

local befores = {}
for line in opened("BEFORE"):lines() do befores[#befores + 1] = line end
local after = opened("AFTER"):read("*a")
local run = os.getenv("RUN")
local headers = {["Authorization"] = "Bearer " .. os.getenv("TOKEN"), ["Content-Type"] = "application/json"}
local number = 0

function request()
  number = number + 1
  return wrk.format("POST", os.getenv("TO"), headers, befores[number % #befores + 1] .. run .. "-" .. number .. after)
end
