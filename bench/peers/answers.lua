-- Sends order responses from the seller to the buyer. They name a thousand orders in turn.
local headers = {["Authorization"] = "Bearer " .. os.getenv("TOKEN"), ["Content-Type"] = "application/json"}
local run, number = os.getenv("RUN"), 0

function request()
  number = number + 1
  return wrk.format("POST", "/v2/transactions", headers,
    '{"type":"ORDER_RESPONSE","content":{"header":{"buyer":{"identifiers":[{"identifier":"9521001000000"}]},' ..
    '"supplier":{"identifiers":[{"identifier":"' .. os.getenv("SELLER") .. '"}]},' ..
    '"orderResponseIdentifier":"' .. run .. "-" .. number .. '","orderResponseDate":"2026-03-03",' ..
    '"orderIdentifier":"TRADE-' .. number % 1000 .. '"}}}')
end
