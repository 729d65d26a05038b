# receive.py FOLDER: stores every pending document in a file, then reports it. Python 3, standard library.
import json, os, sys, urllib.parse, urllib.request

URL, TOKEN = os.environ["TRADEPOST_URL"], os.environ["TRADEPOST_TOKEN"]


def ask(path, body=None):
    request = urllib.request.Request(URL + path, None if body is None else json.dumps(body).encode())
    request.add_header("Authorization", "Bearer " + TOKEN)
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def store(folder, item):
    path = os.path.join(folder, item["platformTransactionId"] + ".json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(item, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())


cursor, more = "", True
while more:
    page = ask("/v2/transactions?per_page=100" + (cursor and "&cursor=" + urllib.parse.quote(cursor)))
    for item in page["items"]:
        store(sys.argv[1], item)
    ids = [item["platformTransactionId"] for item in page["items"]]
    if ids:
        reports = [{"platformTransactionId": id, "success": True} for id in ids]
        ask("/v2/transactions/bulk/mark-processed", {"items": reports})
        print("\n".join(ids))
    cursor, more = page["nextCursor"], page["hasMore"]
