-- Sends small orders to many suppliers in turn, whose identifiers are the lines of a file.
local to = {}
for line in assert(io.open(os.getenv("IDENTIFIERS"))):lines() do to[#to + 1] = line end
local headers = {["Authorization"] = "Bearer " .. os.getenv("TOKEN"), ["Content-Type"] = "application/json"}
local run, number = os.getenv("RUN"), 0

function request()
  number = number + 1
  return wrk.format("POST", "/v2/transactions", headers,
    '{"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":"9521001000000"}]},' ..
    '"supplier":{"identifiers":[{"domain":"DUNS","identifier":"' .. to[number % #to + 1] .. '"}]},' ..
    '"orderDate":"2026-03-02","orderIdentifier":"' .. run .. "-" .. number .. '"},' ..
    '"items":[{"lineNumber":1,"quantity":4}]}}')
end
